package games

import (
	"slices"
	"strings"
)

// A Duel is the half of a [State] that games of two share when the seats move by
// turns, seat 0 first, and a seat that does not play loses. The state of such a game
// embeds it: [Duel.ToMove] and [Duel.In] are then its own, and its Play is [PlayDuel].
type Duel struct {
	Ply   int     // number of moves that the players made; system moves do not count
	Last  Move    // the last ply, a system move too; "" before the first
	Mover Seat    // the seat of the last ply
	Ended *Ending // nil while the game goes on

	Swaps   bool // whether the second player may swap sides, now or after the first turn
	Swapped bool // whether they did
	Passed  int  // number of turns that went over by themselves, because their seats could not move
}

// An Ending is how a game of two ended.
type Ending struct {
	Winner Seat // Spectator for a draw
	Reason Text
}

// SwapMove is a move of the second player in place of the first turn, in a game whose option "swap" allows it: they take
// the side of the first player with all that it holds, who goes on with the other one.
const SwapMove Move = "swap"

// SwapOption is the option that allows a swap.
const SwapOption = "swap"

// Swaps reports whether the options of a setup allow a swap. It returns a *Refusal for a value that they cannot have.
func (s Setup) Swaps() (bool, error) {
	switch value := s.Options[SwapOption]; value {
	case "on":
		return true, nil
	case "off", "":
		return false, nil
	default:
		return false, Refuse("refuse.swap-option", "Swap", value)
	}
}

// MaySwap reports whether a swap is on offer: once, right after the first turn.
func (d Duel) MaySwap() bool { return d.Swaps && d.Ply == 1 && d.Ended == nil }

// Side returns the side of a seat, 0 for the one that began, and likewise the seat of a side.
func (d Duel) Side(seat Seat) Seat { return d.Seen().Side(seat) }

// SwapChoice is the choice that swaps, beside those of the first step of a turn.
func (d Duel) SwapChoice(sides Sides) Choice {
	return Choice{
		Value: string(SwapMove), Label: Say("swap.choice"), Short: Say("swap.short"), Echo: Say("swap.echo"), Move: SwapMove,
		Sure: Say("swap.sure", "Other", 1-d.Next(), "Side", Say(sides[0]), "Theirs", Say(sides[1])), X: -1,
	}
}

// TellSwap tells of a swap.
func TellSwap(seat Seat) Telling {
	return Telling{Did: Say("swap.did", "Player", seat), Try: Say("swap.try")}
}

// Next returns the seat that owes a move, [Spectator] once the game is over.
func (d Duel) Next() Seat {
	if d.Ended != nil {
		return Spectator
	}
	return Seat((d.Ply + d.Passed) % 2)
}

// Owes reports whether a seat owes a move.
func (d Duel) Owes(seat Seat) bool { return d.Ended == nil && seat == d.Next() }

// ToMove is that of a [State]: one seat, or none once the game is over.
func (d Duel) ToMove() []Seat {
	if d.Ended != nil {
		return nil
	}
	return []Seat{d.Next()}
}

// In is that of a [State]: both seats while the game goes on, since it ends when
// either leaves.
func (d Duel) In() []Seat {
	if d.Ended != nil {
		return nil
	}
	return []Seat{0, 1}
}

// A DuelView is what a View of a game with a [Duel] says of it.
type DuelView struct {
	Ply    int   `json:"ply"`    // number of moves that the players made
	ToMove Seat  `json:"toMove"` // the seat that owes a move; Spectator once over
	Last   Move  `json:"last"`   // the last ply; empty before the first
	Mover  Seat  `json:"mover"`  // the seat of the last ply
	Ended  *Text `json:"ended"`  // why the game is over; nil while it goes on
	Winner Seat  `json:"winner"` // Spectator for a draw and while the game goes on
	SwapView
}

// A SwapView is what a View says of the swap: nothing in a game without.
type SwapView struct {
	MaySwap bool `json:"swap,omitzero"`    // whether the seat to move may swap sides instead
	Offers  bool `json:"offers,omitzero"`  // whether the turn that is owed may be answered with a swap
	Swapped bool `json:"swapped,omitzero"` // whether the second player has swapped
}

