package match

import (
	"parlour/games"
	"parlour/storage"
)

// Ended is what the head of a match says that a moderator has closed.
const Moderated = "moderated"

// Key ends the keys of sentences that say how a match ended without a result.
func EndKey(head storage.Head) string {
	if head.Ended == Moderated {
		return Moderated
	}
	return "off"
}

// May returns a refusal unless a match still goes on, so that it can be closed.
func (m *Match) MayClose() error {
	switch {
	case m.Phase.Live():
		return nil
	case m.Setup.Rules == 0:
		return m.RefuseClosed()
	}
	return games.Refuse("refuse.over")
}

// Close ends a table or a game without a result, for a moderator. A new message tells the players.
// The head names the moderator only if they play: nothing is kept about others.
func (m *Match) Close(by storage.Player) error {
	if err := m.MayClose(); err != nil {
		return err
	}
	name := ""
	if m.SeatOf(by.ID) != games.Spectator {
		name = by.Name
	}
	m.End(Moderated, name)
	if m.Setup.Rules == 0 {
		m.Redraw()
	}
	m.Repost()
	return nil
}
