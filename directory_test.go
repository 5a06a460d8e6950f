package parlour

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"parlour/games"
	"parlour/games/all"
)

// directoryText matches a text for Discord's App Directory: what it is, its limit, and itself.
var directoryText = regexp.MustCompile("(?s)\n## ([A-Z][a-z ]+), at most (\\d+) (?:of 20 )?characters\n\n```text\n(.*?)\n```\n")

// The texts for Discord's App Directory keep Discord's limits, which their headings say. They name every game
// but experiments, and only commands that exist.
func TestTheDirectoryTakesItsTexts(t *testing.T) {
	limits := map[string]int{"Tags": 5, "Description": 400, "Summary": 200, "Expanded description": 2000}
	texts := map[string]string{}
	for _, m := range directoryText.FindAllStringSubmatch(read(t, "docs/directory/README.md"), -1) {
		what, text := m[1], m[3]
		texts[what] = text
		if limit, err := strconv.Atoi(m[2]); err != nil || limit != limits[what] {
			t.Errorf("the heading of %s says %s, want %d", what, m[2], limits[what])
		}
		if n := utf8.RuneCountInString(text); what != "Tags" && n > limits[what] {
			t.Errorf("%s has %d characters, want %d or fewer", what, n, limits[what])
		}
	}
	if len(texts) != len(limits) {
		t.Errorf("the page has %d texts, want %d", len(texts), len(limits))
	}
	tags := strings.Split(texts["Tags"], "\n")
	slices.Sort(tags)
	if len(tags) > limits["Tags"] || len(slices.Compact(slices.Clone(tags))) < len(tags) {
		t.Errorf("the tags are %q, want %d different ones or fewer", tags, limits["Tags"])
	}
	for _, tag := range tags {
		if n := utf8.RuneCountInString(tag); n == 0 || n > 20 {
			t.Errorf("the tag %q has %d characters, want 1 to 20", tag, n)
		}
	}
	for _, g := range all.Games() {
		i := g.Info()
		if title := strings.TrimSuffix(i.Title, games.ExperimentMark); strings.Contains(texts["Expanded description"], "- **"+title+"**: ") == i.Experiment {
			t.Errorf("whether the expanded description names %s: %t, want the other", i.Title, i.Experiment)
		}
	}
	named := slashed.FindAllStringSubmatch(texts["Description"]+"\n"+texts["Expanded description"], -1)
	if len(named) < 5 {
		t.Errorf("the texts name %d commands only: %q", len(named), named)
	}
	sentences := read(t, "commands/locale/en.json")
	for _, m := range named {
		if !strings.Contains(sentences, `"command.`+m[1]+`": `) {
			t.Errorf("the texts name the command /%s, which does not exist", m[1])
		}
	}
}

// slashed matches the name of a command.
var slashed = regexp.MustCompile(`(?:^|[\s` + "`" + `])/([a-z]+)`)
