package gametest

import (
	"strconv"
	"strings"
	"testing"

	"parlour/games"
)

// A heap is a game of two in which each takes one or two of some stones; whoever takes the last one wins. It knows all ends,
// and has perhaps a fault in their values.
type heap struct {
	games.Exact
	fault func([]games.Valued) []games.Valued
}

type heapState struct {
	games.State
	games.Duel
	left int
}

type heapView struct {
	games.View
	left int
}

func (heap) Start(games.Setup) (games.State, error) { return heapState{left: 7}, nil }

func (s heapState) ToMove() []games.Seat         { return s.Duel.ToMove() }
func (s heapState) In() []games.Seat             { return s.Duel.In() }
func (s heapState) View(games.Seat) games.View   { return heapView{left: s.left} }
func (s heapState) Result() (games.Result, bool) { return s.ResultOf([2]int{}) }

func (s heapState) Legal(games.Seat) []games.Move { return []games.Move{"1", "2"}[:min(s.left, 2)] }

func (s heapState) Play(seat games.Seat, m games.Move) (games.State, error) {
	n, err := strconv.Atoi(string(m))
	s.left -= n
	if s.Move(m); s.left == 0 {
		s.End(seat, games.Text{})
	}
	return s, err
}

func (h heap) Values(v games.View, _ games.Seat) ([]games.Valued, bool) {
	left := v.(heapView).left
	var all []games.Valued
	for n := 1; n <= min(left, 2); n++ {
		v := games.Value{Wins: 1, Plies: 2*((left-n)/3) + 1}
		if (left-n)%3 != 0 { // the other seat wins
			v = games.Value{Wins: -1, Plies: 2*((left-n)/3) + 2}
		}
		all = append(all, games.Valued{Move: games.Move(strconv.Itoa(n)), Value: v})
	}
	if h.fault != nil {
		all = h.fault(all)
	}
	return all, true
}

// Values that leave a move out, or that are not what the position after a move is worth, are found; a game that has none is
// asked for none.
func TestExactFindsWrongValues(t *testing.T) {
	log := games.InTurn(2, "1", "2", "1", "1", "2")
	for want, fault := range map[string]func([]games.Valued) []games.Valued{
		"":                                   nil,
		"[1] have values, want all of [1 2]": func(all []games.Valued) []games.Valued { return all[:1] },
		"2 is worth win": func(all []games.Valued) []games.Valued {
			for i := range all {
				all[i].Value.Wins = 1
			}
			return all
		},
		", and by the position after it loss 10": func(all []games.Valued) []games.Valued {
			for i := range all {
				if all[i].Value.Wins > 0 {
					all[i].Value.Plies = 9
				}
			}
			return all
		},
	} {
		err := exact(heap{fault: fault}, games.Setup{Seats: 2}, log)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("a fault gives %v, want %q", err, want)
		}
	}
}
