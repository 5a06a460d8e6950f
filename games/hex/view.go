package hex

import (
	"fmt"
	"slices"
	"strings"

	"parlour/games"
	"parlour/games/board"
)

// A View is a position of Hex, of which nothing is hidden.
type View struct {
	Size   int      `json:"size"`   // cells a side
	Cells  []Stone  `json:"cells"`  // row by row from the top, each from the left
	Placed string   `json:"placed"` // the cell of the last stone; empty before the first
	Chain  []string `json:"chain"`  // a shortest chain that has won, from edge to edge; nil for none
	games.DuelView

	Making *games.Making `json:"-"` // what only Shown sets: a move in the making
}

// MarshalText writes a stone as the rows of a state have it, for JSON.
func (s Stone) MarshalText() ([]byte, error) { return []byte{"-RB"[s&colour]}, nil }

// View returns the same to every seat.
func (s state) View(games.Seat) games.View {
	v := View{Size: int(s.pos.size), Cells: make([]Stone, 0, int(s.pos.size)*int(s.pos.size)), DuelView: s.Seen()}
	for c := range s.pos.cells {
		v.Cells = append(v.Cells, s.pos.stone[c])
	}
	if s.last != 0 {
		v.Placed = s.last.String()
	}
	for _, c := range s.pos.chain() {
		v.Chain = append(v.Chain, c.String())
	}
	return v
}

// chain returns a shortest chain of the side that has won, from its first edge; nil while there is none.
func (p *Position) chain() (all []Cell) {
	if !p.Over() {
		return nil
	}
	var before [stride * stride]Cell // the wall or the stone from which a stone was reached
	var queue []Cell
	reach := func(from Cell) {
		for _, step := range around[:sixth] {
			if to := from + step; p.stone[to] == p.winner && before[to] == 0 {
				before[to] = from
				queue = append(queue, to)
			}
		}
	}
	for c := range p.cells {
		for _, step := range around[:sixth] {
			if wall := c + step; p.stone[c] == p.winner && before[c] == 0 && p.stone[wall] == p.winner|first {
				before[c] = wall
				queue = append(queue, c)
			}
		}
	}
	for at := 0; ; at++ {
		c := queue[at]
		for _, step := range around[:sixth] {
			if p.stone[c+step] != p.winner|second {
				continue
			}
			for ; p.stone[c] == p.winner; c = before[c] {
				all = append(all, c)
			}
			slices.Reverse(all)
			return all
		}
		reach(c)
	}
}

// Valid reports whether a View holds together: a size that there is, and as many cells.
func (v View) Valid() bool {
	return v.Size >= minSize && v.Size <= maxSize && len(v.Cells) == v.Size*v.Size
}

// position returns the position of a View of a game that goes on.
func (v View) position() Position {
	p, i := newPosition(v.Size), 0
	for c := range p.cells {
		if s := v.Cells[i]; s != Empty {
			p.stone[c] = s
			p.placed++
		}
		i++
	}
	if v.ToMove != games.Spectator {
		p.mover = Red + Stone(v.Side(v.ToMove))
	}
	return p
}

// Sizes returns the cells a side, and the number of moves that were made.
func (v View) Sizes() (side, ply int) { return v.Size, v.Ply }

// row writes the stones of a row with a letter for each kind.
func (v View) row(row int) string {
	letters, line := "-"+sides.Letters(), make([]byte, v.Size)
	for col := range line {
		line[col] = letters[v.Cells[row*v.Size+col]]
	}
	return string(line)
}

// String draws the board in rows from the top, each half a cell further right; - is an empty cell. Column letters stand
// above, and row numbers on the left.
func (v View) String() string {
	var b strings.Builder
	b.WriteString("   ")
	for col := range v.Size {
		b.WriteString(" " + board.Column(col))
	}
	for row := range v.Size {
		fmt.Fprintf(&b, "\n%s%2d  %s", strings.Repeat(" ", row), row+1, strings.Join(strings.Split(v.row(row), ""), " "))
	}
	return b.String()
}

// Words returns the last move, the sides, which edges each joins, and where the side that waits would win.
func (v View) Words() games.Words {
	w := games.Words{Sides: v.Names(sides)}
	for side, name := range sides {
		w.Captions = append(w.Captions, games.Say(name), games.Say(edges[side]))
	}
	if v.ToMove != games.Spectator {
		p, key := v.position(), "hex.owes"
		if v.MaySwap {
			key = "hex.owes.swap"
		}
		w.Owes = games.Say(key, "Edges", games.Say(edges[p.Player()]))
		if c, ok := p.wins(p.mover.other()); ok {
			w.Warns = games.Say("hex.warns", "Player", 1-v.ToMove, "Edges", games.Say(edges[1-p.Player()]), "Cell", c.String())
		}
	}
	v.Tell(&w, "hex.line", "hex.last", func(key string) games.Text {
		return games.Say(key, "Player", v.Mover, "Cell", v.Placed)
	})
	return w
}

// wins returns a cell with which a side would have a chain at once, and whether there is one.
func (p *Position) wins(side Stone) (Cell, bool) {
	if p.needs(side) != 1 {
		return 0, false
	}
	for c := range p.cells {
		if p.stone[c] == Empty && p.with(c, side).Over() {
			return c, true
		}
	}
	return 0, false
}

// with returns the position after a stone of a side, whose turn it may not be.
func (p *Position) with(c Cell, side Stone) *Position {
	after := *p
	after.mover = side
	after.Play(c)
	return &after
}

// Tell says where a stone was placed, and whether the other side can win at once then.
func (Game) Tell(view games.View, seat games.Seat, m games.Move) games.Telling {
	v := view.(View)
	if m == games.SwapMove {
		return games.TellSwap(seat)
	}
	p := v.position()
	c, err := state{pos: p}.read(m)
	if err != nil {
		return games.Telling{}
	}
	told, by := games.Telling{Did: games.Say("hex.did", "Player", seat, "Cell", c.String())}, p.Player()
	p.Play(c)
	if p.Over() {
		told.Gets = games.Say("hex.gets", "Edges", games.Say(edges[by]))
	} else if _, ok := p.wins(p.mover); ok {
		told.Lets = games.Say("hex.lets", "Player", 1-seat, "Edges", games.Say(edges[1-by]))
	}
	return told
}
