package catchup

import (
	"slices"
	"strings"

	"parlour/games"
	"parlour/games/board"
)

// A View is a position of Catchup, of which nothing is hidden. Seat 0 plays White and seat 1 Black; players know
// them by the names in [sides].
type View struct {
	Size   int      `json:"size"`   // cells a side
	Cells  []Stone  `json:"cells"`  // row by row from the bottom, each from the left
	Bonus  string   `json:"bonus"`  // the option
	Groups [2][]int `json:"groups"` // by seat: the sizes of its groups, descending
	Before [2]int   `json:"before"` // by seat: its largest group before the last turn, 1 if it had no stone
	Limit  int      `json:"limit"`  // the most stones that may be placed now; 0 once over
	Stones []string `json:"stones"` // the cells of the last turn, in order; nil before the first
	games.DuelView

	// What only Shown sets: a turn in the making, whose stones lie on Cells, their cells in order,
	// and the letter of the row that is picked for the next one.
	Making *games.Making `json:"-"`
	Picked []string      `json:"-"`
	Row    string        `json:"-"`
}

// View returns the same to every seat.
func (s state) View(games.Seat) games.View {
	v := View{
		Size: s.pos.Size(), Bonus: s.pos.bonus.String(), Before: s.before, Limit: s.limit(),
		Stones: s.last.names(s.pos.shape), DuelView: s.Seen(),
	}
	v.show(&s.pos)
	return v
}

// show sets the stones and the groups.
func (v *View) show(p *position) {
	v.Cells = append([]Stone(nil), p.stone[:p.cells()]...)
	v.Groups = p.groups()
}

// names returns the names of the cells of a turn, nil for no turn.
func (t Turn) names(s *shape) []string {
	if t.n == 0 {
		return nil
	}
	names := make([]string, t.n)
	for i, c := range t.Cells() {
		names[i] = s.name[c]
	}
	return names
}

// Rows returns the number of rows of the board.
func (v View) Rows() int { return 2*v.Size - 1 }

// Valid reports whether a View holds together: a size of the rules, and as many cells.
func (v View) Valid() bool {
	return v.Size >= minSize && v.Size <= maxSize && len(v.Cells) == shapes[v.Size]().cells
}

// row writes the stones of a row in three letters: empty, White, Black.
func (v View) row(row int, letters string) string {
	s := shapes[v.Size]()
	var line []byte
	for _, stone := range v.Cells[s.rows[row]:s.rows[row+1]] {
		line = append(line, letters[stone])
	}
	return string(line)
}

