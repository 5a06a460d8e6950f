package permutations

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"parlour/games"
)

func asJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// keys lists the keys of what was read from JSON, sorted, each with those below
// it; of a list, those of its first object.
func keys(v any) string {
	switch v := v.(type) {
	case []any:
		if len(v) > 0 {
			return keys(v[0])
		}
	case map[string]any:
		var all []string
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if below := keys(v[key]); below != "" {
				key += "(" + below + ")"
			}
			all = append(all, key)
		}
		return strings.Join(all, " ")
	}
	return ""
}

// Programs read these names.
func TestViewAsJSON(t *testing.T) {
	s := play(t, trio(), "1 lapse", "0 bid 44 take 8", "2 bid 30")
	for seat, own := range map[games.Seat]string{games.Spectator: "own", 0: "own(card take)"} {
		want := "auction auctions burning ended humans moon news(kind numbers seats) " + own +
			" past phase places pool round rounds scores seat shown(bids number order pool round takes)" +
			" sides(away back bid cards collection due dummy hand hasBid suns total) toMove"
		var v any
		if err := json.Unmarshal([]byte(asJSON(s.View(seat))), &v); err != nil || keys(v) != want {
			t.Errorf("the view of seat %d has the keys\n%s\nwant\n%s (%v)", seat, keys(v), want, err)
		}
	}
}

// The position has everything in it, what no view shows, too.
func TestMarshalJSON(t *testing.T) {
	sealed := play(t, trio(), "1 bid 20 take 5")
	round2 := table(2, []Card{5, 6, 7, 33}, []Card{20, 21}, []Card{22, 23}, []Card{1, 2}, []Card{3, 4})
	round2 = play(t, round2, "0 bid 20 take 33", "1 bid 22 take 7", "1 take 22", "0 take 20")
	const all = "auction away back bids collections due dummies ended endedBy hands humans lapses news past phase pool round shown totals wishes"
	for name, c := range map[string]struct {
		s    state
		want map[string]string
	}{
		"while all bid": {sealed, map[string]string{
			"humans": `3`, "round": `1`, "auction": `1`, "phase": `"bid"`, "pool": `[5,6,7,8]`,
			"hands": `[[10,40,44],[20,41,45],[30,42,46],[1,43,47]]`, "collections": `[[],[],[],[]]`, "past": `[]`,
			"bids": `{"1":20,"3":1}`, "wishes": `{"1":[5]}`, "totals": `[0,0,0,0]`, "shown": `null`, "dummies": `[3]`,
			"away": `[]`, "back": `[]`, "lapses": `[0,0,0]`, "ended": `""`, "endedBy": `null`,
			"news": `[{"kind":"sealed","seats":[1],"numbers":null}]`,
		}},
		"while they take": {play(t, sealed, "0 bid 10", "2 bid 42 take 8 6"), map[string]string{
			"phase": `"take"`, "pool": `[6,7]`, "hands": `[[40,44],[41,45],[30,46],[43,47]]`, "collections": `[[],[5],[8],[]]`,
			"bids": `{}`, "wishes": `{"1":[5],"2":[8,6]}`,
			"shown": `{"round":1,"number":1,"pool":[5,6,7,8],"order":[2,1,0,3],"bids":[10,20,42,1],"takes":[-1,5,8,-1]}`,
		}},
		"in round 2": {round2, map[string]string{
			"round": `2`, "past": `[[[20,33],[7,22],[3,6],[1,5]]]`, "hands": `[[20,33],[7,22],[3,6],[1,5]]`,
			"collections": `[[],[],[],[]]`, "totals": `[4,3,4,5]`,
		}},
		"who is away and back": {play(t, sealed, "0 leave", "2 leave", "2 return"), map[string]string{
			"away": `[0,2]`, "back": `[2]`, "dummies": `[3]`, "lapses": `[0,0,0]`,
		}},
		"a lapse":   {play(t, sealed, "0 lapse"), map[string]string{"lapses": `[1,0,0]`, "away": `[]`}},
		"a draw":    {play(t, sealed, "0 draw"), map[string]string{"phase": `"over"`, "bids": `{}`, "wishes": `{}`, "ended": `"drawn"`, "endedBy": `0`}},
		"all leave": {play(t, sealed, "0 leave", "2 leave", "1 leave"), map[string]string{"ended": `"deserted"`, "endedBy": `null`}},
	} {
		var got map[string]json.RawMessage
		err := json.Unmarshal([]byte(asJSON(c.s)), &got)
		if has := strings.Join(slices.Sorted(maps.Keys(got)), " "); err != nil || has != all {
			t.Errorf("%s: the keys are\n%s\nwant\n%s (%v)", name, has, all, err)
		}
		for key, want := range c.want {
			if string(got[key]) != want {
				t.Errorf("%s: %s is %s, want %s", name, key, got[key], want)
			}
		}
	}
}
