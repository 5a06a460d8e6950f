package match

import (
	"errors"
	"io"
	"slices"

	"parlour/commands/clock"
	"parlour/games"
	"parlour/storage"
)

// FixDeal draws, for a table that opens, what fixes its deal before anybody says a word: the
// secret and, in a game of chance, a salt for the word of each player that there may be.
func FixDeal(l *storage.Lobby, info games.Info, random io.Reader) error {
	if err := draw(random, l.Secret[:]); err != nil || !info.Chance {
		return err
	}
	for range info.MaxSeats {
		var salt games.Salt
		if err := draw(random, salt[:]); err != nil {
			return err
		}
		l.Shares = append(l.Shares, games.NewShare(salt))
	}
	return nil
}

// setSeed makes the seed of a match from the secret and the words.
func (m *Match) setSeed() {
	m.Shares = m.shares()
	m.Setup.Seed = games.SeedFrom(m.Secret, m.Shares)
}

// Said returns the words that were mixed into the deal, or will be as it is now, in the order
// in which their players sat down; empty for none.
func (m *Match) Said() []string {
	var words []string
	for _, s := range m.shares() {
		words = append(words, s.Word)
	}
	return words
}

// shares returns the shares of the deal with the words that were said.
func (m *Match) shares() []games.Share {
	all := slices.Clone(m.Shares)
	if m.Setup.Rules > 0 {
		return all
	}
	for i, p := range m.Players[:min(len(m.Players), len(all))] {
		all[i] = all[i].Saying(p.Word)
	}
	return all
}

// An auction is one time of bidding, as indices into the log.
type auction struct {
	made   []int // every bid, changed ones too
	last   []int // the newest bid of each seat
	end    int   // the ply that ended it; the number of plies while it goes on
	opened bool  // whether its last bids are told: not when the game ended without all of them
}

// auctions returns every time of bidding within the first plies of the log.
func (m *Match) auctions(plies int) []auction {
	if !m.Info.Hidden {
		return nil
	}
	var all []auction
	now := auction{end: plies}
	for i, s := range m.Steps()[:min(plies, len(m.Steps()))] {
		if s.Move.BackBy() > 0 {
			continue // nothing that was revealed is taken back
		}
		if games.IsBid(s.Before, s.Move) {
			others := Without(now.last, func(ply int) bool { return m.Log[ply].Seat == s.Seat })
			now.made, now.last = append(now.made, i), append(others, i)
		}
		if !s.EndsTurn || s.Move == games.Return || len(now.made) == 0 {
			continue // a seat that is in again has to bid, too
		}
		_, over := s.After.Result()
		now.end, now.opened = i, !(over && s.Move.System())
		all, now = append(all, now), auction{end: plies}
	}
	if len(now.made) > 0 {
		all = append(all, now)
	}
	return all
}

// Sealed returns the seats that have made a bid which is still secret.
func (m *Match) Sealed() []games.Seat {
	all := m.auctions(len(m.Log))
	if len(all) == 0 || all[len(all)-1].end < len(m.Log) {
		return nil
	}
	var seats []games.Seat
	for _, i := range all[len(all)-1].last {
		seats = append(seats, m.Log[i].Seat)
	}
	slices.Sort(seats)
	return seats
}

// Code returns the code of everything that is fixed now. It is empty in games without chance.
func (m *Match) Code() string { return m.CodeAt(len(m.Log)) }

// CodeAt is [Match.Code] as it was after the first plies of the log.
func (m *Match) CodeAt(plies int) string { return codeOf(m.proofAt(plies, m.Setup)) }

// TableCode is [Match.Code] as it was when the game began, or now if it has not: it takes the
// words, and nothing that was fixed later.
func (m *Match) TableCode() string { return codeOf(m.proofAt(0, games.Setup{})) }

// codeOf returns the code of the newest link of a proof, empty if there is none.
func codeOf(p *games.Proof) string {
	if p == nil {
		return ""
	}
	return p.Links[len(p.Links)-1].Code
}

// LineCode returns the code that stood under the bids which were opened within some plies of
// the log, from the first of them up to the second. Of several times of bidding it is the last.
// It is empty if there was none, and if nobody had to wait for others.
func (m *Match) LineCode(from, to int) string {
	for _, a := range slices.Backward(m.auctions(len(m.Log))) {
		if a.end >= from && a.end < to && a.made[0] < a.end {
			return m.CodeAt(a.end)
		}
	}
	return ""
}

