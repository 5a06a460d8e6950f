// Package proof draws what a match draws, and proves that nothing was changed since: the deal of
// a table, the code of everything that is fixed at a moment, and the record with its proof.
//
// Its policy: what is secret now is in nothing that it returns, the full record of [Record]
// apart. [Secretive] says whether a match has one that may be told.
package proof

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// FixDeal draws, for a table that opens, what fixes its deal before anybody says a word: the
// secret and, in a game of chance, a salt for the word of each player that there may be.
func FixDeal(l *storage.Lobby, info games.Info, random io.Reader) error {
	if _, err := io.ReadFull(random, l.Secret[:]); err != nil {
		return fmt.Errorf("draw the secret of a deal: %w", err)
	}
	if !info.Chance {
		return nil
	}
	for range info.MaxSeats {
		var salt games.Salt
		if _, err := io.ReadFull(random, salt[:]); err != nil {
			return fmt.Errorf("draw the salts of a deal: %w", err)
		}
		l.Shares = append(l.Shares, games.NewShare(salt))
	}
	return nil
}

// SetSeed makes the seed of a match from the secret and the words.
func SetSeed(m *match.Match) {
	m.Shares = sharesOf(m)
	m.Setup.Seed = games.SeedFrom(m.Secret, m.Shares)
}

// Said returns the words that were mixed into the deal, or will be as it is now, in the order
// in which their players sat down; empty for none.
func Said(m *match.Match) []string {
	var words []string
	for _, s := range sharesOf(m) {
		words = append(words, s.Word)
	}
	return words
}

// sharesOf returns the shares of the deal with the words that were said.
func sharesOf(m *match.Match) []games.Share {
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
func auctions(m *match.Match, plies int) []auction {
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
			now.made, now.last = append(now.made, i), append(without(now.last, m.Log, s.Seat), i)
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

// without drops the plies of a seat.
func without(plies []int, log []storage.Entry, seat games.Seat) []int {
	var left []int
	for _, i := range plies {
		if log[i].Seat != seat {
			left = append(left, i)
		}
	}
	return left
}

// Sealed returns the seats that have made a bid which is still secret.
func Sealed(m *match.Match) []games.Seat {
	all := auctions(m, len(m.Log))
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
func Code(m *match.Match) string { return CodeAt(m, len(m.Log)) }

// CodeAt is [Code] as it was after the first plies of the log.
func CodeAt(m *match.Match, plies int) string { return codeOf(proofAt(m, plies), m.Setup) }

// TableCode is [Code] as it was when the game began, or now if it has not: it takes the
// words, and nothing that was fixed later.
func TableCode(m *match.Match) string { return codeOf(proofAt(m, 0), games.Setup{}) }

// codeOf returns the code of the newest link of a chain.
func codeOf(p *games.Proof, s games.Setup) string {
	if p == nil {
		return ""
	}
	links := p.Chain(s)
	return links[len(links)-1].Code
}

// LineCode returns the code that stood under the bids which were opened within some plies of
// the log, from the first of them up to the second. Of several times of bidding it is the last.
// It is empty if there was none, and if nobody had to wait for others.
func LineCode(m *match.Match, from, to int) string {
	for _, a := range slices.Backward(auctions(m, len(m.Log))) {
		if a.end >= from && a.end < to && a.made[0] < a.end {
			return CodeAt(m, a.end)
		}
	}
	return ""
}

// Unproven returns how many plies had been made when an auction was revealed whose bids no message
// has shown the code of, -1 for none. Those bids waited for others to the last.
func Unproven(m *match.Match) int {
	for _, a := range slices.Backward(auctions(m, len(m.Log))) {
		if a.end < len(m.Log) && a.end > m.Announced && a.made[0] < a.end && CodeAt(m, a.end) != "" {
			return a.end
		}
	}
	return -1
}

// proofAt returns what everybody may know of the proof after the first plies of the log, nil if
// there is none. Salts of words that nobody said stay secret, as do bids that are not told.
func proofAt(m *match.Match, plies int) *games.Proof {
	if !m.Info.Chance {
		return nil
	}
	p := &games.Proof{Version: games.ProofVersion, Match: m.ID, Order: m.Order,
		Commitment: games.CommitmentTo(m.Secret, m.Shares), Shares: sharesOf(m)}
	for i := range p.Shares {
		if p.Shares[i].Word == "" {
			p.Shares[i].Salt = nil
		}
	}
	for _, a := range auctions(m, plies) {
		for _, i := range a.made {
			p.Seals = append(p.Seals, sealOf(m, i, a.opened && slices.Contains(a.last, i)))
		}
	}
	return p
}

// sealOf returns the hash of a bid and, if it may be told, what opens it.
func sealOf(m *match.Match, i int, told bool) games.Opened {
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
func Secretive(m *match.Match) bool {
	return m.Setup.Rules == 0 || m.Info.Hidden && m.Phase == storage.Playing
}

// Revealed returns the part of the match's record that everybody may know now.
func Revealed(m *match.Match) games.Revealed {
	p := proofAt(m, len(m.Log))
	chained(p, m)
	return games.Revealed{Game: m.Setup.Game, Rules: m.Setup.Rules, Seats: m.Setup.Seats, Options: m.Setup.Options,
		Proof: p}
}

// chained puts the chain into a proof, if there is one.
func chained(p *games.Proof, m *match.Match) {
	if p != nil {
		p.Links = p.Chain(m.Setup)
	}
}

var errSecretive = errors.New("the record would tell what is secret now")

// Record returns a match as a record, with the proof of its deal. While the game goes on it has
// no seed and no secret, from which what is to come could be worked out. A match that is
// [Secretive] has none.
func Record(m *match.Match) (games.Record, error) {
	if Secretive(m) {
		return games.Record{}, errSecretive
	}
	moves := make([]games.RecordedPly, len(m.Log))
	for i, e := range m.Log {
		moves[i] = games.RecordedPly{Ply: e.Ply, At: e.At}
	}
	r := games.NewRecord(m.Setup, moves, m.State)
	if m.Phase.Live() {
		r.Proof = proofAt(m, len(m.Log))
		chained(r.Proof, m)
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
	r.Proof = proofAt(m, len(m.Log))
	r.Proof.Secret, r.Proof.Shares, r.Proof.Deal = &m.Secret, m.Shares, deal
	r.Proof.Links = r.Proof.Chain(m.Setup)
	for i := range r.Proof.Seals {
		o := &r.Proof.Seals[i]
		o.Salt, o.Told = &m.Log[o.Ply].Salt, nil
	}
	return r, nil
}
