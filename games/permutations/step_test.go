package permutations

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	words "parlour/commands/locale"
	"parlour/games"
)

// asked writes a step: the end of the question's key, the move that is done, and the choices
// with the moves that they complete.
func asked(s games.Step) string {
	parts := []string{strings.TrimPrefix(s.Ask.Key, "permutations.ask."), string(s.Done)}
	for _, c := range s.Choices {
		parts = append(parts, strings.TrimSuffix(c.Value+":"+string(c.Move), ":"))
	}
	return strings.Join(parts, "; ")
}

// A bid is done with its card; the cards to take are named one at a time, until all are.
func TestStep(t *testing.T) {
	s := trio()
	for _, c := range []struct {
		picked []string
		want   string
	}{
		{nil, "bid; ; 10; 40; 44"},
		{[]string{"40"}, "wish; bid 40; 5; 6; 7; 8"},
		{[]string{"40", "7"}, "else; bid 40 take 7; 5; 6; 8"},
		{[]string{"40", "7", "5"}, "else; bid 40 take 7 5; 6; 8"},
		{[]string{"40", "7", "5", "8"}, "else; bid 40 take 7 5 8; 6:bid 40 take 7 5 8 6"},
		{[]string{"40", "7", "5", "8", "6"}, "; "},
		{[]string{"40", "enough"}, "; "}, {[]string{"40", "7", "enough"}, "; "},
		{[]string{"40", "7", "7"}, "; "}, {[]string{"40", "11"}, "; "}, {[]string{"11"}, "; "},
		{[]string{"040"}, "; "}, {[]string{"enough"}, "; "}, {[]string{"40", "11", "enough"}, "; "},
		{[]string{"40", "enough", "enough"}, "; "}, {[]string{"40", "7", "5", "8", "6", "enough"}, "; "},
	} {
		if got := asked(s.Step(0, c.picked)); got != c.want {
			t.Errorf("Step(0, %q) = %q, want %q", c.picked, got, c.want)
		}
		plain := reflect.DeepEqual(s.Shown(0, c.picked), s.View(0))
		if strays := c.want == "; " && games.Made(s, 0, c.picked) == ""; strays != plain {
			t.Errorf("Shown(0, %q) is the plain View: %v, want %v", c.picked, plain, strays)
		}
	}
	s = play(t, s, "0 bid 44, 1 bid 20, 2 bid 30")
	if got, want := asked(s.Step(0, nil)), "take; ; 5:take 5; 6:take 6; 7:take 7; 8:take 8"; got != want {
		t.Errorf("the step of a take = %q, want %q", got, want)
	}
	for _, c := range []struct {
		seat   games.Seat
		picked []string
	}{{1, nil}, {1, []string{"5"}}, {3, nil}, {3, []string{"43"}}, {0, []string{"44"}}, {0, []string{"5", "enough"}}, {games.Spectator, nil}} {
		if got := s.Step(c.seat, c.picked); !reflect.DeepEqual(got, games.Step{}) || !reflect.DeepEqual(s.Shown(c.seat, c.picked), s.View(c.seat)) {
			t.Errorf("Step(%d, %q) during the takes = %+v, want none and the plain View", c.seat, c.picked, got)
		}
	}
}

// All may see what there is to take, and nobody what there is to bid.
func TestOnlyTakesAreOpen(t *testing.T) {
	bidding := trio()
	taking := play(t, bidding, "0 bid 44, 1 bid 20, 2 bid 30")
	for _, c := range []struct {
		step games.Step
		open bool
	}{
		{bidding.Step(0, nil), false}, {bidding.Step(0, []string{"40"}), false}, {taking.Step(0, nil), true},
	} {
		if c.step.Open != c.open || c.step.Lies != games.Row {
			t.Errorf("%q is open: %v, and lies %v; want %v in a Row", asked(c.step), c.step.Open, c.step.Lies, c.open)
		}
	}
}

