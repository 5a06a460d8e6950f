package permutations

import (
	"slices"

	"parlour/games"
)

// host makes a move of the host for a player's seat, while the game goes on.
func (s state) host(seat int, m games.Move) (games.State, error) {
	in := slices.Contains(s.In(), games.Seat(seat))
	switch {
	case m == games.Lapse && s.owes(seat):
		return s.lapse(seat), nil
	case m == games.Lapse:
		return nil, games.Refuse("refuse.lapse", "Player", games.Seat(seat))
	case m == games.Return && !in:
		return s.comeBack(seat), nil
	case m == games.Return:
		return nil, games.Refuse("refuse.return")
	case !in:
		return nil, games.Refuse("refuse.left")
	case m == games.Leave:
		return s.leave(seat), nil
	}
	s.ender = games.Seat(seat)
	s.stop(Drawn)
	return s, nil
}

// lapse moves for a seat whose time ran out: a bid at random, the lowest card.
// The second time running its player is away from the next auction on.
func (s state) lapse(seat int) state {
	s.news = []Event{about(Lapsed, seat)}
	s.lapses[seat]++
	if s.lapses[seat] == 2 {
		s.news = []Event{about(Dropped, seat)}
		s.lapses[seat] = 0
		s.pos.due = s.pos.due.with(seat)
	}
	if s.pos.phase == Taking {
		s.run(s.pos.pool.Lowest())
		return s
	}
	s.bidFor(seat)
	s.run()
	return s
}

// leave takes the player of a seat out of the game.
func (s state) leave(seat int) state {
	s.news = []Event{about(Left, seat)}
	return s.playFor(seat)
}

// playFor leaves a seat to the rules: it owes nothing more in this auction, and
// is a dummy from the next on. When nobody is left to be asked, the game ends.
func (s state) playFor(seat int) state {
	s.lapses[seat] = 0
	owed := s.owes(seat)
	s.pos.away = s.pos.away.with(seat)
	s.pos.back = s.pos.back.but(seat)
	if len(s.In()) == 0 && s.pos.due == 0 {
		s.stop(Deserted)
		return s
	}
	if owed && s.pos.phase == Bidding {
		s.bidFor(seat)
	}
	s.run()
	return s
}

// bidFor seals a bid at random for a seat whose player owed one.
func (s *state) bidFor(seat int) {
	hand := s.pos.hands[seat]
	s.pos.Bid(seat, hand.At(s.draw(seat, hand.Count())), nil)
}

// comeBack lets a player who is away, or will be, play from the next auction on.
func (s state) comeBack(seat int) state {
	if s.pos.due.has(seat) {
		s.pos.due = s.pos.due.but(seat)
	} else {
		s.pos.back = s.pos.back.with(seat)
	}
	s.lapses[seat] = 0
	s.news = []Event{about(Returned, seat)}
	return s
}

// stop ends the game as it stands. The result says all there is to say.
func (s *state) stop(how Ending) {
	s.pos.Stop()
	s.news, s.ended = nil, how
}
