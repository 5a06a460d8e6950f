// Package fourinarow is Four in a Row, a game of old: drop discs into the columns of an upright board, and have four in a
// row.
//
// Its policy: a [Position] is the board and its rules by sets of cells, without text; the state over it adds seats, words
// and the end. Nothing is hidden, so every seat has the same [View]. A [solver] tells what late positions come to, and a
// [book] the best moves of the usual board before that. The rules are the usual ones, version 1 here.
package fourinarow

import (
	"embed"
	"encoding/json"
	"strconv"
	"strings"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/search"
)

//go:embed locale
var locale embed.FS

// rules is the newest version of the rules.
const rules = 1

// sides are what people call the sides.
var sides = games.Sides{"fourinarow.side.red", "fourinarow.side.yellow"}

// Game is Four in a Row.
type Game struct{ search.Opponent[Game, View] }

// Info returns what Parlour must know of Four in a Row.
func (Game) Info() games.Info {
	return games.Info{
		Name: "fourinarow", Title: "Four in a Row", Also: []string{"Connect Four", "Connect 4", "4 in a Row"}, Designer: games.Traditional,
		Source: "https://tromp.github.io/c4/c4.html",
		Rules:  rules, MinSeats: 2, MaxSeats: 2, Forfeit: true,
		Options: []games.Option{{Name: "board", Values: []string{"7x6", "8x7", "9x7"}, Default: "7x6", Shown: true}},
		Locale:  locale,
	}
}

// Start returns an empty board, from 4 columns and rows to 9 columns and 7 rows; tables offer fewer.
func (g Game) Start(s games.Setup) (games.State, error) {
	if err := g.Info().Check(s); err != nil {
		return nil, err
	}
	text := s.Options["board"]
	wide, high, _ := strings.Cut(text, "x")
	cols, ok := board.ReadSize(wide, minSize, maxCols)
	rows, fits := board.ReadSize(high, minSize, maxRows)
	if !ok || !fits {
		return nil, games.Refuse("fourinarow.refuse.board", "Board", text)
	}
	return state{pos: Position{shape: shapes[cols][rows]}}, nil
}

// Parse understands the letter of a column or its number, and the cell where the disc comes to lie.
func (Game) Parse(text string) (games.Move, error) {
	t := board.Plain(text)
	for _, word := range [...]string{"column", "col", "drop", "in"} {
		t = strings.TrimPrefix(t, word)
	}
	if n, err := strconv.Atoi(t); err == nil && n >= 1 && n <= maxCols && len(t) == 1 {
		return Drop(n - 1).Move(), nil
	}
	if len(t) == 1 {
		t += board.Row(0)
	}
	if col, row, ok := board.ReadCell(t); ok && col < maxCols && row < maxRows {
		return Drop(col).Move(), nil
	}
	return "", games.Refuse("fourinarow.refuse.notation", "Typed", text, "Example", "d")
}

// A state is a position with its seats. Seat 0 has the red discs and moves at even plies.
type state struct {
	games.Duel
	pos  Position
	last Set // the disc of the last turn; none before the first
}

func (s state) Legal(seat games.Seat) []games.Move {
	return s.Moves(seat, s.pos.Count(), func(n int) games.Move { return s.pos.Nth(n).Move() })
}

// Play drops a disc, or plays a system move.
func (s state) Play(seat games.Seat, m games.Move) (games.State, error) {
	return games.PlayDuel(s, seat, m, state.read, state.drop)
}

// read reads a move in its one spelling, of a column that is on the board and not full.
func (s state) read(m games.Move) (Drop, error) {
	spelt, err := Game{}.Parse(string(m))
	switch {
	case err != nil:
		return 0, err
	case spelt != m:
		return 0, games.Refuse("fourinarow.refuse.notation", "Typed", string(m), "Example", "d")
	}
	d := Drop(m[0] - 'a')
	switch {
	case int(d) >= s.pos.cols:
		return 0, games.Refuse("fourinarow.refuse.outside", "Last", board.Column(s.pos.cols-1), "Count", s.pos.cols)
	case s.pos.lands(d) == 0:
		return 0, games.Refuse("fourinarow.refuse.full", "Column", string(m))
	}
	return d, nil
}

func (s state) drop(d Drop, m games.Move) state {
	s.Move(m)
	s.last = s.pos.lands(d)
	s.pos.Play(d)
	if own := s.pos.other(); s.pos.wins(own) {
		s.End(s.Mover, s.pos.say("fourinarow.reason.four", own))
	} else if s.pos.Over() {
		s.End(games.Spectator, games.Say("fourinarow.reason.full"))
	}
	return s
}

// Perft counts the sequences of depth moves.
func (s state) Perft(depth int) int {
	return s.Counted(depth, func(depth int) int { return search.Perft(searched{s.pos}, depth) })
}

// A searched position has no turns once it is over.
type searched struct{ Position }

func (s *searched) Count() int {
	if s.Over() {
		return 0
	}
	return s.Position.Count()
}

// MarshalJSON writes the whole position: rows from the top, R a red disc and Y a yellow one, and the rest as in [View].
func (s state) MarshalJSON() ([]byte, error) {
	v := s.View(games.Spectator).(View)
	told := v.Told()
	told["rows"], told["cell"] = v.lettered("-RY"), v.Disc
	return json.Marshal(told)
}

// Step asks for the column.
func (s state) Step(seat games.Seat, picked []string) games.Step {
	if !s.Owes(seat) || len(picked) > 0 {
		return games.Step{}
	}
	step := games.Step{Ask: games.Say("fourinarow.ask"), Lies: games.Row, Open: true}
	for open := s.pos.open(); open != 0; open &= open - 1 {
		at := s.pos.spot(open)
		m := Drop(at.Col).Move()
		name := games.Say("fourinarow.name", "Name", string(m))
		step.Choices = append(step.Choices, games.Choice{
			Value: string(m), Label: games.Say("fourinarow.column", "Column", string(m)), Short: name,
			Echo: games.Say("fourinarow.name", "Name", at.String()), Move: m, X: at.Col, Y: s.pos.rows - 1 - at.Row,
		})
	}
	return step
}

// Shown returns the View with the columns that may be picked.
func (s state) Shown(seat games.Seat, picked []string) games.View {
	return games.Shown(s, seat, picked, func(v *View, m *games.Making) { v.Making = m })
}