// String draws the board in rows from the top, each between the names of its first and its last cell, so that nobody has
// to count rows or cells. Each row is moved by half a cell.
func (v View) String() string {
	var b strings.Builder
	letters := "-" + sides.Letters()
	for row := v.Rows() - 1; row >= 0; row-- {
		wide := Wide(v.Size, row)
		b.WriteString(board.Cell(row, 0))
		b.WriteString(strings.Repeat(" ", 1+v.Rows()-wide))
		b.WriteString(strings.Join(strings.Split(v.row(row, letters), ""), " "))
		b.WriteString(" " + board.Cell(row, wide-1))
		if row > 0 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// Words returns the last turn, the sides, the largest groups, and how many stones may be placed.
func (v View) Words() games.Words {
	groups := board.Score(sides, v.Groups)
	w := games.Words{Sides: sides.Texts(), Score: games.Say("catchup.score", "May", v.news(), "Groups", groups),
		Owes: games.Say("catchup.owes", "May", v.may(mover)),
	}
	if v.ToMove == 0 || v.ToMove == 1 {
		w.Captions = []games.Text{
			games.Say("catchup.caption.side", "Side", w.Sides[v.ToMove]), games.Say("catchup.caption.limit", "Count", v.Limit),
		}
	}
	v.Tell(&w, "catchup.line", "catchup.last", func(key string) games.Text {
		return games.Say(key, "Player", v.Mover, "Cells", strings.Join(v.Stones, ", "))
	})
	return w
}

// news is [View.may] as the score says it. It is zero while a turn is in the making: then the question
// says it, and the groups have changed.
func (v View) news() games.Text {
	if v.Making != nil {
		return games.Text{}
	}
	return v.may("")
}

// largest returns the size of the largest group of a seat, 1 if it has no stone.
func (v View) largest(seat int) int {
	if len(v.Groups[seat]) == 0 {
		return 1
	}
	return v.Groups[seat][0]
}

// left returns the number of empty cells.
func (v View) left() (n int) {
	for _, s := range v.Cells {
		if s == Empty {
			n++
		}
	}
	return n
}

// mover has [View.may] speak to the mover in place of all.
const mover = "you"

// may says how many stones may be placed now, and why. It is zero once the game is over.
func (v View) may(you string) games.Text {
	if v.ToMove != 0 && v.ToMove != 1 {
		return games.Text{}
	}
	return v.allowed(v.ToMove).With("You", you)
}

// allowed is [View.may] without whom it speaks to.
func (v View) allowed(mover games.Seat) games.Text {
	left := v.left()
	switch {
	case v.Ply == 0:
		return games.Say("catchup.may.first", "Mover", mover)
	case left == 1:
		return games.Say("catchup.may.end", "Mover", mover)
	case v.Bonus == bonuses[quiet] && v.Limit == 1:
		return games.Say("catchup.may.quiet.one", "Mover", mover)
	case v.Bonus == bonuses[quiet]:
		return games.Say("catchup.may.quiet.two", "Mover", mover, "Size", max(v.largest(0), v.largest(1)))
	case v.Ply == 1: // nobody expects the single first stone to grow
		return games.Say("catchup.may.second", "Mover", mover)
	case v.Bonus == bonuses[overtake]:
		return v.mayOvertake(mover)
	}
	return v.mayMatch(mover)
}

// mayMatch says what the last turn earned the mover under [match].
func (v View) mayMatch(mover games.Seat) games.Text {
	grower := 1 - mover
	size, other := v.largest(int(grower)), v.largest(int(mover))
	key := "catchup.may.ahead"
	switch {
	case size <= v.Before[grower]:
		return games.Say("catchup.may.same", "Grower", grower, "Mover", mover)
	case size < other:
		key = "catchup.may.behind"
	case size == other:
		key = "catchup.may.level"
	}
	return games.Say(key, "Grower", grower, "Size", size, "Mover", mover, "Stones", v.Limit)
}

// mayOvertake says what the last turn earned the mover under [overtake].
func (v View) mayOvertake(mover games.Seat) games.Text {
	size := max(v.largest(0), v.largest(1))
	if size == max(v.Before[0], v.Before[1]) {
		return games.Say("catchup.may.still", "Size", size, "Mover", mover)
	}
	return games.Say("catchup.may.record", "Size", size, "Mover", mover, "Stones", v.Limit)
}

// position returns the position of a View at the beginning of a turn.
func (v View) position() position {
	p := newPosition(v.Size, Bonus(max(slices.Index(bonuses, v.Bonus), 0)))
	for c, stone := range v.Cells {
		if stone != Empty {
			p.put(Cell(c), Side(stone-1))
		}
	}
	p.mover, p.limit, p.begun = Side(v.Ply%2), uint8(min(v.earned(), int(p.left))), p.largest
	return p
}

// earned returns how many stones the last turn lets the mover place, unless cells run out.
func (v View) earned() int {
	switch {
	case v.Ply == 0:
		return 1
	case v.Limit == mostStones:
		return mostStones
	}
	return 2
}

// A Join is the group of a stone: the number of a cell that is the same for all its stones, and how
// many these are.
type Join struct{ Group, Size uint8 }

// Joins returns the groups by cell, nothing where there is no stone.
func (v View) Joins() (all [MaxCells]Join) {
	p := v.position()
	for c, stone := range v.Cells {
		if stone != Empty {
			root := p.root(Cell(c))
			all[c] = Join{uint8(root), p.count[root]}
		}
	}
	return all
}

// Fresh returns by cell which stones were placed last: in the turn in the making, or until one is
// picked in the last turn.
func (v View) Fresh() (all [MaxCells]bool) {
	names := v.Stones
	if len(v.Picked) > 0 {
		names = v.Picked
	}
	s := shapes[v.Size]()
	for _, name := range names {
		if c, known := s.named[name]; known {
			all[c] = true
		}
	}
	return all
}

// Tell says where stones were placed.
func (Game) Tell(view games.View, seat games.Seat, m games.Move) games.Telling {
	cells, err := readCells(string(m))
	if err != nil {
		return games.Telling{}
	}
	p := view.(View).position()
	after := p
	if t, err := p.readTurn(m); err == nil {
		after.Play(t)
	}
	return games.Telling{
		Did:  games.Say("catchup.did", "Player", seat, "Cells", strings.ReplaceAll(string(moveOf(cells)), ",", ", ")),
		Gets: board.Gets(p.Largest(p.mover), after.Largest(p.mover), after.Largest(1-p.mover)),
	}
}
