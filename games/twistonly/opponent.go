package twistonly

import (
	"math/rand/v2"
	"strings"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/search"
)

// ladder has the levels. With the first share of what is overlooked the beginner wins about half of the games.
var ladder = search.Falling{Steps: 7, Cells: 4_000_000, Most: 60_000, Times: 2, Of: 5,
	Overlooked: []float64{0.75, 0.7, 0.6, 0.5, 0.45, 0.25}}

// Table says how the players think.
func (Game) Table() search.Table[View] {
	return mind.Table(search.Table[View]{
		Levels: games.Ladder(ladder.Steps, 4), Playouts: ladder.Playouts, Overlooks: ladder.Overlooks,
		See: func(view games.View, _ games.Seat) (v View, cells, ply int) {
			v = view.(View)
			return v, v.Size * v.Size, v.Ply
		},
		Curve: func(v View) search.Curve { return chances.At(v.Size, 2) }, Curves: chances,
	})
}

// mind holds the best tuning known, and the constant of UCB1 with which plain UCT played this game best.
var mind = search.Mind[View, Position, *Position]{
	Moves: 2 * maxSize * maxSize, Tuning: search.Tuning{Explore: 3, Most: 0.3, Rave: 5, Habit: 30}, Explore: 0.3,
	Root: View.position, Write: func(k search.Move) games.Move { return twistOf(k).Move() },
	Nth: func(p *Position, n int) games.Move { return p.Nth(n).Move() },
	Play: func(p *Position, m games.Move) {
		t, _ := parseTwist(strings.ToLower(string(m))) // legal, so it is one
		p.Play(t)
	},
	Lead: func(p *Position, player int) int {
		c := board.Colour(player)
		return p.promise(c) - p.promise(c.Other())
	},
}

// promise is the most that a group of a colour promises: its stones times the neutral stones that it
// touches, of which three count at most.
func (p *Position) promise(c board.Colour) (most int) {
	p.stones[c].Groups(func(group board.Cells, size int) {
		most = max(most, size*min(p.touches(&group), hold))
	})
	return most
}

// keyOf returns the key of a legal twist, the same on a board of any size. Both directions have the key
// of the clockwise one if they give the same stones, which is so if equal stones are diagonal.
func (p *Position) keyOf(t Twist) search.Move {
	k := search.Move(t.Row*maxSize+t.Col) << 1
	if f := face(&p.stones[board.Yellow], t.Col, t.Row); !t.Clockwise && f != 0b0110 && f != 0b1001 {
		k |= 1
	}
	return k
}

// twistOf returns the twist of a key.
func twistOf(k search.Move) Twist {
	at := int(k >> 1)
	return Twist{at % maxSize, at / maxSize, k&1 == 0}
}

// Keys appends the keys of the legal twists.
func (p *Position) Keys(buf []search.Move) []search.Move {
	for n := range p.Count() {
		t := p.Nth(n)
		if k := p.keyOf(t); twistOf(k) == t { // else the other direction stands for it
			buf = append(buf, k)
		}
	}
	return buf
}

// PlayKey plays the twist of a key.
func (p *Position) PlayKey(k search.Move) { p.Play(twistOf(k)) }

// Roll plays at random to the end. A playout may twist a face again and again. The last time counts where a move is
// judged by all playouts that had it later.
func (p *Position) Roll(rng *rand.Rand, line []search.Made) []search.Made {
	return search.Roll(p, p.Count, func(n int) search.Move { return p.keyOf(p.Nth(n)) }, rng, line)
}
