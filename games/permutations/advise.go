package permutations

import (
	"math"

	"parlour/games"
	"parlour/games/search"
)

// duelPlayouts is how many playouts the best move and one that was made are weighed
// with against each other, after a search like that of hard.
const duelPlayouts = 8000

// Advise tells how many of a hundred games a move wins.
func (Game) Advise(view games.View, seat games.Seat, made games.Move, seed games.Seed) games.Advice {
	v := view.(View)
	t := thinker{v, int(seat), seed.Rand(v.moment(seat)), &instincts, search.Budget{Playouts: searching[games.Hard]}}
	return t.advise(made, duelPlayouts)
}

// advise finds the best move, and weighs it against one that was made.
func (t *thinker) advise(made games.Move, playouts int) games.Advice {
	moves := []option{{typedMove: t.best().typedMove}}
	typed, ok := parse(string(made))
	if ok && made != moves[0].move() {
		moves = append(moves, option{typedMove: typed})
	}
	cost := t.duel(moves, playouts)
	a := games.Advice{Best: moves[0].move(), Worth: moves[0].say()}
	if ok {
		a.Made, a.Cost = moves[len(moves)-1].say(), cost
	}
	return a
}

// duel weighs moves in the same positions, and returns how many of its games the
// last one wins less than the first, from 0 to 1: 0 where that may well be chance.
func (t *thinker) duel(moves []option, playouts int) float64 {
	first, last := &moves[0], &moves[len(moves)-1]
	n := max(1, playouts/len(moves))
	squares, before := 0.0, 0.0
	for range n {
		t.try(moves)
		lead := first.wins - last.wins
		squares += (lead - before) * (lead - before)
		before = lead
	}
	lead := (first.wins - last.wins) / float64(n)
	spread := math.Sqrt(max(0, squares/float64(n)-lead*lead) / float64(n))
	if first.worth <= last.worth || lead <= 2*spread {
		return 0
	}
	return lead
}

// say says how many of a hundred games a move wins.
func (o option) say() games.Text {
	return games.Say("permutations.advice.wins", "Wins", int(math.Round(100*o.wins/float64(max(1, o.tries)))))
}
