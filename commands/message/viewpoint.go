package message

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// A viewpoint is a position as somebody sees it, to be drawn or said.
type viewpoint struct {
	w       *Writer
	match   *match.Match
	state   games.State // that of the match, or the one after a move that is only tried
	tried   games.Move  // that move; else empty
	made    games.Move  // the move that was made, where the one that is tried was better; else empty
	making  *making     // a move in the making; else nil
	seat    games.Seat
	lang    string
	palette string
}

// A making is a move in the making, as its seat sees it.
type making struct {
	view   games.View
	asks   games.Text
	picked []games.Choice
}

// from returns what a reader sees of a match.
func (w *Writer) from(r Reader, m *match.Match) viewpoint {
	return viewpoint{w: w, match: m, state: m.State, seat: m.SeatOf(r.ID), lang: r.Lang, palette: r.Own.Palette}
}

// fromOutside returns what everybody sees of a match.
func (w *Writer) fromOutside(m *match.Match) viewpoint {
	return viewpoint{w: w, match: m, state: m.State, seat: games.Spectator, lang: m.Lang, palette: m.Palette}
}

// trying returns the same with a move tried. In a game that hides something it is the board
// as it is with the move marked: the position after a move may show what its player may not
// know yet.
func (v viewpoint) trying(move games.Move) (viewpoint, error) {
	next, err := v.state.Play(v.seat, move)
	if err != nil {
		return v, err
	}
	v.tried = move
	if !v.match.Info.Hidden {
		v.state = next
	}
	return v, nil
}

// tried returns a picture for a reader of a position of a match, as a seat sees it, with a move
// tried.
func (w *Writer) tried(r Reader, m *match.Match, s games.State, seat games.Seat, move games.Move) (*Picture, error) {
	v := w.from(r, m)
	v.state, v.seat = s, seat
	v, err := v.trying(move)
	if err != nil {
		return nil, err
	}
	return v.picture(), nil
}

// beside returns a picture like [Writer.tried] of two positions side by side: after the move that
// was made, and after a better one.
func (w *Writer) beside(r Reader, m *match.Match, s games.State, seat games.Seat,
	made, best games.Move) (*Picture, error) {
	v := w.from(r, m)
	v.state, v.seat = s, seat
	played, err := v.trying(made)
	better, failed := v.trying(best)
	if err := errors.Join(err, failed); err != nil {
		return nil, err
	}
	voice := w.Plain(v.lang, m.Names())
	d := played.drawing()
	d.Preview, d.Better = "", better.view()
	d.Heads = [2]string{voice.Say(games.Say("picture.played")), voice.Say(games.Say("picture.better"))}
	better.made = made
	return &Picture{d, better.inWords(w.Plain, d.Better.String(), "")}, nil
}

// drawn returns what to draw for a reader of a position of a match, as a seat sees it.
func (w *Writer) drawn(r Reader, m *match.Match, s games.State, seat games.Seat) Drawing {
	return viewpoint{w: w, match: m, state: s, seat: seat, lang: r.Lang, palette: r.Own.Palette}.drawing()
}

// headline says for the words of a picture which game a match is and who plays, and whose turn
// it is or how it ended.
func (w *Writer) headline(r Reader, m *match.Match) (head, turn string) {
	v, voice := w.fromOutside(m), w.Plain(r.Lang, m.Names())
	return voice.Say(v.head(voice)), voice.Say(v.turn())
}

// view returns what the seat sees.
func (v viewpoint) view() games.View {
	if v.making != nil {
		return v.making.view
	}
	if t, ok := v.state.(games.Trier); ok && v.tried != "" {
		return t.Try(v.seat, v.tried)
	}
	return v.state.View(v.seat)
}

// picture returns the picture to draw, with its alt text.
func (v viewpoint) picture() *Picture {
	d := v.drawing()
	return &Picture{d, v.inWords(v.w.Plain, d.View.String(), "")}
}

// drawing returns what to draw.
func (v viewpoint) drawing() Drawing {
	voice := v.w.Plain(v.lang, v.match.Names())
	view := v.view()
	words := view.Words()
	names := seatNames(voice, v.match, words)
	d := Drawing{View: view, Names: names, Captions: voice.All(words.Captions), Palette: v.palette}
	if v.tried != "" {
		d.Preview = voice.Say(games.Say("picture.preview"))
	}
	return d
}

