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
	l.Secret = new(games.Seed)
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

// DrawSeed makes the seed of a match from the secret and the words, as the version of its proof has
// it. A table from before there were secrets proves nothing.
func DrawSeed(m *match.Match) (err error) {
	if len(m.Shares) > 0 {
		m.Shares = sharesOf(m)
		m.Setup.Seed = games.SeedFrom(*m.Secret, m.Shares)
		return nil
	}
	m.Words = nil
	for _, p := range m.Players {
		m.Words = append(m.Words, p.Word)
	}
	from := storage.Lobby{Secret: m.Secret}
	if from.Secret == nil {
		err = FixDeal(&from, games.Info{}, m.Random)
	}
	m.Setup.Seed = games.SeedOf(*from.Secret, m.Words)
	return err
}

// Said returns the words that were mixed into the deal, or will be as it is now, in the order
// in which their players sat down; empty for none.
func Said(m *match.Match) []string {
	words := m.Words
	if len(m.Shares) > 0 {
		words = nil
		for _, s := range sharesOf(m) {
			words = append(words, s.Word)
		}
	} else if m.Phase == storage.Open {
		for _, p := range m.Players {
			words = append(words, p.Word)
		}
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
