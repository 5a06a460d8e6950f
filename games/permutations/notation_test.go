package permutations

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]games.Move{
		"bid 17": "bid 17", "Bid  17": "bid 17", "bid17": "bid 17", "BID 07": "bid 7", "bid 0": "bid 0",
		"take 32": "take 32", "Take32": "take 32", " take: 32 ": "take 32",
		"bid 17 take 32 5 40": "bid 17 take 32 5 40", "bid 17 > 32 5": "bid 17 take 32 5", "17 32,5": "bid 17 take 32 5",
		"17 take 32": "bid 17 take 32", "bid17take32,5": "bid 17 take 32 5", "17->32": "bid 17 take 32",
		"bid 17: 32; 5": "bid 17 take 32 5", "bid 99": "bid 99",
	} {
		if got, err := (Game{}).Parse(text); err != nil || got != want {
			t.Errorf("Parse(%q) = %q, %v, want %q", text, got, err, want)
		}
	}
	for key, texts := range map[string][]string{
		"permutations.refuse.notation": {
			"", "bid", "take", "bid x", "take 1 2", "take 1 take 2", "bid 17 take", "bid -5", "bid 100", "bid 17!",
			"bid 1732", "@everyone", "lapse", "leave", "return", "draw", "bid 1 take 2 take 3", "١٧",
		},
		"permutations.refuse.bare": {"17", " 5 ", "17,"}, // a bid or a take
	} {
		for _, text := range texts {
			if got, err := (Game{}).Parse(text); got != "" || !refuses(err, key) {
				t.Errorf("Parse(%q) = %q, %v, want %s", text, got, err, key)
			}
		}
	}
}

func TestParseBid(t *testing.T) {
	for text, want := range map[string]games.Move{
		"17": "bid 17", " 5 ": "bid 5", "17,": "bid 17", "bid 17": "bid 17", "17 32,5": "bid 17 take 32 5", "take 5": "take 5",
	} {
		if got, err := trio().ParseBid(0, text); err != nil || got != want {
			t.Errorf("ParseBid(%q) = %q, %v, want %q", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"": "no-card", "seventeen": "no-card", "take 1 2": "no-card", "leave": "no-card", "100": "bid", " 999 ": "bid",
	} {
		got, err := trio().ParseBid(0, text)
		var r *games.Refusal
		if !errors.As(err, &r) || r.Text.Key != "permutations.refuse."+want || !reflect.DeepEqual(r.Text.Args["Cards"], games.Either{"10", "40", "44"}) {
			t.Errorf("ParseBid(%q) = %q, %v, want a refusal with the own cards", text, got, err)
		}
	}
}

func TestPlayRefuses(t *testing.T) {
	bidding := trio()
	taking := play(t, trio(), "0 bid 44, 1 bid 20, 2 bid 30")
	for _, c := range []struct {
		s    state
		seat games.Seat
		move games.Move
		key  string
	}{
		{bidding, 0, "bid 11", "permutations.refuse.bid"},
		{bidding, 0, "bid 77", "permutations.refuse.bid"},
		{bidding, 0, "take 5", "permutations.refuse.now-bid"},
		{bidding, 0, "bid 10 take 9", "permutations.refuse.wish"},
		{bidding, 0, "bid 10 take 5 5", "permutations.refuse.twice"},
		{bidding, 0, "bid 10 take 5 6 7 8 5", "permutations.refuse.twice"},
		{bidding, 0, "bid 10 5", "permutations.refuse.notation"},
		{bidding, 0, "Bid 10", "permutations.refuse.notation"},
		{bidding, 0, "bid 010", "permutations.refuse.notation"},
		{bidding, 0, "bid 10 ", "permutations.refuse.notation"},
		{taking, 0, "take 9", "permutations.refuse.take"},
		{taking, 0, "bid 40", "permutations.refuse.now-take"},
		{taking, 1, "take 5", "refuse.turn"},
	} {
		if next, err := c.s.Play(c.seat, c.move); !refuses(err, c.key) || next != nil {
			t.Errorf("Play(%d, %q) = %v, want %s", c.seat, c.move, err, c.key)
		}
	}
}

func FuzzParse(f *testing.F) {
	gametest.FuzzParse(f, Game{}, "bid 17", "take 32", "bid 17 take 32 5 40", "17>3", "17", "bid17take3")
}

// Every legal move can be played, and no input panics or makes the text board too long.
func FuzzPlay(f *testing.F) {
	f.Add(2, "0 lapse\n1 lapse\n0 return\n1 leave")
	f.Add(4, "0 bid 10 take 5 6\n1 lapse\n2 leave\n3 lapse\n3 draw")
	f.Add(5, "9 bid 1\n- take 3\n0 leave\n1 leave\n2 leave\n3 leave\n4 leave")
	f.Fuzz(func(t *testing.T, seats int, plies string) {
		st, err := Game{}.Start(setup(seats))
		if err != nil {
			return
		}
		for _, p := range strings.Split(plies, "\n") {
			number, text, _ := strings.Cut(p, " ")
			if number == "" {
				continue
			}
			seat, m := games.Seat(number[0])-'0', games.Move(text)
			next, err := st.Play(seat, m)
			if slices.Contains(st.Legal(seat), m) && err != nil {
				t.Fatalf("Play(%d, %q), which is legal, = %v", seat, m, err)
			}
			if err == nil {
				st = next
			}
			if n := len(st.View(seat).String()); n > 700 {
				t.Fatalf("the board has %d characters", n)
			}
		}
	})
}

// An opened bid tells the card and hides the wishes.
func TestOpenHidesTheWishes(t *testing.T) {
	for m, want := range map[games.Move]games.Move{
		"bid 17": "bid 17", "bid 17 take 32 5": "bid 17", "take 5": "take 5", games.Lapse: games.Lapse, games.Leave: games.Leave,
	} {
		if got := games.Opens(Game{}, m); got != want {
			t.Errorf("Opens(%q) = %q, want %q", m, got, want)
		}
	}
}
