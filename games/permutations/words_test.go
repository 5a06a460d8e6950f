package permutations

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"parlour/games"
)

func TestBoardAsText(t *testing.T) {
	s := play(t, trio(), "1 bid 20 take 5")
	want := strings.Join([]string{
		"1:1/3  { 5b  6g  7y  8r}",
		" 1    0 *0  bid   - (3)",
		">2    0 *0  bid 20b > 5b",
		"   (20b 41r 45b)",
		" 3    0 *0  bid   - (3)",
		" D1   0 *0  bid  1r (2)",
	}, "\n")
	if got := s.View(1).String(); got != want {
		t.Errorf("String() =\n%s\nwant\n%s", got, want)
	}
	s = play(t, s, "0 bid 10, 2 bid 42 take 8")
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
	s = play(t, trio(), "1 leave") // its bid is still sealed
	if got, want := strings.Split(s.View(games.Spectator).String(), "\n")[2], " 2d   0 *0  bid   ? (2)"; got != want {
		t.Errorf("the line of the player who left is %q, want %q", got, want)
	}
}

// The news name the ply and its consequences. [View.Words] leaves out that the last seat has
// bid, as the revealed bids follow.
func TestNews(t *testing.T) {
	for _, c := range []struct {
		from  state
		plies string
		want  []Kind
		said  int // number of sentences
	}{
		{duo(8), "", nil, 0},
		{duo(8), "0 bid 20", []Kind{Sealed}, 1},
		{duo(8), "0 bid 20, 0 bid 21", []Kind{Sealed}, 1},
		{duo(8), "0 bid 20, 1 lapse", []Kind{Lapsed, Revealed}, 2},
		{duo(8), "0 bid 20, 1 leave", []Kind{Left, Revealed, Taken}, 3},
		{duo(8), "0 bid 20, 1 spent", []Kind{Spent, Revealed, Taken}, 3},
		{duo(8), "0 bid 20, 1 absent", []Kind{Gone, Revealed, Taken}, 3},
		{duo(8), "0 bid 20 take 8, 1 bid 22 take 7", []Kind{Sealed, Revealed, Taken, Revealed}, 2},
		{duo(8), "0 bid 20 take 8, 1 bid 22 take 7, 1 take 22", []Kind{Taken}, 1},
		{duo(8), "0 bid 20 take 8, 1 bid 22 take 7, 1 take 22, 0 take 20", []Kind{Taken, Scored}, 2},
		{trio(), "0 lapse, 1 bid 45, 2 bid 46, 2 take 8, 1 take 6, 0 lapse", []Kind{Dropped, Taken}, 2},
		{trio(), "0 leave, 0 return", []Kind{Returned}, 1},
		{trio(), "0 bid 10, 1 leave, 0 bid 40", []Kind{Left}, 1}, // a changed bid leaves the news as they were
	} {
		s := play(t, c.from, c.plies)
		var got []Kind
		for _, e := range s.news {
			got = append(got, e.Kind)
		}
		if said := len(s.View(0).Words().Last); !slices.Equal(got, c.want) || said != c.said {
			t.Errorf("after %q the news are %v in %d sentences, want %v in %d", c.plies, got, said, c.want, c.said)
		}
	}
	if start(t, 2).View(0).Words().Last != nil {
		t.Error("something is said before the first ply")
	}
}

// The last news are the points of the last round and the seat that loses its points.
func TestNewsOfTheEnd(t *testing.T) {
	s := duo(33)
	s.pos.Round, s.pos.Finished, s.pos.Auctions = 3, 2, 1
	s = play(t, s, "0 bid 20 take 33, 1 bid 22 take 7")
	if got, want := asJSON(s.news[4:]), `[{"kind":"burnt","seats":[0],"numbers":[1]}]`; s.news[3].Kind != Scored || got != want {
		t.Errorf("the news of the end are %+v, want points and then %s", s.news, want)
	}
}

