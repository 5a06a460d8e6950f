// Package message is what a match looks like to somebody: the text, the picture to draw, the buttons and
// menus. It also writes what a person is told about themselves and their games together, and reads what
// people type.
//
// Its policy: a [Writer] makes each [Message] from a match, its reader and the moment
// that it is handed, and from nothing else. It sends nothing, changes nothing and knows
// no command. What a seat may not know cannot be in a message for it, because pictures and words
// come from the seat's View. A [Button] carries all that its handler needs.
//
// # Steps as buttons
//
// The choices of a step stand as buttons as they lie on the picture (button.go). That knows steps and no
// messages, so that any game's step can be held to it.
//
// # What people type
//
// Moves, options and levels are read as people type them, and suggested as they go on. What cannot be read is
// refused with a sentence.
//
// The entry points are [Writer.Board] for everybody, and [Pen.Card] and [Pen.Panel] for one
// reader.
package message

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"

	"parlour/commands/clock"
	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/imaging/pages"
	"parlour/imaging/replay"
	"parlour/storage"
)

// A Message is what a person reads. One with sections, or with a second picture, goes out in Components V2. A push
// notification has no words of such a message, so it is for what notifies nobody: private answers.
type Message struct {
	Content   string // Markdown; what people typed is escaped
	Sections  []Section
	Picture   *Picture
	Better    *Picture // stands beside Picture, and each opens large
	Animation *Animation
	File      *File
	Replay    *replay.Page
	Rows      [][]Control
	Pings     []string // ids of the people whom it may notify
	Role      string   // id of the role that it may notify; empty for none
	Silent    bool     // whether posting it notifies nobody, with no sound and no badge
	Bare      bool     // whether an edit takes the picture off; else a message without a picture keeps the one it has
}

// A Section is words below the content, with a button beside them unless its ID is empty.
type Section struct {
	Says   string // Markdown, as the content
	Button Control
}

// Controls returns the buttons and menus of a message, from top to bottom.
func (m Message) Controls() (all []Control) {
	for _, s := range m.Sections {
		if s.Button.ID != "" {
			all = append(all, s.Button)
		}
	}
	return append(all, slices.Concat(m.Rows...)...)
}

// Said returns the words of a message: the content and those of the sections.
func (m Message) Said() string {
	said := []string{m.Content}
	for _, s := range m.Sections {
		said = append(said, s.Says)
	}
	return Lines(said...)
}

// Above puts a text before what the message says.
func (m *Message) Above(said string) { m.Content = Lines(said, m.Content) }

// Below puts texts after what the message says.
func (m *Message) Below(said ...string) { m.Content = Lines(append([]string{m.Content}, said...)...) }

// Row is a single row of buttons, or a menu.
func Row(controls ...Control) [][]Control { return [][]Control{controls} }

// Menus are as many menus as some options need, at most so many. menu makes each from its number.
func Menus(options []MenuOption, most int, menu func(n int) Control) (rows [][]Control) {
	for part := range slices.Chunk(options[:min(len(options), most*MaxMenu)], MaxMenu) {
		m := menu(len(rows))
		m.Options = part
		rows = append(rows, []Control{m})
	}
	return rows
}

// A File goes with a message as it is.
type File struct {
	Name string
	Data []byte
}

// A Picture is a drawing with its alt text.
type Picture struct {
	games.Drawing
	Page pages.Page // in place of the Drawing; nil for none
	Alt  string     // the picture in words, at most 1,024 characters
}

// An Animation is drawings of one game, one after another, as a file that goes with a message.
type Animation struct {
	Name, Key string          // Key names what is drawn: two with the same one look the same
	Frames    []games.Drawing // at least one
	Each      time.Duration   // how long a frame is shown
	Last      time.Duration   // how long the last frame is shown
	Alt       string          // all of it in words, at most 1,024 characters
	Lost      string          // what the message says besides if the animation cannot be attached
}

// A Control is a button, or a menu when it has options or lets people be chosen.
type Control struct {
	ID       string
	Label    string // of a menu: what it asks for
	Style    Style
	Disabled bool
	Options  []MenuOption
	People   int // of a menu of the people of the server: how many can be chosen at most
}

