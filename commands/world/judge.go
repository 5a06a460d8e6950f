package world

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
)

// A Judge counts what happened and what went wrong. It is safe for concurrent use; its maps are
// read when all is over.
type Judge struct {
	*Clock // that of the faults; nil for none
	mu     sync.Mutex
	Faults map[string][]string // by kind, each with its time
	Count  map[string]int      // of what happened
	said   map[string]bool     // lasting faults that were counted already
}

// NewJudge returns a judge who has seen nothing yet. Without a clock faults have no time.
func NewJudge(c *Clock) *Judge {
	return &Judge{Clock: c, Faults: map[string][]string{}, Count: map[string]int{}, said: map[string]bool{}}
}

// Happened counts something that happened.
func (j *Judge) Happened(what string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.Count[what]++
}

// Counts returns how often each thing has happened so far.
func (j *Judge) Counts() map[string]int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return maps.Clone(j.Count)
}

// Fault counts a fault.
func (j *Judge) Fault(kind, format string, args ...any) {
	what := fmt.Sprintf(format, args...)
	if j.Clock != nil {
		what = j.Now().UTC().Format("2 Jan 15:04:05") + ": " + what
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.Faults[kind] = append(j.Faults[kind], what)
}

// Once counts a fault that is seen again and again as one.
func (j *Judge) Once(kind, key, format string, args ...any) {
	j.mu.Lock()
	said := j.said[kind+key]
	j.said[kind+key] = true
	j.mu.Unlock()
	if !said {
		j.Fault(kind, format, args...)
	}
}

// mostSaid bounds how many faults of a kind are written out.
const mostSaid = 5

// Report fails the test for each kind of fault that was found, and logs how many there were of each.
func (j *Judge) Report(t testing.TB, kinds []string) {
	t.Helper()
	for _, kind := range kinds {
		n := len(j.Faults[kind])
		t.Logf("%-70s %d", kind, n)
		for _, what := range j.Faults[kind][:min(n, mostSaid)] {
			t.Errorf("%s: %s", kind, what)
		}
	}
}

// A Plant puts one fault into a world of type W. Where all is well it has no kind and no text.
type Plant[W any] struct {
	Kind string
	Text string // of the fault, which may be of any kind; it may be seen in other ways too
	Do   func(W)
}

// Planted plants each fault in a world of its own. The judge must count it as one of its kind and as
// nothing else, or by its text; each kind must be planted.
func Planted[W any](t *testing.T, kinds []string, begin func(*testing.T) (W, *Judge), plants map[string]Plant[W]) {
	left := slices.Clone(kinds)
	for name, p := range plants {
		w, j := begin(t)
		p.Do(w)
		found := p.Kind == "" && p.Text == ""
		for kind, what := range j.Faults {
			is := kind == p.Kind
			if p.Text != "" {
				is = strings.Contains(strings.Join(what, "\n"), p.Text)
			}
			if is {
				found = true
				left = slices.DeleteFunc(left, func(k string) bool { return k == kind })
			} else if p.Text == "" {
				t.Errorf("%s: %s: %v", name, kind, what)
			}
		}
		if !found {
			t.Errorf("%s: it is not counted among %q as %q: %v", name, p.Kind, p.Text, j.Faults)
		}
	}
	if len(left) > 0 {
		t.Errorf("no planted fault is counted among %q", left)
	}
}
