package gametest

import (
	"errors"
	"slices"
	"testing"

	"parlour/games"
)

// SystemMoves plays the system moves of a [games.Duel] in a position in which seat 1 is to move. A seat
// that lapses or leaves loses, and an agreed draw is a draw; then nobody has a move, and those given are
// refused too. Only the seat that owes a move can lapse, and nobody returns.
func SystemMoves(t *testing.T, s games.State, moves ...games.Move) {
	t.Helper()
	for _, c := range []struct {
		seat   games.Seat
		move   games.Move
		places []int
	}{
		{1, games.Lapse, []int{1, 2}}, {0, games.Leave, []int{2, 1}}, {1, games.Leave, []int{1, 2}},
		{0, games.Draw, []int{1, 1}}, {1, games.Draw, []int{1, 1}},
	} {
		over, err := s.Play(c.seat, c.move)
		if err != nil {
			t.Fatal(err)
		}
		r, ended := over.Result()
		if !ended || !slices.Equal(r.Places, c.places) || over.ToMove() != nil || over.In() != nil || over.Legal(1) != nil {
			t.Errorf("after %q by seat %d: %+v, %v, want places %v and nobody to move", c.move, c.seat, r, ended, c.places)
		}
		for _, m := range append([]games.Move{games.Lapse, games.Leave, games.Return, games.Draw, ""}, moves...) {
			refused(t, over, 1, m, "refuse.over")
		}
	}
	refused(t, s, 0, games.Lapse, "refuse.lapse")
	refused(t, s, 0, games.Return, "refuse.return")
}

// refused checks that a move is refused by the sentence of a key.
func refused(t *testing.T, s games.State, seat games.Seat, m games.Move, key string) {
	t.Helper()
	var r *games.Refusal
	if _, err := s.Play(seat, m); !errors.As(err, &r) || r.Text.Key != key {
		t.Errorf("Play(%d, %q) = %v, want %s", seat, m, err, key)
	}
}

// NoSeats checks that seats that do not exist have no moves, and that they are refused those given and all
// system moves.
func NoSeats(t *testing.T, s games.State, moves ...games.Move) {
	t.Helper()
	for _, seat := range []games.Seat{-1, -7, 2, 99} {
		for _, m := range append([]games.Move{games.Lapse, games.Leave, games.Return, games.Draw, "", "x"}, moves...) {
			refused(t, s, seat, m, "refuse.seat")
		}
		if s.Legal(seat) != nil || s.Step(seat, nil).Options() != nil {
			t.Errorf("seat %d has moves", seat)
		}
	}
}

// StartRefuses checks that a game of two refuses to start with three seats, and by rules that are newer
// than its own.
func StartRefuses(t *testing.T, g games.Game) {
	t.Helper()
	info := g.Info()
	var r *games.Refusal
	if _, err := g.Start(games.Setup{Game: info.Name, Rules: info.Rules, Seats: 3}); !errors.As(err, &r) || r.Text.Key != "refuse.seats" {
		t.Errorf("Start with three seats = %v, want refuse.seats", err)
	}
	if _, err := g.Start(games.Setup{Rules: info.Rules + 1, Seats: 2}); !errors.Is(err, games.ErrRules) {
		t.Errorf("Start with newer rules = %v, want ErrRules", err)
	}
}
