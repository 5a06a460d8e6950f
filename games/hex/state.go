package hex

import (
	"encoding/json"
	"regexp"
	"strings"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/search"
)

// A state is a position with its seats. Seat 0 moves at even plies, whichever side it has.
type state struct {
	games.Duel
	pos  Position
	last Cell // 0, which is none, before the first
}

func (s state) Legal(seat games.Seat) []games.Move {
	if !s.Owes(seat) {
		return nil
	}
	return s.Moves(seat, s.pos.Count(), func(n int) games.Move { return s.pos.Nth(n).Move() })
}

// Play places a stone, swaps, or plays a system move.
func (s state) Play(seat games.Seat, m games.Move) (games.State, error) {
	return games.PlayDuel(s, seat, m, state.read, state.place)
}

func (s state) place(c Cell, m games.Move) state {
	s.Move(m)
	s.last = c
	s.pos.Play(c)
	if s.pos.Over() {
		side := s.pos.winner - Red
		chain := s.pos.chain()
		s.End(s.Side(games.Seat(side)), games.Say("hex.reason.chain", "Edges", games.Say(edges[side]), "Count", len(chain)))
	}
	return s
}

// Perft counts sequences of moves, the swap among them where it is on offer.
func (s state) Perft(depth int) int { return search.PerftSwapping(s.Duel, s.pos, depth) }

// MarshalJSON writes the whole position: rows from the top, R and B for the stones, and the rest as in [View]. It says
// whether a swap may still come, before the first stone too, and whether one came.
func (s state) MarshalJSON() ([]byte, error) {
	v := s.View(games.Spectator).(View)
	told := v.Told()
	told["size"], told["placed"], told["swap"], told["swapped"] = v.Size, v.Placed, s.Swaps, s.Swapped
	var rows []string
	for row := range v.Size {
		rows = append(rows, v.row(row))
	}
	told["rows"] = rows
	return json.Marshal(told)
}

// Step has one step: the cell. The swap, while it is on offer, is a choice beside the cells.
func (s state) Step(seat games.Seat, picked []string) games.Step {
	if !s.Owes(seat) || len(picked) > 0 {
		return games.Step{}
	}
	size := int(s.pos.size)
	step := games.Step{Ask: games.Say("hex.ask.cell"), Lies: games.Grid, Wide: size, High: size, Leans: true, Open: true}
	if s.MaySwap() {
		step.Ask = games.Say("hex.ask.swap")
		if step.Areas() != nil { // the button stands beside the areas, and not in one
			step.AskArea = games.Say("hex.ask.swap-area")
		}
		step.Choices = append(step.Choices, s.SwapChoice(sides))
	}
	for c := range s.pos.cells {
		if s.pos.stone[c] == Empty {
			say := games.Say("hex.choice.cell", "Cell", c.String())
			step.Choices = append(step.Choices, games.Choice{
				Value: c.String(), Label: say, Short: say, Move: c.Move(), X: c.col(), Y: c.row(),
			})
		}
	}
	return step
}

// Shown returns the View with the cells that may be picked.
func (s state) Shown(seat games.Seat, picked []string) games.View {
	return games.Shown(s, seat, picked, func(v *View, m *games.Making) { v.Making = m })
}

// cellText matches a cell in lower case, with its row before or behind.
var cellText = regexp.MustCompile(`^(?:([a-z])[-,.:]?([1-9][0-9]?)|([1-9][0-9]?)([a-z]))$`)

// Parse understands "swap", as books write it too, and a cell in capitals or not, with spaces.
func (Game) Parse(text string) (games.Move, error) {
	plain := strings.TrimRight(board.Plain(text), ".!")
	switch plain {
	case "swap", "swap-sides", "swapsides":
		return games.SwapMove, nil
	}
	found := cellText.FindStringSubmatch(plain)
	if found == nil {
		return "", refuseNotation(text)
	}
	return games.Move(found[1] + found[4] + found[2] + found[3]), nil
}

// refuseNotation refuses a text that is no move.
func refuseNotation(typed string) error {
	return games.Refuse("hex.refuse.notation", "Typed", typed, "Example", "d4")
}

// read reads a move in its one spelling and checks that the seat to move may make it.
func (s state) read(m games.Move) (Cell, error) {
	col, row, ok := board.ReadCell(string(m))
	last := int(s.pos.size) - 1
	switch {
	case m == games.SwapMove:
		return 0, games.Refuse("refuse.swap")
	case !ok:
		return 0, refuseNotation(string(m))
	case max(col, row) > last:
		return 0, games.Refuse("hex.refuse.outside", "Cell", string(m), "Last", board.Cell(last, last))
	}
	c := cellAt(col, row)
	if s.pos.stone[c] != Empty {
		return 0, games.Refuse("hex.refuse.taken", "Cell", string(m))
	}
	return c, nil
}
