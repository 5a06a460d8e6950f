package gametest

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"parlour/games"
)

// position checks the promises about one position: the cheap ones always, and all
// of them at the first positions, at the end and at some in between.
func (p *player) position(s games.State) error {
	_, over := s.Result()
	always := len(p.log) < 3 || over
	if err := run(s, p.turns, p.legal, p.views); err != nil || !always && p.rng.IntN(3) > 0 {
		return err
	}
	before := fingerprintOf(s, p.setup.Seats)
	if err := run(s, p.refusals, p.nobody, p.hostMoves, p.secrets, p.samples); err != nil {
		return err
	}
	if always || p.rng.IntN(12) == 0 {
		if err := p.menus(s); err != nil {
			return err
		}
	}
	if !reflect.DeepEqual(before, fingerprintOf(s, p.setup.Seats)) {
		return errors.New("a position changed while moves were played from it")
	}
	return nil
}

// run runs checks until one fails.
func run(s games.State, checks ...func(games.State) error) error {
	for _, c := range checks {
		if err := c(s); err != nil {
			return err
		}
	}
	return nil
}

// turns checks who owes a move.
func (p *player) turns(s games.State) error {
	owe := s.ToMove()
	if !slices.IsSorted(owe) || len(slices.Compact(slices.Clone(owe))) != len(owe) {
		return fmt.Errorf("ToMove() = %v, want ascending and unique", owe)
	}
	if _, over := s.Result(); over != (len(owe) == 0) {
		return fmt.Errorf("ToMove() = %v, but Result() says over = %v", owe, over)
	}
	for _, seat := range owe {
		if seat < 0 || int(seat) >= p.setup.Seats {
			return fmt.Errorf("ToMove() = %v with %d seats", owe, p.setup.Seats)
		}
		if len(s.Legal(seat)) == 0 {
			return fmt.Errorf("seat %d owes a move and has none", seat)
		}
	}
	return nil
}

// legal checks the lists of moves.
func (p *player) legal(s games.State) error {
	for seat := range games.Seat(p.setup.Seats) {
		moves := s.Legal(seat)
		if !slices.IsSorted(moves) || len(slices.Compact(slices.Clone(moves))) != len(moves) {
			return fmt.Errorf("Legal(%d) is not sorted bytewise and unique: %q", seat, moves)
		}
		if len(moves) > 0 && len(s.ToMove()) == 0 {
			return fmt.Errorf("Legal(%d) = %q, but the game is over", seat, moves)
		}
		for _, m := range moves {
			if slices.Contains(hostMoves, m) {
				return fmt.Errorf("Legal(%d) lists %q, which is the host's", seat, m)
			}
			if got, err := p.game.Parse(string(m)); err != nil || got != m {
				return fmt.Errorf("Parse(%q) = %q, %v, want it as it is", m, got, err)
			}
		}
	}
	return nil
}

// views checks what may be seen, and that nobody sees more for being nobody.
func (p *player) views(s games.State) error {
	all := s.View(games.Spectator)
	if n := len(all.String()); n > 700 {
		return fmt.Errorf("the board as text has %d characters, want at most 700", n)
	}
	if _, err := json.Marshal(all); err != nil {
		return fmt.Errorf("a view cannot be written as JSON: %w", err)
	}
	for _, nobody := range []games.Seat{-7, 99} {
		if !reflect.DeepEqual(s.View(nobody), all) {
			return fmt.Errorf("View(%d) is not what a spectator sees", nobody)
		}
	}
	if p.info.Hidden {
		return nil
	}
	for seat := range games.Seat(p.setup.Seats) {
		if !reflect.DeepEqual(s.View(seat), all) {
			return fmt.Errorf("nothing is hidden in this game, but seat %d sees what a spectator does not", seat)
		}
	}
	return nil
}

