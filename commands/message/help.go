package message

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"parlour/commands/clock"
	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/imaging/pages"
	"parlour/storage"
)

// The most games that have a button each in a message, and the most menus that it takes for more.
const (
	maxGameButtons = 20
	maxGameMenus   = 5
)

// Games shows games below what is said: a line and a picture of each, as far as there is room, and its rules by a button
// or, of more games than a message has room for buttons, by menus.
func (p Pen) Games(text string, list []games.Game) (Message, error) {
	var row []Control
	var options []MenuOption
	var titles []string // on the shelf
	said, shelf := []string{text}, pages.Shelf{Look: p.look()}
	for _, g := range list {
		info := g.Info()
		row = append(row, Button{Verb: VerbLearn, Steps: []string{info.Name}}.Control(info.Title, Plain))
		options = append(options, Choice(info.Title, info.Name))
		said = append(said, p.Say("help.game", "Game", info.Title, "About", games.Say(info.Name+".about")))
		if len(titles) == pages.MostBoxes {
			continue
		}
		example, _, err := p.example(g)
		if err != nil {
			return Message{}, err
		}
		titles, shelf.Boxes = append(titles, info.Title), append(shelf.Boxes, pages.Box{View: example.View, Game: info.Brief()})
	}
	rows := inRows(row)
	if len(list) > maxGameButtons {
		rows = Menus(options, maxGameMenus, func(n int) Control { // the ids tell the menus apart
			return Button{Verb: VerbLearn, Turn: n}.Control(p.Label("rules.choose"), Plain)
		})
	}
	picture := &Picture{Page: shelf, Alt: Clip(p.Label("help.alt", "Games", locale.Verbatim(strings.Join(titles, ", "))), maxAlt)}
	return Message{Content: p.fit(said, maxContent), Picture: picture, Rows: rows}, nil
}

// Privacy says what is kept of a person. Its buttons give them all of it, and forget them.
func (p Pen) Privacy() Message {
	return Message{
		Content: Lines(p.Say("privacy.kept"), p.Say("privacy.not-kept"), p.Say("privacy.offer")),
		Rows:    Row(p.Button(VerbMyData, Main), p.Button(VerbForgetMe, Plain)),
	}
}

// AskToForget asks a person whether they mean to be forgotten. live is how many tables and games they
// would leave.
func (p Pen) AskToForget(live int) Message {
	leave := p.sayIf(live > 0, "privacy.leave", "Count", live)
	return Message{
		Content: Lines(p.Say("privacy.ask"), leave, p.Say("privacy.goes")),
		Rows:    Row(p.Button(VerbEraseMe, Danger), p.Button(VerbKeepMe, Plain)),
	}
}

// News is what a person who sits down is to be told once.
type News struct {
	Game bool // that the game is new to them, and how to learn it
	Zone bool // that their time zone is not known
}

// Wants returns what a person who sits down has not been told yet: of the game unless they have met
// it, and of the time zone if reminders may come at night.
func (p Pen) Wants(met bool) News {
	own, timed := p.r.Own, p.Limits().Limited()
	return News{Game: !met, Zone: timed && len(clock.RemindOf(own)) > 0 && own.Zone == "" && !own.ZoneAsked}
}

// Welcome adds to the answer to a person who sits down how they will be asked for bids, and
// what is told once, with the buttons that belong to it.
func (p Pen) Welcome(news News, msg Message) Message {
	m := p.Match
	msg.Above(p.warning())
	p.Match = nil // the buttons are about no match
	switch {
	case !m.Info.Hidden || m.Guild == "":
	case p.r.Own.NoDirect:
		msg.Below(p.Say("direct.wont"))
	default:
		msg.Below(p.Say("direct.will"))
	}
	var row []Control
	if news.Zone {
		msg.Below(p.Say("direct.night"))
		row = append(row, p.Button(VerbZone, Plain))
	}
	if news.Game {
		msg.Below(p.Say("table.new", "Game", m.Info.Title))
		row = append(row, p.Button(VerbLearn, Plain, m.Info.Name))
		if _, teaches := m.Game.(games.Tutor); teaches {
			row = append(row, p.Button(VerbTeach, Plain, m.Info.Name))
		}
		alone := m.Phase == storage.Playing && len(m.Players) == 1
		if m.Opponent() != nil && m.Opponents() == 0 && !alone {
			row = append(row, p.Button(VerbPractise, Plain, m.Info.Name))
		}
	}
	if row != nil {
		msg.Rows = append(msg.Rows, row)
	}
	return msg
}

