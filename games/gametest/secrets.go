package gametest

import (
	"errors"
	"fmt"

	"parlour/games"
)

// secrets checks that a sealed move, a first or a changed one, changes nothing that others
// can see or do while they still choose.
func (p *player) secrets(s games.State) error {
	seat := games.Seat(p.rng.IntN(p.setup.Seats))
	if !hasMoves(p.listed, s, seat) || !p.sealed(s, seat) {
		return nil
	}
	one, two := p.moveOf(s, seat), p.moveOf(s, seat)
	a, errA := s.Play(seat, one)
	b, errB := s.Play(seat, two)
	if err := errors.Join(errA, errB); err != nil {
		return fmt.Errorf("a legal move of seat %d is refused: %w", seat, err)
	}
	for other := games.Spectator; int(other) < p.setup.Seats; other++ {
		if other == seat {
			continue
		}
		if !see(a, other, p.listed).sees(see(b, other, p.listed)) {
			return fmt.Errorf("seat %d can tell whether seat %d sealed %q or %q", other, seat, one, two)
		}
	}
	return nil
}

// sealed reports whether a move of a seat would be sealed: others still owe a move, before
// and after it.
func (p *player) sealed(s games.State, seat games.Seat) bool {
	next, err := s.Play(seat, movesOf(p.listed, p.rng, s, seat)[0])
	return err == nil && games.SameTurn(s, next, seat)
}

// samples checks that a seat cannot tell a sample, drawn from its View, from the position
// that is played, which had this fingerprint before anything was tried.
func (p *player) samples(s games.State, f fingerprint) error {
	if p.sample == nil {
		return nil
	}
	for seat := games.Spectator; int(seat) < p.setup.Seats; seat++ {
		drawn := p.sample(s.View(seat), p.rng)
		got, want := see(drawn, seat, p.listed), f.sight(seat)
		if !got.sees(want) {
			want = see(s, seat, p.listed) // the position may have changed, which is another fault
		}
		if !got.sees(want) {
			return fmt.Errorf("seat %d sees in a sample\n%v\nand in the game\n%v", seat, got, want)
		}
		p.other = p.other || everything(drawn) != f.everything
	}
	return nil
}

// hidden checks that some sample was another position than the one played: else the Views
// of a game that hides something hide nothing.
func (p *player) hidden() error {
	if p.info.Hidden && !p.other && len(p.log) >= 10 {
		return errors.New("no sample was another position: the views show what is hidden")
	}
	return nil
}
