package chess

import (
	"slices"
	"strings"

	"parlour/games"
)

// mostButtons is how many squares stand as buttons in rows. More are by areas of the board.
const mostButtons = 20

// Step picks a piece, then its square, and what a pawn becomes.
func (s state) Step(seat games.Seat, picked []string) games.Step {
	if !s.Owes(seat) || len(picked) > 2 {
		return games.Step{}
	}
	all := s.pos.turns(make([]Turn, 0, 64), false)
	for i, value := range picked {
		all = slices.DeleteFunc(all, func(t Turn) bool { return s.pos.valueOf(t, i) != value })
	}
	if len(all) == 0 || len(picked) == 2 && all[0].becomes() == Pawn {
		return games.Step{}
	}
	step := games.Step{Lies: games.Row, Open: true, Ask: games.Say([3]string{"chess.ask.piece", "chess.ask.square", "chess.ask.becomes"}[len(picked)])}
	if len(picked) == 1 {
		step.Ask = step.Ask.With("Piece", pieceName(s.pos.kindAt(all[0].from()))).With("Square", picked[0])
	}
	for _, t := range all {
		value := s.pos.valueOf(t, len(picked))
		if !slices.ContainsFunc(step.Choices, func(c games.Choice) bool { return c.Value == value }) {
			step.Choices = append(step.Choices, s.choice(t, value, len(picked)))
		}
	}
	if len(picked) == 0 && s.claim() != "" {
		say := games.Say("chess.choice.claim")
		step.Choices = append(step.Choices, games.Choice{Value: string(claimMove), Label: say, Short: say, Move: claimMove, X: -1,
			Sure: games.Say("chess.sure.claim", "Why", games.Say("chess.why-claim."+s.claim()))})
	}
	if len(step.Choices) > mostButtons {
		step.Lies, step.Wide, step.High = games.Grid, 8, 8
	}
	return step
}

// valueOf is the value by which a step picks a turn.
func (p *Position) valueOf(t Turn, step int) string {
	switch {
	case step == 0:
		return t.from().String()
	case step == 2:
		return pieceLetter(t.becomes(), 1)
	case p.castles(t):
		return string(p.move(t))
	}
	return t.to().String()
}

// choice is what a step offers to pick a turn by its value.
func (s state) choice(t Turn, value string, step int) games.Choice {
	c, at, kind := games.Choice{Value: value}, t.to(), s.pos.kindAt(t.from())
	short := func(text string) games.Text { return games.Say("chess.move", "Move", text) }
	if step == 0 {
		at = t.from()
		c.Label = games.Say("chess.choice.piece", "Piece", pieceName(kind), "Square", value)
		c.Short = short(strings.TrimPrefix(pieceLetter(kind, 0), "P") + value)
		c.X, c.Y = at.col(), 7-at.row()
		return c
	}
	c.X, c.Y, c.Echo, c.Move = at.col(), 7-at.row(), short(s.pos.san(t)), s.pos.move(t)
	key := ""
	switch {
	case s.pos.castles(t):
		key = ".castles"
	case s.pos.takes(t):
		key = ".takes"
	}
	c.Label, c.Short = games.Say("chess.choice.square"+key, "Square", at.String()), c.Echo
	switch {
	case step == 2: // one below the other from the last row on
		down := int(Queen - t.becomes())
		c.Y += down - 2*down*int(s.pos.mover)
		c.Label, c.Short = games.Say("chess.choice.becomes", "Piece", pieceName(t.becomes())), short("="+pieceLetter(t.becomes(), 0))
	case t.becomes() != Pawn: // which is asked next
		c.Short, c.Echo, c.Move = short(value), games.Text{}, ""
	}
	return c
}

// Shown returns the View with what may be picked.
func (s state) Shown(seat games.Seat, picked []string) games.View {
	return games.Shown(s, seat, picked, func(v *View, m *games.Making) { v.Making = m })
}