// asText returns the board as text, with a link behind it that may be empty.
func (v viewpoint) asText(link string) string {
	return v.inWords(v.w.Voice, Lines("```", v.view().String(), "```"), link)
}

// inWords says a viewpoint in at most MaxAlt characters: the step of a move in the making,
// which game it is and who plays, the last ply, whose turn it is or who won, how it stands,
// and the board, what its lower case means and a link that may be empty, which are never cut.
// If that is too long, names are cut shorter; then how it stands is left out, because
// the board itself shows most of it.
func (v viewpoint) inWords(voice func(lang string, names []string) locale.Voice, board, link string) string {
	board = Lines(board, voice(v.lang, v.match.Names()).Say(v.view().Words().Small), link)
	var said string
	for _, most := range []int{maxName, maxName / 2, maxName / 4, maxName / 8} {
		var score string
		said, score = v.said(voice(v.lang, clipEach(v.match.Names(), most)))
		if text := Lines(said, score, board); utf8.RuneCountInString(text) <= maxAlt {
			return text
		}
	}
	return Lines(Clip(said, maxAlt-utf8.RuneCountInString("\n"+board)), board)
}

// said says all of a viewpoint but the board, and apart from it how it stands.
func (v viewpoint) said(voice locale.Voice) (said, score string) {
	words := v.view().Words()
	var first string
	switch {
	case v.making != nil:
		first = Lines(voice.Say(v.making.asks), echo(voice, v.making.picked))
	case v.made != "":
		first = voice.Say(games.Say("alt.better", "Made", string(v.made), "Move", string(v.tried)))
	case v.tried != "":
		first = voice.Say(games.Say("alt.preview", "Move", string(v.tried)))
	}
	last := Lines(voice.All(words.Last)...)
	return Lines(first, voice.Say(v.head(voice)), last, voice.Say(v.turn())), voice.Say(words.Score)
}

// head says which game it is, and who plays.
func (v viewpoint) head(voice locale.Voice) games.Text {
	return games.Say("alt.head", "Game", v.match.Info.Title, "Players", sides(voice, v.match, v.view().Words()))
}

// turn says whose turn it is, or how the game ended.
func (v viewpoint) turn() games.Text {
	if _, over := v.state.Result(); over {
		return games.Say("alt.over", "Outcome", outcome(v.match, v.state))
	}
	if v.match.Phase == storage.Off {
		return games.Say("standing."+match.EndKey(v.match.Head), "Match", v.match.Info.Title)
	}
	return games.Say("alt.turn", "Players", v.state.ToMove())
}

// seatNames returns the names of all seats, dummies after the players.
func seatNames(voice locale.Voice, m *match.Match, words games.Words) []string {
	names := clipAll(m.Names())
	for i := range words.Dummies {
		names = append(names, voice.Say(games.Say("seat.dummy", "Number", i+1)))
	}
	return names
}

// sides says who plays what or, where seats are alike, which number the text board gives
// to each.
func sides(voice locale.Voice, m *match.Match, words games.Words) locale.Verbatim {
	var said []string
	for i := range len(m.Players) + words.Dummies {
		seat := games.Seat(i)
		text := games.Say("alt.seat", "Number", i+1, "Name", seat)
		switch {
		case i < len(words.Sides):
			text = games.Say("alt.side", "Name", seat, "Side", words.Sides[i])
		case i >= len(m.Players):
			text = games.Say("seat.dummy", "Number", i-len(m.Players)+1)
		}
		said = append(said, voice.Say(text))
	}
	return locale.Verbatim(strings.Join(said, ", "))
}

