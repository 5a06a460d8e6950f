package permutations

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestCardTable(t *testing.T) {
	table := map[Colour]string{
		Red:    "1 8 11 14 19 22 27 30 35 38 41 48",
		Yellow: "2 7 10 15 18 23 26 31 34 39 42 47",
		Green:  "3 6 12 13 17 24 25 32 36 37 43 46",
		Blue:   "4 5 9 16 20 21 28 29 33 40 44 45",
	}
	for colour, list := range table {
		for i, c := range cards(list) {
			if icon := []Icon{Star, Moon, Sun}[i/4]; c.Colour() != colour || c.Icon() != icon {
				t.Errorf("card %d: colour %d, icon %d, want %d, %d", c, c.Colour(), c.Icon(), colour, icon)
			}
		}
		if got := coloured[colour].Count(); got != 12 {
			t.Errorf("colour %d has %d cards, want 12", colour, got)
		}
	}
	if Multicoloured.Colour() != All || Colourless.Colour() != NoColour || Multicoloured.Icon() != NoIcon || Colourless.Icon() != NoIcon {
		t.Error("the 0 and the 49 have a colour or an icon")
	}
	for icon, of := range map[Icon]Cards{Star: Stars, Moon: Moons, Sun: Suns} {
		for _, c := range of.list() {
			if c.Icon() != icon {
				t.Errorf("card %d is among the cards of icon %d and has %d", c, icon, c.Icon())
			}
		}
		if of.Count() != 16 {
			t.Errorf("icon %d has %d cards, want 16", icon, of.Count())
		}
	}
}

// A scored is a collection with its points and what they are made of, without the moon
// bonus and with it.
type scored struct {
	name           string
	cards          string
	without, with  int
	parts, partsIf []int
}

var scoredCollections = []scored{
	{"the rule book's own: three stars, four red, three green, two blue",
		"1 8 3 35 38 36 37 40 44", 19, 22, []int{6, 9, 4}, []int{6, 16}},
	{"four stars, nine of a colour", "1 8 11 14 19 22 27 30 35", 8, 89, []int{8}, []int{8, 81}},
	{"one star, sets of 3 2 2 1, and the 0", "1 19 22 18 23 17 24 20 0", 16, 18,
		[]int{2, 9, 4, 1}, []int{2, 16}},
	{"nothing", "", 0, 0, []int{0}, []int{0}},
	{"the 49 is in no set, with the moon bonus or without", "49", 0, 0, []int{0}, []int{0}},
	{"the 49 beside a set", "49 35 38", 0, 4, []int{0}, []int{0, 4}},
	{"the 0 alone is a set of one", "0", 0, 1, []int{0}, []int{0, 1}},
	{"the 0 is no star", "0 35", 1, 4, []int{0, 1}, []int{0, 4}},
	{"the 0 makes the smaller set larger", "0 35 38 41 34 39", 9, 16, []int{0, 9}, []int{0, 16}},
	{"of equal sets one is turned down", "35 38 34 39", 4, 4, []int{0, 4}, []int{0, 4}},
}

func TestScore(t *testing.T) {
	for _, c := range scoredCollections {
		for _, moon := range []bool{false, true} {
			want, parts := c.without, c.parts
			if moon {
				want, parts = c.with, c.partsIf
			}
			if got := Score(SetOf(cards(c.cards)...), moon); got != want {
				t.Errorf("%s, moon bonus %v: Score = %d, want %d", c.name, moon, got, want)
			}
			var points []int
			for _, part := range Parts(SetOf(cards(c.cards)...), moon) {
				points = append(points, part.Points)
			}
			if !slices.Equal(points, parts) {
				t.Errorf("%s, moon bonus %v: the parts are %v, want %v", c.name, moon, points, parts)
			}
		}
	}
}

