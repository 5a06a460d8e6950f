package permute

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

func setup(size int, start, swap string) games.Setup {
	return games.Setup{Game: "permute", Rules: rules, Seats: 2, Options: map[string]string{
		"size": strconv.Itoa(size), "start": start, "swap": swap,
	}}
}

// play starts a game and plays moves by turns.
func play(t *testing.T, s games.Setup, moves ...games.Move) state {
	t.Helper()
	var log []games.Ply
	for i, m := range moves {
		log = append(log, games.Ply{Seat: games.Seat(i % 2), Move: m})
	}
	st, _, err := games.Replay(Game{}, s, log)
	if err != nil {
		t.Fatal(err)
	}
	return st.(state)
}

func TestContract(t *testing.T) {
	for _, c := range []struct {
		size        int
		start, swap string
		games       int
	}{
		{2, "chequer", "on", 20}, {3, "chequer", "off", 20}, {9, "chequer", "on", 12},
		{10, "blocks", "on", 6}, {13, "chequer", "off", 2}, {19, "chequer", "on", 1},
	} {
		t.Run(fmt.Sprint(c.size, c.start, c.swap), func(t *testing.T) {
			t.Parallel()
			gametest.Check(t, Game{}, gametest.Config{
				Setup: setup(c.size, c.start, c.swap), Games: c.games, MaxPlies: 400, Seed: 1,
			})
		})
	}
}

func TestPlaythroughs(t *testing.T) { gametest.Playthroughs(t, Game{}, "testdata/playthrough") }

// The figures stand in the rules of Permute as this project keeps them.
func TestPerft(t *testing.T) {
	for _, c := range []struct {
		size int
		want []int
	}{{4, []int{36, 928, 15344, 162512}}, {9, []int{256, 62288}}, {12, []int{484, 228000}}} {
		for i, want := range c.want {
			p := newPosition(c.size, false)
			if got := p.Perft(i + 1); got != want {
				t.Errorf("perft(%d) on %d×%d = %d, want %d", i+1, c.size, c.size, got, want)
			}
		}
	}
}

// The example is the designer's own.
func TestClockwise(t *testing.T) {
	s := play(t, setup(12, "chequer", "off"), "Cg7-h8", "Cg6-g6")
	g := s.pos.Groups()
	if o, y := g[Orange][:3], g[Yellow][:3]; !slices.Equal(o, []int{6, 1, 1}) || !slices.Equal(y, []int{4, 3, 1}) {
		t.Errorf("groups begin with %v and %v, want 6 1 1 and 4 3 1", o, y)
	}
}

func TestStart(t *testing.T) {
	odd := play(t, setup(9, "chequer", "on"))
	if c := odd.pos.At(0, 0).Colour; c != Yellow {
		t.Errorf("a1 is %v, want Yellow", c)
	}
	g := odd.pos.Groups()
	if len(g[Yellow]) != 41 || len(g[Orange]) != 40 {
		t.Errorf("Yellow has %d stones and Orange %d, want 41 and 40", len(g[Yellow]), len(g[Orange]))
	}
	blocks := play(t, setup(10, "blocks", "on")).View(0).(View)
	if got := blocks.row(0) + blocks.row(1); got != "YYOOYYOOYY"+"OOYYOOYYOO" {
		t.Errorf("rows 1 and 2 of a blocks start are %s", got)
	}
}

func TestStartRefuses(t *testing.T) {
	for key, s := range map[string]games.Setup{
		"permute.refuse.odd-blocks": setup(9, "blocks", "on"),
		"permute.refuse.size":       setup(27, "chequer", "on"),
		"permute.refuse.seats":      {Game: "permute", Rules: rules, Seats: 3},
	} {
		if _, err := (Game{}).Start(s); !refuses(err, key) {
			t.Errorf("Start(%v) = %v, want %s", s, err, key)
		}
	}
	if _, err := (Game{}).Start(games.Setup{Rules: rules + 1, Seats: 2}); !errors.Is(err, games.ErrRules) {
		t.Errorf("Start with newer rules = %v, want ErrRules", err)
	}
}

func refuses(err error, key string) bool {
	var r *games.Refusal
	return errors.As(err, &r) && r.Text.Key == key
}

