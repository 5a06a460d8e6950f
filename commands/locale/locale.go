// Package locale is the catalogue: every sentence that a player reads, in every
// language. The sentences that belong to no game stand here, a file a language;
// each game brings its own.
//
// Its policy: a missing sentence never stops a game. What a language lacks is
// said in English, and what English lacks is said as its key.
//
// A sentence names a command as "</settings>". In Markdown that becomes Discord's mention of it, which people press,
// once [Catalogue.SetCommands] has said its id. Before that, and in plain text, it is "/settings".
package locale

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
	"parlour/games"
)

//go:embed *.json
var own embed.FS

// A Catalogue says Texts. It is safe for concurrent use.
type Catalogue struct {
	bundle   *i18n.Bundle
	english  []*i18n.Message                   // of which a language is made up: see [Catalogue.MakeUp]
	commands atomic.Pointer[map[string]string] // ids by name; nil while they are not known

	mu      sync.Mutex
	tongues map[string]tongue // by tag, as readers have it
}

// New reads the sentences that belong to no game and those of the games.
func New(list []games.Game) (*Catalogue, error) {
	c := &Catalogue{bundle: i18n.NewBundle(language.English), tongues: map[string]tongue{}}
	if err := c.load(own, "*.json"); err != nil {
		return nil, err
	}
	for _, g := range list {
		if err := c.load(g.Info().Locale, "locale/*.json"); err != nil {
			return nil, fmt.Errorf("sentences of %s: %w", g.Info().Name, err)
		}
	}
	return c, nil
}

// load reads every file that fits a pattern; its name is its language.
func (c *Catalogue) load(files fs.FS, pattern string) error {
	names, err := fs.Glob(files, pattern)
	if err != nil {
		return err
	}
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		read, err := readOnce(string(data), name)
		if err == nil {
			err = c.bundle.AddMessages(read.Tag, read.Messages...)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if read.Tag == language.English {
			c.english = append(c.english, read.Messages...)
		}
	}
	return nil
}

// parsed has the files that were read, by their text: where a process makes many catalogues, as tests do, it reads each once.
var parsed struct {
	sync.Mutex
	files map[string]*i18n.MessageFile
}

// readOnce reads the text of a file by its name.
func readOnce(text, name string) (*i18n.MessageFile, error) {
	parsed.Lock()
	defer parsed.Unlock()
	if read := parsed.files[name+text]; read != nil {
		return read, nil
	}
	read, err := i18n.ParseMessageFileBytes([]byte(text), name, map[string]i18n.UnmarshalFunc{"json": json.Unmarshal})
	if err == nil {
		if parsed.files == nil {
			parsed.files = map[string]*i18n.MessageFile{}
		}
		parsed.files[name+text] = read
	}
	return read, err
}

// SetCommands notes the ids that commands have at Discord, by their names.
func (c *Catalogue) SetCommands(ids map[string]string) { c.commands.Store(&ids) }

// A Voice says Texts in one language to one kind of reader.
type Voice struct {
	tongue
	names   []string
	write   func(string) string
	escapes bool              // whether write escapes Markdown
	ids     map[string]string // of commands, by name; nil in plain text
}

// Voice returns a voice for a language (a tag such as "en-GB"). Names are what
// the seats are called. Escape is applied to every value that is put into a
// sentence but never to the sentences; nil leaves values as they are.
func (c *Catalogue) Voice(lang string, names []string, escape func(string) string) Voice {
	if escape == nil {
		escape = func(s string) string { return s }
	}
	v := Voice{tongue: c.tongue(lang), names: names, write: escape, escapes: escape("`") != "`"}
	if ids := c.commands.Load(); v.escapes && ids != nil {
		v.ids = *ids
	}
	return v
}

// Say says a Text; the zero Text is nothing.
func (v Voice) Say(t games.Text) string {
	said := v.mentions(v.capital(v.say(t)))
	if v.escapes {
		return hyphen.ReplaceAllString(plainCode(said), "$1\u2011$2")
	}
	return said
}

// hyphen matches the hyphen of a move, such as that of "Cd3-d4", with what it joins. A line of a message must not break
// there; [games.Straight] reads both.
var hyphen = regexp.MustCompile(`\b([A-Z]?[a-z][0-9]{1,2})-([A-Z]?[a-z][0-9]{1,2})\b`)

// command matches a command that a sentence names. In what somebody typed the brackets are escaped.
var command = regexp.MustCompile(`</([a-z]+)>`)

