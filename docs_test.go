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
	for file, least := range map[string]int{"docs/sandbox.md": 50, "docs/reliability.md": 50, "CONTRIBUTING.md": 1} {
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

// maxFirstLines is how long the files that docs/architecture.md names first may be together: no more
// than a newcomer reads in an hour.
const maxFirstLines = 1500

// TestNineFilesToReadFirst reads the list from docs/architecture.md and counts the lines of its files.
func TestNineFilesToReadFirst(t *testing.T) {
	page, err := os.ReadFile("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(page), "\n## Nine files to read first\n")
	list, _, _ = strings.Cut(list, "\n## ")
	files := regexp.MustCompile("(?m)^\\d+\\. `([^`]+)`: \\S").FindAllStringSubmatch(list, -1)
	if len(files) != 9 {
		t.Errorf("docs/architecture.md names %d files to read first, each with what it tells, want nine", len(files))
	}
	lines := 0
	for _, file := range files {
		text, err := os.ReadFile(file[1])
		if err != nil {
			t.Error(err)
		}
		lines += strings.Count(string(text), "\n")
	}
	if lines > maxFirstLines {
		t.Errorf("the files to read first have %d lines, want %d or fewer", lines, maxFirstLines)
	}
}

// How long README.md and the pages may be. What a page gains, another one or itself should lose.
const (
	maxReadmeLines = 120
	maxPagesLines  = 1780 // of README.md and docs together
)

// TestThePagesStayShort counts the lines of README.md and docs, and looks for each page in the index.
func TestThePagesStayShort(t *testing.T) {
	index := read(t, "docs/README.md")
	lines := strings.Count(read(t, "README.md"), "\n")
	if lines > maxReadmeLines {
		t.Errorf("README.md has %d lines, want %d or fewer", lines, maxReadmeLines)
	}
	for _, page := range glob(t, "docs/*.md") {
		lines += strings.Count(read(t, page), "\n")
		if name := filepath.Base(page); name != "README.md" && !strings.Contains(index, "]("+name+")") {
			t.Errorf("docs/README.md does not name %s", page)
		}
	}
	if lines > maxPagesLines {
		t.Errorf("README.md and docs have %d lines, want %d or fewer", lines, maxPagesLines)
	}
}

// Who runs a public Parlour is said in one place, so that its owner has one page to change, and both pages
// that Discord asks for lead there.
func TestOnePageNamesTheOperator(t *testing.T) {
	operator := regexp.MustCompile(`(?m)^## Who runs this bot\n\n- Name: \S.*\n- Contact: \S.*\n\n`)
	for _, page := range append(glob(t, "docs/*.md"), "README.md") {
		if is := operator.MatchString(read(t, page)); is != (page == "docs/terms.md") {
			t.Errorf("whether %s says who runs this bot: %t, want it in docs/terms.md alone", page, is)
		}
	}
	for page, link := range map[string]string{"docs/privacy.md": "](terms.md#who-runs-this-bot)", "docs/terms.md": "](privacy.md)"} {
		if !strings.Contains(read(t, page), link) {
			t.Errorf("%s has no link %s", page, link)
		}
	}
}
