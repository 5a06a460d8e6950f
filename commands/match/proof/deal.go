// Package proof draws what a match draws, and proves that nothing was changed since: the deal of
// a table, the code of everything that is fixed at a moment, and the record with its proof.
//
// Its policy: what is secret now is in nothing that it returns, the full record of [Record]
// apart. [Secretive] says whether a match has one that may be told.
package proof

import (
	"fmt"
	"io"
	"slices"

	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// FixDeal draws, for a table that opens, what fixes its deal before anybody says a word: the
// secret and, in a game of chance, a salt for the word of each player that there may be.
func FixDeal(l *storage.Lobby, info games.Info, random io.Reader) error {
	if _, err := io.ReadFull(random, l.Secret[:]); err != nil {
		return fmt.Errorf("draw the secret of a deal: %w", err)
	}
	if !info.Chance {
		return nil
	}
	for range info.MaxSeats {
		var salt games.Salt
		if _, err := io.ReadFull(random, salt[:]); err != nil {
			return fmt.Errorf("draw the salts of a deal: %w", err)
		}
		l.Shares = append(l.Shares, games.NewShare(salt))
	}
	return nil
}

// SetSeed makes the seed of a match from the secret and the words.
func SetSeed(m *match.Match) {
	m.Shares = sharesOf(m)
	m.Setup.Seed = games.SeedFrom(m.Secret, m.Shares)
}

// Said returns the words that were mixed into the deal, or will be as it is now, in the order
// in which their players sat down; empty for none.
func Said(m *match.Match) []string {
	var words []string
	for _, s := range sharesOf(m) {
		words = append(words, s.Word)
	}
	return words
}

// sharesOf returns the shares of the deal with the words that were said.
func sharesOf(m *match.Match) []games.Share {
	all := slices.Clone(m.Shares)
	if m.Setup.Rules > 0 {
		return all
	}
	for i, p := range m.Players[:min(len(m.Players), len(all))] {
		all[i] = all[i].Saying(p.Word)
	}
	return all
}
