package permutu

import (
	"math"

	"parlour/games"
	"parlour/games/search"
)

// advicePlayouts are those with which a move is weighed for advice, beside the
// thinking of hard.
const advicePlayouts = 20_000

// noise is how much the worths of two moves may differ by chance alone.
const noise = 0.02

// Advise says what hard would play. Moves are weighed by playing on from after them;
// alone, by what an attempt comes to.
func (Game) Advise(view games.View, seat games.Seat, made games.Move, seed games.Seed) games.Advice {
	p := view.(View).position(seat)
	return p.advise(made, seed, hardPlayouts, advicePlayouts)
}

// advise thinks with so many playouts, and weighs each move with so many others.
func (p *Position) advise(made games.Move, seed games.Seed, thinking, weighing int) games.Advice {
	best := hard(p, search.Budget{Playouts: thinking}, seed.Rand(p.Left()))
	weigh := func(t Take) opinion { return p.weigh(t, seed, weighing) }
	if p.seats == 1 {
		weigh = func(t Take) opinion { return p.weighAlone(t, seed) }
	}
	hope := weigh(best)
	a := games.Advice{Best: best.Move(), Worth: hope.words}
	if made == a.Best {
		a.Made = hope.words
	} else if t, ok := readNotation(made); ok {
		got := weigh(t)
		a.Made = got.words
		if cost := hope.worth - got.worth; cost > noise {
			a.Cost = min(cost, 1)
		}
	}
	return a
}

// An opinion is what a move brings, in words, and to compare it with others: among several
// from 0 to 1.
type opinion struct {
	worth float64
	words games.Text
}

// weigh plays on from after a move of the seat that is to move. Its worth is the
// share of games that it wins.
func (p *Position) weigh(take Take, seed games.Seed, playouts int) opinion {
	me, after := p.mover, *p
	after.Play(take)
	if after.mover == games.Spectator {
		return p.judge(me, &after)
	}
	t := newThinker(hardest, seed.Rand(p.Left()))
	t.search(&after, search.Budget{Playouts: playouts})
	return t.ends.opinion(&after, me)
}

// judge is the opinion of a move that ends the game.
func (p *Position) judge(me games.Seat, end *Position) opinion {
	var e prospect
	wins, points := end.wins(), end.points()
	e.add(&wins, &points)
	return e.opinion(end, me)
}

// opinion says how playouts ended for a seat.
func (e *prospect) opinion(p *Position, me games.Seat) opinion {
	mean := func(points int) int { return int(math.Round(float64(points) / float64(e.n))) }
	worth := e.wins[me] / float64(e.n)
	return opinion{worth, games.Say("permutu.worth",
		"Own", mean(e.points[me]), "Other", mean(p.bestOther(int(me), &e.points)),
		"Wins", int(math.Round(100*worth)))}
}

// What an attempt by one player costs: each single block, so that one too many is a
// turning point, to fail, which is more than all singles there can be, and each block that
// is left.
const (
	singleCost = 0.125
	failCost   = 4
	leftCost   = 0.02
)

// weighAlone says what an attempt by one player comes to at best after a move.
func (p *Position) weighAlone(take Take, seed games.Seed) opinion {
	after := *p
	after.Play(take)
	r := after.Solo()
	if after.mover != games.Spectator {
		_, r = after.solve(soloNodes, seed.Rand(p.Left()))
	}
	if r.Finished() {
		return opinion{-singleCost * float64(r.Singles), games.Say("permutu.worth.finished", "Count", r.Singles)}
	}
	return opinion{-failCost - leftCost*float64(r.Left), games.Say("permutu.worth.failed", "Count", r.Left)}
}
