package gametest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
)

// toy is a game for two in which both choose 1, 2 or 3 in secret, three times;
// the higher sum wins. Its faults break one promise each.
type toy struct{ fault string }

func (g toy) Info() games.Info {
	return games.Info{Name: "toy", Title: "Toy", Rules: 1, MinSeats: 2, MaxSeats: 2, Hidden: g.fault != "hides"}
}

func (g toy) Start(games.Setup) (games.State, error) {
	return toyState{fault: g.fault, rounds: &[]int{0}}, nil
}

func (g toy) Parse(text string) (games.Move, error) {
	if g.fault == "parse" {
		return games.Move(text + " "), nil
	}
	return games.Move(text), nil
}

type toyState struct {
	fault  string
	sealed [2]int
	sums   [2]int
	round  int
	left   bool
	rounds *[]int // shared, for the fault that changes a position under others
}

func (s toyState) ToMove() []games.Seat {
	var owe []games.Seat
	for seat := range games.Seat(2) {
		if s.sealed[seat] == 0 && s.round < 3 && !s.left {
			owe = append(owe, seat)
		}
	}
	if s.fault == "order" {
		slices.Reverse(owe)
	}
	return owe
}

func (s toyState) In() []games.Seat { return []games.Seat{0, 1} }

func (s toyState) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{s.sealed, s.sums, s.round, s.left})
}

func (s toyState) Legal(seat games.Seat) []games.Move {
	if !slices.Contains(s.ToMove(), seat) {
		return nil
	}
	if s.fault == "unsorted" {
		return []games.Move{"3", "2", "1"}
	}
	return []games.Move{"1", "2", "3"}
}

func (s toyState) Choices(seat games.Seat, picked []string) []games.Choice {
	if s.fault == "forged" && len(picked) > 0 {
		return []games.Choice{{Value: "1", Label: games.Say("one"), Move: "1"}}
	}
	var steps []games.Choice
	for _, m := range s.Legal(seat) {
		if len(picked) == 0 && (s.fault != "menu" || m != "2") {
			steps = append(steps, games.Choice{Value: string(m), Label: games.Say("n"), Move: m})
		}
	}
	return steps
}

func (s toyState) Play(seat games.Seat, m games.Move) (games.State, error) {
	if s.fault == "lets anybody leave" && m == games.Leave {
		s.left = true
		return s, nil
	}
	if len(s.ToMove()) == 0 || !slices.Contains(s.In(), seat) {
		return nil, games.Refuse("no")
	}
	switch m {
	case games.Leave, games.Draw:
		s.left = true
		return s, nil
	case games.Lapse:
		m = "1"
		if s.fault == "waits" {
			m = ""
		}
	}
	if !slices.Contains(s.Legal(seat), m) {
		if s.fault == "bare error" {
			return nil, fmt.Errorf("no")
		}
		return nil, games.Refuse("no")
	}
	if s.fault == "impure" {
		(*s.rounds)[0]++
	}
	return s.seal(seat, int(m[0]-'0')), nil
}

// seal keeps what a seat chose, and reveals when both have.
func (s toyState) seal(seat games.Seat, n int) toyState {
	s.sealed[seat] = n
	if s.sealed[0] > 0 && s.sealed[1] > 0 && s.fault != "endless" {
		s.sums[0] += s.sealed[0]
		s.sums[1] += s.sealed[1]
		s.round++
	}
	if s.sealed[0] > 0 && s.sealed[1] > 0 {
		s.sealed = [2]int{}
	}
	return s
}

type toyView struct {
	Sums, Sealed  [2]int
	Round, Rounds int
	Left          bool
}

func (v toyView) String() string     { return fmt.Sprint(v.Sums, v.Sealed) }
func (v toyView) Words() games.Words { return games.Words{} }

func (s toyState) View(seat games.Seat) games.View {
	v := toyView{Sums: s.sums, Round: s.round, Rounds: (*s.rounds)[0], Left: s.left}
	for i, n := range s.sealed {
		if i == int(seat) || s.fault == "leak" {
			v.Sealed[i] = n
		} else if n > 0 {
			v.Sealed[i] = -1
		}
	}
	return v
}

func (s toyState) Result() (games.Result, bool) {
	if s.fault == "places" && s.round == 3 {
		return games.Result{Places: []int{0, 1}, Scores: []int{1, 1}, Reason: games.Say("r")}, true
	}
	return games.Result{Places: []int{1, 1}, Scores: s.sums[:], Reason: games.Say("r")}, s.round == 3 || s.left
}

func checkToy(fault string) error {
	return check(toy{fault}, Config{Setup: games.Setup{Game: "toy", Rules: 1, Seats: 2}, Games: 20, MaxPlies: 50, Seed: 1,
		Sample: func(v games.View, rng *rand.Rand) games.State { return sampleToy(fault, v.(toyView), rng) }})
}

// sampleToy draws what is sealed and not seen.
func sampleToy(fault string, v toyView, rng *rand.Rand) games.State {
	s := toyState{fault: fault, sums: v.Sums, sealed: v.Sealed, round: v.Round, left: v.Left, rounds: &[]int{v.Rounds}}
	for i, n := range s.sealed {
		if n < 0 {
			s.sealed[i] = 1 + rng.IntN(3)
		}
		if fault == "samples badly" && n == 0 {
			s.sealed[i] = 1
		}
	}
	return s
}

func TestCheckPassesAnHonestGame(t *testing.T) {
	if err := checkToy(""); err != nil {
		t.Error(err)
	}
}

func TestCheckFindsEachFault(t *testing.T) {
	for fault, want := range map[string]string{
		"leak":               "can tell whether",
		"hides":              "nothing is hidden",
		"order":              "ascending",
		"unsorted":           "not sorted",
		"parse":              "Parse(",
		"menu":               "no menu",
		"forged":             "offers something",
		"bare error":         "want a Refusal",
		"impure":             "changed while",
		"endless":            "no end",
		"waits":              "with [0 1] owing",
		"lets anybody leave": "does not exist, gave",
		"samples badly":      "sees in a sample",
		"places":             "want 1 for the best",
	} {
		if err := checkToy(fault); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("a game with the fault %q gave %v, want an error with %q", fault, err, want)
		}
	}
}

func TestCheckWantsASample(t *testing.T) {
	c := Config{Setup: games.Setup{Game: "toy", Rules: 1, Seats: 2}, Games: 1, MaxPlies: 50}
	if err := check(toy{}, c); err == nil || !strings.Contains(err.Error(), "needs a Sample") {
		t.Errorf("a game that hides something, without a Sample, gave %v", err)
	}
}

// A game longer than the toy shows that a sample which never differs is found.
func TestCheckFindsThatNothingIsHidden(t *testing.T) {
	p := player{info: games.Info{Hidden: true}, log: make([]games.Ply, 10)}
	if err := p.hidden(); err == nil {
		t.Error("samples that were all the position itself were not found")
	}
	p.other = true
	if err := p.hidden(); err != nil {
		t.Error(err)
	}
}

func TestRecords(t *testing.T) {
	Records(t, toy{}, "testdata/records", map[string]games.Setup{"toy": {Game: "toy", Rules: 1, Seats: 2}})
}

func TestFirstDifference(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"x\ny", "x\ny", 0}, {"x\ny", "x\nz", 2}, {"x", "x\ny", 2}} {
		if got, _, _ := firstDifference(c.a, c.b); got != c.want {
			t.Errorf("firstDifference(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
