package bot_test

import (
	"math/rand/v2"
	"sync/atomic"

	"parlour/games"
	"parlour/games/permutations"
)

// A redeal is Permutations, of which one position can be replaced by another that only
// one seat could tell from it, and the dummies, which nobody asks: what nobody else has
// seen yet is dealt anew.
type redeal struct {
	permutations.Game
	seed uint64
	at   atomic.Int64 // after how many plies; -1 for never
	seat atomic.Int64

	// seen changes what a seat sees, to plant a leak; nil changes nothing.
	seen func(s games.State, seat games.Seat, v permutations.View) permutations.View
}

func newRedeal(seed uint64) *redeal {
	d := &redeal{seed: seed}
	d.at.Store(-1)
	return d
}

// Start begins the game that the setup says.
func (d *redeal) Start(s games.Setup) (games.State, error) {
	state, err := d.Game.Start(s)
	if err != nil {
		return nil, err
	}
	return d.position(state, 0), nil
}

// position is a position after some plies, or the one in its place.
func (d *redeal) position(s games.State, plies int) games.State {
	if int64(plies) == d.at.Load() {
		s = permutations.SampleState(d.known(s), rand.New(rand.NewPCG(d.seed, 1)))
	}
	return redealt{s, d, plies}
}

// known is what all seats know together but one.
func (d *redeal) known(s games.State) permutations.View {
	v := view(s, games.Spectator)
	for seat := range games.Seat(v.Humans) {
		if seat != games.Seat(d.seat.Load()) {
			v.Sides[seat].Hand = view(s, seat).Sides[seat].Hand
		}
	}
	return v
}

// A redealt is a position of a redeal.
type redealt struct {
	games.State
	deal  *redeal
	plies int
}

func (s redealt) Play(seat games.Seat, m games.Move) (games.State, error) {
	next, err := s.State.Play(seat, m)
	if err != nil {
		return nil, err
	}
	return s.deal.position(next, s.plies+1), nil
}

func (s redealt) View(seat games.Seat) games.View {
	v := view(s.State, seat)
	if s.deal.seen != nil {
		v = s.deal.seen(s.State, seat, v)
	}
	return v
}

func (s redealt) Try(seat games.Seat, m games.Move) games.View {
	return s.State.(games.Trier).Try(seat, m)
}

// redeal deals anew, in the second run, what others have not seen. The bot is started
// anew in both, as it might remember the position.
func (g *run) redeal() {
	g.deal.seat.Store(int64(g.seat))
	if g.second {
		g.truth()
		g.deal.at.Store(int64(len(g.stored.Log)))
	}
	g.restart()
}
