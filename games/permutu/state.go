package permutu

import (
	"encoding/json"
	"slices"
	"strings"

	"parlour/games"
)

// A state is a [position] with the open start, the lapses and the last ply. It holds no
// pointers, so a copy is independent.
type state struct {
	pos    position
	quick  bool              // whether the start was open to all when the game began
	open   bool              // whether the start is still open: no move and no lapse so far
	lapses [maxSeats]uint8   // by seat: lapsed turns in a row
	alone  [maxSymbols]uint8 // by column: the set of colours that were taken as single blocks
	ended  ending

	plies  int        // how many were played, system moves too
	last   games.Move // the last ply, a move or a system move
	mover  games.Seat // the seat of that ply
	took   Take       // the move of that ply, if a player made it
	taken  uint8      // the set of colours that it took; empty for a system move
	passed bool       // whether it passed the turn on
}

// An ending is how a game ended.
type ending uint8

const (
	goesOn ending = iota
	played        // nobody can move
	idle          // every seat lapsed twice in a row
	left          // only one player is left, or a solo attempt was given up
	drawn         // all agreed to a draw
)

// lapsesEnd is the number of lapses in a row, by every seat, that end a game.
const lapsesEnd = 2

// ToMove returns the seat to move, or every seat that is in while the start is open.
func (s state) ToMove() []games.Seat {
	switch {
	case s.ended != goesOn:
		return nil
	case s.open:
		return s.In()
	}
	return []games.Seat{s.pos.mover}
}

// In returns the seats that have not left.
func (s state) In() []games.Seat {
	var in []games.Seat
	for seat := range games.Seat(s.pos.seats) {
		if s.pos.In(seat) {
			in = append(in, seat)
		}
	}
	return in
}

// owes reports whether a seat owes a move.
func (s state) owes(seat games.Seat) bool { return slices.Contains(s.ToMove(), seat) }

// Legal returns the legal moves of a seat that is to move.
func (s state) Legal(seat games.Seat) []games.Move {
	if !s.owes(seat) {
		return nil
	}
	moves := movesOf(s.takes(seat))
	if s.pos.swap.MaySwap {
		moves = append(moves, games.SwapMove)
	}
	slices.Sort(moves)
	return moves
}

// Play takes blocks, swaps sides or makes a system move.
func (s state) Play(seat games.Seat, m games.Move) (games.State, error) {
	switch {
	case s.ended != goesOn:
		return nil, games.Refuse("refuse.over")
	case seat < 0 || int(seat) >= s.pos.seats:
		return nil, games.Refuse("refuse.seat", "Seat", int(seat))
	case m.BackBy() > 0:
		return nil, games.Refuse("refuse.back")
	case m == games.Return:
		return nil, s.refuseReturn()
	case m == games.Lapse:
		return s.lapse(seat)
	case !s.pos.In(seat):
		return nil, games.Refuse("refuse.left")
	case m.Leaves():
		return s.leave(seat, m), nil
	case m == games.Draw:
		return s.after(seat, m).end(drawn), nil
	case !s.owes(seat):
		return nil, games.Refuse("refuse.turn", "Player", s.ToMove())
	}
	if m == games.SwapMove && s.pos.swap.MaySwap {
		return s.swap(seat), nil
	}
	t, err := s.readTake(seat, m)
	if err != nil {
		return nil, err
	}
	return s.take(seat, t, m), nil
}

// swap swaps the sides, for the seat that may.
func (s state) swap(seat games.Seat) state {
	s = s.after(seat, games.SwapMove)
	s.pos.swapSides()
	s.lapses[seat], s.passed = 0, true
	return s
}

// after notes a ply in a copy of s, which becomes the next state.
func (s state) after(seat games.Seat, m games.Move) state {
	s.last, s.mover, s.took, s.taken, s.passed = m, seat, Take{}, 0, false
	s.plies++
	return s
}

// take plays a legal move. The first move of an open start makes its seat the starter.
func (s state) take(seat games.Seat, t Take, m games.Move) state {
	s = s.after(seat, m)
	s.took, s.taken = t, s.pos.takes(t)
	if !t.Whole {
		s.alone[t.Column] = s.taken
	}
	s.pos.mover, s.open = seat, false
	s.pos.Play(t)
	s.lapses[seat], s.passed = 0, true
	if s.pos.mover == games.Spectator {
		return s.end(played)
	}
	return s
}

