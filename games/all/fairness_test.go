package all

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/permutations"
	"parlour/games/permutu"
)

// deal starts a game from the seed 000102…1f and reads its position as JSON.
func deal(t *testing.T, g games.Game, seats int, options map[string]string, position any) {
	t.Helper()
	setup := games.Setup{Game: g.Info().Name, Rules: 1, Seats: seats, Options: options}
	for i := range setup.Seed {
		setup.Seed[i] = byte(i)
	}
	state, err := g.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(state)
	if err == nil {
		err = json.Unmarshal(text, position)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func fairnessPage(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/fairness.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

// The page on fairness gives a deal of Permutations, in the order in which the
// cards are dealt.
func TestFairnessPageHasTheDealOfPermutations(t *testing.T) {
	page := fairnessPage(t)
	said := regexp.MustCompile(`the first seat holds ([\d, ]+), and the pool is ([\d, ]+)\.`).FindStringSubmatch(page)
	if said == nil || !strings.Contains(page, "`deal`: "+said[1]+", ") || !strings.Contains(page, ", "+said[2]+". With") {
		t.Fatalf("docs/fairness.md says %q, want the first and the last of the shuffled deck", said)
	}
	for _, seats := range []int{2, 3} {
		var dealt struct {
			Hands [][]int
			Pool  []int
		}
		deal(t, permutations.Game{}, seats, map[string]string{"orders": "false"}, &dealt)
		if got := ascending(t, said[1]); !slices.Equal(got, dealt.Hands[0]) {
			t.Errorf("the page says that the first of %d holds %v, it holds %v", seats, got, dealt.Hands[0])
		}
		if got := ascending(t, said[2]); !slices.Equal(got, dealt.Pool) {
			t.Errorf("the page says that the pool for %d is %v, it is %v", seats, got, dealt.Pool)
		}
	}
}

// ascending reads numbers and sorts them.
func ascending(t *testing.T, list string) []int {
	t.Helper()
	var numbers []int
	for _, word := range strings.Split(list, ", ") {
		n, err := strconv.Atoi(word)
		if err != nil {
			t.Fatal(err)
		}
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	return numbers
}

func TestFairnessPageHasTheDealsOfPermutu(t *testing.T) {
	page := fairnessPage(t)
	for distinct, before := range map[string]string{"false": "26 symbols: ", "true": "with `distinct`, "} {
		var dealt struct {
			Columns []struct{ R, B, G string }
		}
		deal(t, permutu.Game{}, 2, map[string]string{"symbols": "26", "distinct": distinct, "start": "seat0"}, &dealt)
		var red, black, green string
		for _, c := range dealt.Columns {
			red, black, green = red+c.R, black+c.B, green+c.G
		}
		rows := before + "red `" + red + "`, black `" + black + "`, green `" + green + "`"
		if !strings.Contains(page, rows) {
			t.Errorf("docs/fairness.md has not %q", rows)
		}
	}
}
