package probe

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// rulesText has the rules that a few requests try. It says how it is read.
//
//go:embed rules.txt
var rulesText string

// scripted are the rules of rules.txt.
func scripted() (all []rule) {
	for _, text := range strings.Split(rulesText, "\n\n")[1:] {
		lines := strings.Split(strings.TrimSpace(text), "\n")
		mark, says, _ := strings.Cut(lines[0], " ")
		r := tried(says, strings.TrimPrefix(lines[1], "= "), func(t *try) string { return t.run(lines[2:]) })
		r.guess = mark == "†"
		all = append(all, r)
	}
	return all
}

// scriptLine is a request of rules.txt: a name, the method, the path, the body and what counts of it.
var scriptLine = regexp.MustCompile(`^(?:(\w+) = )?([A-Z]+) (\S+)(?: (\{.*\}))?(?: ([?!])(?: (.+))?)?$`)

// run makes the requests of a rule, and returns the answers that count.
func (t *try) run(lines []string) string {
	var counts []string
	var l *link
	ids := map[string]string{"token": t.Token, "channel": t.Channel, "here": t.here(), "guild": t.guild, "me": t.me, "owner": t.owner}
	for _, line := range lines {
		line = os.Expand(line, func(name string) string {
			if name == "nobody" && ids[name] == "" {
				ids[name] = t.nobody()
			}
			return ids[name]
		})
		m := scriptLine.FindStringSubmatch(line)
		switch do, what, _ := strings.Cut(line, " "); {
		case do == "OPEN":
			l = t.dial(what)
		case do == "HELLO":
			l = t.greeted()
		case do == "READY":
			var s session
			l, s = t.ready()
			ids["session"], ids["seq"] = s.ID, strconv.Itoa(s.seq)
		case do == "SAY":
			l.raw(what)
		case do == "BYE":
			code, _ := strconv.Atoi(what)
			l.bye(code)
		case do == "HEAR":
			counts = append(counts, l.outcome(what))
		case m == nil:
			t.fail("rules.txt has a line that is no request: " + line)
		}
		if m == nil {
			continue
		}
		var made struct{ ID string }
		got := t.request(m[2], m[3], m[4], &made.ID)
		switch m[5] {
		case "!":
			t.needed(m[2], got)
		case "?":
			counts = append(counts, got.worded(cmp.Or(m[6], "%")))
		}
		ids[m[1]] = made.ID
	}
	return strings.Join(counts, "; ")
}

// field is a field of an answer in the words for it.
var field = regexp.MustCompile(`\.[\w.]*\w`)

// worded puts the answer and its fields into words. A refusal has none of those after it.
func (a answer) worded(words string) string {
	if before, _, has := strings.Cut(words, "%"); !a.OK() {
		return word(has, before, "") + a.String()
	}
	return field.ReplaceAllStringFunc(strings.ReplaceAll(words, "%", a.String()), func(path string) string {
		var v any
		_ = json.Unmarshal(a.Body, &v)
		for _, step := range strings.Split(path[1:], ".") {
			switch in := v.(type) {
			case map[string]any:
				v = in[step]
			case []any:
				n, _ := strconv.Atoi(step)
				v = slices.Concat(in, make([]any, n+1))[n]
			}
		}
		return fmt.Sprint(v)
	})
}

// request makes a request of a script. What it makes has all that it needs, and is removed in the end.
func (t *try) request(method, path, text string, id *string) answer {
	var more body
	if text != "" {
		_ = json.Unmarshal([]byte(long.ReplaceAllStringFunc(parts.ReplaceAllStringFunc(text, part), repeated)), &more)
	}
	switch {
	case method != "POST":
	case strings.HasSuffix(path, "/messages"):
		var m message
		got := t.tryPost(strings.Split(path, "/")[1], more, &m)
		*id = m.ID
		return got
	case strings.HasSuffix(path, "/threads"):
		th, got := t.start(strings.TrimSuffix(path, "/threads"), body{"name": "probe"}.with(more))
		*id = th.ID
		return got
	case path == t.here():
		return t.enrol(more, id)
	}
	if text == "" {
		return t.do(method, path, nil, nil)
	}
	return t.do(method, path, more, nil)
}

// The short forms of rules.txt: «20x» is a long text, and E, O0, B0 and R0 are an embed, an option of
// a menu, a button, and a row of one.
var (
	long  = regexp.MustCompile(`«(\d+)(.)»`)
	parts = regexp.MustCompile(`\b[EOBR]\d*\b`)
)

func repeated(text string) string {
	m := long.FindStringSubmatch(text)
	n, _ := strconv.Atoi(m[1])
	return strings.Repeat(m[2], n)
}

func part(short string) string {
	n := short[1:]
	button := `{"type":2,"style":2,"custom_id":"` + n + `","label":"probe"}`
	return map[byte]string{
		'E': `{"description":"e"}`, 'O': `{"label":"option ` + n + `","value":"` + n + `"}`,
		'B': button, 'R': `{"type":1,"components":[` + button + `]}`,
	}[short[0]]
}