// Unproven returns how many plies had been made when an auction was revealed whose bids no message
// has shown the code of, -1 for none and in a lesson, which shows no codes. Those bids waited for others to the last.
func (m *Match) Unproven() int {
	if m.Lesson > 0 {
		return -1
	}
	for _, a := range slices.Backward(m.auctions(len(m.Log))) {
		if a.end < len(m.Log) && a.end > m.Announced && a.made[0] < a.end && m.CodeAt(a.end) != "" {
			return a.end
		}
	}
	return -1
}

// proofAt returns what everybody may know of the proof after the first plies of the log, with the chain of a
// setup; nil if there is none. Salts of words that nobody said stay secret, as do bids that are not told.
func (m *Match) proofAt(plies int, setup games.Setup) *games.Proof {
	if !m.Info.Chance {
		return nil
	}
	p := &games.Proof{Version: games.ProofVersion, Match: m.ID, Order: m.Order,
		Commitment: games.CommitmentTo(m.Secret, m.Shares), Shares: m.shares()}
	for i := range p.Shares {
		if p.Shares[i].Word == "" {
			p.Shares[i].Salt = nil
		}
	}
	for _, a := range m.auctions(plies) {
		for _, i := range a.made {
			p.Seals = append(p.Seals, m.sealOf(i, a.opened && slices.Contains(a.last, i)))
		}
	}
	p.Links = p.Chain(setup)
	return p
}

// sealOf returns the hash of a bid and, if it may be told, what opens it.
func (m *Match) sealOf(i int, told bool) games.Opened {
	e := m.Log[i]
	part := games.Opens(m.Game, e.Move)
	o := games.Opened{Ply: i, Hash: games.BidHash(e.Salt, e.Ply, part)}
	if told {
		key, rest := games.BidOpening(e.Salt, e.Ply)
		o.Told = &games.Told{Seat: e.Seat, Move: part, Key: key, Rest: rest}
	}
	return o
}

// Secretive reports whether there is no record of the match yet, or it would tell what is
// secret now.
func (m *Match) Secretive() bool {
	return m.Setup.Rules == 0 || m.Info.Hidden && m.Phase == storage.Playing || m.Withheld()
}

// Revealed returns the part of the match's record that everybody may know now.
func (m *Match) Revealed() games.Revealed {
	return games.Revealed{Form: games.RecordForm, Game: m.Setup.Game, Rules: m.Setup.Rules, Seats: m.Setup.Seats, Options: m.Setup.Options,
		Proof: m.proofAt(len(m.Log), m.Setup)}
}

var errSecretive = errors.New("the record would tell what is secret now")

// Record returns a match as a record, with the proof of its deal. While the game goes on it has
// no seed and no secret, from which what is to come could be worked out. A match that is
// [Match.Secretive] has none.
func (m *Match) Record() (games.Record, error) {
	if m.Secretive() {
		return games.Record{}, errSecretive
	}
	moves := make([]games.RecordedPly, len(m.Log))
	for i, e := range m.Log {
		moves[i] = games.RecordedPly{Ply: e.Ply, At: e.At}
	}
	r := games.NewRecord(m.Setup, moves, m.State)
	r.Time = clock.TimeInWords(m.Allowance)
	for _, p := range m.Pauses {
		r.Pauses = append(r.Pauses, games.Pause(p))
	}
	for _, a := range m.Absences {
		r.Away = append(r.Away, games.Absence{Seat: a.Seat, Pause: games.Pause(a.Span)})
	}
	r.Proof = m.proofAt(len(m.Log), m.Setup)
	if m.Phase.Live() {
		return r, r.Open(m.Info, m.StateAt(0))
	}
	r.Reveal(m.Setup.Seed)
	if !m.Info.Chance {
		return r, nil
	}
	deal, err := m.StateAt(0).MarshalJSON()
	if err != nil {
		return r, err
	}
	r.Proof.Secret, r.Proof.Shares, r.Proof.Deal = &m.Secret, m.Shares, deal
	for i := range r.Proof.Seals {
		o := &r.Proof.Seals[i]
		o.Salt, o.Told = &m.Log[o.Ply].Salt, nil
	}
	return r, nil
}
