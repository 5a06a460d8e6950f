package commands_test

import (
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour/commands/locale"
	"parlour/commands/message"
	"parlour/games"
	"parlour/imaging/pages"
)

var tongues = flag.Bool("tongues", false, "hold every conversation in a made-up language too")

// fluent are the conversations that are held in a made-up language each time.
var fluent = []string{"auction", "reminded", "turn"}

// Every conversation is the same, but for its language, where people or their server speak a made-up one, in which all
// sentences are longer. Nothing is cut then. A person reads their own language in answers and direct messages, and that
// of the server elsewhere.
//
//test:unwatched
func TestConversationsInAMadeUpLanguage(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no conversations (%v)", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		if !*tongues && !slices.Contains(fluent, name) {
			continue
		}
		old, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct{ name, lang, placeLang string }{{"people", madeUp, "en-US"}, {"server", "en-GB", madeUp}} {
			t.Run(name+" "+c.name, func(t *testing.T) {
				t.Parallel()
				got := converse(func(t testing.TB) *talk { return talkIn(t, madeUp, c.lang, c.placeLang) }, t, string(old))
				compare(t, file, inEnglish(string(old)), inEnglish(got))
			})
		}
	}
}

// madeUp is the language in whose place a made-up one is spoken.
const madeUp = "de"

// ofTongues matches what a conversation has more where two languages are spoken, and what is as wide as its neighbours.
var ofTongues = regexp.MustCompile(`(?m),"lang":"[^"]*"|^ *lang: .*\n|^ *{[Ll]anguage: .*\n|^ *I post in .* here\.\n| +$|, in [a-z]{2}:`)

// inEnglish returns what was said without what tells languages apart.
func inEnglish(said string) string {
	said = levelOwns.ReplaceAllString(ofTongues.ReplaceAllString(locale.Plain(said), ""), "'s")
	return strings.ToLower(emptyPlace.ReplaceAllString(said, "· ·"))
}

// levelOwns matches the level in "Parlour (easy)'s", which English alone leaves out.
var levelOwns = regexp.MustCompile(`\s\\?\([^()]*\)'s`)

// emptyPlace matches the label of an empty place.
var emptyPlace = regexp.MustCompile(`·[\pZ\x{2800}]*·`)

// heard holds what a message says to the language of the people who see it.
func (w *talk) heard(head string, m message.Message) {
	said := []string{m.Said()}
	for _, c := range m.Controls() {
		said = append(said, c.Label)
		for _, o := range c.Options {
			said = append(said, o.Label, o.About)
		}
	}
	for _, p := range []*message.Picture{m.Picture, m.Better} {
		switch {
		case p == nil:
		case p.Page != nil:
			said = append(append(said, p.Alt), onPage(p.Page)...)
		default:
			said = append(append(said, strings.ReplaceAll(p.Alt, p.View.String(), "")), drawn(p.Drawing)...)
		}
	}
	if a := m.Animation; a != nil {
		said = append(append(said, a.Alt, a.Lost), drawn(a.Frames[len(a.Frames)-1])...)
	}
	if r := m.Replay; r != nil {
		said = append(append(said, r.Title), r.Facts[:len(r.Facts)-1]...) // the last names the zone
		for _, s := range r.Steps {
			said = append(append(append(append(said, s.Name, s.When), s.Says...), s.Turning...), drawn(s.Drawing)...)
			for _, d := range s.Better {
				said = append(said, drawn(d)...)
			}
		}
		for _, l := range r.Proof {
			said = append(said, l.Says)
		}
		v := reflect.ValueOf(r.Words)
		for i := range v.NumField() {
			said = append(said, v.Field(i).String())
		}
	}
	w.hears(head, said...)
}

// onPage returns what a picture that belongs to no game says.
func onPage(p pages.Page) (said []string) {
	switch p := p.(type) {
	case pages.Lobby:
		for _, t := range p.Tables {
			said = append(said, t.Pace)
		}
	case pages.Profile:
		said = append(said, p.Line, p.Change, p.Played, p.With, p.Pace, p.Late)
		if p.Against != nil {
			said = append(said, p.Against.Title, p.Against.Line)
		}
		for _, t := range p.Times {
			said = append(said, t.Text)
		}
	case pages.Standings:
		said = append(said, p.Title, p.Line, p.Aside, p.Rating, p.Played, p.Form)
	}
	return said
}

// drawn returns what a picture says.
func drawn(p games.Drawing) []string {
	said := append([]string{p.Preview, p.Heads[0], p.Heads[1]}, p.Captions...)
	if r := p.Ribbon; r != nil {
		said = append(said, r.Title, r.Short, r.Line)
	}
	return said
}

// hears holds texts to the language of the people who see them. Places of guests are left out, where the first of them
// decides.
func (w *talk) hears(head string, texts ...string) {
	if w.madeUp == "" || w.tongues != nil || strings.Contains(head, "#friends") || w.again.Guest {
		return
	}
	lang := w.lang
	posted := strings.HasPrefix(head, "#") || strings.HasPrefix(head, "message ")
	if posted && !strings.Contains(head, "dm-") && !strings.HasPrefix(head, "message d") {
		lang = w.placeLang
	}
	for _, said := range texts {
		said = ofTongues.ReplaceAllString(said+"\n", "")
		if lang != w.madeUp && strings.Contains(said, "«") {
			w.t.Errorf("%s: %q is not in the language %s", head, said, lang)
		}
		if lang == w.madeUp {
			w.onlyMadeUp(head, said)
		}
	}
}

// unsaid matches what no catalogue says: code, links, mentions, blocks of text, codes of deals, and names, that of a program too.
var unsaid = regexp.MustCompile("(?s)```.*?```|`[^`]*`|<[^>]*>|\\]\\([^)]*\\)|[0-9A-Z]{4}(-[0-9A-Z]{4})+|Twist only|experiment|ghost|everyone|https|checkers|magic|column:")

// aWord matches a word of a sentence.
var aWord = regexp.MustCompile(`\b[a-z]{3,}\b`)

// onlyMadeUp finds words in a text that no catalogue has said.
func (w *talk) onlyMadeUp(head, said string) {
	deep, left := 0, ""
	for _, r := range unsaid.ReplaceAllString(said, "") {
		switch {
		case r == '«':
			deep++
		case r == '»':
			deep--
		case deep == 0:
			left += string(r)
		}
	}
	if found := aWord.FindString(left); found != "" {
		w.t.Errorf("%s: %q is in no catalogue, in %q", head, found, said)
	}
}
