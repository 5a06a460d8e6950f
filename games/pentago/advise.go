package pentago

import (
	"math"

	"parlour/games"
	"parlour/games/search"
)

// Advise lets hard choose. It judges that turn and the one that was made together, by searches of the
// same depth.
func (Game) Advise(view games.View, seat games.Seat, made games.Move, seed games.Seed) games.Advice {
	v := view.(View)
	hard := looks[string(games.Hard)]
	return v.advise(seat, made, seed, search.Budget{Playouts: hard}, search.Budget{Playouts: hard / judging})
}

// advise finds the best turn with one budget and judges it and another one with a second.
func (v View) advise(seat games.Seat, made games.Move, seed games.Seed, find, judge search.Budget) games.Advice {
	p := v.position()
	best := decide(p, find, seed.Rand(v.Ply))
	turns := []Turn{best}
	if made != "" {
		t, err := state{pos: p}.readTurn(made)
		if err != nil {
			return games.Advice{Best: best.Move()} // it is no move of this position
		}
		turns = append(turns, t)
	}
	worths := newSearcher(seed.Rand(v.Ply), judge).compare(p, turns)
	a := games.Advice{Best: best.Move(), Worth: worths[0].text(1 - seat)}
	if made != "" {
		a.Made, a.Cost = worths[1].text(1-seat), max(0, worths[0].chance()-worths[1].chance())
	}
	return a
}

// compare returns the worths of turns to the side that makes them, by searches of growing depth,
// the same for all.
func (s *searcher) compare(p Position, turns []Turn) []worth {
	branches, worths := make([]*branch, len(turns)), make([]worth, len(turns))
	for i, t := range turns {
		branches[i] = p.after(t)
		worths[i] = branches[i].judge()
	}
	for depth := 1; depth < cells-p.Ply(); depth++ {
		next, open := make([]worth, len(turns)), false
		for i, b := range branches {
			if next[i] = worths[i]; next[i] > sure || next[i] < -sure || b.over {
				continue
			}
			open = true
			next[i] = s.value(b.own, b.other, depth, -won, won).later()
			if s.stopped {
				return worths
			}
		}
		if !open {
			break
		}
		worths = next
	}
	return worths
}

// steep is the number of points ahead at which a first guess of the chance to win is 73 %.
const steep = 75

// chance returns the chance to win that a worth means, from 0 to 1; a draw counts half.
func (w worth) chance() float64 { return chances.At(0, 2).Of(w.raw()) }

// raw returns a first guess of that chance, from which the curve of the game makes it.
func (w worth) raw() float64 {
	switch {
	case w > sure:
		return 1
	case w < -sure:
		return 0
	}
	return 1 / (1 + math.Exp(-float64(w)/steep))
}

// text returns the words for the worth of a turn against an opponent, for the middle of a sentence:
// in how many turns of its own the winner can win, or the chance.
func (w worth) text(opponent games.Seat) games.Text {
	switch {
	case w == won-1:
		return games.Say("pentago.worth.won")
	case w > sure:
		return games.Say("pentago.worth.win", "Count", int(won-w+1)/2)
	case w == 1-won:
		return games.Say("pentago.worth.lost")
	case w < -sure:
		return games.Say("pentago.worth.loss", "Player", opponent, "Count", int(won+w)/2)
	}
	return games.Say("pentago.worth.chance", "Wins", int(math.Round(100*w.chance())))
}
