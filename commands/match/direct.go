package match

import (
	"slices"

	"parlour/games"
	"parlour/storage"
)

// AdoptDirect notes a direct message that was pressed and that the match does not know, as a crash
// came between its post and the note. It reports whether there was anything to note.
func AdoptDirect(m *Match, d storage.Direct) bool {
	if d.Message == "" || slices.ContainsFunc(m.Asked, func(a storage.Direct) bool { return a.Message == d.Message }) {
		return false
	}
	m.Asked = append(slices.Clone(m.Asked), d)
	return true
}

// BidsHere reports whether the player of a seat made the bids of their last two auctions in the server.
// They need no direct message for the next one: the board asks them, and a reminder finds them anyway.
func BidsHere(m *Match, seat games.Seat) bool {
	auctions, turn := 0, m.Turn
	for _, s := range slices.Backward(m.Steps()) {
		if s.Seat != seat || s.Turn == turn && !s.Move.System() || !s.Move.System() && !games.IsBid(s.Before, s.Move) {
			continue
		}
		if !s.Here {
			return false
		}
		auctions, turn = auctions+1, s.Turn
		if auctions == 2 {
			return true
		}
	}
	return false
}
