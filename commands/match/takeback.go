package match

import (
	"slices"

	"parlour/games"
)

// follow returns the position after the next ply of the log. One that takes back others
// marks them in the steps.
func follow(m *Match, p games.Ply) (games.State, error) {
	n := p.Move.BackBy()
	if n == 0 {
		return m.State.Play(p.Seat, p.Move)
	}
	standing := Standing(m)
	if err := games.MayGoBack(m.State, m.Setup.Seats, p, len(standing)); err != nil {
		return nil, err
	}
	undone := standing[len(standing)-n:]
	m.steps = slices.Clone(m.steps) // other readers share them
	for _, i := range undone {
		m.steps[i].TakenBack = true
	}
	return m.steps[undone[0]].Before, nil
}

// Standing returns, as indices into the log, the plies that nobody has taken back. A ply
// that takes back others is none of them.
func Standing(m *Match) []int {
	var all []int
	for i, s := range m.steps {
		if !s.TakenBack && s.Move.BackBy() == 0 {
			all = append(all, i)
		}
	}
	return all
}