// The 0 is in the set that scores most with it. Of equal sets the first colour is turned down.
func TestPartsNameTheirSets(t *testing.T) {
	for _, c := range []struct {
		cards []Card
		moon  bool
		want  []Part
	}{
		{cards("1 8 3 35 38 36 37 40 44"), false, []Part{{NoColour, 6}, {Green, 9}, {Blue, 4}}},
		{cards("1 8 3 35 38 36 37 40 44"), true, []Part{{NoColour, 6}, {Red, 16}}},
		{cards("0 35 38 41 34 39"), false, []Part{{NoColour, 0}, {Yellow, 9}}},
		{cards("0 35 38 41 34 39"), true, []Part{{NoColour, 0}, {Red, 16}}},
		{cards("35 34 33"), false, []Part{{NoColour, 0}, {Yellow, 1}, {Blue, 1}}},
	} {
		if got := Parts(SetOf(c.cards...), c.moon); !slices.Equal(got, c.want) {
			t.Errorf("Parts(%v, %v) = %v, want %v", c.cards, c.moon, got, c.want)
		}
	}
}

// The parts of any collection add up to its score, and their sets descend.
func TestPartsAddUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 5000 {
		cards := Cards(rng.Uint64()&rng.Uint64()) & deck(5)
		for _, moon := range []bool{false, true} {
			parts, sum := Parts(cards, moon), 0
			for i, part := range parts {
				sum += part.Points
				if (part.Colour == NoColour) != (i == 0) || i > 1 && part.Points > parts[i-1].Points {
					t.Fatalf("Parts(%v, %v) = %v, want the stars, then sets descending", cards.list(), moon, parts)
				}
			}
			if want := Score(cards, moon); sum != want {
				t.Fatalf("Parts(%v, %v) = %v, want a sum of %d", cards.list(), moon, parts, want)
			}
		}
	}
}

// The rule book's example has four red, three green and two blue cards, and so do the
// cards of [TestScore].
func TestScoreUsesTheRuleBooksCards(t *testing.T) {
	cards := SetOf(1, 8, 3, 35, 38, 36, 37, 40, 44)
	if r, g, b := (cards & coloured[Red]).Count(), (cards & coloured[Green]).Count(), (cards & coloured[Blue]).Count(); r != 4 || g != 3 || b != 2 {
		t.Errorf("red, green, blue = %d, %d, %d, want 4, 3, 2", r, g, b)
	}
}

func TestMoonBonus(t *testing.T) {
	for _, c := range []struct {
		name  string
		cards string
		want  int
	}{
		{"the most moons", "17 | 31 32 | 18", 1},
		{"a tie goes to the lowest moon", "20 32 | 18 19 | 17", 1},
		{"a tie with a moon each", "18 | 17", 1},
		{"the lowest moon counts only among the tied seats", "17 | 30 31 | 29 32", 2},
		{"a dummy can have it", "1 | 2 | 3 | 17", 3},
		{"nobody has a moon", "1 | 33", -1},
	} {
		var sets [maxSeats]Cards
		copy(sets[:], piles(c.cards))
		if got := moonSeat(&sets); got != c.want {
			t.Errorf("%s: the bonus is seat %d's, want %d's", c.name, got, c.want)
		}
	}
}

func TestSuns(t *testing.T) {
	for _, c := range []struct {
		name  string
		taken string // by round, and in it by seat
		want  int
	}{
		{"they count over all three rounds",
			"33 | 34 35 / 36 |  / 37 |", 0},
		{"the same card counts again in another round",
			"33 | 34 35 / 33 |  / 33 |", 0},
		{"a tie goes against the lowest sun",
			"34 48 | 35 36 /  |  /  |", 0},
		{"the lowest sun counts only among the tied seats",
			"33 | 36 48 | 35 47", 2},
		{"card by card, in ascending order",
			"33 40 | 34 /  | 33 39 / 45 |", 1},
		{"the same card twice is lower than one that follows it",
			"33 | 34 / 34 | 33 / 48 | 33", 1},
		{"all equal: against the seat with the lowest from the later round",
			"33 48 | 40 / 40 | 33 /  | 48", 1},
		{"all equal, and none of the lowest sun", "40 | 41 / 41 | 40", 1},
		{"all equal among three", " | 33 / 33 |  /  |  | 33", 2},
		{"nobody has any", "", -1},
	} {
		p := position{Humans: 2, Seats: 4}
		for round, taken := range strings.Split(c.taken, "/") {
			copy(p.Taken[round][:], piles(taken))
		}
		if got := p.Burnt(); got != c.want {
			t.Errorf("%s: the suns go against seat %d, want %d", c.name, got, c.want)
		}
	}
}