// A label says what the step adds to the steps already picked, and every short one fits on
// a button.
func TestChoicesSay(t *testing.T) {
	all, err := words.New([]games.Game{Game{}})
	if err != nil {
		t.Fatal(err)
	}
	voice := all.Voice("en", nil, nil)
	deck := append(deck(5).list(), Multicoloured, Colourless)
	for _, c := range deck {
		if said := voice.Say(short(c)); utf8.RuneCountInString(said) > 12 {
			t.Errorf("card %d is %q on a button, want at most 12 characters", c, said)
		}
	}
	for _, c := range []struct {
		card Card
		want string
	}{{1, "1★r"}, {24, "24☾g"}, {42, "42☀y"}, {33, "33☀b"}, {0, "0 any"}, {49, "49 none"}} {
		if got := voice.Say(short(c.card)); got != c.want {
			t.Errorf("card %d is %q on a button, want %q", c.card, got, c.want)
		}
	}
	taking := play(t, trio(), "0 bid 44, 1 bid 20, 2 bid 30")
	for _, c := range []struct {
		step        games.Step
		ask, choice string
	}{
		{trio().Step(0, nil), "Pick a card to bid.", "bid 10 (yellow star)"},
		{trio().Step(0, []string{"40"}), "What would you take first?", "take 5 (blue star)"},
		{trio().Step(0, []string{"40", "7"}), "And if that's gone?", "or else 5 (blue star)"},
		{taking.Step(0, nil), "Pick a card to take.", "take 5 (blue star)"},
	} {
		if ask, first := voice.Say(c.step.Ask), voice.Say(c.step.Choices[0].Label); ask != c.ask || first != c.choice {
			t.Errorf("a step asks %q and first offers %q, want %q and %q", ask, first, c.ask, c.choice)
		}
	}
}

// Shown is the plain View, with the step and with the cards that it offers.
func TestShownMarksWhatIsPicked(t *testing.T) {
	sealed := play(t, trio(), "0 bid 10 take 5")
	taking := play(t, trio(), "0 bid 44, 1 bid 20, 2 bid 30")
	for _, c := range []struct {
		from   state
		picked []string
		own    *Bid
		tried  Card // None for no card
		cards  []Card
	}{
		{trio(), nil, nil, None, cards("10 40 44")},
		{sealed, nil, &Bid{10, []Card{5}}, None, cards("10 40 44")},
		{sealed, []string{"40"}, &Bid{40, nil}, None, cards("5 6 7 8")},
		{trio(), []string{"40", "7"}, &Bid{40, []Card{7}}, None, cards("5 6 8")},
		{trio(), []string{"40", "enough"}, &Bid{40, nil}, None, nil},
		{trio(), []string{"40", "7", "enough"}, &Bid{40, []Card{7}}, None, nil},
		{trio(), []string{"40", "7", "5", "8", "6"}, &Bid{40, cards("7 5 8 6")}, None, nil},
		{taking, nil, &Bid{44, []Card{}}, None, cards("5 6 7 8")},
		{taking, []string{"6"}, &Bid{44, []Card{}}, 6, nil},
	} {
		v := c.from.Shown(0, c.picked).(View)
		plain := c.from.View(0).(View)
		tried := None
		if v.Tried != nil {
			tried = *v.Tried
		}
		if !reflect.DeepEqual(v.Own, c.own) || tried != c.tried || !slices.Equal(v.Cards, c.cards) {
			t.Errorf("Shown(0, %q) has the bid %+v, the take %d and the cards %v; want %+v", c.picked, v.Own, tried, v.Cards, c)
		}
		if tried != None {
			plain = c.from.Try(0, write(take, tried, nil)).(View)
		}
		v.Own, v.Tried, v.Making, v.Cards = plain.Own, plain.Tried, nil, nil
		if !reflect.DeepEqual(v, plain) {
			t.Errorf("Shown(0, %q) differs from the View in more than the move", c.picked)
		}
	}
}
