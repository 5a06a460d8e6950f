package message

import (
	"maps"
	"slices"
	"strconv"

	"parlour/commands/match"
	"parlour/games"
)

// worth says what a move is worth to its seat.
func (p private) worth(worth games.Text, seat games.Seat) string {
	if worth.Key == "" {
		return ""
	}
	return p.voice.Say(p.by(worth, seat))
}

// telling returns the game's words for a move.
func (p private) telling(s games.State, seat games.Seat, m games.Move) games.Telling {
	if teller, ok := p.m.Game.(games.Teller); ok {
		return teller.Tell(s.View(seat), seat, m)
	}
	return games.Telling{}
}

// Hint says a move that an opponent would make for the reader and shows it made, with a button that opens it on the
// panel. The moves hinted at so far, this one last, go with the button for another hint, which is there if there are
// more. The first of them is the best.
func (w *Writer) Hint(r Reader, m *match.Match, advice games.Advice, hinted []games.Move, more bool) (Message, error) {
	p, seat := w.private(r, m), m.SeatOf(r.ID)
	shown, err := w.tried(r, m, m.State, seat, advice.Best)
	if err != nil {
		return Message{}, err
	}
	said := sayMove(p.voice, m.State, seat, advice.Best)
	typed := p.say("hint.typed", "Move", string(advice.Best))
	if games.Fold(said) == games.Fold(string(advice.Best)) {
		typed = "" // it is typed as it is said
	}
	said = p.say("hint.move", "Said", p.tried(m.State, seat, advice.Best))
	msg := Message{
		Content: Lines(p.reasons(said, m.State, seat, advice, len(hinted) < 2), p.play(m.State, seat, advice.Line), p.others(m.State, seat, advice), typed),
		Picture: shown,
	}
	var row []Control
	if steps := games.StepsTo(m.State, seat, advice.Best); steps != nil {
		verb := VerbPage
		if m.Bidding() { // a bid is made at once and may change, and then the cards to take are asked
			verb = VerbPick
			if last := len(steps) - 1; steps[last] == games.Enough {
				steps = steps[:last]
			}
		}
		row = append(row, p.control(verb, "button.play", Good, append([]string{"0"}, steps...)...))
	}
	var moves []string
	for _, move := range hinted {
		moves = append(moves, string(move))
	}
	if more {
		row = append(row, p.control(VerbAnother, "button.another", plain, moves...))
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

// Analysis tells of one moment of a game that is over, by its number from 0 or [Decisive], and shows the move
// that was made and the better one side by side.
func (w *Writer) Analysis(r Reader, m *match.Match, all []Moment, at int) (Message, error) {
	p := w.private(r, m)
	head := p.say("analyse.match", "Match", w.ListName(r.Lang, m.Info, m.Head, r.ID))
	if len(all) == 0 {
		return Message{Content: Lines(head, p.say("analyse.none"))}, nil
	}
	about, decisive := "analyse.head", p.decisive(all)
	if decisive < 0 || m.Log[len(m.Log)-1].Move == games.Leave || slices.ContainsFunc(all, func(m Moment) bool { return !m.Costly }) {
		about = "analyse.worth-a-look" // something else decided it, or not all of them did
	}
	if at == Decisive {
		at = decisive
	}
	at = max(min(at, len(all)-1), 0)
	head = Lines(head, p.say(about, "Count", len(all), "Most", at == decisive))
	picture, err := p.better(all[at])
	if err != nil {
		return Message{}, err
	}
	msg := Message{Content: Lines(head, p.moment(all, at)), Picture: picture}
	if len(all) > 1 {
		turn := func(to int, label string) Control {
			c := p.control(VerbPoint, label, plain, strconv.Itoa(to))
			c.Disabled = to < 0 || to == len(all)
			return c
		}
		msg.Rows = [][]Control{{turn(at-1, "button.earlier"), turn(at+1, "button.later")}}
	}
	return msg, nil
}

// moment says what was played at a moment, what came of it, and what was better. Of a run of mistakes it says so first.
func (p private) moment(all []Moment, at int) string {
	a, made := all[at].Advice, p.m.Log[all[at].Ply]
	before := p.m.StateAt(all[at].Ply)
	telling := p.telling(before, made.Seat, made.Move)
	did, when := telling.Did, telling.When
	if did.Key == "" {
		did = games.Say("analyse.did", "Player", made.Seat, "Made", p.named(before, made.Seat, made.Move))
	}
	if when.Key == "" {
		when = games.Say("analyse.move", "Number", p.unit(all[at].Ply))
	}
	run, worst := p.run(all[at])
	if worst.Key != "" {
		when = worst
	}
	lost, worth := "", p.worth(a.Made, made.Seat)
	switch {
	case a.Cost >= lostGame:
		if lost = "lost"; !loses(a.Made) {
			worth = "" // nothing is left to win, and nothing more is known
		}
	case !all[at].Costly: // the remark says what came of it
		worth = ""
	}
	moment := p.say("analyse.moment", "Unit", when, "Did", p.toReader(did, made.Seat), "Lost", lost)
	if worth != "" {
		moment += " " + worth
	}
	if a.Remark.Key != "" {
		moment += " " + p.voice.Say(p.by(a.Remark, made.Seat))
	}
	number := ""
	if len(all) > 1 {
		number = p.say("analyse.number", "Number", at+1, "Count", len(all)) + " "
	}
	best := p.say("analyse.better", "Best", p.named(before, made.Seat, a.Best))
	return Lines(number+Lines(run, moment), p.reasons(best, before, made.Seat, a, true), p.play(before, made.Seat, a.Line))
}

// toReader says "you" in place of the player of a seat, if that is the reader.
func (p private) toReader(did games.Text, seat games.Seat) games.Text {
	if seat == p.m.SeatOf(p.r.ID) {
		did.Args = maps.Clone(did.Args)
		did.Args["Player"] = games.Say("name.you")
	}
	return did
}

// better returns a picture of a moment as its player saw it, with the move that was made and with
// the better one.
func (p private) better(moment Moment) (*Picture, error) {
	before, made := p.m.StateAt(moment.Ply), p.m.Log[moment.Ply]
	return p.w.beside(p.r, p.m, before, made.Seat, made.Move, moment.Advice.Best)
}
