package permutations

import (
	"strings"
	"testing"

	"parlour/games"
)

// In each of these positions the best move must be found, and this reason must be said for it.
func TestZoo(t *testing.T) {
	for _, c := range []struct {
		what             string
		humans           int
		dealt, collected string // see last
		plies            string
		want             games.Move
		why              string // the key of the reason, without the game
		said             string
	}{
		{"bids high where all but one card burn it", 2, "12 36 37 38 | 10 44 | 20 30 | 1 5 | 2 6",
			"9 33 41 | 16 40 | 21 45 | 28 29", "", "bid 44", "first", "Nobody can bid more, so you pick first."},
		{"bids high for the moon that makes a large set count", 2, "12 19 36 37 | 10 24 | 20 22 | 1 5 | 3 6",
			"8 11 14 1 33 | 20 34 | 16 | 39", "", "bid 24", "first", "Nobody can bid more, so you pick first."},
		{"bids low where nothing is to be had", 2, "33 40 44 45 | 10 48 | 20 30 | 12 15 | 13 26",
			"1 | 2 | 3 | 4", "", "bid 10", "last", "You pick last, but keep your higher cards for later."},
		{"bids no more than the second pick needs", 2, "12 19 36 37 | 10 34 | 20 45 | 14 7 | 3 46",
			"8 11 14 2 33 | 20 34 | 16 | 39", "", "bid 10", "picks", "You pick second."},
		{"bids high where the next higher bid is Ben's", 2, "9 32 37 47 | 16 33 46 | 1 23 34 | 10 12 35 | 15 30 45",
			"4 5 25 36 40 | 6 41 42 48 | 3 7 13 18 28 | 8 26 39", "", "bid 33", "picks", "You pick first or second."},
		{"bids its middle card where two suns lie", 3, "13 23 44 46 | 7 10 17 | 4 35 37 | 14 18 31 | 6 20 39",
			"3 40 47 | 2 19 43 48 | 15 29 36 38 42 | 9 26 45", "", "bid 17", "not-last", "You won't pick last."},
		{"bids its higher card, though it may pick last", 3, "25 31 5 46 | 37 13 | 4 39 | 43 27 | 40 42",
			"18 23 24 | 8 49 17 | 32 29 7 | 22 33 26", "", "bid 37", "above", "Of 5 cards that the others may bid, 3 are higher."},
		{"bids low for the next auction", 2, "14 28 34 40 | 4 17 20 | 1 6 48 | 10 16 32 | 24 25 42",
			"5 11 27 31 | 9 12 13 22 43 | 35 41 44 | 2 3 18 19 38", "", "bid 4", "keeps", "It keeps your higher cards for later."},
		{"takes what does not burn it", 2, "12 36 37 38 | 10 44 | 20 30 | 1 5 | 2 6",
			"9 33 41 | 16 40 | 21 45 | 28 29", "0 bid 44, 1 bid 30", "take 12", "suns", "It's the only card that's no sun."},
		{"takes a star where a sun would burn it", 2, "36 37 38 12 | 10 44 | 20 30 | 1 5 | 2 6",
			"33 41 1 3 6 | 40 4 | 45 34 | 28 29", "0 bid 44, 1 bid 30", "take 12", "suns", "It's the only card that's no sun."},
		{"takes no sun where one more would burn it", 2, "36 37 49 12 | 10 44 | 20 30 | 1 5 | 2 6",
			"33 41 1 3 6 | 40 4 | 45 34 | 28 29", "0 bid 44, 1 bid 30", "take 12", "safe", "It brings 2 points. One more sun would give you the most."},
		{"takes the moon that makes a large set count", 2, "12 19 34 15 | 10 44 | 20 30 | 1 5 | 2 6",
			"1 8 11 14 22 | 16 20 | 28 | 40", "0 bid 44, 1 bid 30", "take 19", "moons", "It gives you the most moons for now."},
		{"takes the moon that would make another's set count", 2, "21 6 33 49 | 10 48 | 12 47 | 1 5 | 2 3",
			"7 8 11 14 | 4 9 16 20 | 24 25 | 40", "0 bid 48, 1 bid 47", "take 21", "denies", "It keeps Ben from the most moons."},
		{"keeps its lead in moons", 2, "27 29 33 36 | 10 48 | 12 47 | 1 5 | 2 3",
			"8 11 14 17 24 | 4 9 16 18 25 | 6 | 40", "0 bid 48, 1 bid 47", "take 27", "moon", "That makes 3 moons for you, to Ben's 2."},
		{"takes a sun for its set, where another has far more", 2, "3 4 6 34 | 10 44 | 20 30 | 1 5 | 2 6",
			"7 15 18 23 26 | 16 20 | 33 35 37 40 | 28", "0 bid 44, 1 bid 30", "take 34", "points.less", "It brings 11 points for now, and Dummy one still has more suns."},
		{"takes a sun for its set, where any may burn it", 2, "8 14 42 44 | 2 33 34 | 1 27 47 | 28 39 48 | 3 9 41",
			"12 24 40 43 | 15 16 18 31 36 | 7 10 26 35 38 | 11 23 25 29 32", "0 bid 2, 1 bid 1", "take 44", "points.sun", "It brings 3 points for now, though it's a sun."},
		{"takes a sun that can't burn it yet", 3, "19 22 24 45 | 18 21 41 | 1 2 9 | 16 30 39 | 8 20 26",
			"10 27 28 31 | 11 23 42 | 12 14 17 25 43 | 6 33 44", "0 bid 21, 1 bid 2, 2 bid 16", "take 45", "sun", "That makes 1 sun for you, to Dummy one's 2."},
		{"takes the best of four suns", 3, "33 35 40 46 | 29 44 47 | 18 31 36 | 22 26 38 | 7 14 45",
			"9 15 41 | 4 6 16 25 34 | 1 11 20 | 2 13 42 48", "0 bid 47, 1 bid 18, 2 bid 26", "take 35", "only-suns", "Only suns are left."},
		{"draws level in moons", 2, "19 21 26 29 | 24 40 45 | 1 22 23 | 12 25 35 | 8 39 48",
			"4 32 33 43 44 | 14 36 47 | 10 16 17 31 | 5 11 15 37", "0 bid 40, 1 bid 1", "take 21", "moon.level", "That makes 2 moons each. Dummy one's lower moon still leads."},
		{"takes the card that makes a set grow", 2, "7 13 4 49 | 10 44 | 20 30 | 1 5 | 2 6",
			"10 15 1 8 11 14 | 5 9 16 2 3 6 | 28 | 40", "0 bid 44, 1 bid 30", "take 7", "points", "It brings 7 points for now."},
	} {
		v := play(t, last(c.humans, c.dealt, c.collected), c.plies).View(0).(View)
		for seed := range byte(3) {
			if got := thought(v, 0, games.Seed{seed}, 600); got != c.want {
				t.Errorf("it %s: %q, want %q in\n%s", c.what, got, c.want, v)
			}
		}
		why := Game{}.Why(v, 0, c.want)
		if said := inEnglish(t, strings.Join(strings.Fields("Ann Ben Cleo")[:v.Humans], " "), why); why.Key != "permutations.why."+c.why || said != c.said {
			t.Errorf("it %s, because %q (%s), want %q (permutations.why.%s)", c.what, said, why.Key, c.said, c.why)
		}
	}
}
