package puzzles

import (
	"fmt"
	"math/bits"
	"slices"

	"parlour/games"
	"parlour/games/chess"
	"parlour/games/pentago"
)

// A plain is a search as one would write it at first: it plays every legal move of a [games.State], so that it shares
// nothing with the exact ends of the games but their rules.
type plain struct{ left int } // positions that it may still look at

// worth returns what a position is worth to a seat: 1 for a win, 0 for a tie, -1 for a loss, or a bound beyond low or
// high. It is worth nothing once none is left.
func (p *plain) worth(s games.State, seat games.Seat, low, high int) int {
	if p.left--; p.left < 0 {
		return 0
	}
	if r, over := s.Result(); over {
		return worthOf(r, seat)
	}
	mover := s.ToMove()[0]
	for _, m := range s.Legal(mover) {
		w := p.worth(must(s.Play(mover, m)), seat, low, high)
		if mover == seat {
			low = max(low, w)
		} else {
			high = min(high, w)
		}
		if low >= high || p.left < 0 {
			break
		}
	}
	if mover == seat {
		return low
	}
	return high
}

func worthOf(r games.Result, seat games.Seat) int {
	first := r.First()
	switch {
	case len(first) > 1:
		return 0
	case first[0] == seat:
		return 1
	}
	return -1
}

// wins returns the moves of the seat to move that win, and the number of all. far reports that the search is not
// through.
func (p *plain) wins(s games.State) (won []games.Move, count int, far bool) {
	seat := s.ToMove()[0]
	legal := s.Legal(seat)
	for _, m := range legal {
		if p.worth(must(s.Play(seat, m)), seat, 0, 1) == 1 && p.left >= 0 {
			won = append(won, m)
		}
		if p.left < 0 {
			return nil, 0, true
		}
	}
	return won, len(legal), false
}

// keepsTheWin finds positions in which one move wins in the end and each other one does not. A plain search finds that, and
// so do the exact values of the game, which are asked first where they cost less. At least so many plies are still to come.
func keepsTheWin(plies int, valuesFirst bool) func(games.Exact, games.State) (games.Move, int, bool) {
	return func(g games.Exact, s games.State) (games.Move, int, bool) {
		if n := longest(s); n < plies || n > plies+mostPlies {
			return "", 0, n > plies
		}
		seat := s.ToMove()[0]
		values := func() (games.Move, bool) {
			all, ok := g.Values(s.View(seat), seat)
			return onlyWin(all), ok
		}
		if valuesFirst {
			if m, ok := values(); m == "" || !ok {
				return "", 0, !ok
			}
		}
		p := plain{left: plainNodes}
		m, far := p.onlyWin(s)
		if m == "" || far {
			return "", 0, far
		}
		if same, ok := values(); same != m || !ok {
			panic("the values of " + s.View(seat).String() + " differ from those of a plain search")
		}
		return m, 0, false
	}
}

// mostPlies is how many plies more than the least are still to come, at most.
const mostPlies = 5

// plainNodes is how many positions a plain search of a puzzle looks at, at most.
const plainNodes = 8_000

// onlyWin returns the move that alone wins, if there is one and enough others.
func (p *plain) onlyWin(s games.State) (m games.Move, far bool) {
	won, count, far := p.wins(s)
	if far || len(won) != 1 || count <= others {
		return "", far
	}
	return won[0], false
}

// onlyWin returns the move that alone wins, if there is one and enough others.
func onlyWin(all []games.Valued) (m games.Move) {
	for _, v := range all {
		switch {
		case v.Value.Wins < 1:
		case m != "":
			return ""
		default:
			m = v.Move
		}
	}
	if len(all) <= others {
		return ""
	}
	return m
}

