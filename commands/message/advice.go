package message

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
)

// worth says what a move is worth to its seat.
func (p Pen) worth(worth games.Text, seat games.Seat) string {
	if worth.Key == "" {
		return ""
	}
	return p.voice.Say(p.by(worth, seat))
}

// telling returns the game's words for a move.
func (p Pen) telling(s games.State, seat games.Seat, m games.Move) games.Telling {
	if teller, ok := p.Game.(games.Teller); ok {
		return teller.Tell(s.View(seat), seat, m)
	}
	return games.Telling{}
}

// Hint says a move that an opponent would make for the reader and shows it made, with a button that opens it on the
// panel. The moves hinted at so far, this one last, go with the button for another hint, which is there if there are
// more. The first of them is the best.
func (p Pen) Hint(advice games.Advice, hinted []string, more bool) (Message, error) {
	seat := p.seat
	shown, err := p.sees().trying(advice.Best)
	if err != nil {
		return Message{}, err
	}
	said := sayMove(p.voice, p.State, seat, advice.Best)
	typed := p.Say("hint.typed", "Move", string(advice.Best))
	if games.Fold(said) == games.Fold(string(advice.Best)) {
		typed = "" // it is typed as it is said
	}
	said = p.Say("hint.move", "Said", p.toTry(p.State, seat, advice.Best))
	said = p.reasons(said, p.State, seat, advice, len(hinted) < 2)
	line, others := p.play(p.State, seat, advice.Line), p.nextBest(p.State, seat, advice)
	msg := Message{Content: Lines(said, line, others, typed), Picture: shown.picture()}
	var row []Control
	if steps := games.StepsTo(p.State, seat, advice.Best); steps != nil {
		verb := VerbPage
		if p.Bidding() { // a bid is made at once and may change, and then the cards to take are asked
			verb, steps = VerbPick, match.Without(steps, isEnough)
		}
		row = append(row, p.Control(verb, "button.play", Good, append([]string{"0"}, steps...)...))
	}
	row = append(row, when(more, p.Button(VerbAnother, Plain, hinted...))...)
	carries := func(c Control) bool { return len(c.ID) > MaxButton } // more than a button can
	msg.Rows = inRows(slices.DeleteFunc(row, carries))
	return msg, nil
}

// practice tells the hint that a person who practises is told unasked, and the game's reason for it.
func (p panel) practice() string {
	if _, ok := p.Practises(); !ok || p.WantsHint() || p.asks() {
		return ""
	}
	said, why := p.Say("hint.move", "Said", p.toTry(p.State, p.seat, p.Tip.Move)), p.why(p.State, p.seat, p.Tip.Move)
	return strings.TrimSpace(said + " " + p.voice.Say(why))
}

// Analysis tells of one moment of a game that is over, by its number from 0 or [Decisive], and shows the move
// that was made and the better one side by side.
func (p Pen) Analysis(all []Moment, at int) (Message, error) {
	head := p.Say("analyse.match", "Match", p.MatchName())
	if len(all) == 0 {
		return Message{Content: Lines(head, p.Say("analyse.none"))}, nil
	}
	about, decisive := "analyse.head", p.decisive(all)
	remark := func(m Moment) bool { return !m.Costly }
	if decisive < 0 || p.Log[len(p.Log)-1].Move == games.Leave || slices.ContainsFunc(all, remark) {
		about = "analyse.worth-a-look" // something else decided it, or not all of them did
	}
	if at == Decisive {
		at = decisive
	}
	at = max(min(at, len(all)-1), 0)
	head = Lines(head, p.Say(about, "Count", len(all), "Most", at == decisive))
	picture, err := p.better(all[at])
	if err != nil {
		return Message{}, err
	}
	msg := Message{Content: Lines(head, p.moment(all, at)), Picture: picture}
	if len(all) > 1 {
		turn := func(to int, label string) Control {
			c := p.Control(VerbPoint, label, Plain, strconv.Itoa(to))
			c.Disabled = to < 0 || to == len(all)
			return c
		}
		msg.Rows = Row(turn(at-1, "button.earlier"), turn(at+1, "button.later"))
	}
	return msg, nil
}