// Menu reports whether a control is a menu.
func (c Control) Menu() bool { return len(c.Options) > 0 || c.People > 0 }

// A Style is how much a button calls for attention.
type Style int

// The styles.
const (
	Plain Style = iota
	Main
	Good
	Danger
)

// A MenuOption is one line of a menu or of a completion.
type MenuOption struct {
	Label, Value string
	About        string // a line beneath the label; only of a menu, empty for none
}

// maxLine is Discord's limit on a line of a menu, on its value, on the line beneath and on the name of a thread, in
// characters.
const maxLine = 100

// Choice returns a line of a menu, whose label is cut to Discord's limit.
func Choice(label, value string) MenuOption {
	return MenuOption{Label: Clip(label, maxLine), Value: value}
}

// A Reader is the person that a private message is for.
type Reader struct {
	ID      string
	Lang    string
	Guild   string // the server that they ask from; empty in a DM
	Guest   bool   // whether the bot can only answer there: it is a DM of others
	Channel string
	Now     time.Time      // when they ask
	Here    bool           // whether a game can be shown in that channel
	Own     storage.Person // what they have set

	Moderates bool // whether they may manage the messages of others in that channel
	Posts     bool // whether they may see that channel, write and attach files there
	Strict    bool // whether they play a game whose clocks run on while they are away, where that is asked
}

// Oversees reports whether the reader moderates the channel of a match, and asks from there.
func (r Reader) Oversees(m *match.Match) bool {
	return r.Moderates && m.Guild != "" && r.Guild == m.Guild && (r.Channel == m.Channel || r.Channel == m.Home)
}

// direct reports whether the reader is alone with the bot.
func (r Reader) direct() bool { return r.Guild == "" && !r.Guest }

// Limits of Discord, in characters and in lines.
const (
	maxAlt   = 1024 // words for a picture
	MaxMenu  = 25   // options of a menu
	maxMenus = 4    // menus of a panel, which leaves a row for buttons
)

// maxContent bounds the text of a message, in characters, with room to say that there is more.
const maxContent = 1900

// A Writer writes messages. It is safe for concurrent use.
type Writer struct {
	words    *locale.Catalogue
	palettes []string // by the names that the catalogue has for them; the usual one first
	coded    bool     // whether tables and boards show their code

	// Legible reports whether a picture can write a name. Nil is for pictures that can write all.
	Legible func(name string) bool

	// Programs names the programs that play a game beside its levels; nil for none.
	Programs func(games.Game) []games.Level
}

// programs names the programs that play a game.
func (w *Writer) programs(g games.Game) []games.Level {
	if w.Programs == nil {
		return nil
	}
	return w.Programs(g)
}

// NewWriter returns a Writer with the sentences of a catalogue.
func NewWriter(words *locale.Catalogue, palettes []string) *Writer {
	return &Writer{words: words, palettes: palettes}
}

// SetCommands notes the ids that commands have at Discord, by their names, for sentences that name one.
func (w *Writer) SetCommands(ids map[string]string) { w.words.SetCommands(ids) }

// A Pen writes to one reader, in their language, about one match or about none. All those who see a public
// message are one reader too, without an id.
type Pen struct {
	*match.Match // nil for none
	w            *Writer
	r            Reader
	seat         games.Seat   // from which the reader sees it
	voice        locale.Voice // for Markdown
}

// To returns the Pen for a reader, about a match that may be nil.
func (w *Writer) To(r Reader, m *match.Match) Pen {
	p := Pen{Match: m, w: w, r: r, seat: games.Spectator}
	if m != nil {
		p.seat = m.SeatOf(r.ID)
	}
	p.voice = w.Voice(r.Lang, p.names())
	return p
}

// Language returns the language that a person with a tag such as "de-AT" reads; "" for English.
func (w *Writer) Language(tag string) string { return w.words.Language(tag) }

// Languages returns the languages that people can read, English first.
func (w *Writer) Languages() []string { return w.words.Languages() }

// LanguageName returns what the language that comes nearest to a tag is called, in its own words or by its code.
func (w *Writer) LanguageName(tag string) string { return w.words.Name(tag) }

