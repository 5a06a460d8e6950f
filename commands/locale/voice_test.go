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
	"text/template/parse"
	"unicode"
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
		"The turn is over; play on.":                                                   "semicolon",
		"One. Two, three: four.":                                                       "",
		"The player who moved first loses.":                                            "",
		"Here it is now. Play on.":                                                     "",
		"Two largest groups: Orange 3 and 3 · Yellow 3 and 3":                          "",
		"Who's in? Pick one that you are.":                                             "",
		"Or type `symbols:26`. Try `/away until:5`.":                                   "",
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
	bareWho   = regexp.MustCompile(`(?i)\bwho\s`)
	stretched = regexp.MustCompile(`(?i)\b(?:(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|should|must) not|cannot|` +
		`(?:it|that|there|what|here) is|(?:you|we|they) are|I am|(?:I|you|we|they) (?:will|would)) \w`)
	// Neither "Here it is now" nor "the player who moved first" is out of voice.
	innocent = regexp.MustCompile(`(?i)\bhere it is\b|\b(?:player|person|friend|somebody|nobody|people) who\b`)
)

// faults returns what is out of voice in what a sentence says.
func faults(said string, limit int) (found []string) {
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
