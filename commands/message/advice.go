package message

import (
	"strconv"
	"strings"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
)

// lostGame is the least cost of a move that lost a won game.
const lostGame = 0.95

// A Moment is a move of a game that gave much away.
type Moment struct {
	Ply    int // index in the log
	Advice games.Advice
}

// sayMove says a legal move as people read it, in the words of its steps: "↻ d4, keep d5". A
// move whose steps are not found is said in its notation.
func sayMove(voice locale.Voice, s games.State, seat games.Seat, move games.Move) string {
	picked := Pick(s, seat, games.StepsTo(s, seat, move))
	if len(picked) == 0 {
		return voice.Say(games.Say("move.notation", "Move", string(move)))
	}
	if last := picked[len(picked)-1]; last.Value != games.Enough && last.Echo.Key != "" {
		return voice.Say(last.Echo)
	}
	var said []string
	for _, c := range picked {
		switch {
		case c.Value == games.Enough && len(said) > 0: // what is enough was said before
		case c.Echo.Key != "":
			said = []string{voice.Say(c.Echo)}
		default:
			said = append(said, voice.Say(c.Label))
		}
	}
	return strings.Join(said, ", ")
}

// why says what speaks for the best move: the game's reason, if there is one for the reader to
// hear, else its worth.
func (p private) why(s games.State, seat games.Seat, a games.Advice) string {
	if reasoner, ok := p.m.Game.(games.Reasoner); ok && seat == p.m.SeatOf(p.r.ID) {
		if why := reasoner.Why(s.View(seat), seat, a.Best); why.Key != "" {
			return p.voice.Say(why)
		}
	}
	return p.worth(a.Worth)
}

// worth says in a sentence what a move is worth.
func (p private) worth(worth games.Text) string {
	if worth.Key == "" {
		return ""
	}
	return p.say("hint.worth", "Worth", worth)
}

// Hint says a move that an opponent would make for the reader and shows it made, with a button
// that opens it on the panel. The moves hinted at so far end with it; without them there is no
// other to ask for.
func (w *Writer) Hint(r Reader, m *match.Match, advice games.Advice, hinted []games.Move) (Message, error) {
	shown, err := w.from(r, m).trying(advice.Best)
	if err != nil {
		return Message{}, err
	}
	p, seat := w.private(r, m), m.SeatOf(r.ID)
	said := sayMove(p.voice, m.State, seat, advice.Best)
	typed := p.say("hint.typed", "Move", string(advice.Best))
	if games.Fold(said) == games.Fold(string(advice.Best)) {
		typed = "" // it is typed as it is said
	}
	said = p.say("hint.move", "Said", locale.Verbatim(said))
	msg := Message{Content: Lines(strings.TrimSpace(said+" "+p.why(m.State, seat, advice)), typed), Picture: shown.picture()}
	var row []Control
	if steps := games.StepsTo(m.State, seat, advice.Best); steps != nil {
		row = append(row, Control{ID: numbered(m, "page", 0, steps).String(), Label: w.Label(r.Lang, "button.play"), Style: Good})
	}
	var moves []string
	for _, move := range hinted {
		moves = append(moves, string(move))
	}
	if len(moves) > 0 {
		row = append(row, p.control("another", "button.another", Plain, moves...))
	}
	if row = fitting(row); len(row) > 0 {
		msg.Rows = [][]Control{row}
	}
	return msg, nil
}

// fitting drops the buttons that carry more than they can.
func fitting(row []Control) []Control {
	var kept []Control
	for _, c := range row {
		if len(c.ID) <= MaxButton {
			kept = append(kept, c)
		}
	}
	return kept
}

// Analysis tells of one moment of a game that is over, by its number from 0, and shows the better
// move made. The first of a new answer says how many there are.
func (w *Writer) Analysis(r Reader, m *match.Match, all []Moment, at int, first bool) (Message, error) {
	p, head := w.private(r, m), ""
	if first {
		head = p.say("analyse.match", "Match", w.ListName(r.Lang, m.Info, m.Head, r.ID))
	}
	if len(all) == 0 {
		return Message{Content: Lines(head, p.say("analyse.none"))}, nil
	}
	if first {
		head = Lines(head, p.say("analyse.head", "Count", len(all)))
	}
	at = max(min(at, len(all)-1), 0)
	picture, err := p.better(all[at])
	if err != nil {
		return Message{}, err
	}
	msg := Message{Content: Lines(head, p.moment(all, at)), Picture: picture}
	if len(all) > 1 {
		turn := func(to int, label string) Control {
			c := p.control("point", label, Plain, strconv.Itoa(to))
			c.Disabled = to < 0 || to == len(all)
			return c
		}
		msg.Rows = [][]Control{{turn(at-1, "button.earlier"), turn(at+1, "button.later")}}
	}
	return msg, nil
}

// moment says what was played at a moment, what came of it, and what was better.
func (p private) moment(all []Moment, at int) string {
	a, made := all[at].Advice, p.m.Log[all[at].Ply]
	before := p.m.StateAt(all[at].Ply)
	lost, better := p.worth(a.Made), p.why(before, made.Seat, a)
	if a.Cost >= lostGame {
		lost = p.say("analyse.lost")
	}
	said := p.say("analyse.moment", "Number", at+1, "Count", len(all), "Ply", all[at].Ply+1, "Player", made.Seat,
		"Made", locale.Verbatim(sayMove(p.voice, before, made.Seat, made.Move)))
	best := p.say("analyse.better", "Best", locale.Verbatim(sayMove(p.voice, before, made.Seat, a.Best)))
	return Lines(strings.TrimSpace(said+" "+lost), strings.TrimSpace(best+" "+better))
}

// better returns a picture of the position before a moment, as its player saw it, with the
// better move made in its place.
func (p private) better(moment Moment) (*Picture, error) {
	seen := p.w.from(p.r, p.m)
	seen.state, seen.seat = p.m.StateAt(moment.Ply), p.m.Log[moment.Ply].Seat
	seen, err := seen.trying(moment.Advice.Best)
	if err != nil {
		return nil, err
	}
	seen.instead = true
	return seen.picture(), nil
}
