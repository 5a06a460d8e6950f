package publish

import (
	"slices"

	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// BidsHere reports whether the player of a seat made the bids of their last two auctions in the server.
// They need no direct message for the next one: the board asks them, and a reminder finds them anyway.
func bidsHere(m *match.Match, seat games.Seat) bool {
	auctions, turn := 0, m.Turn
	for _, s := range slices.Backward(m.Steps()) {
		lapsed := s.Move.System()
		if s.Seat != seat || !lapsed && (s.Turn == turn || !games.IsBid(s.Before, s.Move)) {
			continue // another's, a bid that was changed later in that auction, or a take
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

// Outlived reports whether a direct message that asks for a bid is to be taken away, as its turn is over
// or the newest bid of that turn was made in the server.
func outlived(m *match.Match, a storage.Direct) bool {
	seat := m.SeatOf(a.Player)
	if m.Phase != storage.Playing || seat == games.Spectator || a.Turn < m.Turn {
		return true
	}
	for _, s := range slices.Backward(m.Steps()) {
		if s.Turn == a.Turn && s.Seat == seat && !s.Move.System() {
			return s.Here
		}
	}
	return false
}