// In returns the Pen for a language, about no match.
func (w *Writer) In(lang string) Pen { return w.To(Reader{Lang: lang}, nil) }

// Public returns the Pen for what everybody sees of a match, in the language of its server.
func (w *Writer) Public(m *match.Match) Pen {
	p := w.To(Reader{Lang: m.Lang, Now: m.Now, Own: storage.Person{Palette: m.Palette}}, m)
	p.seat = games.Spectator
	return p
}

// title says which game is played and, of a match of two that has begun, which of both.
func (p Pen) Title() any { return titleOf(p.Head, p.Info) }

// titleOf is [Pen.Title] of a head.
func titleOf(head storage.Head, info games.Info) any {
	switch {
	case head.Two == 0:
		return info.Title
	case head.Setup.Rules == 0:
		return games.Say("two.both", "Game", info.Title)
	}
	return games.Say("two.title", "Game", info.Title, "Number", head.Two)
}

// brief is [Pen.Title] for a picture, which has little room.
func (p Pen) brief() string {
	if p.Two == 0 {
		return p.Info.Title
	}
	return p.Label("two.brief", "Game", p.Info.Brief(), "Number", p.Two)
}

// tableTitle says which game is played at a table, also once it has begun, and whether as a match of two.
func (p Pen) tableTitle() any {
	if p.Two == 0 {
		return p.Info.Title
	}
	return games.Say("two.both", "Game", p.Info.Title)
}

// inWhich says before something about a game its name, if neither a thread nor its lesson does, and its number in a match
// of two: both games stand in one channel.
func (p Pen) inWhich(said string) string {
	game := ""
	if p.Channel == p.Home && p.Match.Lesson == 0 {
		game = p.Info.Brief()
	}
	if p.Setup.Rules == 0 || said == "" || game == "" && p.Two == 0 {
		return said
	}
	return p.Say("which.game", "Game", game, "Two", p.Two) + " " + said
}

// matchResult says how a match of two has ended, once both of its games have.
func (p Pen) matchResult() string {
	halves, from := p.Points()
	leads := games.Seat(0)
	if halves[1] > halves[0] {
		leads = 1
	}
	return p.sayIf(from > 0, "two.result", "One", from == 1, "Leader", leads, "More", half(halves[leads]), "Fewer", half(halves[1-leads]),
		"Drawn", halves[0] == halves[1])
}

// half writes a number of half points, such as "1½".
func half(n int) string {
	if n == 1 {
		return "½"
	}
	return strconv.Itoa(n/2) + strings.Repeat("½", n%2)
}

// names returns the names of the players of the match, as they typed them.
func (p Pen) names() []string {
	if p.Match == nil {
		return nil
	}
	return p.w.called(p.r.Lang, p.Players...)
}

// called returns what players are called in a language: opponents and people who were forgotten have no names of their
// own.
func (w *Writer) called(lang string, players ...storage.Player) (names []string) {
	voice := w.words.Voice(lang, nil, nil)
	for _, p := range players {
		name := p.Name
		if number := match.OpponentNumber(p); number > 0 {
			name = voice.Say(games.Say("opponent.name", "Number", number, "Level", p.Level.Words()))
		} else if storage.IsFormer(p.ID) {
			name = voice.Say(games.Say("former.name"))
		}
		names = append(names, name)
	}
	return names
}

// legible returns the names of the players for a picture.
func (p Pen) legible() (names []string) {
	names = p.names()
	for i, player := range p.Players {
		names[i] = p.w.legible(names[i], player.User)
	}
	return names
}

// legible returns a name for a picture: the user name of somebody whose name it can't write.
func (w *Writer) legible(name, user string) string {
	if user != "" && w.Legible != nil && !w.Legible(Clean(name)) {
		return user
	}
	return name
}

// plain returns the voice for plain text: labels and pictures.
func (p Pen) plain() locale.Voice { return p.w.Plain(p.r.Lang, p.names()) }

// SayText says a Text.
func (p Pen) SayText(t games.Text) string { return p.voice.Say(t) }