// end ends the game, after which nobody is to move.
func (s state) end(e ending) state {
	s.ended, s.open, s.pos.mover = e, false, games.Spectator
	return s
}

// lapse passes the turn of a seat whose time ran out. A lapse of an open start costs
// nobody a turn: the first seat that is in is to start.
func (s state) lapse(seat games.Seat) (games.State, error) {
	if !s.owes(seat) {
		return nil, games.Refuse("refuse.lapse", "Player", seat)
	}
	s = s.after(seat, games.Lapse)
	if s.open {
		s.open = false // the position had the first seat to move all along
		return s, nil
	}
	s.lapses[seat] = min(s.lapses[seat]+1, lapsesEnd)
	s.pos.swap.MaySwap = false
	s.pos.pass()
	s.passed = true
	return s.endIfIdle(), nil
}

// endIfIdle ends the game if every seat has lapsed twice in a row. Seats without a
// legal move do not count, as they had no turn to lapse.
func (s state) endIfIdle() state {
	for _, seat := range s.In() {
		if s.lapses[seat] < lapsesEnd && s.pos.canMove(seat) {
			return s
		}
	}
	return s.end(idle)
}

// leave takes a seat out for good. The others play on while there are at least two.
func (s state) leave(seat games.Seat, m games.Move) state {
	s = s.after(seat, m)
	s.passed = !s.open && seat == s.pos.mover
	s.pos.leave(seat)
	switch {
	case len(s.In()) <= 1:
		return s.end(left)
	case s.pos.mover == games.Spectator:
		return s.end(played)
	}
	return s.endIfIdle()
}

// refuseReturn explains why nobody can come back.
func (s state) refuseReturn() error {
	if s.pos.gone == 0 {
		return games.Refuse("refuse.return")
	}
	return games.Refuse("permutu.refuse.return")
}

// starter returns the seat that has the first block. Before that it returns the seat to
// move, or [games.Spectator] in a quick start; a game that ended without a move has no
// starter.
func (s state) starter() games.Seat {
	if s.pos.starter == games.Spectator && !s.quick {
		return s.pos.mover
	}
	return s.pos.starter
}

// skipped returns the seats that were passed over after the last ply because they have
// no move.
func (s state) skipped() []games.Seat {
	over := []games.Seat{}
	if !s.passed || s.ended != goesOn {
		return over
	}
	seats := games.Seat(s.pos.seats)
	for seat := (s.mover + 1) % seats; seat != s.pos.mover; seat = (seat + 1) % seats {
		if s.pos.In(seat) {
			over = append(over, seat)
		}
	}
	return over
}

// MarshalJSON writes the whole position. Blocks are listed either in their columns or
// as taken; starter is null while nobody is known to start. The rest is as in the
// [View], with the options of the start, and what there is of a swap.
func (s state) MarshalJSON() ([]byte, error) {
	v := s.View(games.Spectator).(View)
	lying, taken := v.blocks()
	var starter *games.Seat
	if v.Starter != games.Spectator {
		starter = &v.Starter
	}
	told := map[string]any{
		"columns": lying, "taken": taken, "own": v.letters(), "singles": v.Singles,
		"starter": starter, "quick": s.quick, "open": s.open,
		"toMove": v.ToMove, "out": v.Out, "lapses": v.Lapses, "plies": v.Plies,
		"last": v.Last, "mover": v.Mover, "lastBlocks": v.LastBlocks, "skipped": v.Skipped,
		"ended": v.Ended, "places": v.Places,
	}
	if s.pos.swap != (games.SwapView{}) {
		told["swap"] = s.pos.swap
	}
	return json.Marshal(told)
}

// blocks returns the blocks left in each column, by the letter of their colour, and the
// blocks that were taken.
func (v View) blocks() (lying []map[string]Symbol, taken []Block) {
	taken = []Block{}
	for _, column := range v.Columns {
		blocks := map[string]Symbol{}
		for _, b := range column {
			if b.Taken() {
				taken = append(taken, b)
			} else {
				blocks[b.Colour.letter()] = b.Symbol
			}
		}
		lying = append(lying, blocks)
	}
	return lying, taken
}

// letters returns the blocks of each seat as letters in ascending order, one for each
// block.
func (v View) letters() []string {
	var own []string
	for _, holdings := range v.Own {
		text := ""
		for _, h := range holdings {
			text += strings.Repeat(h.Symbol.String(), len(h.Colours))
		}
		own = append(own, text)
	}
	return own
}
