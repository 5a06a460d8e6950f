package permutu

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

// setup returns a setup with the seed of all zeros.
func setup(seats, symbols int, distinct, start string) games.Setup {
	return games.Setup{Game: "permutu", Rules: rules, Seats: seats, Options: map[string]string{
		"symbols": strconv.Itoa(symbols), "distinct": distinct, "start": start,
	}}
}

// counting returns the seed 00 01 02 … 1f.
func counting() games.Seed {
	var s games.Seed
	for i := range s {
		s[i] = byte(i)
	}
	return s
}

// begin starts a game.
func begin(t *testing.T, s games.Setup) state {
	t.Helper()
	st, err := Game{}.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	return st.(state)
}

// refuses reports whether err is a [games.Refusal] with a key.
func refuses(err error, key string) bool {
	var r *games.Refusal
	return errors.As(err, &r) && r.Text.Key == key
}

func TestContract(t *testing.T) {
	for _, c := range []struct {
		seats, symbols  int
		distinct, start string
		games           int
	}{
		{1, 3, no, seat0, 30}, {1, 5, yes, quick, 20}, {2, 3, yes, quick, 30}, {2, 7, no, seat0, 30},
		{3, 4, no, quick, 30}, {4, 6, yes, seat0, 25}, {5, 5, no, quick, 15}, {6, 4, no, seat0, 15},
		{2, 26, no, seat0, 2}, {3, 26, yes, quick, 1}, {6, 26, no, quick, 2},
	} {
		t.Run(fmt.Sprint(c.seats, c.symbols, c.distinct, c.start), func(t *testing.T) {
			t.Parallel()
			gametest.Check(t, Game{}, gametest.Config{
				Setup: setup(c.seats, c.symbols, c.distinct, c.start), Games: c.games, MaxPlies: 200, Seed: 1, Players: players(small),
			})
		})
	}
}

func TestRecords(t *testing.T) {
	quick := setup(4, 26, "false", "quick")
	quick.Seed = counting()
	gametest.Records(t, Game{}, "testdata/records", map[string]games.Setup{
		"solo12": setup(1, 12, "true", "seat0"), "two26": setup(2, 26, "false", "seat0"), "quick4": quick,
	})
}

func TestPlaythroughs(t *testing.T) { gametest.Playthroughs(t, Game{}, "testdata/playthrough") }

// rows writes a deal as its rows: red / black / green.
func rows(p *position) string {
	var all []string
	for c := range Colour(colours) {
		row := ""
		for column := range p.Columns() {
			row += p.dealt[column][c].String()
		}
		all = append(all, row)
	}
	return strings.Join(all, " / ")
}

// A deal never changes for its seed. A program that follows docs/fairness.md comes to
// the same deals.
func TestDeal(t *testing.T) {
	for _, c := range []struct {
		seed     games.Seed
		symbols  int
		distinct string
		want     string
	}{
		{counting(), 3, no, "ABC / ABC / ACB"},
		{counting(), 3, yes, "ACB / BAC / CBA"},
		{counting(), 4, no, "DBAC / ACDB / CBDA"},
		{counting(), 7, yes, "CDGEABF / EAFGBDC / BGACFED"},
		{counting(), 26, no, "KDWTCGJVNAHPURZOIFYMLBEXSQ / OYGXQIPZALHJMCVBUWDKTFENSR / VAMCIXWKELJTBSZFQDHPGONYRU"},
		{counting(), 26, yes, "VNWLKPYBHGIACRTEMFSQUXOZJD / LWMRJVGPZOKUTQASNDXIEBYHFC / HMGKRFXDOWQELAUZBSPYITJNCV"},
		{games.Seed{}, 3, no, "ACB / CAB / BAC"},
		{games.Seed{}, 26, no, "JHKQFUZCRADOVXMINBLPWSGTEY / NWTJGUAMBQSYCVDXKZEPHFLROI / KVTMACSQNUIDXLFRZBHWOJYEPG"},
	} {
		s := setup(1, c.symbols, c.distinct, seat0)
		s.Seed = c.seed
		st := begin(t, s)
		if got := rows(&st.pos); got != c.want {
			t.Errorf("%d symbols, distinct %s, of %x: %s, want %s", c.symbols, c.distinct, c.seed[:2], got, c.want)
		}
	}
}

// Three symbols have twelve deals without a double in a column, all equally likely.
func TestDistinctDealsAreUniform(t *testing.T) {
	const n = 3600
	seen := map[string]int{}
	for i := range n {
		p := newPosition(games.Seed{byte(i), byte(i >> 8), 7}, 1, 3, true)
		if !p.distinct() {
			t.Fatalf("%s has a double in a column", rows(&p))
		}
		seen[rows(&p)]++
	}
	if len(seen) != 12 {
		t.Errorf("%d different deals, want 12: %v", len(seen), seen)
	}
	for deal, times := range seen {
		if times < 225 || times > 375 {
			t.Errorf("%s came %d times of %d, want about %d", deal, times, n, n/12)
		}
	}
}

// A value that the rules do not have is refused.
func TestStartRefuses(t *testing.T) {
	for _, option := range []string{"symbols 2", "symbols 27", "symbols 05", "symbols ", "distinct yes", "start seat1"} {
		s := setup(2, 5, no, seat0)
		name, value, _ := strings.Cut(option, " ")
		s.Options[name] = value
		if st, err := (Game{}).Start(s); st != nil || !refuses(err, "refuse.option.value") {
			t.Errorf("Start with %s = %v, %v, want a refusal of the value", option, st, err)
		}
	}
}
