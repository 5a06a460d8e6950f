package sandbox

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"parlour/bot/sandbox/rule"
)

// planted is a body with one flaw at a path, or without flaw where the path is "".
type planted struct{ name, route, body, at string }

// The routes of the planted bodies.
const (
	postRoute     = "POST /channels/{channel}/messages"
	commandsRoute = "PUT /applications/{app}/commands"
	callbackRoute = "POST /interactions/{interaction}/{token}/callback"
)

// limitsOf reads the bodies of testdata/limits.txt that are about one thing; "" is all of them.
func limitsOf(t *testing.T, about string) (all []planted) {
	t.Helper()
	text, err := os.ReadFile("testdata/limits.txt")
	if err != nil {
		t.Fatal(err)
	}
	var table []string
	for line := range strings.Lines(string(text)) {
		cells := strings.SplitN(strings.TrimRight(line, "\n"), " | ", 4)
		switch {
		case strings.HasPrefix(line, "## "):
			table = append(strings.Split(strings.Trim(line, "#| \n"), " | "), "")
		case table != nil && len(cells) != 3 && strings.TrimSpace(line) != "":
			t.Fatalf("testdata/limits.txt has a line that is no body: %s", line)
		case len(cells) == 3 && table != nil && (about == "" || about == table[0]):
			at := cells[1]
			if at != "" {
				at = strings.Trim(table[3]+"."+at, ".")
			}
			all = append(all, planted{cells[0], table[1], many(strings.Replace(table[2], "…", cells[2], 1)), at})
		}
	}
	if len(all) == 0 {
		t.Fatalf("testdata/limits.txt has no table about %q", about)
	}
	return all
}

var (
	longText = regexp.MustCompile(`«(\d+)(.)»`)
	longList = regexp.MustCompile(`⟨(\d+)× ([^⟩]*)⟩`)
)

// many writes texts and lists out: «20x» is twenty times x, and ⟨3× #⟩ is 0,1,2.
func many(text string) string {
	text = longList.ReplaceAllStringFunc(text, func(list string) string {
		m := longList.FindStringSubmatch(list)
		n, _ := strconv.Atoi(m[1])
		var all []string
		for i := range n {
			all = append(all, strings.ReplaceAll(m[2], "#", fmt.Sprint(i)))
		}
		return strings.Join(all, ",")
	})
	return longText.ReplaceAllStringFunc(text, func(long string) string {
		m := longText.FindStringSubmatch(long)
		n, _ := strconv.Atoi(m[1])
		return strings.Repeat(m[2], n)
	})
}

// refusal holds a body to the excerpt of Discord's description, and to the checks that
// no schema makes.
func refusal(t *testing.T, route, body string) error {
	t.Helper()
	method, path := at(route)
	if err := held(t, rule.Excerpt(), method, path, body); err != nil {
		return err
	}
	var f rule.Form
	var commands []*rule.Command
	in := rule.Callback{Data: rule.Form{At: []string{"data"}}}
	if err := json.Unmarshal([]byte(body), map[string]any{postRoute: &f, commandsRoute: &commands, callbackRoute: &in}[route]); err != nil {
		t.Fatal(err)
	}
	switch {
	case route == postRoute:
		return rule.CheckForm(&f, 0)
	case route == commandsRoute:
		return rule.CheckCommands(commands)
	case in.Type == rule.AnswerChoices:
		return rule.CheckChoices(in.Data.Choices)
	case in.Type == rule.AnswerModal:
		return rule.CheckModal(&in.Data)
	}
	return rule.CheckForm(&in.Data, 0)
}

// flawsOf lists the flaws of an error, "path: message (code)".
func flawsOf(err error) []string {
	if err == nil {
		return nil
	}
	return strings.Split(rule.InFull(err), "\n")[1:]
}

// wantLimits checks that the planted bodies about something are refused with their flaw, or pass.
func wantLimits(t *testing.T, about string) {
	for _, p := range limitsOf(t, about) {
		t.Run(p.name, func(t *testing.T) {
			err := refusal(t, p.route, p.body)
			found := p.at == "" && err == nil
			for _, flaw := range flawsOf(err) {
				found = found || p.at != "" && strings.HasPrefix(flaw, p.at+": ")
			}
			if !found {
				t.Errorf("the flaws are %q, want one at %q", flawsOf(err), p.at)
			}
		})
	}
}

func TestMessageLimits(t *testing.T) { wantLimits(t, "message") }

func TestEmbedLimits(t *testing.T) { wantLimits(t, "embed") }

func TestModalLimits(t *testing.T) { wantLimits(t, "modal") }

func TestCompletionsAre25(t *testing.T) { wantLimits(t, "completion") }

func TestCommandLimits(t *testing.T) {
	wantLimits(t, "command")
	for n, want := range map[int]error{100: nil, 101: rule.ErrCommandCount} {
		all := many(fmt.Sprintf(`[⟨%d× {"name":"c#","description":"d"}⟩]`, n))
		if err := refusal(t, commandsRoute, all); err != want {
			t.Errorf("%d commands: %v, want %v", n, err, want)
		}
	}
}

func TestComponentsV2Limits(t *testing.T) { wantLimits(t, "v2") }