// moment says what was played at a moment, what came of it, and what was better. Of a run of mistakes it says so first.
func (p Pen) moment(all []Moment, at int) string {
	a, made := all[at].Advice, p.Log[all[at].Ply]
	before := p.StateAt(all[at].Ply)
	telling := p.telling(before, made.Seat, made.Move)
	did, when := telling.Did, telling.When
	if did.Key == "" {
		did = games.Say("analyse.did", "Player", made.Seat, "Made", p.named(before, made.Seat, made.Move))
	}
	if when.Key == "" {
		when = games.Say("analyse.move", "Number", p.unit(all[at].Ply))
	}
	if made.Seat == p.seat {
		did = did.With("Player", games.Say("name.you"))
	}
	run, worst := p.run(all[at])
	lost, worth := "", p.worth(a.Made, made.Seat)
	switch {
	case a.Cost >= lostGame:
		if lost = "lost"; !loses(a.Made) {
			worth = "" // nothing is left to win, and nothing more is known
		}
	case !all[at].Costly: // the remark says what came of it
		worth = ""
	}
	key := "analyse.moment"
	switch {
	case lost != "" && telling.When.Key == "":
		key = "analyse.threw"
	case worst.Key != "":
		when = worst
	}
	moment := p.Say(key, "Unit", when, "Number", p.unit(all[at].Ply), "Did", did, "Lost", lost)
	if worth != "" {
		moment += " " + worth
	}
	if a.Remark.Key != "" {
		moment += " " + p.voice.Say(p.by(a.Remark, made.Seat))
	}
	number := ""
	if len(all) > 1 {
		number = p.Say("analyse.number", "Number", at+1, "Count", len(all)) + " "
	}
	best := p.reasons(p.Say("analyse.better", "Best", p.named(before, made.Seat, a.Best)), before, made.Seat, a, true)
	return Lines(number+Lines(run, moment), best, p.play(before, made.Seat, a.Line))
}

// better returns a picture of two positions side by side, as the player of a moment saw them: after the move
// that was made, and after the better one.
func (p Pen) better(moment Moment) (*Picture, error) {
	made, v := p.Log[moment.Ply], p.sees()
	v.state, v.seat = p.StateAt(moment.Ply), made.Seat
	played, err := v.trying(made.Move)
	better, failed := v.trying(moment.Advice.Best)
	if err := errors.Join(err, failed); err != nil {
		return nil, err
	}
	better = better.looked()
	d := played.drawing()
	d.Preview, d.Better = "", better.seen
	d.Heads = [2]string{p.Label("picture.played"), p.Label("picture.better")}
	better.made = made.Move
	return &Picture{d, better.inWords(p.w.Plain, d.Better.String(), "")}, nil
}

// lostGame is the least cost of a move that lost a won game, and halfGame that of one that gave half a game away.
const (
	lostGame = 0.95
	halfGame = 0.5
)

// A Moment is a move of a game that is worth a look.
type Moment struct {
	Ply    int // index in the log
	Advice games.Advice
	Costly bool  // whether it gave much away; else there is a remark about it
	Run    []int // all moves of the run of mistakes of which it is told; itself alone for none
}

// Decisive stands for the number of the moment that decided a game or, if none is known to, the first.
const Decisive = -1

// decisive returns the number of the moment that decided the game: the last that cost half a game or, if none did, the
// one that cost most. It is -1 if that was no mistake of a player who lost, because then something else did.
func (p Pen) decisive(all []Moment) int {
	at := -1
	for i, m := range all {
		if cost := m.Advice.Cost; m.Costly && (at < 0 || cost >= min(halfGame, all[at].Advice.Cost)) {
			at = i
		}
	}
	if at < 0 || !p.lost(p.Log[all[at].Ply].Seat) {
		return -1
	}
	return at
}

// lost reports whether another player came out ahead of a seat.
func (p Pen) lost(seat games.Seat) bool {
	result, over := p.State.Result()
	ahead := func(o games.Seat) bool { return result.Places[o] < result.Places[seat] }
	return over && slices.ContainsFunc(p.Others(seat), ahead)
}

// run says of a run of mistakes which moves it has and who made the last one, and that the one that is told is
// the worst of that player. Both are zero if a moment is no run.
func (p Pen) run(m Moment) (said string, worst games.Text) {
	if len(m.Run) < 2 {
		return "", worst
	}
	seat, last := p.Log[m.Ply].Seat, len(m.Run)-1
	run := games.Say("analyse.run", "By", "", "Onlooker", p.seat == games.Spectator, "First", p.unit(m.Run[0]), "Last", p.unit(m.Run[last]))
	return p.voice.Say(p.by(run, seat)), p.by(games.Say("analyse.worst", "By", "", "Number", p.unit(m.Ply)), seat)
}