// mentions turns the commands that a sentence names into mentions, or into plain text where an id is not known.
func (v Voice) mentions(said string) string {
	if !strings.Contains(said, "</") {
		return said
	}
	return command.ReplaceAllStringFunc(said, func(tag string) string {
		name := tag[len("</") : len(tag)-1]
		if id := v.ids[name]; id != "" {
			return "</" + name + ":" + id + ">"
		}
		return "/" + name
	})
}

// capital begins a sentence with a capital where it begins with the name of a person who was forgotten.
// The name alone is no sentence.
func (v Voice) capital(said string) string {
	if said == v.former || !strings.Contains(said, v.former) {
		return said
	}
	parts := strings.Split(said, v.former)
	for i, part := range parts[1:] {
		name := v.former
		if sentence.MatchString(parts[i]) {
			name = Upper(name)
		}
		parts[i+1] = name + part
	}
	return strings.Join(parts, "")
}

// sentence matches what stands before the beginning of a sentence, with what may open it.
var sentence = regexp.MustCompile(`(^|[.!?] |\n)[«“¿¡]*$`)

// Upper gives a text a capital, behind what opens it.
func Upper(text string) string {
	i := strings.IndexFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
	if i < 0 {
		return text
	}
	r, n := utf8.DecodeRuneInString(text[i:])
	return text[:i] + string(unicode.ToUpper(r)) + text[i+n:]
}

// say says a Text, also one that is a value of another.
func (v Voice) say(t games.Text) string {
	if t.Key == "" {
		return ""
	}
	said, err := v.localizer.Localize(&i18n.LocalizeConfig{
		MessageID: t.Key, TemplateData: v.values(t), PluralCount: t.Arg("Count"),
	})
	if err != nil && said == "" {
		return t.Key
	}
	if strings.Contains(said, ")'s") {
		said = owner.ReplaceAllString(said, "'s")
	}
	return said
}

// owner matches what stands in parentheses behind a name that owns something: the cards of
// "Parlour (easy)" are "Parlour's".
var owner = regexp.MustCompile(`\s\\?\([^()]*\)'s`)

// All says several Texts.
func (v Voice) All(texts []games.Text) []string {
	var said []string
	for _, t := range texts {
		said = append(said, v.Say(t))
	}
	return said
}

// values turns the values of a Text into what its sentence is made with.
func (v Voice) values(t games.Text) map[string]any {
	values := map[string]any{}
	for name, arg := range t.Args() {
		switch arg := arg.(type) {
		case string:
			values[name] = v.write(arg)
		case games.Seat:
			values[name] = v.name(arg)
		case []games.Seat:
			values[name] = v.join("names.and", v.all(arg))
		case Listed:
			values[name] = strings.Join(v.all(arg), ", ")
		case []string:
			values[name] = v.join("names.and", v.written(arg))
		case games.Either:
			values[name] = v.join("names.or", v.written(arg))
		case games.Quoted:
			var quoted []string
			for _, value := range arg {
				quoted = append(quoted, "`"+value+"`")
			}
			values[name] = v.join("names.or", quoted)
		case games.Text:
			values[name] = v.say(arg)
		case Verbatim:
			values[name] = string(arg)
		default:
			values[name] = arg
		}
	}
	return values
}

// Verbatim is a value that is put into a sentence as it is: a mention, a link,
// something escaped already.
type Verbatim string

// name returns what a seat is called. Seats beyond those of people are dummies.
func (v Voice) name(s games.Seat) string {
	if s >= 0 && int(s) < len(v.names) {
		return v.write(v.names[s])
	}
	return v.say(games.Say("seat.dummy", "Number", int(s)-len(v.names)+1))
}

// Listed are seats that a label or a list names: "Ann, Ben, Cleo". In a sentence several are joined
// as people say them: "Ann, Ben and Cleo".
type Listed []games.Seat

// all returns what several seats are called.
func (v Voice) all(seats []games.Seat) (names []string) {
	for _, s := range seats {
		names = append(names, v.name(s))
	}
	return names
}

// written returns values as they are put into a sentence.
func (v Voice) written(values []string) (all []string) {
	for _, s := range values {
		all = append(all, v.write(s))
	}
	return all
}

// join joins names as people say them, the last one by the sentence of a key.
func (v Voice) join(key string, names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return v.say(games.Say(key, "Names", Verbatim(strings.Join(names[:last], ", ")), "Last", Verbatim(names[last])))
}