func TestParse(t *testing.T) {
	for text, want := range map[string]games.Move{
		"Cd3-e4": "Cd3-e4", "cd3e4": "Cd3-e4", "  a D3 - E4": "Ad3-e4", "SWAP": "swap",
		"Cd10-e11": "Cd10-e11", "cd10e11": "Cd10-e11", "Ca1a2": "Ca1-a2",
	} {
		if got, err := (Game{}).Parse(text); err != nil || got != want {
			t.Errorf("Parse(%q) = %q, %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{"", "Cd3", "Xd3-e4", "Cd0-e1", "Cd3--e4", "Cd3-e4!", "@everyone", "lapse", "leave", "draw"} {
		if got, err := (Game{}).Parse(text); !refuses(err, "permute.refuse.notation") {
			t.Errorf("Parse(%q) = %q, %v, want a refusal", text, got, err)
		}
	}
}

func TestPlayRefuses(t *testing.T) {
	s := play(t, setup(9, "chequer", "off"), "Cd3-d4")
	for move, key := range map[games.Move]string{
		"Ci1-i1":  "permute.refuse.outside",
		"Ca9-a9":  "permute.refuse.outside",
		"Cd3-d3":  "permute.refuse.bandaged",
		"Cd4-d5":  "permute.refuse.bandaged",
		"Ca1-c3":  "permute.refuse.cell",
		"Ca1-a1":  "permute.refuse.colour",
		"ca1-a2":  "permute.refuse.notation",
		"swap":    "permute.refuse.swap",
		"nothing": "permute.refuse.notation",
		"return":  "refuse.return",
	} {
		if _, err := s.Play(1, move); !refuses(err, key) {
			t.Errorf("Play(%q) = %v, want %s", move, err, key)
		}
	}
	if _, err := s.Play(0, "Ca1-a1"); !refuses(err, "refuse.turn") {
		t.Errorf("a move out of turn gave %v", err)
	}
}

func TestPlayRefusesAFaceOfOneColour(t *testing.T) {
	s := state{pos: newPosition(4, false)}
	for _, i := range s.pos.face(1, 1) {
		s.pos.cells[i] = uint8(Orange)
	}
	if _, err := s.Play(0, "Cb2-b2"); !refuses(err, "permute.refuse.plain") {
		t.Errorf("twisting four Orange stones gave %v", err)
	}
}

func TestSwap(t *testing.T) {
	s := play(t, setup(9, "chequer", "on"), "Cd3-d4")
	if legal := s.Legal(1); legal[len(legal)-1] != swapMove {
		t.Fatal("the second player is not offered the swap")
	}
	after, err := s.Play(1, swapMove)
	if err != nil {
		t.Fatal(err)
	}
	v := after.View(games.Spectator).(View)
	if v.Colours != [2]Colour{Yellow, Orange} {
		t.Errorf("the colours are %v, want them exchanged", v.Colours)
	}
	if !slices.Equal(after.ToMove(), []games.Seat{0}) || after.(state).pos.mover != Yellow {
		t.Errorf("seat %v is to move for %v, want the first seat, for Yellow", after.ToMove(), after.(state).pos.mover)
	}
	if slices.Contains(after.Legal(0), swapMove) {
		t.Error("the swap is offered twice")
	}
	if first := play(t, setup(9, "chequer", "on")); slices.Contains(first.Legal(0), swapMove) {
		t.Error("the first player is offered the swap")
	}
	if off := play(t, setup(9, "chequer", "off"), "Cd3-d4"); slices.Contains(off.Legal(1), swapMove) {
		t.Error("the swap is offered where it is off")
	}
}

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		orange, yellow []int
		rank, o, y     int
	}{
		{[]int{5, 1}, []int{4, 3}, 0, 5, 4},
		{[]int{5, 1}, []int{5, 3}, 1, 1, 3},
		{[]int{5}, []int{5, 1}, 1, 0, 1},
		{[]int{5, 2}, []int{5, 2}, 0, 0, 0},
	} {
		rank, o, y := compare([2][]int{c.orange, c.yellow})
		if rank != c.rank || o != c.o || y != c.y {
			t.Errorf("compare(%v, %v) = %d %d %d, want %d %d %d", c.orange, c.yellow, rank, o, y, c.rank, c.o, c.y)
		}
	}
}

func TestHostMoves(t *testing.T) {
	s := play(t, setup(9, "chequer", "on"), "Cd3-d4")
	for move, places := range map[games.Move][]int{games.Leave: {2, 1}, games.Lapse: {2, 1}, games.Draw: {1, 1}} {
		over, err := s.Play(0, move)
		if err != nil {
			t.Fatal(err)
		}
		r, ended := over.Result()
		if !ended || !slices.Equal(r.Places, places) || len(over.ToMove()) > 0 || over.Legal(1) != nil {
			t.Errorf("after %q by seat 0: %+v, %v, want places %v", move, r, ended, places)
		}
		if _, err := over.Play(1, "Ca1-a1"); !refuses(err, "refuse.over") {
			t.Errorf("a move after the end gave %v", err)
		}
	}
}

func TestResultOfTheSmallestBoard(t *testing.T) {
	s := play(t, setup(2, "chequer", "off"), "Ca1-a1")
	r, over := s.Result()
	if !over || !slices.Equal(r.Places, []int{1, 1}) || r.Reason.Key != "permute.reason.equal" {
		t.Errorf("Result() = %+v, %v, want a draw", r, over)
	}
}

func TestBoardAsText(t *testing.T) {
	s := play(t, setup(3, "chequer", "off"), "Ca1-a1")
	want := " 3 YOY\n 2 YOO\n 1 oYY\n   abc"
	if got := s.View(games.Spectator).String(); got != want {
		t.Errorf("String() =\n%s\nwant\n%s", got, want)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"Cd3-e4", "swap", "a a1 b2", "Cz99-z99", "Cd3"} {
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
	})
}

func FuzzPlay(f *testing.F) {
	f.Add("Cd3-d4\nswap\nAa1-a1")
	f.Add("Cd3-d4\nCd3-d4\nleave")
	f.Fuzz(func(t *testing.T, moves string) {
		var st games.State = play(t, setup(9, "chequer", "on"))
		for i, m := range strings.Split(moves, "\n") {
			legal := slices.Contains(st.Legal(games.Seat(i%2)), games.Move(m))
			next, err := st.Play(games.Seat(i%2), games.Move(m))
			if legal != (err == nil) && !slices.Contains([]string{"lapse", "leave", "draw"}, m) {
				t.Fatalf("%q is legal: %v, and Play says %v", m, legal, err)
			}
			if err == nil {
				st = next
			}
		}
	})
}