// Seen returns what a View says of the game.
func (d Duel) Seen() DuelView {
	return DuelView{d.Ply, d.Next(), d.Last, d.Mover, d.Reason(), d.Winner(),
		SwapView{d.MaySwap(), d.Swaps && d.Ply == 0 && d.Ended == nil, d.Swapped}}
}

// Side returns the side of a seat, 0 for the one that began, and likewise the seat of a side.
func (s DuelView) Side(seat Seat) Seat {
	if s.Swapped && seat != Spectator {
		return 1 - seat
	}
	return seat
}

// Names returns the names of the sides by seat.
func (s DuelView) Names(sides Sides) []Text { return Sides{sides[s.Side(0)], sides[s.Side(1)]}.Texts() }

// Again reports whether the seat that moved last is to move again, because the other one passed.
func (s DuelView) Again() bool { return s.Ply > 0 && s.ToMove == s.Mover }

// Decided reports whether the position on the board has a winner: nobody resigned or ran out of time.
func (s DuelView) Decided() bool {
	return s.Ended != nil && !s.Last.System() && (s.Winner == 0 || s.Winner == 1)
}

// Told returns what the JSON of a state says of the game.
func (s DuelView) Told() map[string]any {
	return map[string]any{"ply": s.Ply, "last": s.Last, "mover": s.Mover, "ended": s.Ended, "winner": s.Winner}
}

// Tell puts the last ply into words: its line, its number, and unless it is a system move, which the result tells of,
// what it did. A game says both of a move of its own, each under its key, and has sides if there is a swap.
func (s DuelView) Tell(w *Words, line, last string, say func(key string) Text) {
	w.Unit = s.Ply
	switch {
	case s.Last == SwapMove:
		w.Line = Say("swap.last", "Player", s.Mover, "Other", 1-s.Mover, "Side", w.Sides[1-s.Mover])
		w.Last = []Text{w.Line}
	case s.Last.System(): // it counts too, and none can follow it
		w.Line, w.Unit = SystemLine(s.Mover, s.Last), s.Ply+1
	case s.Last != "":
		w.Line, w.Last = say(line), []Text{say(last)}
	}
}

// Sides are the keys of the names of a game's two sides, the one that begins first. Each ends in the name in English and
// lower case, "slyde.side.pink": what people see and read of a side follows from it. Notation, records and the JSON of
// a game may call the sides otherwise.
type Sides [2]string

// Texts returns the names.
func (s Sides) Texts() []Text { return []Text{Say(s[0]), Say(s[1])} }

// Letters returns the letters of the sides on the board as text, the first in which their names differ, and then the
// signs of their pieces that are fixed or turned over: "PM@#". Small letters would look too much like the large ones.
func (s Sides) Letters() string {
	first, second := s[0][strings.LastIndexByte(s[0], '.')+1:], s[1][strings.LastIndexByte(s[1], '.')+1:]
	at := 0
	for first[at] == second[at] {
		at++
	}
	return strings.ToUpper(first[at:at+1]+second[at:at+1]) + "@#"
}

// Signs says under a key of a game what signs mean on the board as text, by the letters of the sides.
func (s Sides) Signs(key string) Text {
	return Say(key, "First", s.Letters()[:1], "Second", s.Letters()[1:2])
}

// Moves lists so many moves of the seat that owes one, sorted, as [State.Legal] does; other seats have none.
func (d Duel) Moves(seat Seat, count int, nth func(n int) Move) []Move {
	if !d.Owes(seat) {
		return nil
	}
	moves := make([]Move, count)
	for n := range moves {
		moves[n] = nth(n)
	}
	if d.MaySwap() {
		moves = append(moves, SwapMove)
	}
	slices.Sort(moves)
	return moves
}

// Check refuses a move that its seat may not make whatever the board: after the end,
// out of turn, or a [Return]. The game itself judges the moves of its own notation.
func (d Duel) Check(seat Seat, m Move) error {
	switch {
	case d.Ended != nil:
		return Refuse("refuse.over")
	case seat != 0 && seat != 1:
		return Refuse("refuse.seat", "Seat", int(seat))
	case m == Return:
		return Refuse("refuse.return")
	case m.BackBy() > 0:
		return Refuse("refuse.back")
	case m == Lapse && !d.Owes(seat):
		return Refuse("refuse.lapse", "Player", seat)
	case !m.System() && !d.Owes(seat):
		return Refuse("refuse.turn", "Player", d.Next())
	}
	return nil
}

