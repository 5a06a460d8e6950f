package permutu

import (
	"math/rand/v2"
	"slices"
	"testing"

	"parlour/games"
)

// The typed layer allocates nothing: not to list moves, to copy, to play, to
// leave, to rank or to play out.
func TestNoAllocation(t *testing.T) {
	start := newPosition(games.Seed{1}, 4, 26, false)
	rng := rand.New(rand.NewPCG(1, 2))
	var buf [MaxTakes]Take
	var places [maxSeats]int
	got := testing.AllocsPerRun(20, func() {
		p := start
		p.Play(p.Takes(p.Mover(), buf[:0])[3])
		p.Leave(2)
		p.Pass()
		p.Playout(rng)
		places = p.Places()
	})
	if got != 0 || slices.Min(places[:4]) != 1 {
		t.Errorf("%v allocations, want none; places %v", got, places)
	}
}

// A playout ends with nobody to move and every block with somebody or on the
// table.
func TestPlayout(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 50 {
		p := newPosition(games.Seed{byte(i)}, 1+i%maxSeats, minSymbols+i%24, false)
		p.Playout(rng)
		held := 0
		for seat := range games.Seat(p.Seats()) {
			for s := range Symbol(p.Columns()) {
				for c := range Colour(colours) {
					if p.Holds(seat, s, c) {
						held++
					}
				}
			}
			if p.CanMove(seat) {
				t.Errorf("seat %d can move after a playout", seat)
			}
		}
		if p.Mover() != games.Spectator || held+p.Left() != colours*p.Columns() {
			t.Errorf("seat %d is to move, %d blocks are held and %d left of %d", p.Mover(), held, p.Left(), colours*p.Columns())
		}
	}
}

// BenchmarkPlayout deals nothing: it plays one deal out, again and again.
func BenchmarkPlayout(b *testing.B) {
	for _, c := range []struct {
		name           string
		seats, symbols int
	}{{"two of 26", 2, 26}, {"six of 26", 6, 26}, {"two of 8", 2, 8}} {
		start := newPosition(games.Seed{1}, c.seats, c.symbols, false)
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			rng := rand.New(rand.NewPCG(1, 2))
			for b.Loop() {
				p := start
				p.Playout(rng)
			}
		})
		b.Run(c.name+", plain", func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			for b.Loop() {
				newPlain(&start).playout(rng)
			}
		})
	}
}
