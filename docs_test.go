package parlour

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The documents name no test that there is not, and have no rule without one.
func TestTheDocumentsNameTheirTests(t *testing.T) {
	var tests strings.Builder
	if err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		tests.Write(text)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for file, least := range map[string]int{"docs/sandbox.md": 50, "docs/reliability.md": 50} {
		doc, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		named := regexp.MustCompile(`\bTest[A-Z0-9]\w*`).FindAllString(string(doc), -1)
		if len(named) < least {
			t.Errorf("%s names %d tests only", file, len(named))
		}
		for _, name := range named {
			if !strings.Contains(tests.String(), "func "+name+"(") {
				t.Errorf("%s names %s, which there is not", file, name)
			}
		}
		for line := range strings.Lines(string(doc)) {
			if strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "| rule |") && !strings.HasPrefix(line, "| fault |") && !strings.Contains(line, "Test") {
				t.Errorf("%s has a rule without a test: %s", file, line)
			}
		}
	}
}