// PlayDuel plays a move in a state that embeds a Duel, as [State.Play] does: a system move, a swap, or one of the game's
// own, which read reads and checks, and play plays.
func PlayDuel[S State, T any, D interface {
	*S
	Check(Seat, Move) error
	Stop(Seat, Move)
	MaySwap() bool
	Swap()
}](s S, seat Seat, m Move, read func(S, Move) (T, error), play func(S, T, Move) S) (State, error) {
	if err := D(&s).Check(seat, m); err != nil {
		return nil, err
	}
	if m.System() {
		D(&s).Stop(seat, m)
		return s, nil
	}
	if m == SwapMove && D(&s).MaySwap() {
		D(&s).Swap()
		return s, nil
	}
	t, err := read(s, m)
	if err != nil {
		return nil, err
	}
	return play(s, t, m), nil
}

// Counted is [Perfter.Perft] where of counts the sequences of moves while the game goes on.
func (d Duel) Counted(depth int, of func(depth int) int) int {
	if depth > 0 && d.Ended != nil {
		return 0
	}
	return of(depth)
}

// Stop ends the game by a system move that [Duel.Check] allows: a draw, or a loss for
// the seat that does not play.
func (d *Duel) Stop(seat Seat, m Move) {
	winner := 1 - seat
	if m == Draw {
		winner = Spectator
	}
	d.Last, d.Mover = m, seat
	d.End(winner, Say("reason."+string(m), "Player", seat))
}

// Move notes a move of the seat that owes one, and gives the turn to the other.
func (d *Duel) Move(m Move) {
	d.Last, d.Mover = m, d.Next()
	d.Swaps = d.Swaps && d.Ply == 0
	d.Ply++
}

// Pass gives the turn back to the seat that moved last, as the other one cannot move.
func (d *Duel) Pass() { d.Passed++ }

// Swap swaps the sides, where [Duel.MaySwap].
func (d *Duel) Swap() {
	d.Swapped = true
	d.Move(SwapMove)
}

// End ends the game; the winner of a draw is [Spectator].
func (d *Duel) End(winner Seat, reason Text) { d.Ended = &Ending{winner, reason} }

// Winner returns the winner, [Spectator] for a draw and while the game goes on.
func (d Duel) Winner() Seat {
	if d.Ended == nil {
		return Spectator
	}
	return d.Ended.Winner
}

// Reason returns a copy of the reason why the game is over, nil while it goes on.
func (d Duel) Reason() *Text {
	if d.Ended == nil {
		return nil
	}
	reason := d.Ended.Reason
	return &reason
}

// Result returns the result of a game without scores: 1 for the winner and 0 for the other seat, or 0 for both in a draw.
// Others have a Result of their own, by [Duel.ResultOf].
func (d Duel) Result() (Result, bool) {
	var scores [2]int
	if w := d.Winner(); w != Spectator {
		scores[w] = 1
	}
	return d.ResultOf(scores)
}

// ResultOf returns the result with these scores by seat, and whether the game is over.
func (d Duel) ResultOf(scores [2]int) (Result, bool) {
	if d.Ended == nil {
		return Result{}, false
	}
	r := Result{Places: []int{1, 1}, Scores: scores[:], Reason: d.Ended.Reason}
	if w := d.Ended.Winner; w != Spectator {
		r.Places[1-w] = 2
	}
	return r, true
}

// Outcome says how the game ended and why: "Ann wins with the largest group, 43 to 16".
func (r Result) Outcome() Text {
	first, outcome := r.First(), Say("outcome.draw")
	switch {
	case len(r.Places) == 1:
		outcome = Say("outcome.alone", "Player", Seat(0))
	case len(first) == 1:
		outcome = Say("outcome.wins", "Winner", first[0])
	case len(first) < len(r.Places):
		outcome = Say("outcome.shared", "Winners", first)
	}
	if inner, ok := r.Reason.Arg("Reason").(Text); ok {
		return r.Reason.With("Reason", inner.With("Outcome", outcome))
	}
	return r.Reason.With("Outcome", outcome)
}

// First returns the seats in the first place.
func (r Result) First() (seats []Seat) {
	for seat, place := range r.Places {
		if place == 1 {
			seats = append(seats, Seat(seat))
		}
	}
	return seats
}
