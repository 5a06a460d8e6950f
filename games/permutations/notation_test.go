package permutations

import (
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
	for _, text := range []string{
		"", "bid", "take", "bid x", "take 1 2", "take 1 take 2", "bid 17 take", "bid -5", "bid 100", "bid 17!",
		"bid 1732", "@everyone", "lapse", "leave", "return", "draw", "bid 1 take 2 take 3", "١٧",
	} {
		if got, err := (Game{}).Parse(text); !refuses(err, "permutations.refuse.notation") {
			t.Errorf("Parse(%q) = %q, %v, want a refusal", text, got, err)
		}
	}
	for _, text := range []string{"17", " 5 ", "17,"} {
		if got, err := (Game{}).Parse(text); !refuses(err, "permutations.refuse.bare") {
			t.Errorf("Parse(%q) = %q, %v: a number alone is a bid or a take", text, got, err)
		}
	}
}

func TestParseBid(t *testing.T) {
	for text, want := range map[string]games.Move{
		"17": "bid 17", " 5 ": "bid 5", "17,": "bid 17", "bid 17": "bid 17", "17 32,5": "bid 17 take 32 5", "take 5": "take 5",
	} {
		if got, err := (state{}).ParseBid(text); err != nil || got != want {
			t.Errorf("ParseBid(%q) = %q, %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{"", "seventeen", "take 1 2", "100", "leave"} {
		if got, err := (state{}).ParseBid(text); !refuses(err, "permutations.refuse.notation") {
			t.Errorf("ParseBid(%q) = %q, %v, want a refusal", text, got, err)
		}
	}
}

func TestPlayRefuses(t *testing.T) {
	bidding := trio()
	taking := play(t, trio(), "0 bid 44", "1 bid 20", "2 bid 30")
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

// Steps are the card, then the cards to take, until enough or all are named.
func TestChoices(t *testing.T) {
	s := trio()
	values := func(picked ...string) string {
		var all []string
		for _, c := range s.Choices(0, picked) {
			all = append(all, c.Value+":"+string(c.Move))
		}
		return strings.Join(all, "; ")
	}
	for _, c := range []struct {
		picked []string
		want   string
	}{
		{nil, "10:; 40:; 44:"},
		{[]string{"40"}, "enough:bid 40; 5:; 6:; 7:; 8:"},
		{[]string{"40", "7", "5"}, "enough:bid 40 take 7 5; 6:; 8:"},
		{[]string{"40", "7", "5", "8"}, "enough:bid 40 take 7 5 8; 6:bid 40 take 7 5 8 6"},
		{[]string{"40", "7", "5", "8", "6"}, ""},
		{[]string{"40", "7", "7"}, ""}, {[]string{"11"}, ""}, {[]string{"40", "enough"}, ""}, {[]string{"040"}, ""},
	} {
		if got := values(c.picked...); got != c.want {
			t.Errorf("Choices(0, %q) = %q, want %q", c.picked, got, c.want)
		}
	}
	s = play(t, s, "0 bid 44", "1 bid 20", "2 bid 30")
	if got, want := values(), "5:take 5; 6:take 6; 7:take 7; 8:take 8"; got != want {
		t.Errorf("Choices of a take = %q, want %q", got, want)
	}
	if s.Choices(1, nil) != nil || s.Choices(0, []string{"5"}) != nil {
		t.Error("there are choices for who is not to take, or after a take")
	}
}

// A label says what the step would add to what is picked.
func TestChoicesSay(t *testing.T) {
	for _, c := range []struct {
		picked      []string
		first, last string
	}{
		{nil, "bid", "bid"}, {[]string{"40"}, "plain", "wish"},
		{[]string{"40", "7"}, "enough", "else"}, {[]string{"40", "7", "5", "8"}, "enough", "else"},
	} {
		steps := trio().Choices(0, c.picked)
		first, last := steps[0].Label.Key, steps[len(steps)-1].Label.Key
		if first != "permutations.choice."+c.first || last != "permutations.choice."+c.last {
			t.Errorf("Choices(0, %q) say %s to %s, want %s and %s", c.picked, first, last, c.first, c.last)
		}
	}
	s := play(t, trio(), "0 bid 44", "1 bid 20", "2 bid 30")
	if got := s.Choices(0, nil)[0].Label.Key; got != "permutations.choice.take" {
		t.Errorf("a choice of a take says %s", got)
	}
}

func TestBoardAsText(t *testing.T) {
	s := play(t, trio(), "1 bid 20 take 5")
	want := strings.Join([]string{
		"1:1/3  { 5b  6g  7y  8r}",
		" 1    0 *0  bid   - (3)",
		">2    0 *0  bid 20b > 5b",
		"   (20b 41r 45b)",
		" 3    0 *0  bid   - (3)",
		" D1   0 *0  bid  1r (3)",
	}, "\n")
	if got := s.View(1).String(); got != want {
		t.Errorf("String() =\n%s\nwant\n%s", got, want)
	}
	s = play(t, s, "0 bid 10", "2 bid 42 take 8")
	want = strings.Join([]string{
		"1:1/3  { 6g  7y}",
		" 1    0 *0  bid 10y take   - (2)",
		" 2    0 *0  bid 20b take  5b (2)",
		"   [ 5b]",
		" 3    0 *0  bid 42y take  8r (2)",
		"   [ 8r]",
		" D1   0 *0  bid  1r take   - (2)",
	}, "\n")
	if got := s.View(games.Spectator).String(); got != want {
		t.Errorf("String() =\n%s\nwant\n%s", got, want)
	}
	s = play(t, trio(), "1 leave") // its bid is sealed still
	if got, want := strings.Split(s.View(games.Spectator).String(), "\n")[2], " 2d   0 *0  bid   ? (3)"; got != want {
		t.Errorf("the line of who left is %q, want %q", got, want)
	}
}

// The views of two seats, and of one seat twice, share no memory.
func TestViewsShareNothing(t *testing.T) {
	s := play(t, trio(), "0 bid 44 take 8", "1 bid 20 take 5", "2 bid 30")
	before := asJSON(s.View(0))
	v := s.View(0).(View)
	v.Pool[0], v.Sides[0].Hand[0], v.Shown.Takes[0], v.Shown.Bids[0], v.Shown.Order[0] = 1, 1, 1, 1, 3
	v.News[0].Seats[0], v.ToMove[0], v.Own.Take[0], v.Shown.Pool[0] = 3, 3, 3, 3
	v.News[1].Numbers[0] = 3
	if after := asJSON(s.View(0)); after != before {
		t.Errorf("writing to a view changed the position from\n%s to\n%s", before, after)
	}
}

func FuzzParse(f *testing.F) {
	gametest.FuzzParse(f, Game{}, "bid 17", "take 32", "bid 17 take 32 5 40", "17>3", "17", "bid17take3")
}

// Play takes what is legal, more than that only bids with preferences and moves
// of the host, and is never at a loss.
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
