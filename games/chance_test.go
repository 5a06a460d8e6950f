package games

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// counting is the seed 000102…1f, of which docs/fairness.md gives the vectors.
func counting() Seed {
	var s Seed
	for i := range s {
		s[i] = byte(i)
	}
	return s
}

// The vectors come from a program of their own, written from docs/fairness.md.
func TestChance(t *testing.T) {
	c := counting().Chance("deal")
	for i, want := range []uint64{0x155158d8472ed4e, 0x5945775166cd3af, 0xca446203848b4097, 0xf189231635f1b43d} {
		if got := c.words.Uint64(); got != want {
			t.Errorf("word %d = %#x, want %#x", i, got, want)
		}
	}
	for range 295 {
		c.words.Uint64()
	}
	if got, want := c.words.Uint64(), uint64(0x5f271a6d6709aa5a); got != want {
		t.Errorf("word 299, after two changes of key, = %#x, want %#x", got, want)
	}
}

func TestBelow(t *testing.T) {
	draws := func(n, count int) (drawn []int) {
		c := counting().Chance("deal")
		for range count {
			drawn = append(drawn, c.Below(n))
		}
		return drawn
	}
	large := counting().Chance("deal")
	if got, want := draws(48, 10), []int{14, 15, 23, 13, 13, 41, 40, 3, 23, 20}; !slices.Equal(got, want) {
		t.Errorf("ten numbers below 48 = %v, want %v", got, want)
	}
	// Of 3·2^61 a word holds one multiple, so that a quarter of the words is passed over.
	want := [3]uint64{96006664615030094, 402042427141837743, 5862102539149730941}
	if got := [3]uint64{large.below(3 << 61), large.below(3 << 61), large.below(3 << 61)}; got != want {
		t.Errorf("three numbers below 3·2^61 = %v, want %v", got, want)
	}
	if got := draws(1, 3); !slices.Equal(got, []int{0, 0, 0}) {
		t.Errorf("three numbers below 1 = %v", got)
	}
	if a, b := counting().Chance("bid 1.1.2").Below(11), counting().Chance("bid 1.1.3").Below(11); a != 1 || b != 0 {
		t.Errorf("streams of two purposes begin with %d and %d, want 1 and 0", a, b)
	}
}

func TestShuffle(t *testing.T) {
	deck := make([]int, 48)
	for i := range deck {
		deck[i] = i + 1
	}
	Shuffle(counting().Chance("deal"), deck)
	want := []int{33, 20, 1, 16, 30, 4, 32, 18, 14, 13, 37, 45, 44, 35, 27, 29, 17, 31, 43, 38, 42, 34, 22, 7,
		46, 28, 25, 5, 12, 10, 21, 9, 39, 11, 24, 40, 3, 48, 36, 8, 19, 23, 6, 47, 41, 26, 2, 15}
	if !slices.Equal(deck, want) {
		t.Errorf("the shuffled deck is %v, want %v", deck, want)
	}
	Shuffle(counting().Chance("deal"), []int{}) // neither breaks
	Shuffle(counting().Chance("deal"), []int{1})
}

// Every order of three comes up about as often as every other: with 6,000
// shuffles of fixed seeds, each of the six within five deviations of 1,000.
func TestShuffleIsFair(t *testing.T) {
	seen := map[string]int{}
	for i := range 6000 {
		s := Seed{byte(i), byte(i >> 8)}
		list := []string{"a", "b", "c"}
		Shuffle(s.Chance("test"), list)
		seen[strings.Join(list, "")]++
	}
	for order, n := range seen {
		if n < 856 || n > 1144 {
			t.Errorf("%s came up %d times in 6,000", order, n)
		}
	}
	if len(seen) != 6 {
		t.Errorf("%d orders came up, want 6", len(seen))
	}
}

// The page on fairness gives the beginning of a stream to anybody who checks a deal.
func TestFairnessPageHasTheVectors(t *testing.T) {
	page, err := os.ReadFile("../docs/fairness.md")
	if err != nil {
		t.Fatal(err)
	}
	words, chance := counting().Chance("deal").words, counting().Chance("deal")
	var first []any
	for range 300 {
		first = append(first, words.Uint64())
	}
	var drawn, deck []int
	for i := range 48 {
		drawn, deck = append(drawn, chance.Below(48)), append(deck, i+1)
	}
	Shuffle(counting().Chance("deal"), deck)
	for _, want := range []string{
		fmt.Sprintf("begins with the words `%x`, `%x`, `%x`, `%x`; the 300th is `%x`", append(first[:4:4], first[299])...),
		"first ten numbers below 48 of the stream `deal`: " + list(drawn[:10]) + ".",
		"shuffled by the stream `deal`: " + list(deck) + ".",
	} {
		if !strings.Contains(string(page), want) {
			t.Errorf("docs/fairness.md has not: %s", want)
		}
	}
}

// list writes numbers down.
func list(numbers []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(numbers), " ", ", "), "[]")
}
