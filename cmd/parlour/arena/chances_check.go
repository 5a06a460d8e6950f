package arena

import (
	"math"

	"parlour/games/search"
)

// A bin holds the positions of which much the same was said.
type bin struct {
	n            int
	saids, shown float64 // sums of what was said and of what was won
	squares      float64 // the sum over games of the square of how many positions each has here
}

func (b bin) said() float64 { return b.saids / float64(b.n) }
func (b bin) won() float64  { return b.shown / float64(b.n) }

// games returns how many games the positions are as good as. Positions of one game end alike, so they count as one
// position would that weighs as much: with 5 games of the same number of positions it is 5.
func (b bin) games() float64 { return float64(b.n*b.n) / b.squares }

// add adds the positions of other games.
func (b *bin) add(o bin) {
	b.n, b.saids, b.shown, b.squares = b.n+o.n, b.saids+o.saids, b.shown+o.shown, b.squares+o.squares
}

const (
	fewest   = 12   // games that a bin of a table is to be as good as; with fewer it is joined to the next
	many     = 150  // games that a bin of all tables together is to be as good as
	allowed  = 0.08 // how far what is said may be from what is won
	errors25 = 2.5  // standard errors that chance may add to that: one bin in eighty is further off
)

// allowed returns how far the share of positions that were won may be from what was said.
func (b bin) allowed() float64 {
	p := b.said()
	return allowed + errors25*math.Sqrt(p*(1-p)/b.games())
}

// within returns the positions of the held-out games of which a curve says a chance from low to below high, in tenths.
func within(games []game, c search.Curve, low, high int) (b bin) {
	for _, g := range games {
		if !g.held() {
			continue
		}
		here := 0
		for _, s := range g.said {
			p := c.Of(s.raw)
			if tenth := min(int(10*p), 9); tenth >= low && tenth < high {
				b.saids, b.shown = b.saids+p, b.shown+g.won[s.seat]
				here++
			}
		}
		b.n, b.squares = b.n+here, b.squares+float64(here*here)
	}
	return b
}

// bins returns the bins of ten in a hundred each.
func bins(games []game, c search.Curve) (all [10]bin) {
	for i := range all {
		all[i] = within(games, c, i, i+1)
	}
	return all
}

// joined returns bins with enough games each, from low chances to high ones: a bin with too few is joined to the next,
// and the last one to the one before. No bin has chances on both sides of a half: those of both players would be in it,
// and whatever is said, half of them are won.
func joined(games []game, c search.Curve) []bin {
	return append(joinedIn(games, c, 0, 5), joinedIn(games, c, 5, 10)...)
}

// joinedIn does so from one tenth to another.
func joinedIn(games []game, c search.Curve, from, to int) (list []bin) {
	last, low := from, from
	for high := from + 1; high <= to; high++ {
		if b := within(games, c, low, high); b.n > 0 && b.games() >= fewest {
			list, last, low = append(list, b), low, high
		}
	}
	if rest := within(games, c, low, to); rest.n > 0 {
		if len(list) > 0 {
			list = list[:len(list)-1]
		}
		list = append(list, within(games, c, last, to))
	}
	return list
}

// A tenth is what came of all that was said from one tenth of a chance to another, at all tables.
type tenth struct {
	games     float64 // how many games its positions are as good as
	said, won float64 // means, in which each table weighs as its games
}

// together returns the tenths of the held-out games of a band at all tables that have a curve. Tenths are joined until they
// have many games, but not those of both sides of a half.
func (all gathered) together(band search.Band) (list []tenth) {
	var sums [10]tenth
	for _, t := range everyTable() {
		if t.curve(band).Games == 0 {
			continue
		}
		for i, b := range bins(all.of(t, band), t.curve(band)) {
			if b.n > 0 {
				w, sum := b.games(), &sums[i]
				sum.games, sum.said, sum.won = sum.games+w, sum.said+w*b.said(), sum.won+w*b.won()
			}
		}
	}
	for half := range 2 {
		first := len(list)
		for i, sum := range sums[5*half : 5*half+5] {
			if last := len(list) - 1; last >= first && (list[last].games < many || i == 4 && sum.games < many) {
				list[last].games, list[last].said, list[last].won = list[last].games+sum.games, list[last].said+sum.said, list[last].won+sum.won
			} else {
				list = append(list, sum)
			}
		}
	}
	for i := range list {
		list[i].said, list[i].won = list[i].said/list[i].games, list[i].won/list[i].games
	}
	return list
}
