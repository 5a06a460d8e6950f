package slyde

import (
	"parlour/games"
	"parlour/games/board"
	"parlour/games/search"
)

// ladder has the levels below hard. With the first share of what is overlooked the beginner wins about half of the games. From
// level 8 to 11 a swap comes to have playouts enough for replies to be looked at, which is worth much, so there the
// shares fall by less.
var ladder = search.Falling{Steps: 17, Cells: 10_000_000, Most: 120_000, Times: 5, Of: 8, Overlooked: []float64{
	0.96, 0.91, 0.85, 0.79, 0.72, 0.65, 0.57, 0.54, 0.5, 0.46, 0.41, 0.37, 0.32, 0.25, 0.17, 0.05,
}}

// Table says how the players think.
func (Game) Table() search.Table[View] {
	t := mind.Table(chances)
	t.Values, t.Longer = View.values, 3
	return t
}

// mind holds the best tuning known, by matches on 8×8 and 12×12, and the constant of UCB1 with which plain UCT played
// this game best.
var mind = search.Mind[View, Position, Turn, *Position]{
	Levels: games.Ladder(ladder.Steps+1, 8), Playouts: ladder.Playouts, Overlooks: ladder.Overlooks,
	Moves: maxKeys, Tuning: search.Tuning{Explore: 3, Most: 0.15, Rave: 5, Habit: 30}, Explore: 0.2,
	Root: View.position,
	Read: func(m games.Move) Turn {
		t, _, _ := parseTurn(m) // legal, so it is one
		return t
	},
	Lead: func(p *Position, player int) int {
		c := board.Colour(player)
		return p.Largest(c) - p.Largest(c.Other())
	},
}

// maxKeys is above the key of every turn: a cell where a stone lands, and the side from which it
// comes, or that it is changed.
const (
	maxKeys   = maxSize * maxSize * (len(around) + 1)
	changeKey = len(around)
)

// Key returns the key of a turn, which is the same on a board of any size.
func (*Position) Key(t Turn) search.Move {
	from := changeKey
	switch {
	case t.Row > t.ToRow:
		from = 0
	case t.Col < t.ToCol:
		from = 1
	case t.Col > t.ToCol:
		from = 2
	case t.Row < t.ToRow:
		from = 3
	}
	return search.Move((t.ToRow*maxSize+t.ToCol)*(changeKey+1) + from)
}

// Turn returns the turn of a key.
func (*Position) Turn(k search.Move) Turn {
	cell, from := int(k)/(changeKey+1), int(k)%(changeKey+1)
	t := Turn{cell % maxSize, cell / maxSize, cell % maxSize, cell / maxSize}
	if from != changeKey {
		t.Col += around[from][0]
		t.Row += around[from][1]
	}
	return t
}
