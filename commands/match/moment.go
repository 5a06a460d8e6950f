package match

import "parlour/storage"

// A Moment is the end of a turn of a match, or of the match.
type Moment struct {
	Match string
	Turn  int
}

// UntilRevealed returns when the panel of a bid is of no more use; nil where no bids are owed.
func (m *Match) UntilRevealed() *Moment {
	if !m.Bidding() {
		return nil
	}
	return &Moment{m.ID, m.Turn}
}

// Past reports whether a moment in a match is over.
func (o Moment) Past(m *Match) bool {
	return o.Match == m.ID && (o.Turn < m.Turn || m.Phase != storage.Playing)
}
