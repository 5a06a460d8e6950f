package games

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// The keys of findings that show less than all, though nothing is wrong.
const (
	Undealt  = "refuse.verify.chance" // there is no proof, because nothing is dealt in the game
	Unproven = "verify.proof-not"     // there is no proof of the deal
	Unended  = "verify.ended-not"     // there is no end: the record was cut, or the game still goes on
)

// A Finding is one thing that [Verify] checked.
type Finding struct {
	Text  Text
	Holds bool
}

// findings are what was checked so far.
type findings []Finding

// add adds a finding. The key of one that does not hold ends in "-not".
func (f *findings) add(holds bool, key string, pairs ...any) {
	if !holds {
		key += "-not"
	}
	*f = append(*f, Finding{Say(key, pairs...), holds})
}

// Verify computes again everything in a record that can be computed, and compares: the
// commitment, the words, the seed, the deal, the moves with their result, and the hashes of
// bids. Of a record that was made while the game went on it checks what was revealed.
// A record in which the game has not ended does not hold, nor does one without the proof of its deal: their
// findings are [Unended] and [Unproven].
// The text of a finding that does not hold says where. It needs no network.
func Verify(list []Game, r Record) []Finding {
	i := slices.IndexFunc(list, func(g Game) bool { return g.Info().Name == r.Game })
	if i < 0 {
		return []Finding{{Say("verify.no-game", "Game", r.Game), false}}
	}
	game, p := list[i], r.Proof
	var found findings
	switch {
	case p == nil && !game.Info().With(r.Options).Chance:
		found.add(true, Undealt, "Game", game.Info().Title)
	case p == nil:
		found.add(false, "verify.proof")
	case p.Version != ProofVersion:
		found.add(false, "verify.newer")
		return found
	case p.Secret == nil && (r.Told != nil || r.Result != nil): // after the end there is one, so somebody has left it out
		found.add(false, "verify.proof")
	case p.Secret == nil:
		r.verifyRevealed(&found)
		if r.Moves == nil {
			found.add(false, "verify.ended")
			return found
		}
	default:
		r.verifyFixed(&found, CommitmentTo(*p.Secret, p.Shares) == p.Commitment)
		found.add(SeedFrom(*p.Secret, p.Shares) == r.Seed && len(p.Order) == r.Seats, "verify.mixed")
	}
	return r.verifyPlay(found, game)
}

// verifyFixed checks what was fixed before the deal: the commitment, which the
// caller has checked, and the words.
func (r Record) verifyFixed(found *findings, fixed bool) {
	p := r.Proof
	code := ""
	if len(p.Links) > 0 {
		code, _, _ = strings.Cut(p.Links[0].Code, "-")
	}
	found.add(fixed, "verify.commitment", "Code", code)
	for i, s := range p.Shares {
		seat := Seat(i)
		if i < len(p.Order) {
			seat = p.Order[i]
		}
		if s.Word == "" && s.Hash != (Hash{}) && s.holds() {
			found.add(true, "verify.erased", "Player", seat)
		} else if s.Word != "" || !s.holds() {
			found.add(s.holds(), "verify.word", "Player", seat, "Word", s.Word)
		}
	}
	links := p.Chain(r.Setup)
	for i := range max(len(links), len(p.Links)) {
		if i >= len(links) || i >= len(p.Links) || links[i] != p.Links[i] {
			found.add(false, "verify.chain", "Number", i+1)
			return
		}
	}
}

// verifyRevealed checks what may be known while the game goes on.
func (r Record) verifyRevealed(found *findings) {
	r.verifyFixed(found, true)
	told, wrong := 0, 0
	for _, o := range r.Proof.Seals {
		if o.Told == nil {
			continue
		}
		if told++; o.Told.hash() != o.Hash && wrong == 0 {
			wrong = o.Ply + 1
		}
	}
	if told > 0 {
		found.add(wrong == 0, "verify.bids", "Count", told, "Ply", wrong)
	}
}

