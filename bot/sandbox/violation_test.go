package sandbox

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlour/bot/sandbox/rule"
)

// fake is a document of our own. With it the tests need not have Discord's.
const fake = "rule/testdata/openapi.json"

// flawsOf lists the flaws of an error, "path: message (code)".
func flawsOf(err error) []string {
	if err == nil {
		return nil
	}
	return strings.Split(rule.InFull(err), "\n")[1:]
}

func TestFilesThatAreNoDocument(t *testing.T) {
	for name, text := range map[string]string{"no.json": "{", "array.json": "[]", "empty.json": "{}"} {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Start(Config{OpenAPI: file}); err == nil || !strings.Contains(err.Error(), "not an OpenAPI document") {
			t.Errorf("Start with %s: %v", text, err)
		}
	}
	if _, err := Start(Config{OpenAPI: "testdata/none.json"}); err == nil {
		t.Error("Start with a file that is not there succeeded")
	}
}

// A violation is answered, and is noted with its exchange.
func TestViolations(t *testing.T) {
	s, err := Start(Config{OpenAPI: fake})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	path := s.URL() + "/api/v9"
	auth := []string{"Authorization", "Bot " + s.Token()}
	if r, body := fetch(t, "GET", path+"/gateway", ""); r.StatusCode != 200 {
		t.Fatalf("%d %s", r.StatusCode, body)
	}
	if _, body := fetch(t, "POST", path+gamesPosts, `{"content":"`+strings.Repeat("x", 2001)+`"}`, auth...); !strings.Contains(body, "50035") {
		t.Fatal(body)
	}
	if _, body := fetch(t, "POST", path+gamesPosts, `{"content":"fine"}`, auth...); !strings.Contains(body, "fine") {
		t.Fatal(body)
	}
	got := s.Violations()
	if len(got) != 2 {
		t.Fatalf("%d violations, want 2: %+v", len(got), got)
	}
	if got[0].Wrong != "" || !strings.Contains(got[0].WrongAnswer, "wss://elsewhere.example") {
		t.Errorf("the answer of the gateway's address: %+v", got[0])
	}
	if !strings.Contains(got[1].Wrong, "content: Must be 2000 or fewer") || got[1].WrongAnswer != "" {
		t.Errorf("the long message: %+v", got[1])
	}
	if all := s.Traffic(); len(all) != 3 || all[1].Wrong == "" || all[2].Wrong != "" {
		t.Errorf("the traffic is %+v", all)
	}
}
