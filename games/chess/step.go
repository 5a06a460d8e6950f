package chess

import (
	"slices"
	"strings"

	"parlour/games"
)

// mostButtons is how many squares stand as buttons in rows. More are in a menu.
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
	for _, t := range all {
		c := s.choice(t, len(picked))
		if !slices.ContainsFunc(step.Choices, func(other games.Choice) bool { return other.Value == c.Value }) {
			step.Choices = append(step.Choices, c)
		}
	}
	if len(picked) == 0 && s.claim() != "" {
		say := games.Say("chess.choice.claim")
		step.Choices = append(step.Choices, games.Choice{Value: string(claimMove), Label: say, Short: say, Move: claimMove, X: -1,
			Sure: games.Say("chess.sure.claim", "Why", games.Say("chess.why-claim."+s.claim()))})
	}
	if len(step.Choices) > mostButtons {
		step.Lies = games.List
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

// choice is what a step offers to pick a turn by.
func (s state) choice(t Turn, step int) games.Choice {
	c, at := games.Choice{Value: s.pos.valueOf(t, step)}, t.to()
	kind := pieceName(s.pos.kindAt(t.from()))
	san := games.Say("chess.move", "Move", s.pos.san(t))
	switch {
	case step == 0:
		at = t.from()
		c.Label = games.Say("chess.choice.piece", "Piece", kind, "Square", c.Value)
		c.Short = games.Say("chess.move", "Move", strings.TrimPrefix(pieceLetter(s.pos.kindAt(at), 0), "P")+c.Value)
	case step == 2:
		c.Label, c.Echo, c.Move = games.Say("chess.choice.becomes", "Piece", pieceName(t.becomes())), san, s.pos.move(t)
		c.Short, at = games.Say("chess.move", "Move", "="+pieceLetter(t.becomes(), 0)), none
	default:
		key := ""
		switch {
		case s.pos.castles(t):
			key = ".castles"
		case s.pos.takes(t):
			key = ".takes"
		}
		c.Label, c.Short, c.Echo, c.Move = games.Say("chess.choice.square"+key, "Square", at.String()), san, san, s.pos.move(t)
		if t.becomes() != Pawn { // which is asked next
			c.Short, c.Echo, c.Move = games.Say("chess.move", "Move", c.Value), games.Text{}, ""
		}
	}
	if c.X, c.Y = at.col(), 7-at.row(); at == none {
		c.X, c.Y = -1, 0
	}
	return c
}

// Shown returns the View with what may be picked.
func (s state) Shown(seat games.Seat, picked []string) games.View {
	return games.Shown(s, seat, picked, func(v *View, m *games.Making) { v.Making = m })
}
