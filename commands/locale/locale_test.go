package locale_test

import (
	"testing"
	"testing/fstest"

	"parlour/commands/locale"
	"parlour/games"
	"parlour/games/permute"
)

// toy is a game with sentences and nothing else.
type toy struct{ games.Game }

func (toy) Info() games.Info {
	return games.Info{Name: "toy", Locale: fstest.MapFS{
		"locale/en.json": {Data: []byte(`{
			"toy.took": "{{.Player}} took {{.What}} from {{.From}}.",
			"toy.stones": {"one": "one stone", "other": "{{.Count}} stones"},
			"toy.code": "Type \u0060{{.Move}}\u0060 or \u0060{{.Other}}\u0060, {{.By}}.",
			"toy.about": "{{.Code}} \u0060{{.By}}\u0060",
			"toy.only": "only English"}`)},
		"locale/de.json": {Data: []byte(`{"toy.took": "{{.Player}} nahm {{.What}} von {{.From}}."}`)},
	}}
}

func TestSay(t *testing.T) {
	c, err := locale.New([]games.Game{toy{}, permute.Game{}})
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"Ann", "*Ben*", "Cleo"}
	took := games.Say("toy.took", "Player", games.Seat(1), "What", games.Say("toy.stones", "Count", 2), "From", []games.Seat{0, 2})
	for _, c := range []struct {
		voice locale.Voice
		text  games.Text
		want  string
	}{
		{c.Voice("en-GB", names, nil), took, "*Ben* took 2 stones from Ann and Cleo."},
		{c.Voice("en-US", names, locale.Markdown), took, `\*Ben\* took 2 stones from Ann and Cleo.`},
		{c.Voice("de", names, nil), took, "*Ben* nahm 2 stones von Ann and Cleo."},
		{c.Voice("en", names, locale.Markdown), games.Say("toy.took", "Player", []games.Seat{0, 1, 2}, "What", locale.Listed{2, 0}, "From", []string{"a_b"}), `Ann, \*Ben\* and Cleo took Cleo, Ann from a\_b.`},
		{c.Voice("en", names, locale.Markdown), games.Say("toy.took", "Player", games.Either{"a_1", "b", "c"}, "What", games.Either{"d"}, "From", games.Either(nil)), `a\_1, b or c took d from .`},
		{c.Voice("xx", names, nil), games.Say("toy.stones", "Count", 1), "one stone"},
		{c.Voice("", nil, nil), games.Say("toy.only"), "only English"},
		{c.Voice("en", nil, nil), games.Say("toy.missing"), "toy.missing"},
		{c.Voice("en", []string{"Parlour (easy)"}, locale.Markdown), games.Say("clock.due-of", "Player", games.Seat(0), "Due", "soon"), "Parlour's time runs out soon."},
		{c.Voice("en", []string{"Parlour 2 (easy)"}, nil), games.Say("clock.due-of", "Player", games.Seat(0), "Due", "soon"), "Parlour 2's time runs out soon."},
		{c.Voice("en", nil, nil), games.Text{}, ""},
		{c.Voice("en", names, nil), games.Say("toy.took", "Player", games.Seat(3), "What", locale.Verbatim("<@1>"), "From", 4),
			"Dummy one took <@1> from 4."},
	} {
		if got := c.voice.Say(c.text); got != c.want {
			t.Errorf("Say(%v) = %q, want %q", c.text, got, c.want)
		}
	}
}

// The name of a person who was forgotten is no proper name: it has a capital where a sentence begins, and
// nowhere else.
func TestAFormerPlayerBeginsASentence(t *testing.T) {
	c, err := locale.New([]games.Game{toy{}})
	if err != nil {
		t.Fatal(err)
	}
	gone := c.Voice("en", nil, nil).Say(games.Say("former.name"))
	for _, said := range []struct {
		player, what, from any
		want               string
	}{
		{games.Seat(0), games.Seat(1), games.Seat(2), "A former player took Ann from a former player."},
		{games.Seat(1), locale.Verbatim("it. " + gone + " took all"), "Ben", "Ann took it. A former player took all from Ben."},
		{[]games.Seat{2, 1}, locale.Verbatim("it\n" + gone), games.Seat(1), "A former player and Ann took it\nA former player from Ann."},
		{games.Say("toy.only"), locale.Verbatim("4.5 · " + gone), locale.Listed{1, 0}, "only English took 4.5 · a former player from Ann, a former player."},
	} {
		for _, escape := range []func(string) string{nil, locale.Markdown} {
			voice := c.Voice("en", []string{gone, "Ann", gone}, escape)
			if got := voice.Say(games.Say("toy.took", "Player", said.player, "What", said.what, "From", said.from)); got != said.want {
				t.Errorf("it says %q, want %q", got, said.want)
			}
		}
	}
	if gone != "a former player" {
		t.Errorf("alone the name is %q", gone)
	}
}

func TestMarkdown(t *testing.T) {
	for in, want := range map[string]string{
		"Ann":               "Ann",
		"*a* _b_ ~c~ `d`":   "\\*a\\* \\_b\\_ \\~c\\~ \\`d\\`",
		"@everyone":         "@\u2060everyone",
		"<@1> <#2>":         "\\<@\u20601\\> \\<#\u20602\\>",
		"https://x.example": "https:\u2060//x.example",
		"a\nb":              "a b",
		"# big":             "#\u2060 big",
	} {
		if got := locale.Markdown(in); got != want {
			t.Errorf("Markdown(%q) = %q, want %q", in, got, want)
		}
	}
}

// In a code span a value stands as it is, because Discord shows its backslashes there; around it
// values are escaped.
func TestCodeSpans(t *testing.T) {
	c, err := locale.New([]games.Game{toy{}})
	if err != nil {
		t.Fatal(err)
	}
	code := games.Say("toy.code", "Move", "2*", "Other", "a_`b`\\_", "By", "*Ann*")
	for _, c := range []struct {
		voice locale.Voice
		text  games.Text
		want  string
	}{
		{c.Voice("en", nil, locale.Markdown), code, "Type `2*` or `a_'b'\\_`, \\*Ann\\*."},
		{c.Voice("en", nil, locale.Markdown), games.Say("toy.about", "Code", code, "By", "@x"), "Type `2*` or `a_'b'\\_`, \\*Ann\\*. `@x`"},
		{c.Voice("en", nil, nil), code, "Type `2*` or `a_`b`\\_`, *Ann*."},
	} {
		if got := c.voice.Say(c.text); got != c.want {
			t.Errorf("Say(%v) = %q, want %q", c.text, got, c.want)
		}
	}
}