// unit returns the number by which players know a move.
func (p Pen) unit(ply int) int { return p.Steps()[ply].After.View(games.Spectator).Words().Unit }

// reasons says after the words for a move what speaks for it: the game's reason and, on a line of its own, its
// worth. Of a move that ends the game the reason is enough. If the move is the best and loses, all of them do.
func (p Pen) reasons(words string, s games.State, seat games.Seat, a games.Advice, isBest bool) string {
	worth := p.worth(a.Worth, seat)
	if isBest && loses(a.Worth) {
		worth = p.Say("hint.worth.least") + " " + worth
	}
	why := p.why(s, seat, a.Best)
	switch {
	case why.Key == "":
		return strings.TrimSpace(words + " " + worth)
	case ends(s, seat, a.Best):
		worth = ""
	}
	return Lines(words+" "+p.voice.Say(p.by(why, seat)), worth)
}

// loses reports whether a worth is that of a move that surely loses.
func loses(worth games.Text) bool {
	return strings.HasSuffix(worth.Key, ".worth.loss") || strings.HasSuffix(worth.Key, ".worth.lost")
}

// ends reports whether a move ends the game.
func ends(s games.State, seat games.Seat, m games.Move) bool {
	after, err := s.Play(seat, m)
	if err != nil {
		return false
	}
	_, over := after.Result()
	return over
}

// why returns the game's reason for a move, zero for none.
func (p Pen) why(s games.State, seat games.Seat, m games.Move) games.Text {
	if reasoner, ok := p.Game.(games.Reasoner); ok {
		return reasoner.Why(s.View(seat), seat, m)
	}
	return games.Text{}
}

// by has a sentence that speaks to the player of a seat name that player to other readers.
func (p Pen) by(said games.Text, seat games.Seat) games.Text {
	if seat != p.seat {
		return said.With("By", seat)
	}
	return said
}

// play says the moves that are expected after the first of a line: "Ben's best answer is b3 dark. Then you'd reply with
// a1 dark." It says none of a game with hidden hands, because what can be played there depends on them.
func (p Pen) play(s games.State, seat games.Seat, line []games.Move) string {
	if p.Info.Hidden {
		return ""
	}
	last := seat // the seat of the move before
	var said []string
	for i, move := range line {
		after, err := s.Play(seat, move)
		if err != nil {
			break
		}
		if i > 0 {
			key := "hint.answer"
			switch {
			case seat == last:
				key = "hint.after"
			case i > 1:
				key = "hint.then"
			}
			said = append(said, p.Say(key, "Player", seat, "You", seat == p.seat, "Move", p.toTry(s, seat, move)))
		}
		if s = after; len(s.ToMove()) != 1 {
			break
		}
		last, seat = seat, s.ToMove()[0]
	}
	return strings.Join(said, " ")
}

// toTry says a move so that it can follow "Try".
func (p Pen) toTry(s games.State, seat games.Seat, move games.Move) locale.Verbatim {
	if try := p.telling(s, seat, move).Try; try.Key != "" {
		return locale.Verbatim(p.voice.Say(try))
	}
	return p.named(s, seat, move)
}

// nextBest says which moves are as good as the best one or, if none is, which one comes next and what it is worth.
func (p Pen) nextBest(s games.State, seat games.Seat, a games.Advice) string {
	var good []string
	for _, c := range a.Others {
		if c.Good && len(good) < mostGood {
			good = append(good, string(p.named(s, seat, c.Move)))
		}
	}
	switch {
	case len(good) > 0:
		return p.Say("hint.good", "Moves", locale.Verbatim(strings.Join(good, " · ")))
	case len(a.Others) == 0:
		return ""
	}
	next := a.Others[0]
	return strings.TrimSpace(p.Say("hint.next", "Move", p.named(s, seat, next.Move)) + " " + p.worth(next.Worth, seat))
}

// mostGood is how many moves that are as good as the best are named.
const mostGood = 3

// named says a move by its steps.
func (p Pen) named(s games.State, seat games.Seat, m games.Move) locale.Verbatim {
	return locale.Verbatim(sayMove(p.voice, s, seat, m))
}
