package match

import (
	"slices"

	"parlour/games"
	"parlour/storage"
)

// mayRematch returns a refusal unless a seat may ask for a rematch now.
func (m *Match) mayRematch(seat games.Seat) error {
	switch i := m.openAsk(AboutRematch); {
	case m.Phase == storage.Off:
		return games.Refuse("refuse.rematch.off")
	case m.Phase != storage.Over:
		return games.Refuse("refuse.rematch.playing")
	case m.State == nil:
		return games.ErrRules
	case slices.ContainsFunc(m.Players, func(p storage.Player) bool { return storage.IsFormer(p.ID) }):
		return games.Refuse("refuse.rematch.former")
	case m.Next != "":
		return ErrStale
	case i >= 0 && slices.Contains(m.Asks[i].Agreed, m.Players[seat].ID):
		return games.Refuse("refuse.rematch.asked", "Others", m.AskedBy(m.Asks[i]))
	}
	return nil
}

// Rematch asks for another game with swapped seats. Against Parlour or alone it is agreed at
// once. It returns [ErrStale] if there is one.
func (m *Match) Rematch(seat games.Seat) ([]games.Ply, error) { return m.Ask(seat, AboutRematch) }

// planRematch names the rematch that all agree to. It is stored by lobby.BeginNext.
func (m *Match) planRematch() error {
	setup := m.Setup
	setup.Rules = m.Info.Rules
	if _, err := m.Game.Start(setup); err != nil {
		return err
	}
	m.Next = IDOf(m.RequestID)
	return nil
}

// FirstAgain returns the seat whose player has the first seat in a rematch.
func (m *Match) FirstAgain() games.Seat { return games.Seat(1 % len(m.Players)) }