// Say says a sentence.
func (p Pen) Say(key string, pairs ...any) string { return p.voice.Say(games.Say(key, pairs...)) }

// saying returns what says sentences that all have some values.
func (p Pen) saying(values ...any) func(key string, pairs ...any) string {
	return func(key string, pairs ...any) string { return p.Say(key, append(pairs, values...)...) }
}

// sayIf says a sentence in a case alone.
func (p Pen) sayIf(is bool, key string, pairs ...any) string {
	if is {
		return p.Say(key, pairs...)
	}
	return ""
}

// Label returns the label of a button or a menu.
func (p Pen) Label(key string, pairs ...any) string { return p.plain().Say(games.Say(key, pairs...)) }

// Control returns a button about the match, or a menu without its options yet.
func (p Pen) Control(verb Verb, label string, s Style, steps ...string) Control {
	return NewButton(p.Match, verb, steps...).Control(p.Label(label), s)
}

// Button returns a button whose label has the key of its verb.
func (p Pen) Button(verb Verb, s Style, steps ...string) Control {
	return p.Control(verb, "button."+string(verb), s, steps...)
}

// Voice returns a voice for Markdown. What people typed is escaped and cut.
func (w *Writer) Voice(lang string, names []string) locale.Voice {
	return w.words.Voice(lang, clipAll(names),
		func(s string) string { return locale.Markdown(apart(Clip(Clean(s), maxTyped))) })
}

// Plain returns a voice for plain text: labels and pictures.
func (w *Writer) Plain(lang string, names []string) locale.Voice {
	return w.words.Voice(lang, clipAll(names), func(s string) string { return apart(Clip(Clean(s), maxTyped)) })
}

// Palettes returns the palettes as options, with their names.
func (p Pen) Palettes() []MenuOption {
	var all []MenuOption
	for _, name := range p.w.palettes {
		all = append(all, Choice(p.Label("palette."+name), name))
	}
	return all
}

// Named puts the names of players into a refusal that speaks of seats. Other errors stay
// as they are, and so does every error where there is no match.
func (p Pen) Named(err error) error {
	var refusal *games.Refusal
	if p.Match == nil || !errors.As(err, &refusal) {
		return err
	}
	text := refusal.Text
	for name, arg := range text.Args() {
		switch arg := arg.(type) {
		case games.Seat:
			text = text.With(name, strings.Join(p.namesOf(arg), ""))
		case []games.Seat:
			text = text.With(name, p.namesOf(arg...))
		}
	}
	return &games.Refusal{Text: text}
}

// namesOf returns the names of seats.
func (p Pen) namesOf(seats ...games.Seat) (names []string) {
	all := clipAll(p.names())
	for _, s := range seats {
		if s >= 0 && int(s) < len(all) {
			names = append(names, all[s])
		}
	}
	return names
}

// maxName bounds a name as it is shown, in characters.
const maxName = 40

// maxTyped bounds everything else that somebody typed, in characters.
const maxTyped = 100

// clipAll makes names fit to be shown. A name of which nothing is left becomes "?".
func clipAll(names []string) []string { return clipEach(names, maxName) }

// clipEach is clipAll with another bound, in characters.
func clipEach(names []string, most int) []string {
	var cut []string
	for _, n := range names {
		if n = Clip(strings.TrimSpace(Clean(n)), most); n == "" {
			n = "?"
		}
		cut = append(cut, n)
	}
	return cut
}

// Clean drops what cannot be seen and can turn a whole line about, and what is only a half: an accent without a letter,
// a joiner that joins nothing, half a flag.
func Clean(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' }) {
		return s
	}
	var b strings.Builder
	for c := range games.Clusters(norm.NFC.String(s)) {
		b.WriteString(string(whole(c)))
	}
	return b.String()
}

