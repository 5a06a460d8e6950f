package gametest

import (
	"fmt"
	"testing"

	"parlour/games"
)

// Catalogue checks a game's sentences with [compareSentences].
func Catalogue(t *testing.T, g games.Game, dir string) {
	t.Helper()
	if err := compareSentences(g, dir); err != nil {
		t.Error(err)
	}
}

// words checks the words that go with the boards of all seats.
func (p *player) words(s games.State) error {
	for seat := range games.Seat(p.setup.Seats) {
		if err := p.said.board(s.View(seat)); err != nil {
			return fmt.Errorf("the words for seat %d: %w", seat, err)
		}
	}
	return p.publicWords(s)
}

// publicWords checks the words that go with the board of a spectator, and the reason of a
// result.
func (p *player) publicWords(s games.State) error {
	if r, over := s.Result(); over {
		if err := p.said.check(r.Outcome()); err != nil {
			return fmt.Errorf("the reason of the result: %w", err)
		}
	}
	return p.said.board(s.View(games.Spectator))
}