// AwayLine says that a person who is challenged is away, nothing if they are not.
func (p Pen) AwayLine(name string, own storage.Person) string {
	until, away := clock.AwayUntil(own, p.r.Now)
	return p.sayIf(away, "table.away", "Name", name, "Until", Dated(until))
}

// Proof says whether a match is fair as far as anybody can tell now, with a file of all that
// shows it. While something is secret, the file has what is revealed; later it is the record.
func (p Pen) Proof() (Message, error) {
	m := p.Match
	record, file, err := provenBy(m)
	if err != nil {
		return Message{}, err
	}
	written, err := fileOf(m, file)
	over := false
	if m.State != nil && !m.Withheld() {
		_, over = m.State.Result()
	}
	code := p.Say("proof.code", "Code", m.TableCode(), "Words", strings.Join(m.Said(), "") != "")
	head, v := "proof.yes", p.w.Voice(p.r.Lang, p.shufflers())
	if m.Phase.Live() || m.Withheld() {
		head = "proof.so-far"
	}
	var said []string
	for _, f := range games.Verify([]games.Game{m.Game}, record) {
		key := "proof.holds"
		if f.Text.Key == games.Unended && !over {
			continue // as it should be
		}
		if !f.Holds {
			key, head = "proof.fails", "proof.no"
		}
		said = append(said, v.Say(games.Say(key, "Finding", f.Text)))
	}
	return Message{
		Content: Lines(v.Say(games.Say(head)), Lines(said...), code, p.caveats()),
		File:    written,
		Rows:    Row(Button{Verb: VerbCheck}.Control(p.Label("button.check"), Plain)),
	}, err
}

// Record returns the record of a match as a file, with its animation and a page to keep, in which all are the moments of
// a finished analysis.
func (p Pen) Record(all []Moment) (Message, error) {
	record, err := p.Match.Record()
	if err != nil {
		return Message{}, err
	}
	file, err := fileOf(p.Match, record)
	said := p.Say("record.here", "Game", p.Title(), "Players", locale.Listed(p.Others(games.Spectator)), "Result", locale.Verbatim(p.result()))
	return Message{Content: said, Animation: p.Film(), File: file, Replay: p.Replay(file, all), Rows: inRows(p.postButton(storage.Film))}, err
}

// postButton is the button that posts something of a game that is over in the channel of its reader, if they may post
// there and nobody has posted it yet.
func (p Pen) postButton(kind string, steps ...string) []Control {
	posted := slices.Contains(p.Postings, storage.Posting{Kind: kind, Channel: p.r.Channel})
	return when(p.r.Posts && p.r.Here && p.Phase == storage.Over && !posted,
		p.Button(VerbPost, Plain, append([]string{kind}, steps...)...))
}

// FilmForAll is the animation of a game that is over and its page to keep, as they are posted. The record in that has no
// words that players typed, but their hashes.
func (w *Writer) FilmForAll(m *match.Match, all []Moment) (Message, error) {
	p := w.Public(m)
	record, err := m.Record()
	if err != nil {
		return Message{}, err
	}
	file, err := fileOf(m, record.Wordless())
	said := Lines(p.Say("analyse.match", "Match", p.MatchName()), p.Say("table.outcome", "Outcome", p.outcome()))
	film := p.Film()
	film.Lost = p.Say("post.lost")
	return Message{Content: said, Animation: film, Replay: p.Replay(file, all), Silent: true}, err
}

