package gametest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"parlour/games"
)

// A sentences is a game's sentences, in English.
type sentences struct {
	game      string
	sentences map[string]sentence
	name      string // what every player is called; empty where no name may be said
}

// A sentence is the text of a key: in one form, or in several by number.
type sentence struct {
	forms  map[string]string
	says   map[string]*template.Template // by form
	plural bool
	needs  []string // the values it is made with
}

// readSentences reads the sentences of a game.
func readSentences(info games.Info) (sentences, error) {
	c := sentences{game: info.Name}
	if info.Locale == nil {
		return c, fmt.Errorf("%s has no sentences", info.Name)
	}
	text, err := fs.ReadFile(info.Locale, "locale/en.json")
	if err == nil {
		err = json.Unmarshal(text, &c.sentences)
	}
	if err != nil {
		return c, fmt.Errorf("the sentences of %s: %w", info.Name, err)
	}
	return c, nil
}

var (
	action = regexp.MustCompile(`\{\{.*?\}\}`)
	value  = regexp.MustCompile(`\.([A-Z]\w*)`)
)

// UnmarshalJSON reads a string, or an object of plural forms.
func (s *sentence) UnmarshalJSON(text []byte) error {
	var one string
	if s.plural = json.Unmarshal(text, &one) != nil; !s.plural {
		s.forms = map[string]string{"other": one}
	} else if err := json.Unmarshal(text, &s.forms); err != nil {
		return err
	}
	if s.forms["other"] == "" || s.plural && s.forms["one"] == "" {
		return fmt.Errorf("%s lacks words, want some, or some for one and other", text)
	}
	s.says = map[string]*template.Template{}
	for name, form := range s.forms {
		says, err := template.New("").Parse(form)
		if err != nil {
			return fmt.Errorf("%q: %w", form, err)
		}
		s.says[name] = says
		for _, named := range value.FindAllStringSubmatch(strings.Join(action.FindAllString(form, -1), ""), -1) {
			if !slices.Contains(games.Heard, named[1]) {
				s.needs = append(s.needs, named[1])
			}
		}
	}
	return nil
}

// sentence returns the sentence of a key, of the game or of [games.SharedKeys]; of a
// shared one only the values that it needs are known here.
func (c sentences) sentence(key string) (s sentence, known bool) {
	if s, known = c.sentences[key]; !known {
		s.needs, known = games.SharedKeys[key]
	}
	return s, known
}

// check checks that a Text can be said: it has a sentence, and all its values.
func (c sentences) check(t games.Text) error {
	said, known := c.sentence(t.Key)
	if !known {
		return fmt.Errorf("%s has no sentence for the key %q", c.game, t.Key)
	}
	for _, name := range said.needs {
		if t.Arg(name) == nil {
			return fmt.Errorf("the sentence of %s needs a value %s, there are %v", t.Key, name, t)
		}
	}
	if _, counted := t.Arg("Count").(int); said.plural && !counted {
		return fmt.Errorf("the sentence of %s has a plural and needs an int Count, there are %v", t.Key, t)
	}
	for name, arg := range t.Args() {
		if err := c.value(arg); err != nil {
			return fmt.Errorf("the value %s of %s: %w", name, t.Key, err)
		}
	}
	return nil
}

// say says a sentence of the game itself. Where players have a name, it may hold shared
// sentences too, which are said as longShared.
func (c sentences) say(t games.Text) (string, error) {
	if err := c.check(t); err != nil {
		return "", err
	}
	if _, own := c.sentences[t.Key]; !own && c.name != "" {
		return longShared, nil
	}
	form := "other"
	if t.Arg("Count") == 1 && c.sentences[t.Key].plural {
		form = "one"
	}
	values := map[string]any{}
	for name, arg := range t.Args() {
		said, err := c.sayValue(arg)
		if err != nil {
			return "", fmt.Errorf("the value %s of %s %w", name, t.Key, err)
		}
		values[name] = said
	}
	var said strings.Builder
	says, own := c.sentences[t.Key].says[form]
	if !own {
		return "", fmt.Errorf("%s is not a sentence of %s", t.Key, c.game)
	}
	err := says.Execute(&said, values)
	return said.String(), err
}

// longShared stands for a shared sentence and the name in it.
var longShared = strings.Repeat("x", 60)

// sayValue says a value of a sentence.
func (c sentences) sayValue(arg any) (any, error) {
	names := 0
	switch arg := arg.(type) {
	default:
		return arg, nil
	case games.Text:
		if arg.Key == "" {
			return "", nil
		}
		return c.say(arg)
	case []string:
		return strings.Join(arg, ", "), nil
	case games.Seat:
		names = 1
	case []games.Seat:
		names = len(arg)
	}
	if c.name == "" {
		return nil, errors.New("is a name, which may be long")
	}
	return strings.Join(slices.Repeat([]string{c.name}, names), ", "), nil
}

// value checks that a value is of a kind that can be said.
func (c sentences) value(arg any) error {
	switch arg := arg.(type) {
	case string, int, games.Seat, []games.Seat, []string, games.Either:
		return nil
	case games.Text:
		return c.some(arg)
	}
	return fmt.Errorf("%v is a %T, which cannot be said", arg, arg)
}

// some checks Texts, of which some may be zero and say nothing.
func (c sentences) some(texts ...games.Text) error {
	for _, t := range texts {
		if t.Key == "" {
			continue
		}
		if err := c.check(t); err != nil {
			return err
		}
	}
	return nil
}

// board checks the words that go with a board.
func (c sentences) board(v games.View) error {
	w := v.Words()
	for _, last := range w.Last {
		if err := c.check(last); err != nil {
			return err
		}
	}
	return c.some(append([]games.Text{w.Score, w.Warns, w.Signs, w.Owes, w.Own}, w.Sides...)...)
}

// boardText returns the board as people read it, with names of eight letters.
func (c sentences) boardText(v games.View) (string, error) {
	if spoken, ok := v.(games.Spoken); ok {
		return c.named("Dorothea").say(spoken.InWords())
	}
	return v.String(), nil
}

// refused checks that Play gave either a position or a refusal.
func (c sentences) refused(next games.State, err error) error {
	switch {
	case err == nil && next == nil:
		return errors.New("no position and no error")
	case err != nil && next != nil:
		return errors.New("a position and an error")
	case err == nil:
		return nil
	}
	return c.refusal(err)
}

// refusal checks that an error is a [games.Refusal] with a sentence.
func (c sentences) refusal(err error) error {
	var r *games.Refusal
	if !errors.As(err, &r) {
		return fmt.Errorf("want a Refusal, got %v", err)
	}
	return c.check(r.Text)
}

// named returns the sentences with a name for every player, so that a Text may hold shared sentences
// and names.
func (c sentences) named(name string) sentences {
	c.name = name
	return c
}

// forms returns the forms of the sentence of a key, without those of shared ones.
func (c sentences) forms(key string) []string {
	return slices.Sorted(maps.Values(c.sentences[key].forms))
}