// Once the bids are open, the board and the refusal of another card tell a player what is left of
// its planned takes. They tell nobody else.
func TestAPlanOfTakesInWords(t *testing.T) {
	s := play(t, trio(), "0 bid 44, 1 bid 20 take 5 8, 2 bid 30")
	own := func(seat games.Seat) games.Text { return s.View(seat).Words().Own }
	if want := games.Say("permutations.own.planned", "Wish", wishes(cards("5 8"))); !reflect.DeepEqual(own(1), want) {
		t.Errorf("the player is told %v, want %v", own(1), want)
	}
	if _, err := s.Play(1, "take 8"); !refuses(err, "refuse.turn.own") {
		t.Errorf("another card is refused with %v", err)
	}
	for _, seat := range []games.Seat{games.Spectator, 0, 2} {
		if own(seat).Key != "" {
			t.Errorf("seat %d is told %v", seat, own(seat))
		}
	}
	s = play(t, s, "0 take 5")
	if want := games.Say("permutations.own.planned", "Wish", wishes([]Card{8})); !reflect.DeepEqual(own(1), want) {
		t.Errorf("once card 5 is gone the player is told %v, want %v", own(1), want)
	}
	s = play(t, s, "2 take 8")
	if own(1).Key != "" {
		t.Errorf("with nothing left of the plan the player is told %v", own(1))
	}
}

// The viewer's own bid is said to it in words until the reveal, and to nobody else.
// Each step of a menu says the bid so far in the same words.
func TestABidInWords(t *testing.T) {
	s := trio()
	own := func(v games.View) string { return fmt.Sprint(v.Words().Own) }
	for bid, steps := range map[games.Move][]string{
		"bid 10": {"10"}, "bid 10 take 8": {"10", "8"}, "bid 10 take 8 5 7": {"10", "8", "5", "7"},
	} {
		sealed := play(t, s, "0 "+string(bid))
		said := own(sealed.View(0))
		for seat := games.Spectator; seat < 3; seat++ {
			if got := own(sealed.View(seat)); (got == said) != (seat == 0) || seat == 0 && sealed.View(seat).Words().Own.Key == "" {
				t.Errorf("after %s seat %d is told %s", bid, seat, got)
			}
		}
		if got := own(s.Try(0, bid)); got != said {
			t.Errorf("the player who tries %s is told %s, want %s", bid, got, said)
		}
		last := steps[len(steps)-1]
		for _, c := range s.Step(0, steps[:len(steps)-1]).Options() {
			if got := fmt.Sprint(c.Echo); c.Value == last && got != said {
				t.Errorf("the steps %v echo %s, want %s", steps, got, said)
			}
		}
	}
	if got := own(play(t, s, "0 bid 10, 1 bid 45, 2 bid 46").View(0)); got != fmt.Sprint(games.Text{}) {
		t.Errorf("after the reveal seat 0 is told %s", got)
	}
}

// The last captions of a seat's View say whose cards lie beside the pool: its hand while bids are
// made, and then what it collected. Nobody else needs them.
func TestCaptionsSayWhoseCardsTheseAre(t *testing.T) {
	s := trio()
	taking := play(t, s, "0 bid 10, 1 bid 45, 2 bid 46")
	for _, c := range []struct {
		view games.View
		want string
	}{
		{s.View(1), "[permutations.caption.pool permutations.caption.hand]"},
		{taking.View(1), "[permutations.caption.pool permutations.caption.taken]"},
		{taking.View(games.Spectator), "[]"},
	} {
		var keys []string
		for _, caption := range c.view.Words().Captions[4:] {
			keys = append(keys, caption.Key)
			if seat, ok := caption.Args["Player"]; ok && seat != games.Seat(1) {
				t.Errorf("%s names seat %v, want 1", caption.Key, seat)
			}
		}
		if got := fmt.Sprint(keys); got != c.want {
			t.Errorf("the captions of cards are %s, want %s", got, c.want)
		}
	}
}

// A move is told with its round and its auction, as the boards count them.
func TestTellingSaysWhen(t *testing.T) {
	s := play(t, duo(8), "0 bid 20 take 8, 1 bid 22 take 7, 1 take 22, 0 take 20")
	got := inEnglish(t, "Ann Ben", Game{}.Tell(s.View(0), 0, games.Move("bid 22")).When)
	if !strings.HasPrefix(inEnglish(t, "Ann Ben", s.View(0).Words().Score), got+".") || got != "Round 2, auction 1 of 2" {
		t.Errorf("a bid is told as of %q, want what the board says", got)
	}
}
