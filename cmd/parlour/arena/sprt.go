package arena

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// hypotheses are two differences in Elo, of which a sequential test (Wald, 1945) decides for one. The zero value is no
// test.
type hypotheses struct{ low, high float64 }

// UnmarshalText reads "0:10".
func (h *hypotheses) UnmarshalText(text []byte) error {
	low, high, _ := strings.Cut(string(text), ":")
	var errs [2]error
	h.low, errs[0] = strconv.ParseFloat(low, 64)
	h.high, errs[1] = strconv.ParseFloat(high, 64)
	if errs != [2]error{} || !(h.low < h.high) || math.Abs(h.low) > mostElo || math.Abs(h.high) > mostElo {
		return fmt.Errorf("takes two differences in Elo, the lower one first, such as 0:10, not %q", text)
	}
	return nil
}

// mostElo bounds a difference that is tested.
const mostElo = 2000

// testedEvery is how many games lie between two looks at a test, so the number of workers does not change where it ends.
const testedEvery = 20

// decided is the logarithm of the odds at which a test is decided, so that it errs once in 20 times.
var decided = math.Log(0.95 / 0.05)

// odds returns the logarithm of how much likelier a score is with the higher difference than with the lower one, as if
// the results of games were distributed normally. Deals that are played from both seats vary less, so it errs to the
// careful side.
func (h hypotheses) odds(s score) float64 {
	const some = 0.5 // of each result, so that one who wins all has a variance
	won, drawn, lost := float64(s.Wins)+some, float64(s.Draws)+some, float64(s.Games-s.Wins-s.Draws)+some
	games := won + drawn + lost
	mean := (won + drawn/2) / games
	variance := (won+drawn/4)/games - mean*mean
	low, high := winsBy(h.low), winsBy(h.high)
	return games * (high - low) * (2*mean - low - high) / (2 * variance)
}

// winsBy returns the share of games that a player wins who is so much better.
func winsBy(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// verdict returns 1 once a test has decided for the higher difference, -1 for the lower one, else 0.
func (h hypotheses) verdict(s score) int {
	switch odds := h.odds(s); {
	case odds >= decided:
		return 1
	case odds <= -decided:
		return -1
	}
	return 0
}

// report says what a test has decided about A.
func (h hypotheses) report(a string, s score) string {
	what := "not decided yet"
	switch h.verdict(s) {
	case 1:
		what = fmt.Sprintf("%s is better by %g rather than %g", a, h.high, h.low)
	case -1:
		what = fmt.Sprintf("%s is better by %g rather than %g", a, h.low, h.high)
	}
	return fmt.Sprintf("sequential test, %g or %g Elo: %.2f between %.2f and %.2f; %s", h.low, h.high, h.odds(s), -decided, decided, what)
}