// winsIn finds positions in which one move wins in so many turns, whatever the other side does, and each other one takes
// longer or does not win. A plain search finds that, and so do the values of the game.
func winsIn(turns int) func(games.Exact, games.State) (games.Move, int, bool) {
	return func(g games.Exact, s games.State) (found games.Move, _ int, far bool) {
		seat := s.ToMove()[0]
		legal := s.Legal(seat)
		if len(legal) <= others || forces(s, seat, turns-1) {
			return "", 0, false
		}
		for _, m := range legal {
			if forces(must(s.Play(seat, m)), seat, turns-1) {
				if found != "" {
					return "", 0, false
				}
				found = m
			}
		}
		if found == "" || g == nil {
			return found, turns, false
		}
		all, ok := g.Values(s.View(seat), seat)
		v, _ := games.ValueOf(all, found)
		if want := (games.Value{Wins: 1, Plies: 2*turns - 1}); ok && v != want && v.Plies > 0 {
			panic("the values of " + s.View(seat).String() + " differ from those of a plain search")
		}
		return found, turns, v.Plies == 0
	}
}

// matesInTwo finds positions of chess in which one move mates in two, and in which the other side has pieces, and not far
// fewer. The game knows no values of them.
func matesInTwo(_ games.Exact, s games.State) (games.Move, int, bool) {
	const least, behind = 8, 5 // points, as people count the pieces
	v, seat := s.View(games.Spectator).(chess.View), s.ToMove()[0]
	if theirs := v.Points(1 - seat); theirs < least || v.Points(seat)-theirs > behind {
		return "", 0, false
	}
	return winsIn(2)(nil, s)
}

// forces reports whether a seat wins within so many turns of its own, whatever the others do.
func forces(s games.State, seat games.Seat, turns int) bool {
	if r, over := s.Result(); over {
		return worthOf(r, seat) == 1
	}
	mover := s.ToMove()[0]
	if mover == seat {
		turns--
	}
	if turns < 0 || mover != seat && turns == 0 {
		return false
	}
	ends := func(m games.Move) bool { return forces(must(s.Play(mover, m)), seat, turns) }
	if legal := s.Legal(mover); mover != seat {
		return !slices.ContainsFunc(legal, func(m games.Move) bool { return !ends(m) })
	} else {
		return slices.ContainsFunc(legal, ends)
	}
}

// longest returns how many plies a game goes on if each seat plays its first legal move, which tells about how near its end
// is.
func longest(s games.State) (plies int) {
	for ; len(s.ToMove()) > 0; plies++ {
		seat := s.ToMove()[0]
		s = must(s.Play(seat, s.Legal(seat)[0]))
	}
	return plies
}

// inThree finds positions of Rubik's Magic in which one turn wins in three and each other one takes longer or does not
// win.
func inThree(_ games.Exact, s games.State) (found games.Move, turns int, far bool) {
	value := func(s games.State) string { return s.(games.Valuer).Value() }
	now := value(s)
	if now != "win 5" && now != "win 6" {
		return "", 0, false
	}
	seat := s.ToMove()[0]
	legal := s.Legal(seat)
	for _, m := range legal {
		switch value(must(s.Play(seat, m))) {
		case "loss 0", "loss 1", "loss 2", "loss 3", "loss 4", "loss 5":
			if found != "" {
				return "", 0, false
			}
			found = m
		}
	}
	if len(legal) <= others {
		return "", 0, false
	}
	return found, 3, false
}

// fiveInTwo finds boards of Pentago on which one turn makes five in a row in two, whatever the other side does, and each
// other one does not.
func fiveInTwo(_ games.Exact, s games.State) (games.Move, int, bool) {
	p := fiveOf(s)
	if p.winsNow() {
		return "", 0, false
	}
	var found []string
	killer := -1
	for n := range turns {
		if p.free(n) && p.forces(n, &killer) {
			if found = append(found, name(n)); len(found) > 1 {
				return "", 0, false
			}
		}
	}
	if len(found) != 1 {
		return "", 0, false
	}
	return games.Move(found[0]), 2, false
}

// A five is a board of Pentago: the stones of the mover and those of the other side, a bit for each cell, row by row from the
// bottom left.
type five struct{ own, other uint64 }

// The turns of Pentago have numbers: eight times that of the cell, and the twist, of which each quadrant has two.
const turns = 36 * 8

