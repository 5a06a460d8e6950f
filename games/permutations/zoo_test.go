package permutations

import (
	"testing"

	"parlour/games"
	"parlour/games/permutations/deal"
)

// In each of these positions the best move must be found, and this reason must be said for it.
func TestZoo(t *testing.T) {
	type cards = []deal.Card
	hands := []cards{{10, 44}, {20, 30}, {1, 5}, {2, 6}}
	starry := []cards{{10, 48}, {12, 47}, {1, 5}, {2, 3}}
	dull := []cards{{9, 33, 41}, {16, 40}, {21, 45}, {28, 29}}
	reds, blues := cards{8, 11, 14, 17, 24}, cards{4, 9, 16, 18, 25}
	for _, c := range []struct {
		what  string
		state state
		want  games.Move
		why   string // the key of the reason, without the game
		said  string
	}{
		{"bids high where all but one card burn it", last(t, 2, cards{12, 36, 37, 38}, hands, dull...), "bid 44",
			"first", "Nobody can bid more, so you pick first and can take 12, the only card that's no sun."},
		{"bids high for the moon that makes a large set count", last(t, 2, cards{12, 19, 36, 37}, []cards{{10, 24}, {20, 22}, {1, 5}, {3, 6}}, cards{8, 11, 14, 1, 33}, cards{20, 34}, cards{16}, cards{39}), "bid 24",
			"first", "Nobody can bid more, so you pick first and can take 19 for the most moons."},
		{"bids low where nothing is to be had", last(t, 2, cards{33, 40, 44, 45}, []cards{{10, 48}, {20, 30}, {12, 15}, {13, 26}}, cards{1}, cards{2}, cards{3}, cards{4}), "bid 10",
			"last", "Nobody can bid less, so you take what's left, likely 45, a sun for 1 point."},
		{"bids no more than the second pick needs", last(t, 2, cards{12, 19, 36, 37}, []cards{{10, 34}, {20, 45}, {14, 7}, {3, 46}}, cards{8, 11, 14, 2, 33}, cards{20, 34}, cards{16}, cards{39}), "bid 10",
			"likely", "You likely pick second and get 12 for 3 points."},
		{"takes what does not burn it", play(t, last(t, 2, cards{12, 36, 37, 38}, hands, dull...), "0 bid 44", "1 bid 30"), "take 12",
			"suns", "It's the only card that's no sun."},
		{"takes a star where a sun would burn it", play(t, last(t, 2, cards{36, 37, 38, 12}, hands, cards{33, 41, 1, 3, 6}, cards{40, 4}, cards{45, 34}, cards{28, 29}), "0 bid 44", "1 bid 30"), "take 12",
			"suns", "It's the only card that's no sun."},
		{"takes no sun where one more would burn it", play(t, last(t, 2, cards{36, 37, 49, 12}, hands, cards{33, 41, 1, 3, 6}, cards{40, 4}, cards{45, 34}, cards{28, 29}), "0 bid 44", "1 bid 30"), "take 12",
			"safe", "It brings 2 points. One more sun would give you the most."},
		{"takes the moon that makes a large set count", play(t, last(t, 2, cards{12, 19, 34, 15}, hands, cards{1, 8, 11, 14, 22}, cards{16, 20}, cards{28}, cards{40}), "0 bid 44", "1 bid 30"), "take 19",
			"moons", "It gives you the most moons for now."},
		{"takes the moon that would make another's set count", play(t, last(t, 2, cards{21, 6, 33, 49}, starry, cards{7, 8, 11, 14}, cards{4, 9, 16, 20}, cards{24, 25}, cards{40}), "0 bid 48", "1 bid 47"), "take 21",
			"denies", "It keeps Ben from the most moons."},
		{"keeps its lead in moons", play(t, last(t, 2, cards{27, 29, 33, 36}, starry, reds, blues, cards{6}, cards{40}), "0 bid 48", "1 bid 47"), "take 27",
			"moon", "That makes 3 moons for you, to Ben's 2."},
		{"takes a sun for its set, where another has far more", play(t, last(t, 2, cards{3, 4, 6, 34}, hands, cards{7, 15, 18, 23, 26}, cards{16, 20}, cards{33, 35, 37, 40}, cards{28}), "0 bid 44", "1 bid 30"), "take 34",
			"points.sun", "It brings 11 points for now, though it's a sun."},
		{"takes the card that makes a set grow", play(t, last(t, 2, cards{7, 13, 4, 49}, hands, cards{10, 15, 1, 8, 11, 14}, cards{5, 9, 16, 2, 3, 6}, cards{28}, cards{40}), "0 bid 44", "1 bid 30"), "take 7",
			"points", "It brings 7 points for now."},
	} {
		v := c.state.View(0).(View)
		for seed := range byte(3) {
			if got := thought(v, 0, games.Seed{seed}, 600); got != c.want {
				t.Errorf("it %s: %q, want %q in\n%s", c.what, got, c.want, v)
			}
		}
		why := Game{}.Why(v, 0, c.want)
		if said := inEnglish(t, "Ann Ben", why); why.Key != "permutations.why."+c.why || said != c.said {
			t.Errorf("it %s, because %q (%s), want %q (permutations.why.%s)", c.what, said, why.Key, c.said, c.why)
		}
	}
}
