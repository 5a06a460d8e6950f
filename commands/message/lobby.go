package message

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/imaging/pages"
	"parlour/storage"
)

// The most that a lobby shows of each.
const (
	LobbyTables  = 4
	LobbyGames   = 10
	LobbyResults = 5
	LobbyBoards  = 3
)

// A Lobby is what the lobby of a server shows, the newest of each first.
type Lobby struct {
	Lang, Channel         string
	Tables                []*match.Match // that are open
	Games, Results        []Listed
	MoreTables, MoreGames int // how many there are beside those
}

// cuts are how a lobby is made shorter, one after the other, until it fits into a message: by shorter names, and by
// results without a link to their board.
var cuts = []struct {
	names int
	links bool
}{{maxName, true}, {20, true}, {12, true}, {12, false}, {8, false}}

// Lobby writes the lobby of a server. What does not fit with the shortest names is left out, the last results first.
func (w *Writer) Lobby(l Lobby) (m Message) {
	fits := func() bool { return utf8.RuneCountInString(m.Content) <= maxContent }
	for _, cut := range cuts {
		if m = w.lobby(l, cut.names, cut.links); fits() {
			return m
		}
	}
	for !fits() {
		switch {
		case len(l.Results) > 0:
			l.Results = l.Results[:len(l.Results)-1]
		case len(l.Games) > 0:
			l.Games, l.MoreGames = l.Games[:len(l.Games)-1], l.MoreGames+1
		default:
			l.Tables, l.MoreTables = l.Tables[:len(l.Tables)-1], l.MoreTables+1
		}
		m = w.lobby(l, cuts[len(cuts)-1].names, false)
	}
	return m
}

// lobby writes a lobby with names of at most so many characters.
func (w *Writer) lobby(l Lobby, names int, links bool) Message {
	p := w.To(Reader{Lang: l.Lang, Channel: l.Channel}, nil)
	var tables []*match.Match
	for _, m := range l.Tables {
		short := *m
		short.Players = shortNamed(m.Players, names)
		tables = append(tables, &short)
	}
	offers, joins := p.offers(tables, false)
	said := []string{p.section("tables", offers, l.MoreTables)}
	var running, ended []string
	for _, g := range l.Games {
		g.Players = shortNamed(g.Players, names)
		running = append(running, p.turnIn(g))
	}
	for _, g := range l.Results {
		g.Players = shortNamed(g.Players, names)
		ended = append(ended, p.resultOf(g, links))
	}
	said = append(said, p.section("games", running, l.MoreGames), p.section("results", ended, 0))
	said[0] = Lines(p.sayIf(len(offers)+len(running) == 0, "lobby.none"), said[0])
	rows := inRows(joins)
	return Message{
		Content: strings.Join(slices.DeleteFunc(said, func(s string) bool { return s == "" }), "\n"),
		Rows:    append(rows, []Control{p.Button(VerbBegin, Main), p.Control(VerbNext, "button.next", Plain, "any")}),
		Silent:  true,
	}
}

// shortNamed returns players with names of at most so many characters.
func shortNamed(players []storage.Player, most int) []storage.Player {
	players = slices.Clone(players)
	for i := range players {
		players[i].Name = clipEach([]string{players[i].Name}, most)[0]
	}
	return players
}

// section is a part of the lobby with its head, nothing if there is nothing in it.
func (p Pen) section(name string, lines []string, more int) string {
	if len(lines) == 0 {
		return ""
	}
	return Lines(p.Say("lobby."+name), Lines(lines...), p.sayIf(more > 0, "lobby.more", "Count", more))
}

// of returns the Pen about a listed match, of which it knows no more than the head.
func (p Pen) of(l Listed) Pen {
	return p.w.To(p.r, &match.Match{Match: storage.Match{Head: l.Head}, Info: l.Info})
}

// where names a running game by its thread or, without one, by a link to its board.
func (p Pen) where(l Listed) locale.Verbatim {
	if l.Channel != l.Home {
		return locale.Verbatim(p.Say("lobby.thread", "Thread", Channels([]string{l.Channel}), "Two", l.Two))
	}
	return locale.Verbatim(p.Say("list.link", "Name", p.ListName(l.Info, l.Head), "Link", Link(l.Guild, l.Channel, l.Message)))
}

