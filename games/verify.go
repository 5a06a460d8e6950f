package games

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
)

// A Proof is the part of a record that shows that nobody tampered with the match: what was
// shown in advance, and what opens it.
type Proof struct {
	Commitment string          `json:"commitment"` // shown when the table opened
	Secret     Seed            `json:"secret"`     // the secret of the commitment
	Words      []string        `json:"words"`      // of the players, in the order in which they sat down
	Deal       json.RawMessage `json:"deal"`       // the first position, hidden things too
	Seals      []Opened        `json:"seals"`      // of the moves that were sealed; nil for none
}

// An Opened is the hash of a sealed move and the salt that opens it.
type Opened struct {
	Ply  int    `json:"ply"` // index of the move in the record
	Hash string `json:"hash"`
	Salt Salt   `json:"salt"`
}

// A Finding is one thing that [Verify] checked.
type Finding struct {
	Text  Text
	Holds bool
}

// Verify computes again everything in a record that can be computed, and compares: the
// commitment, the seed, the deal, the moves with their result, and the hashes of sealed
// moves. The findings are in that order; the text of one that does not hold says where. It
// needs no network.
func Verify(list []Game, r Record) []Finding {
	i := slices.IndexFunc(list, func(g Game) bool { return g.Info().Name == r.Game })
	if i < 0 {
		return []Finding{{Say("verify.no-game", "Game", r.Game), false}}
	}
	game := list[i]
	var found []Finding
	find := func(holds bool, key string, pairs ...any) {
		if !holds {
			key += "-not"
		}
		found = append(found, Finding{Say(key, pairs...), holds})
	}
	if p := r.Proof; p == nil {
		find(false, "verify.proof")
	} else {
		find(Commitment(p.Secret) == p.Commitment, "verify.commitment", "Commitment", p.Commitment)
		find(SeedOf(p.Secret, p.Words) == r.Seed && len(p.Words) == r.Seats, "verify.seed", "Words", Spoken(p.Words))
	}
	first, err := game.Start(r.Setup)
	if err != nil {
		return append(found, Finding{Say("verify.start-not"), false})
	}
	if r.Proof != nil {
		at := r.differs(first)
		find(at == "", "verify.deal", "Place", at)
	}
	_, err = r.check(game)
	if bad := (*BadPly)(nil); errors.As(err, &bad) {
		find(false, "verify.ply", "Ply", bad.Index+1)
	} else {
		find(err == nil, "verify.result", "Count", len(r.Moves))
	}
	if r.Proof != nil && game.Info().Hidden {
		ply := r.unsealed(game)
		find(ply == 0, "verify.seals", "Ply", ply)
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
		y, ok := b.(map[string]any)
		if !ok || len(x) != len(y) {
			return cmp.Or(at, "?")
		}
		for _, k := range slices.Sorted(maps.Keys(x)) {
			if _, ok := y[k]; !ok {
				return below(k)
			}
			if d := difference(below(k), x[k], y[k]); d != "" {
				return d
			}
		}
		return ""
	case []any:
		y, ok := b.([]any)
		if !ok || len(x) != len(y) {
			return cmp.Or(at, "?")
		}
		for i := range x {
			if d := difference(below(strconv.Itoa(i)), x[i], y[i]); d != "" {
				return d
			}
		}
		return ""
	}
	switch b.(type) {
	case map[string]any, []any:
		return cmp.Or(at, "?")
	}
	if a == b {
		return ""
	}
	return cmp.Or(at, "?")
}

// unsealed returns the number, from 1, of the first move that its seal does not fit, 0 for
// none. Every move of a game that hides something has a seal.
func (r Record) unsealed(g Game) int {
	if len(r.Proof.Seals) > len(r.Moves) {
		return len(r.Moves) + 1
	}
	for i, m := range r.Moves {
		at := slices.IndexFunc(r.Proof.Seals, func(o Opened) bool { return o.Ply == i })
		if at < 0 || Seal(r.Proof.Seals[at].Salt, m.Ply, Opens(g, m.Move)) != r.Proof.Seals[at].Hash {
			return i + 1
		}
	}
	return 0
}
