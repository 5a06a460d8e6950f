package gametest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"parlour/games"
)

const toyCode = `package toy

import "parlour/games"

var said = []games.Text{games.Say("toy.last"), games.Say("toy.line"), games.Say("toy.line.sealed"), games.Say("toy.over"), games.Say("toy.number"), games.Say("toy.round"), games.Say("toy.owes"), games.Say("toy.ask"),
	games.Say("toy.example.caption"), games.Say("toy.example.alt"), games.Say("toy.refuse"), games.Say("toy.reason"), games.Say("toy.side." + name("first", "second"))}
`

func TestCatalogue(t *testing.T) {
	for _, c := range []struct {
		why, code, old, new string // a change of the sentences
		want                string // in the error
	}{
		{"as it is", toyCode, "", "", ""},
		{"a sentence not said", toyCode, `"toy.owes"`, `"toy.more": "more", "toy.owes"`, "toy.more is a sentence that the code does not say"},
		{"one said in a comment", toyCode + `// "toy.more"`, `"toy.owes"`, `"toy.more": "more", "toy.owes"`, "toy.more is a sentence that"},
		{"an end that the code lacks", toyCode, `"toy.side.first"`, `"toy.side.third": "third", "toy.side.first"`, "toy.side.third is a sentence that"},
		{"an end that is a number", toyCode, `"toy.side.first"`, `"toy.side.3": "third", "toy.side.first"`, ""},
		{"no sentence for what is said", toyCode, `"toy.owes"`, `"toy.last"`, "the code says toy.owes, which has no sentence"},
		{"no sentence for a key that looks shared", toyCode + `var _ = games.Refuse("refuse.toy")`, "", "", "the code says refuse.toy, which has no sentence"},
		{"a shared sentence of its own", toyCode + `var _ = games.Refuse("refuse.over")`, `"toy.owes"`, `"refuse.over": "over", "toy.owes"`, "refuse.over is a sentence of another catalogue"},
		{"a shared sentence", toyCode + `var _ = games.Refuse("refuse.over")`, "", "", ""},
		{"no rules", toyCode, `"toy.rules"`, `"toy.last"`, "toy.rules has 0 characters, want 1 to 1500"},
		{"long rules", toyCode, "Choose 1, ", strings.Repeat("é", 1500), "characters, want 1 to 1500"},
		{"a long line about it", toyCode, "Choose in secret.", strings.Repeat("é", 101), "toy.about has 101 characters, want 1 to 100"},
		{"no sentence for an option", toyCode, `"toy.option.pace"`, `"toy.last"`, "toy.option.pace has 0 characters, want 1 to 90"},
		{"no words for a value", toyCode, `"toy.option.pace.each"`, `"toy.last"`, "toy.option.pace.each has 0 characters, want 1 to 40"},
		{"the same words for two values", toyCode, "no hurry", "Fast pace", `pace=slow and pace=fast both say "fast pace"`},
		{"an option that a menu cuts", toyCode, "how fast", "how long a player may think about a move", "toy.option.pace.slow and its option have 51 characters, want at most 40"},
		{"words with a comma", toyCode, "no hurry", "slow, easy", `toy.option.pace.slow says "slow, easy", want words without a comma`},
		{"words for a value that there is not", toyCode, `"toy.option.pace.slow"`, `"toy.option.pace.lazy": "lazy", "toy.option.pace.slow"`, "toy.option.pace.lazy is a sentence that the code does not say"},
		{"a sentence that is no template", toyCode, "{{.Number}}", "{{.Number}", "the sentences of toy"},
		{"a plural without one", toyCode, `"one": "{{.Count}} round", `, "", "the sentences of toy"},
		{"an empty sentence", toyCode, `"choose"`, `""`, "lacks words"},
		{"no code", "", "", "", "no code in"},
	} {
		dir := t.TempDir()
		if c.code != "" {
			write(t, filepath.Join(dir, "toy.go"), c.code)
		}
		write(t, filepath.Join(dir, "toy_test.go"), `package toy; var _ = "toy.more"`)
		said := strings.Replace(toySentences, c.old, c.new, 1)
		paced := plant("", func(i *games.Info) {
			i.Locale = fstest.MapFS{"locale/en.json": {Data: []byte(said)}}
			i.Options = []games.Option{{Name: "pace", Values: []string{"slow", "fast"}}}
		})
		game := toy{&paced}
		err := compareSentences(game, dir)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("a catalogue with %s gave %v, want %q", c.why, err, c.want)
		}
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
