package permutations

import (
	"slices"

	"parlour/games"
)

// begin notes a ply. The first one in an auction begins a unit of the game's record. Its bids
// may be revealed already: a hand of one card is bid without a ply.
func (s *state) begin() {
	if !s.fresh() {
		return
	}
	s.unit++
	s.told, s.absent = nil, [maxSeats]Kind{}
	if s.pos.Phase == Taking {
		s.told = []Auction{*s.shown}
	}
}

// fresh reports whether no ply was made yet in the auction under way.
func (s *state) fresh() bool {
	switch {
	case s.unit == 0:
		return true
	case s.pos.Phase == Bidding:
		return len(s.told) > 0
	}
	return !s.told[len(s.told)-1].same(s.shown)
}

// record keeps the auction that was revealed last for the record, as far as its cards are
// taken. An auction in which no ply was made is a unit too, once it is over.
func (s *state) record() {
	n := len(s.told)
	switch {
	case n == 0 || s.told[n-1].same(s.shown):
		s.told = append(slices.Clone(s.told[:max(n-1, 0)]), *s.shown)
	case s.pos.Phase != Taking:
		s.told = append(slices.Clip(s.told), *s.shown)
		s.unit++
	}
}

// same reports whether two are the same auction, perhaps at different times.
func (a Auction) same(b *Auction) bool { return a.Round == b.Round && a.Number == b.Number }

// cloneAll returns copies that share no memory with told.
func cloneAll(told []Auction) []Auction {
	var all []Auction
	for i := range told {
		all = append(all, *told[i].clone())
	}
	return all
}

// line says the newest auction in a line of the game's record: bids and takes once they are
// revealed, before that the names of those who have bid.
func (v View) line() games.Text {
	switch {
	case v.Ended == Drawn:
		return games.SystemLine(games.Spectator, games.Draw)
	case len(v.Told) > 0:
		return v.revealed(len(v.Told) - 1)
	}
	return games.Join("permutations.and", v.sealed()...)
}

// also says the auction before the newest one, if the last ply completed both.
func (v View) also() (lines []games.Text) {
	for i := range max(0, len(v.Told)-1) {
		lines = append(lines, v.revealed(i))
	}
	return lines
}

// open reports whether the newest auction goes on. An auction that begins with its bids revealed
// is not the newest until a card is taken in it.
func (v View) open() bool {
	switch {
	case v.Phase == Bidding:
		return v.Unit > 0 && len(v.Told) == 0
	case v.Phase == Taking && len(v.Told) > 0:
		return v.Told[len(v.Told)-1].same(v.Shown)
	}
	return false
}

// revealed says what every seat bid and took in auction i of Told, highest bid first. In the first
// of these it says what else happened to a seat.
func (v View) revealed(i int) games.Text {
	var parts []games.Text
	for _, seat := range v.Told[i].Order {
		part := v.Told[i].part(seat)
		if i == 0 && int(seat) < v.Humans && v.Absent[seat] != "" {
			part = games.Say("permutations.line.but-"+string(v.Absent[seat]), "Part", part)
		}
		parts = append(parts, part)
	}
	return games.Join("permutations.and", parts...)
}

// sealed says which players have bid, and what else happened to their seats.
func (v View) sealed() (parts []games.Text) {
	for seat, absent := range v.Absent {
		key := absent
		if key == "" && v.Sides[seat].HasBid && !v.Sides[seat].Dummy {
			key = Sealed
		}
		if key != "" {
			parts = append(parts, games.Say("permutations.line."+string(key), "Player", games.Seat(seat)))
		}
	}
	return parts
}

// part says what a seat bid and, once it did, what it took.
func (a Auction) part(seat games.Seat) games.Text {
	bid, take := int(a.Bids[seat]), int(a.Takes[seat])
	if a.Takes[seat] == None {
		return games.Say("permutations.line.bid", "Player", seat, "Bid", bid)
	}
	return games.Say("permutations.line.take", "Player", seat, "Bid", bid, "Take", take)
}
