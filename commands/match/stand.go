package match

import (
	"context"
	"slices"

	"parlour/games"
	"parlour/storage"
)

// standOf returns what the head is to say of the position of a match whose log has so many plies,
// nil unless it is played.
func standOf(m *Match, plies int) *storage.Stand {
	if m.Phase != storage.Playing || m.State == nil {
		return nil
	}
	s := &storage.Stand{Plies: plies, ToMove: m.State.ToMove(), In: m.State.In(), Bids: bids(m.State)}
	for seat := range games.Seat(len(m.Players)) {
		if s.Bids && !slices.Contains(s.ToMove, seat) && MayMove(m, seat) {
			s.Changes = append(s.Changes, seat)
		}
		if !slices.Contains(s.In, seat) && MayReturn(m.State, seat) {
			s.Back = append(s.Back, seat)
		}
	}
	return s
}

// knownStand returns what a head says of its position, nil if it does not say it.
func knownStand(head storage.Head) *storage.Stand {
	if head.Phase != storage.Playing || head.Stand == nil || head.Stand.Plies != head.Plies {
		return nil
	}
	return head.Stand
}

// OnTurn reports whether a person has a move to make in a match, or one to change, and whether it
// is a bid. An old head does not say it, so that its log is read.
func (e *Env) OnTurn(ctx context.Context, head storage.Head, person string) (is, bid bool) {
	if head.Phase != storage.Playing {
		return false, false
	}
	stand := knownStand(head)
	if stand == nil {
		if m, err := e.Load(ctx, head.ID); err == nil {
			stand = standOf(m, len(m.Log))
		}
	}
	if stand == nil {
		return false, false
	}
	seat := SeatIn(head, person)
	return slices.Contains(stand.ToMove, seat) || slices.Contains(stand.Changes, seat), stand.Bids
}

// wantIn returns what a match that is played wants of a person.
func wantIn(head storage.Head, stand storage.Stand, person string) Want {
	seat := SeatIn(head, person)
	in := slices.Contains(stand.In, seat)
	late := slices.IndexFunc(head.Clocks, func(c storage.Clock) bool { return !c.ExpiredAt.IsZero() })
	switch {
	case seat == games.Spectator:
		return WantNothing
	case slices.Contains(stand.ToMove, seat):
		return WantMove
	case late >= 0 && late != int(seat):
		return WantAnswer
	case in && slices.ContainsFunc(head.Asks, func(a storage.Ask) bool {
		return a.Answer == "" && !slices.Contains(a.Agreed, person)
	}):
		return WantAnswer
	case slices.ContainsFunc(stand.In, func(s games.Seat) bool { return head.Players[s].Level == "" }):
		return WantNothing // people play on
	case len(stand.In) > 0 && slices.Contains(stand.Back, seat) && !spent(head, seat):
		return WantReturn
	}
	return WantNothing
}
