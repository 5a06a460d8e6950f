package commands_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Each command stands in one row of the table in docs/playing.md, and in no table of another page.
func TestEachCommandStandsInOneTable(t *testing.T) {
	first := regexp.MustCompile("(?m)^\\| ((?:`/[a-z]+`(?:, )?)+) \\|")
	rows := map[string][]string{}
	err := filepath.WalkDir("..", func(page string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && (d.Name() == "artefacts" || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		if err != nil || !strings.HasSuffix(page, ".md") {
			return err
		}
		text, err := os.ReadFile(page)
		for _, row := range first.FindAllStringSubmatch(string(text), -1) {
			for name := range strings.SplitSeq(row[1], ", ") {
				name = strings.Trim(name, "`/")
				rows[name] = append(rows[name], filepath.ToSlash(page))
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range newTalk(t).service.Definitions("") {
		if !slices.Equal(rows[c.Name], []string{"../docs/playing.md"}) {
			t.Errorf("/%s has rows in %q, want one in docs/playing.md", c.Name, rows[c.Name])
		}
		delete(rows, c.Name)
	}
	for name, pages := range rows {
		t.Errorf("%q have /%s, which does not exist", pages, name)
	}
}