// outcome says who won a match and why, or who left it to opponents. The names in it are those of the seats.
func outcome(m *match.Match, s games.State) games.Text {
	result, _ := s.Result()
	first := result.First()
	switch resigned := m.Resigned(); {
	case resigned != nil:
		return games.Say("reason.leave", "Player", resigned)
	case len(result.Places) == 1:
		return games.Say("outcome.alone", "Player", games.Seat(0), "Reason", result.Reason)
	case len(first) == 1 && len(result.Places) == 2:
		return games.Say("outcome.beats", "Winner", first[0], "Loser", 1-first[0], "Reason", result.Reason)
	case len(first) == 1:
		return games.Say("outcome.wins", "Winner", first[0], "Reason", result.Reason)
	case len(first) < len(result.Places):
		return games.Say("outcome.shared", "Winners", first, "Reason", result.Reason)
	}
	return games.Say("outcome.draw", "Reason", result.Reason)
}

// maxFrames bounds the positions of a game in its animation, besides the last: of a longer
// game, every other one is shown, every third and so on.
const maxFrames = 200

// How long the positions of an animation are shown.
const (
	eachFrame = 1200 * time.Millisecond // unless that makes the whole too long
	allFrames = time.Minute
	lastFrame = 8 * time.Second
)

// Film returns a match from its start to now, as everybody could see it, in the
// language and the palette of its reader.
func (w *Writer) Film(r Reader, m *match.Match) *Animation {
	states := thin(turns(m))
	a := &Animation{
		Name: FileName(m, "gif"), Key: fmt.Sprintf("%q %d %q %q", m.ID, m.Version, r.Lang, r.Own.Palette),
		Each: min(eachFrame, allFrames/time.Duration(len(states))), Last: lastFrame,
		Alt: w.gameInWords(r, m), Lost: w.Say(r.Lang, "record.lost"),
	}
	for _, state := range states {
		a.Frames = append(a.Frames, w.drawn(r, m, state, games.Spectator))
	}
	return a
}

// FileName returns the name of a file about a match.
func FileName(m *match.Match, extension string) string {
	return m.Info.Name + "-" + m.ID + "." + extension
}

// turns returns the position before the first turn, and the one after each that stands. While others
// still choose, a move is sealed and there is nothing to see of it.
func turns(m *match.Match) []games.State {
	all := []games.State{m.StateAt(0)}
	standing := m.Standing()
	for n, i := range standing {
		if s := m.Steps()[i]; n == len(standing)-1 || s.EndsTurn {
			all = append(all, s.After)
		}
	}
	return all
}

// thin drops positions at regular distances, so that at most maxFrames and the last stay.
func thin(states []games.State) []games.State {
	step := (len(states) + maxFrames - 1) / maxFrames
	var kept []games.State
	for i, s := range states {
		if i%step == 0 || i == len(states)-1 {
			kept = append(kept, s)
		}
	}
	return kept
}

// gameInWords says which game an animation shows, who played, how long and how it ended, in
// at most as many characters as an alt text may have.
func (w *Writer) gameInWords(r Reader, m *match.Match) string {
	head, turn := w.headline(r, m)
	made := slices.DeleteFunc(m.Standing(), func(i int) bool { return m.Log[i].Move.System() })
	plies := w.Plain(r.Lang, m.Names()).Say(games.Say("alt.animation", "Count", len(made)))
	return Clip(Lines(head, plies, turn), maxAlt)
}

// Example returns a picture of the position with which a game teaches its rules, and a line on
// what to look at. The reader is "You", and the others have numbers.
func (w *Writer) Example(r Reader, game games.Game) (*Picture, string, error) {
	e := game.Example()
	state, _, err := games.Replay(game, e.Setup, e.Log)
	if err != nil {
		return nil, "", fmt.Errorf("the example of %s: %w", e.Setup.Game, err)
	}
	m := &match.Match{Game: game, Info: game.Info(), State: state}
	m.Setup = e.Setup
	for seat := range games.Seat(e.Setup.Seats) {
		name := games.Say("rules.player", "Number", int(seat)+1)
		if seat == e.Seat {
			name = games.Say("rules.you")
		}
		m.Players = append(m.Players, storage.Player{Name: w.Plain(r.Lang, nil).Say(name)})
	}
	d := w.drawn(r, m, state, e.Seat)
	voice := w.Plain(r.Lang, m.Names())
	caption := w.Voice(r.Lang, m.Names()).Say(e.Caption)
	return &Picture{Drawing: d, Alt: Lines(voice.Say(e.Alt), d.View.String())}, caption, nil
}