// Markdown escapes what somebody typed, so that on Discord it formats nothing,
// links nothing and mentions nobody.
func Markdown(s string) string { return markdown.Replace(s) }

// wordJoiner keeps an @ or a # from joining what follows to a mention, unseen.
const wordJoiner = "\u2060"

var markdown = func() *strings.Replacer {
	var pairs []string
	for _, c := range "\\*_~`|>[]()" {
		pairs = append(pairs, string(c), "\\"+string(c))
	}
	return strings.NewReplacer(append(pairs,
		"@", "@"+wordJoiner, "#", "#"+wordJoiner, "<", "\\<", "://", ":"+wordJoiner+"//",
		"\n", " ", "\r", " ")...)
}()

// plainCode takes the escapes out of the code spans of a text, where a backslash is a backslash.
// A backtick of a value would end its span, so it becomes an apostrophe.
func plainCode(said string) string {
	if !strings.Contains(said, "`") {
		return said
	}
	var b strings.Builder
	code := false
	for i := 0; i < len(said); i++ {
		escape := said[i] == '\\' && i+1 < len(said)
		switch {
		case escape && !code:
			b.WriteByte(said[i])
			i++
		case escape:
			i++
			if said[i] == '`' {
				b.WriteByte('\'')
				continue
			}
		case said[i] == '`':
			code = !code
		case code && strings.HasPrefix(said[i:], wordJoiner):
			i += len(wordJoiner) - 1
			continue
		}
		b.WriteByte(said[i])
	}
	return b.String()
}

// OptionValue returns the words for a value of a game's option: its own, or those that all
// values of the option have.
func OptionValue(v Voice, game, option, value string) string {
	key := game + ".option." + option + "."
	if said := v.Say(games.Say(key + value)); said != key+value {
		return said
	}
	if said := v.Say(games.Say(key+"each", "Value", value)); said != key+"each" {
		return said
	}
	return option + " " + value
}

// OptionWords returns the options of a match in words: those whose value is not the usual one,
// and those that every table shows, such as the size of a board.
func OptionWords(v Voice, info games.Info, chosen map[string]string) []string {
	var said []string
	for _, o := range info.Options {
		if value := chosen[o.Name]; value != "" && (o.Shown || value != o.Default) {
			said = append(said, OptionValue(v, info.Name, o.Name, value))
		}
	}
	return said
}

// Languages returns the languages of the catalogue, English first.
func (c *Catalogue) Languages() (all []string) {
	for _, tag := range c.bundle.LanguageTags() {
		all = append(all, tag.String())
	}
	return all
}

// Language returns the language of the catalogue that comes nearest to a tag such as "de-AT"; "" for English.
func (c *Catalogue) Language(tag string) string { return c.tongue(tag).lang }

// Name returns what the language that comes nearest to a tag is called, in its own words. One that has no name of its own
// goes by its code, such as "de": people choose among the names, and Discord refuses two that are the same.
func (c *Catalogue) Name(tag string) string {
	all := c.Languages()
	lang := cmp.Or(c.Language(tag), all[0])
	name := func(lang string) string { return c.Voice(lang, nil, nil).Say(games.Say("language")) }
	for _, before := range all[:slices.Index(all, lang)] {
		if name(before) == name(lang) {
			return lang
		}
	}
	return name(lang)
}

// A tongue is a language that somebody reads.
type tongue struct {
	lang      string // as the catalogue has it, "" for English
	localizer *i18n.Localizer
	former    string // what a person who was forgotten is called, which is no proper name
}

// mostTongues is how many tongues are kept. Discord has some thirty.
const mostTongues = 100

// tongue returns the tongue of a tag, which is kept for the next time. Its localizer has the language that comes
// nearest, so that it need not find that for each sentence.
func (c *Catalogue) tongue(lang string) tongue {
	c.mu.Lock()
	defer c.mu.Unlock()
	t, known := c.tongues[lang]
	if known {
		return t
	}
	has := c.bundle.LanguageTags()
	_, nearest := language.MatchStrings(language.NewMatcher(has), lang)
	t.localizer = i18n.NewLocalizer(c.bundle, has[nearest].String())
	if nearest > 0 {
		t.lang = has[nearest].String()
	}
	t.former = Voice{tongue: t}.say(games.Say("former.name"))
	if len(c.tongues) < mostTongues {
		c.tongues[lang] = t
	}
	return t
}
