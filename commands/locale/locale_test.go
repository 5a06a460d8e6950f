package locale_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"text/template/parse"
	"unicode"
	"unicode/utf8"

	"parlour/commands/locale"
	"parlour/games"
	"parlour/games/all"
	"parlour/games/permute"
)

// The longest sentence, in words; a value counts as one.
const (
	longest       = 12
	longestOfText = 16 // in rules and in descriptions of pictures, which are read once and in peace
)

// exempt lists the keys that may break one rule, each with that rule and the reason.
var exempt = map[string]struct{ rule, reason string }{
	"seal.names":   {"jargon", "the line of codes is headed Sealed, so that it can be searched for"},
	"remind.turn":  {"colon", "a notification begins with the time left, and the colon leads to the game"},
	"option.first": {"bare who", "asks who moves first"},
}

// Every sentence that a player may read is in the voice: short, plain, with contractions, without
// the words of the trade. A sentence with branches is read in every form that it may have.
func TestEverySentenceIsInTheVoice(t *testing.T) {
	excused := map[string]bool{}
	for key, forms := range sentences(t) {
		for _, form := range forms {
			for _, said := range variants(t, key, form) {
				for _, fault := range faults(said, limitOf(key)) {
					if rule := exempt[key].rule; rule != "" && strings.HasPrefix(fault, rule) {
						excused[key] = true
						continue
					}
					t.Errorf("%s: %s in %q", key, fault, said)
				}
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(exempt)) {
		if !excused[key] {
			t.Errorf("%s is exempt and doesn't break its rule, want it off the list", key)
		}
	}
}

// Sentences out of voice are found, and those that only look so are not.
func TestSentencesOutOfVoiceAreFound(t *testing.T) {
	for said, want := range map[string]string{
		"It loses in 16 plies.":                       "jargon",
		"Seat 2 has bid.":                             "jargon",
		"Its SHA-256 is shown.":                       "jargon",
		"This move isn't legal.":                      "jargon",
		"The commitment was opened.":                  "jargon",
		"You hold a sealed bid.":                      "jargon",
		"Compare the hash.":                           "jargon",
		"A game of symbols:26 distinct:false":         "raw option",
		"You do not play here.":                       "contraction",
		"You cannot swap now.":                        "contraction",
		"It is your turn.":                            "contraction",
		"Ben said you are late.":                      "contraction",
		"There is nothing to take back.":              "contraction",
		"Tell who takes none.":                        "bare who",
		"You can't swap now: the first turn is over.": "colon",
		"When there is something to bid each player gets one message from me here.": "length",
		"Start one with /play.":                                                        "typed command",
		"Try `/away until:5`.":                                                         "typed command",
		"The turn is over; play on.":                                                   "semicolon",
		"One. Two, three: four.":                                                       "",
		"The player who moved first loses.":                                            "",
		"Here it is now. Play on.":                                                     "",
		"Largest of all groups: Orange 3 and 3 · Yellow 3 and 3":                       "",
		"Who's in? Pick one that you are.":                                             "",
		"Or type `symbols:26`. Try </away>, a game or/and two.":                        "",
		"**One.** Two three four five six seven eight nine ten eleven twelve.":         "",
		"- one two three four five six\n- seven eight nine ten eleven twelve thirteen": "",
	} {
		found := faults(said, longest)
		if want == "" && len(found) > 0 || want != "" && !slices.ContainsFunc(found, func(f string) bool { return strings.HasPrefix(f, want) }) {
			t.Errorf("faults(%q) = %q, want %q", said, found, want)
		}
	}
	forms := variants(t, "x", "{{if .A}}One{{else}}Two{{end}} of {{.B}}{{with .C}} and {{.}}{{end}}.")
	if want := []string{"One of Ann and Ann.", "One of Ann.", "Two of Ann and Ann.", "Two of Ann."}; !slices.Equal(slices.Sorted(slices.Values(forms)), want) {
		t.Errorf("variants are %q, want %q", forms, want)
	}
}

// atTop matches a key of a file of sentences.
var atTop = regexp.MustCompile(`(?m)^  "`)

// sentences returns the forms of all sentences in English, by key.
func sentences(t *testing.T) map[string][]string {
	t.Helper()
	files, err := filepath.Glob("../../games/*/locale/en.json")
	if err != nil || len(files) < 4 {
		t.Fatalf("%d games have sentences (%v), want at least 4", len(files), err)
	}
	all := map[string][]string{}
	for _, file := range append(files, "en.json") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var read map[string]any
		if err := json.Unmarshal(text, &read); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if keys := atTop.FindAll(text, -1); len(keys) != len(read) {
			t.Errorf("%s has %d sentences under %d keys, want each key once", file, len(keys), len(read))
		}
		for key, said := range read {
			switch said := said.(type) {
			case string:
				all[key] = []string{said}
			case map[string]any:
				for _, form := range said {
					all[key] = append(all[key], form.(string))
				}
			}
		}
	}
	return all
}

// limitOf returns how many words a sentence of a key may have.
func limitOf(key string) int {
	if strings.HasSuffix(key, ".rules") && strings.Count(key, ".") == 1 || strings.Contains(key, ".example.") {
		return longestOfText
	}
	return longest
}

// variants returns what a template says in each of its branches, with Ann for every value.
func variants(t *testing.T, key, form string) []string {
	t.Helper()
	tree, err := parse.Parse(key, form, "", "", map[string]any{"eq": true, "gt": true})
	if err != nil {
		t.Fatal(err)
	}
	return variantsOf(tree[key].Root)
}

// variantsOf returns what a part of a template says in each of its branches.
func variantsOf(list *parse.ListNode) []string {
	all := []string{""}
	if list == nil {
		return all
	}
	for _, n := range list.Nodes {
		var tails []string
		switch n := n.(type) {
		case *parse.TextNode:
			tails = []string{string(n.Text)}
		case *parse.IfNode:
			tails = append(variantsOf(n.List), variantsOf(n.ElseList)...)
		case *parse.WithNode:
			tails = append(variantsOf(n.List), variantsOf(n.ElseList)...)
		default:
			tails = []string{"Ann"}
		}
		var longer []string
		for _, head := range all {
			for _, tail := range tails {
				longer = append(longer, head+tail)
			}
		}
		all = longer
	}
	return all
}

var (
	codeSpan  = regexp.MustCompile("`[^`]*`")
	emphasis  = strings.NewReplacer("**", "", "~~", "", "-# ", "", "## ", "")
	stop      = regexp.MustCompile(`[.?!…;](?:\s|$)|\n`)
	jargon    = regexp.MustCompile(`(?i)\b(ply|plies|seal\w*|commitments?|sha|seats?|(?:il)?legal|hash\w*)\b`)
	rawOption = regexp.MustCompile(`\b[a-z-]+:[a-z0-9]|\b(true|false)\b`)
	// A command is pressed, so a sentence names it as "</play>".
	typedCommand = regexp.MustCompile("(?:^|[\\s`])/[a-z]+")
	bareWho      = regexp.MustCompile(`(?i)\bwho\s`)
	stretched    = regexp.MustCompile(`(?i)\b(?:(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|should|must) not|cannot|` +
		`(?:it|that|there|what|here) is|(?:you|we|they) are|I am|(?:I|you|we|they) (?:will|would)) \w`)
	// Neither "Here it is now" nor "the player who moved first" is out of voice.
	innocent = regexp.MustCompile(`(?i)\bhere it is\b|\b(?:player|person|friend|somebody|nobody|people) who\b`)
)

// faults returns what is out of voice in what a sentence says.
func faults(said string, limit int) (found []string) {
	if hit := typedCommand.FindString(said); hit != "" {
		found = append(found, "typed command "+hit)
	}
	said = emphasis.Replace(codeSpan.ReplaceAllString(said, "Ann"))
	if strings.Contains(said, "; ") && strings.HasSuffix(said, ".") {
		found = append(found, "semicolon")
	}
	for _, sentence := range stop.Split(said, -1) {
		if n := len(words(sentence)); n > limit {
			found = append(found, fmt.Sprintf("length %d of %q", n, sentence))
		}
		if label, rest, colon := strings.Cut(sentence, ": "); colon && len(words(label)) > 2 && len(words(rest)) > 2 && !strings.Contains(rest, "·") {
			found = append(found, "colon")
		}
	}
	for fault, pattern := range map[string]*regexp.Regexp{"jargon": jargon, "raw option": rawOption, "bare who": bareWho, "contraction": stretched} {
		if hit := pattern.FindString(innocent.ReplaceAllString(said, "")); hit != "" {
			found = append(found, fault+" "+hit)
		}
	}
	return found
}

// words returns the words of a sentence: whatever has a letter or a digit.
func words(sentence string) []string {
	return slices.DeleteFunc(strings.Fields(sentence), func(w string) bool {
		return !strings.ContainsFunc(w, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	})
}

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
		"locale/fr.json": {Data: []byte(`{"language": "Français"}`)},
	}}
}

