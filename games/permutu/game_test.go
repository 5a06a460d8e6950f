package permutu

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
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

// after plays moves, each of the seat that is to move.
func after(t *testing.T, st state, moves ...games.Move) state {
	t.Helper()
	for _, m := range moves {
		st = gametest.Move(t, st, m)
	}
	return st
}

func TestContract(t *testing.T) {
	for _, c := range []struct {
		seats, symbols  int
		distinct, start string
		games           int
	}{
		{1, 3, no, seat0, 15}, {1, 5, yes, quick, 10}, {2, 3, yes, quick, 20}, {2, 7, no, seat0, 15},
		{3, 4, no, quick, 15}, {4, 6, yes, seat0, 13}, {5, 5, no, quick, 8}, {6, 4, no, seat0, 8},
		{2, 26, no, seat0, 1}, {3, 26, yes, quick, 1}, {6, 26, no, quick, 1},
	} {
		t.Run(fmt.Sprint(c.seats, c.symbols, c.distinct, c.start), func(t *testing.T) {
			t.Parallel()
			s := setup(c.seats, c.symbols, c.distinct, c.start)
			if c.seats == 2 && c.start == quick {
				s.Options[games.SwapOption] = "on"
			}
			gametest.Check(t, Game{}, gametest.Config{
				Setup: s, Games: c.games, MaxPlies: 200, Seed: 1, Players: players(small),
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
		for column := range p.columns {
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
		var r *games.Refusal
		if st, err := (Game{}).Start(s); st != nil || !errors.As(err, &r) || r.Text.Key != "refuse.option.value" {
			t.Errorf("Start with %s = %v, %v, want a refusal of the value", option, st, err)
		}
	}
}

func TestCatalogue(t *testing.T) { gametest.Catalogue(t, Game{}, ".") }

// A star formats text on Discord, so only the rules may have one.
func TestSentencesHaveNoStars(t *testing.T) {
	var all map[string]any
	text, err := fs.ReadFile(Game{}.Info().Locale, "locale/en.json")
	if err != nil || json.Unmarshal(text, &all) != nil {
		t.Fatalf("en.json: %v", err)
	}
	for key, said := range all {
		if strings.Contains(fmt.Sprint(said), "*") && key != "permutu.rules" {
			t.Errorf("%s has a star, which formats: %v", key, said)
		}
	}
}

// The text board is longest if six seats hold the 78 blocks, or none of them.
func TestBoardAsTextIsShort(t *testing.T) {
	st := begin(t, setup(6, 26, no, seat0))
	longest := len(st.View(0).String())
	for i := range 78 {
		st.pos.held[i%6][i/26] |= Symbol(i % 26).bit()
		longest = max(longest, len(st.View(0).String()))
	}
	if longest > 700 || longest < 400 {
		t.Errorf("the longest board has %d characters, want at most 700", longest)
	}
	for line := range strings.Lines(st.View(0).String()) {
		if len(line) > 42 {
			t.Errorf("%q has %d characters and does not fit a phone", line, len(line))
		}
	}
}

func TestBands(t *testing.T) {
	for of, want := range map[[2]int][]Band{
		{3, 2}: {{0, 3}}, {13, 6}: {{0, 13}}, {14, 2}: {{0, 7}, {7, 14}}, {15, 2}: {{0, 7}, {7, 15}}, {26, 2}: {{0, 13}, {13, 26}},
		{10, 1}: {{0, 10}}, {11, 1}: {{0, 5}, {5, 11}}, {12, 1}: {{0, 6}, {6, 12}}, {26, 1}: {{0, 13}, {13, 26}},
	} {
		if got := Bands(of[0], of[1]); !slices.Equal(got, want) {
			t.Errorf("Bands(%d, %d) = %v, want %v", of[0], of[1], got, want)
		}
	}
}

// Each choice has a place of its own, in the column and the band of its move.
func TestStepIsAGrid(t *testing.T) {
	for game := range 2 * (maxSymbols - minSymbols + 1) {
		columns, seats := minSymbols+game/2, 1+game%2
		st := begin(t, setup(seats, columns, no, seat0))
		for column := range columns { // the seat has every symbol, so that it may take every column
			st.pos.owned[0] |= Symbol(column).bit()
		}
		step, bands := st.Step(0, nil), Bands(columns, seats)
		if len(step.Choices) != columns*bandHigh || step.High != len(bands)*bandHigh {
			t.Fatalf("%d columns: %d choices in %d rows", columns, len(step.Choices), step.High)
		}
		for _, c := range step.Choices {
			take, _ := readNotation(c.Move)
			row := int(take.Colour)
			if take.Whole {
				row = colours
			}
			band := bands[c.Y/bandHigh]
			if band.From+c.X != int(take.Column) || int(take.Column) >= band.To || c.Y%bandHigh != row {
				t.Errorf("%d columns: %s lies at %d, %d", columns, c.Move, c.X, c.Y)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	gametest.FuzzParse(f, Game{}, "7r", "26*", "the red block of column 7", "* 3", "007 green", "100r", "")
}

// FuzzPlay plays lines of a seat and a move. Only legal moves and system moves are
// played, and nothing panics.
func FuzzPlay(f *testing.F) {
	f.Add("0 1r\n1 2g\n2 lapse", uint8(2), uint8(5), true)
	f.Add("0 leave\n1 leave\n2 1r", uint8(2), uint8(0), false)
	f.Add("-1 1r\n99 draw\n0 1*", uint8(0), uint8(23), false)
	f.Fuzz(func(t *testing.T, plies string, seats, symbols uint8, open bool) {
		start := seat0
		if open {
			start = quick
		}
		var st games.State = begin(t, setup(1+int(seats%maxSeats), minSymbols+int(symbols%24), no, start))
		for line := range strings.Lines(plies) {
			number, move, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
			n, _ := strconv.Atoi(number)
			seat, m := games.Seat(n), games.Move(move)
			next, err := st.Play(seat, m)
			if legal := slices.Contains(st.Legal(seat), m); legal != (err == nil) && !m.System() {
				t.Fatalf("%q of seat %d is legal: %v, and Play says %v", m, seat, legal, err)
			}
			if err == nil {
				st = next
			}
			if text, err := json.Marshal(st); err != nil || len(st.View(seat).String()) > 700 {
				t.Fatalf("after %q of seat %d: %s, %v", m, seat, text, err)
			}
		}
	})
}
