package leaks_test

import (
	"errors"
	"fmt"
	"strings"
)

// A tally is the amount that was compared of two runs.
type tally struct{ actions, requests, bytes, pictures, lines int }

func (t *tally) add(o tally) {
	t.actions += o.actions
	t.requests += o.requests
	t.bytes += o.bytes
	t.pictures += o.pictures
	t.lines += o.lines
}

// errLeak means that the runs differ in what others can see.
var errLeak = errors.New("a secret leaks")

// compare returns the first difference between two runs in what everybody but one person got
// in a range of actions, the order included. It fails too if there is nothing to compare.
func compare(a, b []output, but string, from, until int) (tally, error) {
	a, b = others(a, but, from, until), others(b, but, from, until)
	t := tally{actions: until - from}
	for i := range max(len(a), len(b)) {
		switch {
		case i >= len(a):
			return t, fmt.Errorf("%w: only the second run has, in action %d, for %s:\n%s", errLeak, b[i].action, b[i].to, excerpt(b[i].text, 0))
		case i >= len(b):
			return t, fmt.Errorf("%w: only the first run has, in action %d, for %s:\n%s", errLeak, a[i].action, a[i].to, excerpt(a[i].text, 0))
		case a[i] != b[i]:
			at := unlike(a[i].text, b[i].text)
			return t, fmt.Errorf("%w: action %d for %s:\n%s\nis, in the second run, action %d for %s:\n%s",
				errLeak, a[i].action, a[i].to, excerpt(a[i].text, at), b[i].action, b[i].to, excerpt(b[i].text, at))
		}
		t.count(a[i])
	}
	if t.requests == 0 || t.bytes == 0 {
		return t, fmt.Errorf("there is nothing to compare in the actions from %d up to %d: %+v", from, until, t)
	}
	return t, nil
}

func (t *tally) count(s output) {
	t.bytes += len(s.text)
	switch {
	case s.to == logbook:
		t.lines++
	default:
		t.requests++
	}
	if s.data > 0 {
		t.pictures++
	}
}

// others returns what everybody but one person got in a range of actions.
func others(all []output, but string, from, until int) []output {
	var some []output
	for _, s := range all {
		if s.to != but && s.action >= from && s.action < until {
			some = append(some, s)
		}
	}
	return some
}

// own returns what one person alone got in a range of actions, as one text.
func own(all []output, who string, from, until int) string {
	var text strings.Builder
	for _, s := range all {
		if s.to == who && s.action >= from && s.action < until {
			text.WriteString(s.text)
		}
	}
	return text.String()
}

// unlike returns the index at which two texts begin to differ.
func unlike(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

// excerpt returns the first line of a text, and the part around an index.
func excerpt(text string, at int) string {
	const about = 150
	first, _, _ := strings.Cut(text, "\n")
	return fmt.Sprintf("%s … %q", first, text[max(0, at-about):min(len(text), at+about)])
}