// quadrants are the bottom left cells of the quadrants, as a column and a row.
var quadrants = [4][2]int{{0, 0}, {0, 3}, {3, 0}, {3, 3}}

// fives are the 32 lines of five cells.
var fives = func() (all []uint64) {
	for _, d := range [4][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
		for cell := range 36 {
			line := uint64(0)
			for i := range 5 {
				col, row := cell%6+i*d[0], cell/6+i*d[1]
				if col < 0 || col > 5 || row > 5 {
					line = 0
					break
				}
				line |= 1 << (6*row + col)
			}
			if line != 0 {
				all = append(all, line)
			}
		}
	}
	return all
}()

// quarter has, by twist, where each cell goes.
var quarter = func() (to [8][36]int) {
	for t := range to {
		for cell := range to[t] {
			to[t][cell] = cell
		}
		left, low := quadrants[t/2][0], quadrants[t/2][1]
		for col := range 3 {
			for row := range 3 {
				c, r := row, 2-col // clockwise a column from the left becomes a row from the top
				if t%2 == 1 {
					c, r = 2-row, col
				}
				to[t][6*(low+row)+left+col] = 6*(low+r) + left + c
			}
		}
	}
	return to
}()

func twisted(set uint64, twist int) (after uint64) {
	for ; set != 0; set &= set - 1 {
		after |= 1 << quarter[twist][bits.TrailingZeros64(set)]
	}
	return after
}

func isFive(set uint64) bool {
	return slices.ContainsFunc(fives, func(line uint64) bool { return set&line == line })
}

// fiveOf returns the board of a state.
func fiveOf(s games.State) (p five) {
	v := s.View(games.Spectator).(pentago.View)
	for cell := range 36 {
		switch v.At(cell%6, cell/6) {
		case pentago.White + pentago.Stone(v.ToMove):
			p.own |= 1 << cell
		case pentago.Black - pentago.Stone(v.ToMove):
			p.other |= 1 << cell
		}
	}
	return p
}

// free reports whether the cell of a turn is empty.
func (p five) free(turn int) bool { return (p.own|p.other)>>(turn/8)&1 == 0 }

// play returns the board after a turn, as the other side sees it, and whether the game is over and won by the side that
// made the turn. A stone that makes five ends the game before the twist.
func (p five) play(turn int) (after five, over, won bool) {
	own := p.own | 1<<(turn/8)
	if isFive(own) {
		return five{p.other, own}, true, true
	}
	after = five{twisted(p.other, turn%8), twisted(own, turn%8)}
	mine, theirs := isFive(after.other), isFive(after.own)
	return after, mine || theirs || (after.own|after.other) == 1<<36-1, mine && !theirs
}

// winsNow reports whether a turn of the mover wins.
func (p five) winsNow() bool {
	for turn := range turns {
		if p.free(turn) {
			if _, _, won := p.play(turn); won {
				return true
			}
		}
	}
	return false
}

// saves reports whether a reply keeps the other side from winning in its next turn.
func (p five) saves(turn int) bool {
	after, over, won := p.play(turn)
	return won || over && !isFive(after.own) || over && isFive(after.other) || !over && !after.winsNow()
}

// forces reports whether a turn wins in the next one after any reply. The killer is the last reply that kept it from that,
// and is tried first.
func (p five) forces(turn int, killer *int) bool {
	after, over, won := p.play(turn)
	if over {
		return won
	}
	if *killer >= 0 && after.free(*killer) && after.saves(*killer) {
		return false
	}
	for reply := range turns {
		if after.free(reply) && after.saves(reply) {
			*killer = reply
			return false
		}
	}
	return true
}

// name writes a turn that does not win at once as the game does.
func name(turn int) string {
	cell, q := turn/8, quadrants[turn%8/2]
	return fmt.Sprintf("%c%d-%c%c%d", 'a'+cell%6, cell/6+1, "CA"[turn%2], 'a'+q[0], q[1]+1)
}
