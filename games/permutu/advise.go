package permutu

import (
	"cmp"
	"math"
	"slices"

	"parlour/games"
	"parlour/games/search"
)

// The playouts of advice: those that weigh a move after the search of hard, and how many of the best moves it weighs.
const (
	advicePlayouts = 20_000
	compared       = 4
)

// follow is how many moves after a move its expected play tells.
const follow = 2

// Advise says what hard would play. It weighs moves by playing on from after them; in a solo attempt, by the best
// result that they allow.
func (Game) Advise(view games.View, seat games.Seat, made games.Move, seed games.Seed) games.Advice {
	p := view.(View).position(seat)
	if p.seats == 1 {
		return adviseAlone(&p, made, seed)
	}
	return advise(&p, made, seed, hardPlayouts, advicePlayouts)
}

// advise searches with one number of playouts, and weighs each of the best moves and the one that was made with
// another.
func advise(p *position, made games.Move, seed games.Seed, thinking, weighing int) games.Advice {
	t := newThinker(hardest, seed.Rand(p.Left()))
	c := comparison{
		best:    t.think(*p, search.Budget{Playouts: thinking}),
		opinion: func(t Take) opinion { return weigh(p, t, seed, weighing) },
	}
	if len(p.Takes(p.mover, nil)) > 1 { // otherwise nothing was searched
		for _, number := range t.Ranked(compared) {
			c.others = append(c.others, takeOf(number))
		}
	}
	return c.advice(made)
}

// adviseAlone solves a solo attempt. An open column is best taken at once, so any other is as good; otherwise it
// compares some blocks.
func adviseAlone(p *position, made games.Move, seed games.Seed) games.Advice {
	c := comparison{
		best:    hard(p, search.Budget{}, seed.Rand(p.Left())),
		opinion: func(t Take) opinion { return weighAlone(p, t, seed) },
	}
	wholes, singles := 0, 0
	for _, t := range p.Takes(p.mover, nil) {
		if t.Whole {
			wholes++
		} else {
			singles++
		}
		if t.Whole && wholes <= compared || !t.Whole && singles < compared {
			c.others = append(c.others, t)
		}
	}
	return c.advice(made)
}

// A comparison compares the best move with others.
type comparison struct {
	best    Take
	others  []Take // best may be among them
	opinion func(Take) opinion
}

// advice says what a comparison comes to, and what the move that was made is worth.
func (c comparison) advice(made games.Move) games.Advice {
	hope := c.opinion(c.best)
	a := games.Advice{Best: c.best.move(), Worth: hope.words, Line: []games.Move{c.best.move()}}
	for _, t := range hope.line {
		a.Line = append(a.Line, t.move())
	}
	known := map[games.Move]opinion{a.Best: hope}
	others := map[games.Move]float64{}
	for _, t := range c.others {
		if t == c.best {
			continue
		}
		m, o := t.move(), c.opinion(t)
		known[m] = o
		if o.worth > hope.worth { // the search that found the best has seen more
			o = hope
		}
		others[m] = o.worth
		a.Others = append(a.Others, games.Candidate{Move: m, Worth: o.words, Good: o.worth >= hope.worth-search.Alike})
	}
	slices.SortStableFunc(a.Others,
		func(x, y games.Candidate) int { return cmp.Compare(others[y.Move], others[x.Move]) })
	if t, ok := readNotation(made); ok {
		got, seen := known[made]
		if !seen {
			got = c.opinion(t)
		}
		a.Made = got.words
		if cost := hope.worth - got.worth; cost > search.Alike {
			a.Cost = min(cost, 1)
		}
	}
	return a
}

// An opinion is the worth of a move, as a number and in words, and the moves that are expected after it. The number is
// from 0 to 1, except in a solo attempt, where it is the negative of its cost.
type opinion struct {
	worth float64
	words games.Text
	line  []Take
}

// weigh plays on from after a move of the seat that is to move. The worth is the share of games won.
func weigh(p *position, take Take, seed games.Seed, playouts int) opinion {
	me, after := p.mover, *p
	after.Play(take)
	if after.mover == games.Spectator {
		return judge(&after, me)
	}
	t := newThinker(hardest, seed.Rand(p.Left()))
	t.search(&after, search.Budget{Playouts: playouts})
	o := t.ends.opinion(&after, me)
	for _, number := range t.Line(follow) {
		o.line = append(o.line, takeOf(number))
	}
	return o
}

// judge returns the opinion of a seat on the end of a game.
func judge(end *position, me games.Seat) opinion {
	var e prospect
	wins, points := end.wins(), end.points()
	e.add(&wins, &points)
	return e.opinion(end, me)
}

// opinion says how the playouts ended for a seat.
func (e *prospect) opinion(p *position, me games.Seat) opinion {
	mean := func(points int) int { return int(math.Round(float64(points) / float64(e.n))) }
	worth := p.curved(e.share(me))
	return opinion{worth: worth, words: games.Say("permutu.worth",
		"Count", p.seats-1, "Own", mean(e.points[me]), "Other", mean(p.bestOther(int(me), &e.points)),
		"Wins", int(math.Round(100*worth)))}
}

// The costs of a solo attempt. A single block costs enough that one too many counts as a turning point. A failed
// attempt costs more than the most singles there can be, and a little for each block that is left.
const (
	singleCost = 0.25
	failCost   = 8
	leftCost   = 0.02
)

// weighAlone says what a solo attempt comes to at best after a move.
func weighAlone(p *position, take Take, seed games.Seed) opinion {
	after := *p
	after.Play(take)
	var o opinion
	r := after.solo()
	for at := after; at.mover != games.Spectator && len(o.line) < follow; {
		next, result := solve(&at, soloNodes, seed.Rand(p.Left()))
		if len(o.line) == 0 {
			r = result
		}
		o.line = append(o.line, next)
		at.Play(next)
	}
	o.worth, o.words = -failCost-leftCost*float64(r.Left), games.Say("permutu.worth.failed", "Count", r.Left)
	if r.Finished() {
		o.worth, o.words = -singleCost*float64(r.Singles), games.Say("permutu.worth.finished", "Count", r.Singles)
	}
	return o
}
