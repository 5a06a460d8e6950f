package permutu

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

func setup(seats, symbols int, distinct, start string) games.Setup {
	return games.Setup{Game: "permutu", Rules: rules, Seats: seats, Options: map[string]string{
		"symbols": strconv.Itoa(symbols), "distinct": distinct, "start": start,
	}}
}

// counting is the seed 00 01 02 … 1f.
func counting() games.Seed {
	var s games.Seed
	for i := range s {
		s[i] = byte(i)
	}
	return s
}

func begin(t *testing.T, s games.Setup) state {
	t.Helper()
	st, err := Game{}.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	return st.(state)
}

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

// rows writes a deal, red / black / green.
func rows(p *Position) string {
	var all []string
	for c := range Colour(colours) {
		row := ""
		for column := range p.Columns() {
			row += p.Dealt(column, c).String()
		}
		all = append(all, row)
	}
	return strings.Join(all, " / ")
}

// The vectors hold the deal to what it has always been; a program that follows
// docs/fairness.md must come to the same.
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

// Three symbols have twelve deals without a double in a column; each comes about
// equally often.
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

func TestStartRefuses(t *testing.T) {
	with := func(name, value string) games.Setup {
		s := setup(2, 5, no, seat0)
		s.Options[name] = value
		return s
	}
	missing := setup(2, 5, no, seat0)
	delete(missing.Options, "start")
	for _, c := range []struct {
		setup games.Setup
		key   string
	}{
		{setup(0, 5, no, seat0), "refuse.seats"}, {setup(7, 5, no, seat0), "refuse.seats"},
		{setup(2, 2, no, seat0), "refuse.option.value"}, {setup(2, 27, no, seat0), "refuse.option.value"},
		{with("symbols", "05"), "refuse.option.value"}, {with("symbols", ""), "refuse.option.value"},
		{with("distinct", "yes"), "refuse.option.value"}, {with("start", "seat1"), "refuse.option.value"},
		{with("colour", "red"), "refuse.option.name"}, {missing, "refuse.option.missing"},
	} {
		if st, err := (Game{}).Start(c.setup); st != nil || !refuses(err, c.key) {
			t.Errorf("Start(%d seats, %v) = %v, %v, want %s", c.setup.Seats, c.setup.Options, st, err, c.key)
		}
	}
	newer := setup(2, 5, no, seat0)
	newer.Rules++
	if _, err := (Game{}).Start(newer); !errors.Is(err, games.ErrRules) {
		t.Errorf("Start with newer rules = %v, want ErrRules", err)
	}
}

func TestParse(t *testing.T) {
	for want, texts := range map[games.Move][]string{
		"7r":  {"7r", "7R", " 7 r ", "7 red", "r7", "Red 7", "column 7: red", "the red block of column 7", "07r", "#7 red"},
		"7b":  {"7b", "7 black", "7-b", "b-7", "7. Black"},
		"7g":  {"7g", "7GREEN", "col 7, green"},
		"26*": {"26*", "26 *", "26 all", "26 whole", "* 26", "all of 26", "whole column 26", "Take the whole column 26"},
		"99r": {"99r"},
	} {
		for _, text := range texts {
			if got, err := (Game{}).Parse(text); err != nil || got != want {
				t.Errorf("Parse(%q) = %q, %v, want %q", text, got, err, want)
			}
		}
	}
	for _, text := range []string{
		"", "7", "r", "*", "0r", "00*", "100r", "7rr", "7r 8r", "7 8 r", "7x", "7r!", "7rb", "7 red black", "-7r?", "-7r", "column -7 red", "٧r",
		"@everyone", "lapse", "leave", "return", "draw", strings.Repeat("7", 4000),
	} {
		if got, err := (Game{}).Parse(text); got != "" || !refuses(err, "permutu.refuse.notation") {
			t.Errorf("Parse(%q) = %q, %v, want a refusal", text, got, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"7r", "26*", "the red block of column 7", "* 3", "007 green", "100r", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Game{}.Parse(text)
		if err != nil {
			return
		}
		if again, err := (Game{}).Parse(string(m)); err != nil || again != m {
			t.Errorf("Parse(%q) = %q, and Parse of that = %q, %v", text, m, again, err)
		}
		if take, ok := readNotation(m); !ok || take.Move() != m {
			t.Errorf("Parse(%q) = %q, which reads as %+v, %v", text, m, take, ok)
		}
	})
}

// FuzzPlay plays lines of a seat and a move: nothing but what is legal is played,
// and nothing ever panics.
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
			st = try(t, st, games.Seat(n), games.Move(move))
		}
	})
}

// try plays a ply and returns the position after it, or the same when the ply is
// refused.
func try(t *testing.T, st games.State, seat games.Seat, m games.Move) games.State {
	t.Helper()
	legal := slices.Contains(st.Legal(seat), m)
	next, err := st.Play(seat, m)
	if legal != (err == nil) && !m.System() {
		t.Fatalf("%q of seat %d is legal: %v, and Play says %v", m, seat, legal, err)
	}
	if err != nil {
		return st
	}
	v := next.View(seat)
	w := v.Words()
	if len(v.String()) > 700 || said(t, w.Score) == "" || said(t, w.Owes) == "" || lines(t, w.Last) == "" && m != games.Leave && m != games.Draw {
		t.Fatalf("after %q of seat %d: %v, %v", m, seat, v, w)
	}
	if r, over := next.Result(); over && said(t, r.Reason) == "" {
		t.Fatalf("after %q of seat %d: no reason", m, seat)
	}
	return next
}