// verifyPlay checks the deal, the moves with their result, and the hashes of bids.
func (r Record) verifyPlay(found findings, game Game) []Finding {
	first, err := game.Start(r.Setup)
	if err != nil || r.dealt(game.Info()) != nil {
		found.add(false, "verify.start")
		return found
	}
	if r.Proof != nil && r.Proof.Secret != nil {
		at := r.differs(first)
		found.add(at == "", "verify.deal", "Place", at)
	}
	_, err = r.check(game)
	if bad := (*BadPly)(nil); errors.As(err, &bad) {
		found.add(false, "verify.ply", "Ply", bad.Index+1)
	} else if err != nil || r.Result != nil {
		found.add(err == nil, "verify.result")
	} else {
		if len(r.Moves) > 0 {
			found.add(true, "verify.moves")
		}
		found.add(false, "verify.ended")
	}
	if r.Proof == nil || r.Proof.Secret == nil || !game.Info().Hidden {
		return found
	}
	sealed := bids(first, r.Log())
	if ply := r.unsealed(game, sealed); ply > 0 || len(sealed) > 0 {
		found.add(ply == 0, "verify.bids", "Count", len(sealed), "Ply", ply)
	}
	return found
}

// differs returns the place where the deal in a record differs from a first position, ""
// for none.
func (r Record) differs(first State) string {
	made, err := first.MarshalJSON()
	if err != nil {
		return "?"
	}
	var told, dealt any
	if json.Unmarshal(r.Proof.Deal, &told) != nil || json.Unmarshal(made, &dealt) != nil {
		return "?"
	}
	return difference("", told, dealt)
}

// difference returns the place of the first difference between two JSON values, such as
// "hands.2.5", and "" for none.
func difference(at string, a, b any) string {
	below := func(step string) string {
		if at == "" {
			return step
		}
		return at + "." + step
	}
	switch x := a.(type) {
	case map[string]any:
		if y, ok := b.(map[string]any); ok && len(x) == len(y) {
			for _, k := range slices.Sorted(maps.Keys(x)) {
				if _, ok := y[k]; !ok {
					return below(k)
				}
				if d := difference(below(k), x[k], y[k]); d != "" {
					return d
				}
			}
			return ""
		}
	case []any:
		if y, ok := b.([]any); ok && len(x) == len(y) {
			for i := range x {
				if d := difference(below(strconv.Itoa(i)), x[i], y[i]); d != "" {
					return d
				}
			}
			return ""
		}
	default:
		if a == b { // which holds for no list
			return ""
		}
	}
	return cmp.Or(at, "?")
}

// bids lists the indices of the plies of a log that are bids, up to the first that cannot be
// played.
func bids(state State, log []Ply) []int {
	var made []int
	for i, p := range log {
		if IsBid(state, p.Move) {
			made = append(made, i)
		}
		var err error
		if state, err = state.Play(p.Seat, p.Move); err != nil {
			break
		}
	}
	return made
}

// Bids reports whether a bid is owed in a position.
func Bids(s State) bool {
	b, ok := s.(Bidder)
	return ok && b.Bidding()
}

// IsBid reports whether a move in a position is a secret bid.
func IsBid(s State, m Move) bool {
	return Bids(s) && !m.System()
}

// unsealed returns the number, from 1, of the first bid that its seal does not fit, 0 for
// none. The bids are given by their indices.
func (r Record) unsealed(g Game, sealed []int) int {
	for n, i := range sealed {
		if n >= len(r.Proof.Seals) {
			return i + 1
		}
		o, p := r.Proof.Seals[n], r.Moves[i].Ply
		if o.Ply != i || o.Salt == nil || BidHash(*o.Salt, p, Opens(g, p.Move)) != o.Hash {
			return i + 1
		}
	}
	if len(r.Proof.Seals) > len(sealed) {
		return len(r.Moves) + 1
	}
	return 0
}
