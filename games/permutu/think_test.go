package permutu

import (
	"math/rand/v2"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/search"
)

// minimax returns 1 if seat 0 of two comes first against every defence, and 0 if it
// does not. A shared first place counts in part.
func minimax(p position, known map[position]float64) float64 {
	if p.mover == games.Spectator {
		return p.wins()[0]
	}
	if worth, ok := known[p]; ok {
		return worth
	}
	best := float64(p.mover) // the worst result for the mover
	for _, t := range p.Takes(p.mover, nil) {
		after := p
		after.Play(t)
		worth := minimax(after, known)
		if p.mover == 0 {
			best = max(best, worth)
		} else {
			best = min(best, worth)
		}
	}
	known[p] = best
	return best
}

// keeping lists the moves that keep the minimax value of the position, and reports
// whether there are others.
func keeping(p position, known map[position]float64) (keep []Take, others bool) {
	worth := minimax(p, known)
	takes := p.Takes(p.mover, nil)
	for _, t := range takes {
		after := p
		after.Play(t)
		if minimax(after, known) == worth {
			keep = append(keep, t)
		}
	}
	return keep, len(keep) < len(takes)
}

// Near the end of a game and on small boards, a thinker plays what plain minimax says.
func TestThinkAgainstMinimax(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	asked := 0
	for i := range 60 {
		p := newPosition(seeded(byte(i)), 2, minSymbols+i%7, i%2 == 0)
		for known := (map[position]float64{}); p.mover != games.Spectator; {
			if p.Left() <= 11 {
				keep, others := keeping(p, known)
				if others {
					asked++
					take := newThinker(hardest, rng).think(p, search.Budget{Playouts: 1000})
					if !slices.Contains(keep, take) {
						t.Errorf("thinks of %v where %v hold what there is of\n%+v", take, keep, p)
					}
				}
			}
			p.playAny(rng)
		}
	}
	if asked < 20 {
		t.Errorf("%d positions had something to lose, want more", asked)
	}
}

// Every legal move is drawn equally often, and no other move is drawn.
func TestDrawIsUniform(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	th := newThinker(hardest, rng)
	for i := range 12 {
		p := newPosition(seeded(byte(i)), 2+i%5, minSymbols+2*i, i%2 == 0)
		for range i * 3 {
			if p.mover != games.Spectator {
				p.playAny(rng)
			}
		}
		if p.mover == games.Spectator {
			continue
		}
		takes, times := p.Takes(p.mover, nil), map[Take]int{}
		for range 200 * len(takes) {
			th.resetLive(&p)
			times[th.draw(&p)]++
		}
		for _, take := range takes {
			if n := times[take]; n < 130 || n > 270 {
				t.Errorf("%v was drawn %d times, want about 200", take, n)
			}
		}
		if len(times) != len(takes) {
			t.Errorf("%d different moves were drawn, there are %d", len(times), len(takes))
		}
	}
}

// The worths of an end are from 0 to 1, even if a seat left, and the first place is
// worth the most.
func TestWorths(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	th := newThinker(hardest, rng)
	for i := range 80 {
		p := newPosition(seeded(byte(i)), 2+i%5, minSymbols+i%24, false)
		if i%4 == 0 && p.seats > 2 {
			p.leave(games.Seat(i % p.seats))
		}
		p.Playout(rng)
		worths, places := th.worths(&p), p.Places()
		for a := range p.seats {
			for b := range p.seats {
				if worths[a] < 0 || worths[a] > 1 || places[a] == 1 && places[b] > 1 && worths[a] <= worths[b] {
					t.Errorf("places %v are worth %v", places, worths)
				}
			}
		}
	}
}
