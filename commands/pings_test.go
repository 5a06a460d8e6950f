package commands_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"parlour/games/permutations"
)

// mostPings are the most notifications that a player gets in a game of Permutations with five who give orders, if their
// presses begin an even share of the 26 later auctions: the first board, the bids and takes that others' presses leave to
// them, and the end. Without orders it was 42 to 53. Whose presses begin fewer gets one more for each.
const (
	mostPings = 24
	evenShare = 5
)

// TestPingsOfAGameWithOrders plays whole games of five who give orders, three of them by direct message and two in the
// thread, and counts who is notified how often. It is 24 or fewer on average.
//
//test:unwatched
func TestPingsOfAGameWithOrders(t *testing.T) {
	t.Parallel()
	who := []string{"ann", "ben", "cleo", "dan", "eve"}
	for seed, orders := range []string{"false", "true"} {
		w, rng := newTalk(t), rand.New(rand.NewPCG(1, uint64(seed)))
		got, begun, sum := map[string]int{}, map[string]int{}, 0
		does := func(person, line string) {
			auction := func() int { v := w.load(t, "1").State.View(0).(permutations.View); return v.Round*100 + v.Auction }
			before := auction()
			if w.steps(t, person+line); auction() > before {
				begun[person]++
			}
		}
		w.steps(t, "table permutations ben,cleo,dan,eve options:orders="+orders)
		for m := w.load(t, "1"); len(m.State.ToMove()) > 0; m = w.load(t, "1") {
			owe := m.State.ToMove()
			if !m.Bidding() {
				does(who[owe[0]], " plays "+string(m.State.Legal(owe[0])[0]))
				continue
			}
			rng.Shuffle(len(owe), func(i, j int) { owe[i], owe[j] = owe[j], owe[i] })
			for i, seat := range owe {
				card := m.State.View(seat).(permutations.View).Sides[seat].Hand[0]
				line := fmt.Sprintf("%s /bid bid:%d lowest", []string{" in dm", ""}[seat%2], card)
				if i == len(owe)-1 {
					line += " > Confirm"
				}
				does(who[seat], line)
			}
		}
		for _, p := range w.DMs {
			if !p.Versions[0].Silent {
				got[strings.TrimPrefix(p.Channel, "dm-")]++
			}
		}
		for _, p := range w.Posts {
			for _, person := range p.Versions[0].Pings {
				got[person]++
			}
		}
		for _, person := range who {
			sum += got[person]
			if most := mostPings + max(0, evenShare-begun[person]); got[person] > most {
				t.Errorf("orders %s: %s is notified %d times and began %d auctions, want %d times or fewer", orders, person, got[person], begun[person], most)
			}
		}
		if sum > mostPings*len(who) || sum < 15*len(who) {
			t.Errorf("orders %s: the five are notified %v times, want %d or fewer on average", orders, got, mostPings)
		}
		t.Logf("orders %s: notified %v, began %v", orders, got, begun)
	}
}
