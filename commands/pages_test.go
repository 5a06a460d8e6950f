package commands

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Each command stands in one row of the table in docs/playing.md, and in no table of another page.
func TestEachCommandStandsInOneTable(t *testing.T) {
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string][]string{}
	for _, page := range append(pages, "../README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range regexp.MustCompile("(?m)^\\| ((?:`/[a-z]+`(?:, )?)+) \\|").FindAllStringSubmatch(string(text), -1) {
			for name := range strings.SplitSeq(row[1], ", ") {
				name = strings.Trim(name, "`/")
				rows[name] = append(rows[name], filepath.Base(page))
			}
		}
	}
	for _, c := range commandTable() {
		if !slices.Equal(rows[c.Name], []string{"playing.md"}) {
			t.Errorf("/%s has rows in %q, want one in docs/playing.md", c.Name, rows[c.Name])
		}
		delete(rows, c.Name)
	}
	for name, pages := range rows {
		t.Errorf("%q have /%s, which there is not", pages, name)
	}
}