// whole returns a cluster as it is shown, or nothing.
func whole(c []rune) []rune {
	const blank = "\u2800\U0001D159" // symbols that show nothing
	first, last := c[0], c[len(c)-1]
	switch {
	case unicode.IsSpace(first), strings.ContainsRune(blank, first):
		return []rune{' '}
	case games.Unseen(first), unicode.Is(unicode.M, first), first == utf8.RuneError:
		return nil
	case len(c) == 1 && unicode.Is(unicode.Regional_Indicator, first), slices.ContainsFunc(c, games.IsTag) && last != games.LastTag:
		return nil
	}
	for games.IsJoiner(c[len(c)-1]) {
		c = c[:len(c)-1]
	}
	return match.Without(c, func(r rune) bool {
		return games.Unseen(r) && !games.IsJoiner(r) && !games.IsTag(r) && !unicode.Is(unicode.Variation_Selector, r)
	})
}

// Clip cuts a text to a number of characters, and none of what people see as one in two. What [apart] keeps apart stays
// so.
func Clip(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	if strings.Contains(s, isolate) {
		most-- // so that there is room for its end
	}
	var kept []rune
	for c := range games.Clusters(s) {
		if len(kept)+len(c) >= most {
			break
		}
		kept = append(kept, c...)
	}
	cut := string(kept) + "…"
	if strings.Count(cut, isolate) > strings.Count(cut, isolated) {
		cut += isolated
	}
	return cut
}

// What begins and ends a text that [apart] keeps apart.
const isolate, isolated = "\u2068", "\u2069"

// apart keeps a text that is read from the right from turning about what stands beside it, such as a score.
func apart(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool {
		p, _ := bidi.LookupRune(r)
		return p.Class() == bidi.R || p.Class() == bidi.AL
	}) {
		return isolate + s + isolated
	}
	return s
}

// Mention names people so that they may be notified.
func Mention(ids ...string) locale.Verbatim {
	var all []string
	for _, id := range ids {
		all = append(all, "<@"+id+">")
	}
	return locale.Verbatim(strings.Join(all, " "))
}

// MentionRole names a role so that the people who have it may be notified; it is empty for none.
func MentionRole(id string) (mention locale.Verbatim) {
	if id != "" {
		mention = locale.Verbatim("<@&" + id + ">")
	}
	return mention
}

// Channels names channels, each as a link.
func Channels(ids []string) locale.Verbatim {
	return locale.Verbatim("<#" + strings.Join(ids, ">, <#") + ">")
}

// stamp writes a moment that each reader sees on their own clock, in one of Discord's styles.
func stamp(t time.Time, style rune) locale.Verbatim {
	return locale.Verbatim(fmt.Sprintf("<t:%d:%c>", t.Unix(), style))
}

// Dated writes a moment with its day.
func Dated(t time.Time) locale.Verbatim { return stamp(t, 'f') }

// Link returns the address of a message, by which Discord opens it; without an id, that of its
// channel.
func Link(guild, channel, id string) locale.Verbatim {
	if guild == "" {
		guild = "@me"
	}
	return locale.Verbatim(strings.TrimSuffix("https://discord.com/channels/"+guild+"/"+channel+"/"+id, "/"))
}

// ThreadLink returns the address of the thread where the board of a match is, empty for none.
func ThreadLink(m *match.Match) locale.Verbatim {
	if !m.Thread || m.Channel == m.Home || m.Live.Message == "" {
		return ""
	}
	return Link(m.Guild, m.Channel, "")
}

// Lines joins sentences into lines and leaves out empty ones.
func Lines(said ...string) string {
	var kept []string
	for _, s := range said {
		if s != "" {
			kept = append(kept, s)
		}
	}
	return strings.Join(kept, "\n")
}

// Limit says a limit of time, such as "1 day 6 hours".
func Limit(d time.Duration) games.Text {
	var parts []games.Text
	for _, p := range clock.Parts(d) {
		parts = append(parts, games.Say("span."+p.Unit, "Count", p.Count))
	}
	if parts == nil {
		return games.Say("span.none")
	}
	return games.Join("span.and", parts...)
}

// soon says the day of a moment less than a year away.
func soon(t time.Time) games.Text {
	weekday := games.Say(fmt.Sprint("date.weekday.", int(t.Weekday())))
	return games.Say("date.soon", "Weekday", weekday, "Day", t.Day(), "Month", month(t))
}

// month says the month of a moment.
func month(t time.Time) games.Text { return games.Say(fmt.Sprint("date.month.", int(t.Month()))) }