// mostNamed is how many people are named whose turn it is.
const mostNamed = 2

// turnIn says whose turn it is in a running game, and since when.
func (p Pen) turnIn(l Listed) string {
	if l.Paused {
		return p.Say("lobby.paused", "Game", p.where(l))
	}
	to := l.Stand.ToMove
	say := p.of(l).saying("Game", p.where(l), "Since", stamp(Since(l.Head), 'R'))
	if len(to) > mostNamed {
		return say("lobby.turns", "Count", len(to))
	}
	return say("lobby.turn", "Players", to)
}

// Since returns when the turn of a running game began.
func Since(head storage.Head) (since time.Time) {
	since = head.Began
	for i, seat := range head.Stand.ToMove {
		if int(seat) >= len(head.Clocks) || head.Clocks[seat].Since.IsZero() {
			continue
		}
		if at := head.Clocks[seat].Since; i == 0 || at.Before(since) {
			since = at
		}
	}
	return since
}

// resultOf says how a match ended, from its head alone.
func (p Pen) resultOf(l Listed, link bool) string {
	var first, others []games.Seat
	for seat := range l.Players {
		if seat < len(l.Places) && l.Places[seat] == 1 {
			first = append(first, games.Seat(seat))
		} else {
			others = append(others, games.Seat(seat))
		}
	}
	game := titleOf(l.Head, l.Info)
	if link {
		game = locale.Verbatim(p.Say("list.link", "Name", game, "Link", Link(l.Guild, l.Channel, l.Message)))
	}
	return p.of(l).Say("lobby.result", "Winners", first, "Others", others, "Game", game)
}

// Boards is the picture of a lobby: some running games, as everybody sees them.
func (w *Writer) Boards(lang string, all []*match.Match) *Picture {
	l := pages.Lobby{}
	var names []string
	for _, m := range all {
		p := w.Public(m)
		l.Tables = append(l.Tables, pages.Seats{
			View: m.State.View(games.Spectator), Game: p.brief(), Pace: p.plain().Say(TimeOf(p.Limits())),
			Names: clipAll(p.legible()), ToMove: m.State.ToMove(),
		})
		names = append(names, p.ListName(m.Info, m.Head))
	}
	alt := w.In(lang).Label("lobby.alt", "Count", len(all), "Games", strings.Join(names, "; "))
	return &Picture{Page: l, Alt: Clip(alt, maxAlt)}
}

// IsLobby recognises a lobby by one of its buttons.
func IsLobby(b Button) bool { return b.Verb == VerbBegin && len(b.Steps) == 0 }

// AskGame asks the reader which game they want to play, of those that are offered. Its menus have the id of the request
// that they answer, as a client sends nothing for the same choice in the same menu.
func (p Pen) AskGame(all []games.Game, request string) Message {
	var options []MenuOption
	for _, g := range all {
		options = append(options, Choice(g.Info().Title, g.Info().Name))
	}
	rows := Menus(options, maxMenus, func(n int) Control {
		return p.Control(VerbChoose, "lobby.menu", Plain, request, strconv.Itoa(n))
	})
	return Message{Content: p.Say("lobby.which"), Rows: rows}
}

// start is the button that starts a game, for a reader who has none. Where the bot is a guest only /play can.
func (p Pen) start() []Control { return when(!p.r.Guest, p.Button(VerbBegin, Main)) }

// StartRow is the row with the button that starts a game, if it is there.
func (p Pen) StartRow() [][]Control { return inRows(p.start()) }

// AskBoard asks the reader on which board they want to play a game, if it has several. ok is false if it has one.
func (p Pen) AskBoard(info games.Info, request string) (m Message, ok bool) {
	i := slices.IndexFunc(info.Options, func(o games.Option) bool { return o.Shown && len(o.Values) > 1 })
	if i < 0 {
		return Message{}, false
	}
	o := info.Options[i]
	menu := p.Control(VerbChoose, "lobby.menu-board", Plain, request, info.Name, o.Name)
	voice := p.plain()
	for _, value := range o.Values {
		menu.Options = append(menu.Options, Choice(locale.OptionValue(voice, info.Name, o.Name, value), value))
	}
	return Message{Content: p.Say("lobby.which-board", "Game", info.Title), Rows: Row(menu)}, true
}
