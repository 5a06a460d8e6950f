package sandbox

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour/bot/sandbox/world"
)

// readme returns the README of the sandbox.
func readme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The example of the README is a file that can be read.
func TestTheReadmesPeople(t *testing.T) {
	example := regexp.MustCompile("(?s)```json\n(.*?)```").FindStringSubmatch(readme(t))
	if example == nil {
		t.Fatal("the README has no example of people and servers")
	}
	file := filepath.Join(t.TempDir(), "people.json")
	if err := os.WriteFile(file, []byte(example[1]), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := world.ReadCast(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.People) != 2 || len(c.Servers) != 2 || len(c.Servers[0].Roles) != 1 || len(c.Groups) != 1 || len(c.Intents) != 1 {
		t.Errorf("the README's example is %+v", c)
	}
}

// The README lists every request that there is, and no other.
func TestTheReadmesRequests(t *testing.T) {
	ask := rig(t)
	var listed []string
	for _, m := range regexp.MustCompile("(?m)^\\| `(GET|POST) (/\\S+)`").FindAllStringSubmatch(readme(t), -1) {
		listed = append(listed, m[1]+" "+m[2])
		path := m[2]
		if path == "/ready" || path == "/mia/wait" {
			path += "?seconds=0"
		}
		if code, got := ask(m[1], path, map[string]string{"GET": "", "POST": "{}"}[m[1]]); code == 404 || strings.Contains(got, "nobody can do that") {
			t.Errorf("the README has %s %s, and the control says %d %s", m[1], m[2], code, got)
		}
	}
	_, got := ask("POST", "/mia/fly", "{}")
	_, words, _ := strings.Cut(strings.Trim(got, "\"}\n"), "there are ")
	for do := range strings.SplitSeq(words, ", ") {
		if !slices.Contains(listed, "POST /mia/"+do) {
			t.Errorf("the README does not list /mia/%s", do)
		}
	}
	if len(listed) < 17 {
		t.Errorf("the README lists %d requests only: %q", len(listed), listed)
	}
}

// What the README asks of Discord is carried out.
func TestTheReadmesFaults(t *testing.T) {
	ask := rig(t)
	wishes := regexp.MustCompile("(?m)^\\| `(\\{.*?\\})` \\|").FindAllStringSubmatch(readme(t), -1)
	for _, wish := range wishes {
		if code, got := ask("POST", "/discord", wish[1]); code != 200 {
			t.Errorf("%s: %d, %s", wish[1], code, got)
		}
	}
	if len(wishes) != 4 {
		t.Errorf("the README has %d wishes, want 4", len(wishes))
	}
}
