package sandbox

import (
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/rule"
)

// Every operation of Discord's API has a handler, or is refused in the sandbox's own name and
// stands in red.
func TestEveryOperationIsKnownOrRefusedLoudly(t *testing.T) {
	t.Parallel()
	handled := http.NewServeMux()
	for _, pattern := range discord.Routes() {
		handled.HandleFunc(pattern, ignore)
	}
	s := start(t, Config{})
	known, loud := 0, 0
	for _, name := range rule.Operations() {
		method, path, _ := strings.Cut(name, " ")
		path = variable.ReplaceAllString(path, "123")
		asked, err := http.NewRequest(method, path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, pattern := handled.Handler(asked); pattern != "" {
			known++
			continue
		}
		loud++
		answer, body := fetch(t, method, s.URL()+"/api/v10"+path, `{}`, "Authorization", "Bot "+s.Token(), "Content-Type", "application/json")
		if answer.StatusCode != 400 || !strings.Contains(body, `"code":999999`) {
			t.Errorf("%s is answered with %d %s, want the sandbox's own code", name, answer.StatusCode, body)
		}
		all := s.Violations()
		if len(all) != loud || !strings.Contains(all[loud-1].Wrong, "does not imitate "+method+" "+path) {
			t.Fatalf("%s: %d violations, the newest %q, want %d", name, len(all), all[len(all)-1].Wrong, loud)
		}
	}
	if known < 30 || loud < 100 {
		t.Errorf("%d operations have handlers and %d have none, of more than 200", known, loud)
	}
	if answer, body := fetch(t, "GET", s.URL()+"/api/v10/channels/123/nonsense", ""); answer.StatusCode != 404 || !strings.Contains(body, `"code":0`) {
		t.Errorf("what Discord does not know either is answered with %d %s", answer.StatusCode, body)
	}
	if n := len(s.Violations()); n != loud {
		t.Errorf("%d violations, want none for what Discord does not know either", n-loud)
	}
}

// variable is a variable of a path.
var variable = regexp.MustCompile(`\{\w+\}`)

func ignore(http.ResponseWriter, *http.Request) {}

// The list of operations is that of Discord's description.
func TestOperationsAreDiscords(t *testing.T) {
	t.Parallel()
	discordDocument(t)
	var doc struct {
		Paths map[string]map[string]json.RawMessage
	}
	text, err := os.ReadFile(os.Getenv("DISCORD_OPENAPI"))
	if err != nil || json.Unmarshal(text, &doc) != nil {
		t.Fatal(err)
	}
	var all []string
	for _, path := range slices.Sorted(maps.Keys(doc.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(doc.Paths[path])) {
			if slices.Contains([]string{"get", "post", "put", "patch", "delete"}, method) {
				all = append(all, strings.ToUpper(method)+" "+path)
			}
		}
	}
	if listed := rule.Operations(); !slices.Equal(listed, all) {
		t.Errorf("listed are %d operations, Discord has %d: %q", len(listed), len(all), all)
	}
}