// ResultsHere is the first message of the channel that gets results and, maybe, each month's standings.
func (p Pen) ResultsHere(month bool) Message {
	return Message{Content: p.Say("results.here", "Month", month), Rows: Row(p.Button(VerbResults, Plain)), Silent: true}
}

// Result is the result of a match that is over, for the channel that gets those of its server.
func (w *Writer) Result(m *match.Match) Message {
	p := w.Public(m)
	return Message{
		Content: Lines(p.Say("results.line", "Game", p.Title(), "Outcome", p.outcome(), "Took", p.took(),
			"Link", Link(m.Guild, m.Channel, m.Message)), p.matchResult()),
		Picture: p.sees().looked().picture(),
		Rows:    Row(p.Button(VerbResults, Plain)),
		Silent:  true,
	}
}

// IsResult recognises the result of a match by one of its buttons.
func IsResult(m *match.Match, b Button) bool { return b.Match == m.ID && b.Verb == VerbResults }

// AnalysisForAll is a moment of a game that is over, as it is posted.
func (w *Writer) AnalysisForAll(m *match.Match, all []Moment, at int) (Message, error) {
	p := w.Public(m)
	msg, of := p.analysis(all, at)
	if msg.Rows, msg.Silent = nil, true; len(all) == 0 {
		return msg, nil
	}
	var err error
	msg.Picture, err = p.better(of)
	return msg, err
}

// fileOf writes what is known of a match to a file.
func fileOf(m *match.Match, what any) (*File, error) {
	text, err := json.MarshalIndent(what, "", " ")
	return &File{Name: fileName(m, "json"), Data: append(text, '\n')}, err
}

// provenBy returns the record of a match as far as everybody may know it, and what is written of it
// to a file.
func provenBy(m *match.Match) (games.Record, any, error) {
	switch {
	case m.Setup.Rules == 0 && !m.Phase.Live():
		return games.Record{}, nil, m.RefuseClosed()
	case m.Secretive():
		file := m.Revealed()
		setup := games.Setup{Game: file.Game, Rules: file.Rules, Seats: file.Seats, Options: file.Options}
		return games.Record{Setup: setup, Proof: file.Proof}, file, nil
	}
	record, err := m.Record()
	return record, record, err
}

// caveats say what a proof does not show.
func (p Pen) caveats() string {
	dealt, later := "", ""
	switch {
	case strings.Join(p.Said(), "") != "":
	case p.Phase == storage.Open:
		dealt = p.Say("deal.not-yet")
	default:
		dealt = p.Say("deal.no-word")
	}
	switch {
	case p.TwinRuns() && p.Info.CommonDeal():
		later = p.Say("proof.later-two")
	case p.Phase.Live() && (p.Info.Hidden || p.Phase == storage.Open):
		later = p.Say("proof.later")
	case p.Phase.Live(): // the deal lies there for all to see
		later = p.Say("proof.later-open")
	case len(p.Log) > 0:
		later = p.Say("verify.times")
	}
	return Lines(dealt, later, p.sayIf(p.Info.Hidden, "proof.reads"))
}

// shufflers returns the names of the players, with "somebody" for a seat whose word was said by a
// player before.
func (p Pen) shufflers() []string {
	names := p.names()
	for i, word := range p.Said() {
		seat := i
		if i < len(p.Order) {
			seat = int(p.Order[i])
		}
		if word != "" && seat < len(names) && p.Players[seat].Word != word {
			names[seat] = p.Say("proof.somebody")
		}
	}
	return names
}

// HowToCheck tells how a proof is checked without Parlour.
func (p Pen) HowToCheck() Message {
	var said []string
	for n := range 6 {
		said = append(said, p.Say(fmt.Sprintf("proof.how.%d", n+1)))
	}
	return Message{Content: Lines(said...)}
}
