package message

import (
	"slices"
	"testing"
	"time"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/permute"
	"parlour/storage"
)

// The score of an ended game has the numbers that decided it, the winner's first.
func TestScore(t *testing.T) {
	groups := func(orange, yellow []int) games.Result {
		d := games.Duel{}
		d.End(board.Decide([2][]int{orange, yellow}))
		r, _ := d.ResultOf([2]int{board.Rank(orange, 0), board.Rank(yellow, 0)})
		return r
	}
	of := func(places []int, scores ...int) games.Result { return games.Result{Places: places, Scores: scores} }
	for _, c := range []struct {
		result games.Result
		want   string
	}{
		{groups([]int{15, 3}, []int{16, 1}), "16–15"},
		{groups([]int{9, 5, 3}, []int{9, 5, 2}), "9–9, then 3–2"},
		{groups([]int{9, 1}, []int{9}), "9–9, then 1–0"},
		{groups([]int{9, 5}, []int{9, 5}), "9–9"},
		{of([]int{2, 1}, 0, 1), ""}, // five in a row
		{of([]int{1, 1}, 0, 0), ""},
		{of([]int{1, 2}, 14, 14), "14–14"}, // the symbols decided
		{of([]int{3, 1, 2}, 48, 55, 53), "55"},
		{of([]int{1, 3, 1}, 14, 12, 14), "14"},
		{of([]int{1, 1, 1}, 14, 12, 3), ""}, // all are out
		{of([]int{1}, 8), "8"},
	} {
		if got := score(writer(t).Plain("en", nil), c.result); got != c.want {
			t.Errorf("score(%+v) = %q, want %q", c.result, got, c.want)
		}
	}
}

// A game whose head does not say when it began lasts from the moment at which its table opened.
func TestOldGameLastsFromItsTable(t *testing.T) {
	m := matchOf(permute.Game{}, beginning(t, permute.Game{}, 2))
	m.Created = time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)
	m.EndedAt = m.Created.Add(5 * time.Hour)
	got := writer(t).Public(m).sees().facts(writer(t).Plain("en-GB", nil))
	if want := []string{"0 moves", "5 hours", "20 Nov 2026"}; !slices.Equal(got, want) {
		t.Errorf("facts = %q, want %q", got, want)
	}
}

// A rating has a question mark until its deviation is under 110.
func TestRatingsHaveAQuestionMarkUntilTheyAreKnown(t *testing.T) {
	for deviation, want := range map[float64]string{350: "ratings.unsure", 110: "ratings.unsure", 109.99: "ratings.known", 60: "ratings.known"} {
		if got := points(storage.Skill{Mean: 1500, Deviation: deviation}); got.Key != want {
			t.Errorf("with a deviation of %v a rating is told as %s, want %s", deviation, got.Key, want)
		}
	}
}
