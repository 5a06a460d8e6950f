package twistonly

import (
	"parlour/games"
	"parlour/games/board"
	"parlour/games/search"
)

// ladder has the levels. With the first share of what is overlooked the beginner wins about half of the games.
var ladder = search.Falling{Steps: 7, Cells: 4_000_000, Most: 60_000, Times: 2, Of: 5,
	Overlooked: []float64{0.75, 0.7, 0.6, 0.5, 0.45, 0.25}}

// Table says how the players think.
func (Game) Table() search.Table[View] { return mind.Table(chances) }

// mind holds the best tuning known, and the constant of UCB1 with which plain UCT played this game best. A playout may
// twist a face again and again: the last time counts where a move is judged by all playouts that had it later.
var mind = search.Mind[View, Position, Twist, *Position]{
	Levels: games.Ladder(ladder.Steps, 4), Playouts: ladder.Playouts, Overlooks: ladder.Overlooks,
	Moves: 2 * maxSize * maxSize, Tuning: search.Tuning{Explore: 3, Most: 0.3, Rave: 5, Habit: 30}, Explore: 0.3,
	Root: View.position,
	Read: func(m games.Move) Twist {
		t, _ := parseTwist(m) // legal, so it is one
		return t
	},
	Lead: func(p *Position, player int) int {
		c := board.Colour(player)
		return p.promise(c) - p.promise(c.Other())
	},
}

// promise is the most that a group of a colour promises: its stones times the neutral stones that it
// touches, of which three count at most.
func (p *Position) promise(c board.Colour) (most int) {
	p.Of[c].Groups(func(group board.Cells, size int) {
		most = max(most, size*min(p.touches(&group), hold))
	})
	return most
}

// Key returns the key of a legal twist, the same on a board of any size. Both directions have the key
// of the clockwise one if they give the same stones, which is so if equal stones are diagonal.
func (p *Position) Key(t Twist) search.Move {
	k := search.Move(t.Row*maxSize+t.Col) << 1
	if f := p.Of[board.Yellow].InFace(t.Col, t.Row); !t.Clockwise && f != 0b0110 && f != 0b1001 {
		k |= 1
	}
	return k
}

// Turn returns the twist of a key.
func (*Position) Turn(k search.Move) Twist {
	at := int(k >> 1)
	return Twist{at % maxSize, at / maxSize, k&1 == 0}
}