// A language has its own name, and without one goes by its code, so that no two are called the same.
func TestLanguagesAreToldApart(t *testing.T) {
	c, err := locale.New([]games.Game{toy{}})
	if err != nil {
		t.Fatal(err)
	}
	for tag, want := range map[string]string{"": "English", "en-GB": "English", "de": "de", "de-AT": "de", "fr": "Français", "xx": "English"} {
		if got := c.Name(tag); got != want {
			t.Errorf("the language of %q is called %q, want %q", tag, got, want)
		}
	}
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
		{c.Voice("en", []string{"Parlour (easy)"}, locale.Markdown), games.Say("button.take", "Player", games.Seat(0)), "Take Parlour's place"},
		{c.Voice("en", []string{"Parlour 2 (easy)"}, nil), games.Say("button.take", "Player", games.Seat(0)), "Take Parlour 2's place"},
		{c.Voice("en", nil, nil), games.Text{}, ""},
		{c.Voice("en", names, nil), games.Say("toy.took", "Player", games.Seat(3), "What", locale.Verbatim("<@1>"), "From", 4),
			"Dummy one took <@1> from 4."},
	} {
		if got := c.voice.Say(c.text); got != c.want {
			t.Errorf("Say(%v) = %q, want %q", c.text, got, c.want)
		}
	}
}