// refusals checks that what is not legal is refused with words, by every seat.
func (p *player) refusals(s games.State) error {
	bad := []games.Move{"", "x", "\x00", games.Move(make([]byte, 3000)), " ", "no such move"}
	for seat := range games.Seat(p.setup.Seats) {
		legal := s.Legal(seat)
		tries := slices.Clone(bad)
		for other := range games.Seat(p.setup.Seats) {
			if l := s.Legal(other); len(l) > 0 {
				m := l[p.rng.IntN(len(l))]
				tries = append(tries, m, m+"x", m[:len(m)-1])
			}
		}
		for _, m := range tries {
			if slices.Contains(legal, m) {
				continue
			}
			if err := refused(s.Play(seat, m)); err != nil {
				return fmt.Errorf("Play(%d, %q), which is not in Legal: %w", seat, m, err)
			}
		}
	}
	return nil
}

// refused checks that an illegal move gave a refusal and nothing else. A game
// may accept more than Legal lists (a bid with preferences).
func refused(next games.State, err error) error {
	var r *games.Refusal
	switch {
	case err == nil && next == nil:
		return errors.New("no position and no error")
	case err != nil && next != nil:
		return errors.New("a position and an error")
	case err != nil && !errors.As(err, &r):
		return fmt.Errorf("want a Refusal, got: %w", err)
	}
	return nil
}

// nobody checks that seats which do not exist can do nothing.
func (p *player) nobody(s games.State) error {
	for _, seat := range []games.Seat{games.Spectator, -7, games.Seat(p.setup.Seats), 99} {
		if len(s.Legal(seat)) > 0 || len(s.Choices(seat, nil)) > 0 {
			return fmt.Errorf("seat %d, which does not exist, has moves", seat)
		}
		tries := hostMoves
		for _, owes := range s.ToMove() {
			tries = append(slices.Clip(tries), s.Legal(owes)[0])
		}
		for _, m := range tries {
			next, err := s.Play(seat, m)
			if bad := refused(next, err); bad != nil || err == nil {
				return fmt.Errorf("Play(%d, %q), a seat which does not exist, gave %v, %v", seat, m, next, err)
			}
		}
	}
	return nil
}

// hostMoves checks that the moves of the host are played for those whom they can
// concern, and else refused with words.
func (p *player) hostMoves(s games.State) error {
	_, over := s.Result()
	in, owe := s.In(), s.ToMove()
	if !slices.IsSorted(in) {
		return fmt.Errorf("In() = %v, want ascending", in)
	}
	for seat := range games.Seat(p.setup.Seats) {
		for _, m := range hostMoves {
			next, err := s.Play(seat, m)
			if bad := refused(next, err); bad != nil {
				return fmt.Errorf("Play(%d, %q): %w", seat, m, bad)
			}
			var want bool
			switch m {
			case games.Lapse:
				want = slices.Contains(owe, seat)
			case games.Return:
				want = err == nil && !slices.Contains(in, seat)
			default:
				want = slices.Contains(in, seat)
			}
			if (err == nil) != (want && !over) {
				return fmt.Errorf("Play(%d, %q) gave %v, with %v owing a move, %v in, over: %v", seat, m, err, owe, in, over)
			}
			if err != nil {
				continue
			}
			next.View(games.Spectator).Words()
			if bad := p.turns(next); bad != nil {
				return fmt.Errorf("after %q by seat %d: %w", m, seat, bad)
			}
		}
	}
	return nil
}

// result checks the shape of a result.
func (p *player) result(s games.State) error {
	r, _ := s.Result()
	if len(r.Places) < p.setup.Seats || len(r.Scores) != len(r.Places) {
		return fmt.Errorf("Result() = %+v, want a place and a score for each seat", r)
	}
	if slices.Min(r.Places) != 1 || slices.Max(r.Places) > len(r.Places) {
		return fmt.Errorf("the places are %v, want 1 for the best and none over %d", r.Places, len(r.Places))
	}
	if r.Reason.Key == "" {
		return errors.New("a result has no reason")
	}
	return nil
}

// replay checks that the log gives the same position again.
func (p *player) replay(s games.State) error {
	again, turn, err := games.Replay(p.game, p.setup, p.log)
	if err != nil {
		return fmt.Errorf("the log does not replay: %w", err)
	}
	if !reflect.DeepEqual(fingerprintOf(s, p.setup.Seats), fingerprintOf(again, p.setup.Seats)) {
		return errors.New("the log replays to another position")
	}
	if turn > len(p.log) || turn == 0 {
		return fmt.Errorf("the log replays to turn %d after %d plies", turn, len(p.log))
	}
	return nil
}
