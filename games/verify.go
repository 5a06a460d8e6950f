package games

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
)

// A Proof is what a record holds besides the game to show that nobody tampered with
// it: what was shown before its time, and what opens that.
type Proof struct {
	Commitment string          `json:"commitment"` // shown when the table opened
	Secret     Seed            `json:"secret"`     // to which it was
	Words      []string        `json:"words"`      // of the players, as they sat down
	Deal       json.RawMessage `json:"deal"`       // the first position, hidden things too
	Seals      []Opened        `json:"seals"`      // of the moves that were hidden for a while; nil where none is
}

// An Opened is a sealed move with what opens it.
type Opened struct {
	Ply  int    `json:"ply"` // which move of the record, from 0
	Hash string `json:"hash"`
	Salt Salt   `json:"salt"`
}

// A Finding is what Verify found of one thing.
type Finding struct {
	Text  Text
	Holds bool
}

// Verify makes everything in a record anew that can be made: the commitment, the
// seed, the deal, every sealed move's hash, and the result. It needs no network. The
// findings are in that order; of one that does not hold the text says where.
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

// differs returns where the deal that a record tells differs from a first position,
// or nothing.
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

// difference returns the place of the first difference between two JSON values, as
// "hands.2.5", or nothing.
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

// unsealed returns the number, from 1, of the first move whose seal does not open to
// it, or 0. Every move of a game that hides something has one.
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