// A sentence of the made-up language stands in guillemets and is a third longer, and its English can be told from it.
func TestTheMadeUpLanguage(t *testing.T) {
	c, err := locale.New(all.Games())
	if err != nil {
		t.Fatal(err)
	}
	if err := c.MakeUp("de"); err != nil {
		t.Fatal(err)
	}
	english, made := c.Voice("en", nil, nil), c.Voice("de-AT", nil, nil)
	for key, forms := range sentences(t) {
		said, long := english.Say(games.Say(key)), made.Say(games.Say(key))
		if slices.ContainsFunc(forms, func(f string) bool { return strings.Contains(f, "{{") }) || strings.HasPrefix(key, "called.") {
			continue
		}
		if locale.Plain(long) != said {
			t.Errorf("%s is %q, want %q made up", key, long, said)
		}
		length := func(line string) int { return utf8.RuneCountInString(strings.TrimLeft(line, " -#.0123456789")) }
		lines := strings.Split(long, "\n")
		for i, line := range strings.Split(said, "\n") {
			if strings.ContainsFunc(line, unicode.IsLetter) && 3*length(lines[i]) < 4*length(line) {
				t.Errorf("%s has %q, want %q a third longer", key, lines[i], line)
			}
		}
	}
	if got := []string{c.Language("de-CH"), c.Language("en-GB"), c.Language("xx"), strings.Join(c.Languages(), " ")}; !slices.Equal(got, []string{"de", "", "", "en de"}) {
		t.Errorf("the languages are %q", got)
	}
	if err := c.MakeUp("no language"); err == nil {
		t.Error("what is no language is made up")
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

// In a message no line breaks at the hyphen of a move. What says it can be typed all the same.
func TestAMoveIsReadAsOne(t *testing.T) {
	c, err := locale.New(all.Games())
	if err != nil {
		t.Fatal(err)
	}
	for _, move := range []string{"Cd3-d4", "b3-Ca1", "f3-f12"} {
		said := games.Say("permute.refuse.notation", "Typed", "x-1", "Example", move)
		if got := c.Voice("en", nil, nil).Say(said); !strings.Contains(got, move) {
			t.Errorf("a label says %q", got)
		}
		got := c.Voice("en", nil, locale.Markdown).Say(said)
		if strings.Contains(got, move) || !strings.Contains(games.Straight(got), move) || !strings.Contains(got, "x-1") {
			t.Errorf("a message says %q, want %s with a hyphen at which no line breaks", got, move)
		}
	}
}

// A sentence names a command by its mention in Markdown, once its id is known, and as plain text elsewhere. What
// somebody typed mentions nothing.
func TestCommandsAreMentioned(t *testing.T) {
	c, err := locale.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	zone := games.Say("refuse.zone.needed")
	for _, known := range []map[string]string{nil, {"settings": "42"}} {
		want := "I need your time zone first. Set it in /settings."
		c.SetCommands(known)
		if got := c.Voice("en", nil, nil).Say(zone); got != want {
			t.Errorf("plain text says %q, want %q", got, want)
		}
		if known != nil {
			want = "I need your time zone first. Set it in </settings:42>."
		}
		if got := c.Voice("en", nil, locale.Markdown).Say(zone); got != want {
			t.Errorf("Markdown says %q, want %q", got, want)
		}
		if got := c.Voice("en", nil, locale.Markdown).Say(games.Say("refuse.zone", "Value", "</settings>")); strings.Contains(got, "42") {
			t.Errorf("what somebody typed becomes a mention: %q", got)
		}
	}
}
