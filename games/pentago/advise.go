package pentago

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"parlour/games"
	"parlour/games/search"
)

// Advise lets hard choose. It judges that turn, some others and the one that was made together, by searches of the
// same depth.
func (Game) Advise(view games.View, seat games.Seat, made games.Move, seed games.Seed) games.Advice {
	return view.(View).advise(seat, made, seed, search.Budget{Playouts: hard.looks},
		search.Budget{Playouts: hard.looks / judging})
}

const (
	compared  = 4 // number of turns that advice compares, besides the one that was made
	linePlies = 3 // number of turns of the play that it tells
)

// advise finds the best turn with one budget, and judges it and others with a second.
func (v View) advise(seat games.Seat, made games.Move, seed games.Seed, find, judge search.Budget) games.Advice {
	p := v.position()
	ranked := newSearcher(seed.Rand(v.Ply), find).root(p)
	best := ranked[0].turn
	a := games.Advice{Best: best.Move()}
	var turns []Turn
	if made != "" {
		t, err := state{pos: p}.readTurn(made)
		if err != nil {
			return a // it is no move of this position
		}
		turns = append(turns, t)
	}
	turns = append(turns, apart(ranked, compared)...)
	worths := newSearcher(seed.Rand(v.Ply), judge).compare(p, turns)
	if made != "" {
		a.Made, a.Cost = worths[0].text(1-seat), max(0, worths[1].chance()-worths[0].chance())
		turns, worths = turns[1:], worths[1:]
	}
	a.Worth = worths[0].text(1 - seat)
	p.line(&a, best, find.Part(1, 32), seed.Rand(v.Ply))
	others := map[games.Move]worth{}
	for i, w := range worths[1:] {
		m := turns[i+1].Move()
		others[m] = min(w, worths[0]) // the search that found the best has seen more
		a.Others = append(a.Others,
			games.Candidate{Move: m, Worth: others[m].text(1 - seat), Good: w.asGoodAs(worths[0])})
	}
	slices.SortStableFunc(a.Others,
		func(x, y games.Candidate) int { return cmp.Compare(others[y.Move], others[x.Move]) })
	return a
}

// apart returns the first turns of some branches that lead to different boards, at most so many.
func apart(all []branch, most int) (turns []Turn) {
	boards := map[[2]Set]bool{}
	for _, b := range all {
		if at := [2]Set{b.own, b.other}; !boards[at] && len(turns) < most {
			boards[at], turns = true, append(turns, b.turn)
		}
	}
	return turns
}

// line adds the play that is expected to advice, from a turn on, by short searches.
func (p Position) line(a *games.Advice, t Turn, each search.Budget, rng *rand.Rand) {
	for {
		a.Line = append(a.Line, t.Move())
		if p.Play(t); p.Over() || len(a.Line) == linePlies {
			return
		}
		t = newSearcher(rng, each).root(p)[0].turn
	}
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

// asGoodAs reports whether a turn is as good as the best. A sooner win or a later loss is better.
func (w worth) asGoodAs(best worth) bool {
	sure := max(w, -w, best, -best) > sure
	return w >= best || !sure && best.chance()-w.chance() < search.Alike
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
	return games.Say("worth.chance", "Wins", int(math.Round(100*w.chance())))
}
