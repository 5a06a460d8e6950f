package message

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour/commands/match"
	"parlour/games"
	"parlour/games/all"
	"parlour/games/gametest"
	"parlour/games/permutations"
)

// mostPresses are the most presses that a move may take, from the board of a match to the move that is played. A bid takes
// as many as it has cards, and one more for all the rest of an order of takes; the first of them opens its panel, unless
// one person plays.
var mostPresses = map[string]int{
	"permute": 4, "magic": 4, "pentago": 4, "slyde": 4, "permutu": 3, "twistonly": 4,
	"catchup 1": 3, "catchup 2": 5, "catchup 3": 7, "take": 2,
	"bid": 1, "bid and rest": 2,
}

// TestPressesAMove walks to moves of random games as people do, and counts the presses.
//
//test:unwatched
func TestPressesAMove(t *testing.T) {
	w := writer(t)
	for _, g := range all.Games() {
		t.Run(g.Info().Name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(4, 1))
			setup := setupsOf(g)[0]
			if setup.Seats == 1 {
				setup.Seats++
			}
			for range 3 {
				for b := range setup.Seed {
					setup.Seed[b] = byte(rng.Uint32())
				}
				pressGame(t, w, g, setup, rng)
			}
		})
	}
}

// pressGame counts the presses of some moves of a random game.
func pressGame(t *testing.T, w *Writer, g games.Game, setup games.Setup, rng *rand.Rand) {
	s, err := g.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	for ply := 0; len(s.ToMove()) > 0 && ply < 400; ply++ {
		seat := s.ToMove()[0]
		move := gametest.Stroll(rng, s, seat)
		if ply < 4 || rng.IntN(8) == 0 {
			for _, board := range []bool{false, true} {
				x := &explorer{t: t, w: w, m: long(g, setup, s, board), seat: seat, board: board}
				kind := g.Info().Name
				if kind == "catchup" { // with the number of stones
					kind += " " + strconv.Itoa(1+strings.Count(string(move), ","))
				}
				if _, bids := s.(games.Bidder); bids {
					kind, _, _ = strings.Cut(string(move), " ")
					if steps := match.Without(games.StepsTo(s, seat, move), isEnough); len(steps) > 1 {
						kind = "bid and " + map[bool]string{true: "rest"}[len(steps) == 2 && x.rests(steps)]
					}
				}
				most, bounded := mostPresses[kind]
				if x.m.Bidding() && !board {
					most++
				}
				if got := x.presses(games.StepsTo(s, seat, move)); bounded && got > most {
					t.Errorf("%s after %d plies takes %d presses, on the board of one person: %v, want %d at most", move, ply, got, board, most)
				}
			}
		}
		if s, err = s.Play(seat, move); err != nil {
			t.Fatal(err)
		}
	}
}

// rests reports whether steps end with all the rest of a list.
func (x *explorer) rests(steps []string) bool {
	last := len(steps) - 1
	return slices.ContainsFunc(x.m.State.Step(x.seat, steps[:last]).Choices, func(c games.Choice) bool {
		return c.Rest.Key != "" && c.Value == steps[last]
	})
}

// A bid takes one press on its panel and one more for Then take the lowest. Then its take needs none, but in the last
// auction of a round, in which nobody bids by a press unless the table wants orders.
func TestPressesAnAuctionWithOrders(t *testing.T) {
	w := writer(t)
	for _, orders := range []string{"false", "true"} {
		setup := permutations.Game{}.Info().Setup("orders", orders)
		for _, setup.Seats = range []int{2, 5} {
			s, err := permutations.Game{}.Start(setup)
			if err != nil {
				t.Fatal(err)
			}
			bids := 0
			for len(s.ToMove()) > 0 {
				seat := s.ToMove()[0]
				move := s.Legal(seat)[0]
				if v := s.View(seat).(permutations.View); v.Phase == permutations.Taking {
					if orders == "true" || v.Auction < v.Auctions {
						t.Fatalf("a take of auction %d is owed, with orders %s", v.Auction, orders)
					}
				} else {
					steps := []string{s.Step(seat, nil).Choices[0].Value, "lowest"}
					x := &explorer{t: t, w: w, m: long(permutations.Game{}, setup, s, false), seat: seat}
					if got := x.presses(steps); got != 3 {
						t.Fatalf("a bid with an order takes %d presses after the board, want Bid, the order and the card", got)
					}
					move, bids = games.Made(s, seat, steps), bids+1
				}
				if s, err = s.Play(seat, move); err != nil {
					t.Fatal(err)
				}
			}
			auctions := 3 * s.View(0).(permutations.View).Auctions
			if orders == "false" {
				auctions -= 3
			}
			if bids != auctions*setup.Seats {
				t.Errorf("%d players made %d bids, want %d", setup.Seats, bids, auctions*setup.Seats)
			}
		}
	}
}

// presses returns the fewest presses that make a move by its steps, from the board of its match.
func (x *explorer) presses(steps []string) int {
	x.t.Helper()
	type look struct {
		steps  []string
		page   int
		opened bool // whether it is no longer the board of several
	}
	key := func(l look) string { return fmt.Sprint(l) }
	looks, pressed := []look{{opened: x.board}}, map[string]int{}
	for len(looks) > 0 {
		now := looks[0]
		looks = looks[1:]
		n, msg := pressed[key(now)]+1, Message{}
		if now.opened {
			msg = x.at(now.steps, now.page)
		} else {
			msg = x.w.Board(x.m)
			x.fits(msg, nil, false)
			if got, want := msg.Picture.View.String(), x.m.State.View(games.Spectator).String(); got != want {
				x.t.Fatalf("the board shows a move that nobody has made:\n%s\nwant\n%s", got, want)
			}
		}
		for _, b := range presses(msg) {
			to := look{steps: b.Steps, opened: true}
			switch b.Verb {
			case VerbMove:
			case VerbOpen:
				page, rest, err := b.Numbered()
				if err != nil {
					x.t.Fatal(err)
				}
				to.steps, to.page = rest, page
			case VerbConfirm:
				if slices.Equal(b.Steps, steps) {
					return n
				}
				continue
			case VerbPick, VerbPage:
				page, rest, err := b.Numbered()
				if err != nil {
					x.t.Fatal(err)
				}
				if to.steps = rest; b.Verb == VerbPage {
					to.page = page
				}
			default:
				continue
			}
			if len(to.steps) > len(steps) || !slices.Equal(to.steps, steps[:len(to.steps)]) {
				continue
			}
			if _, made := x.m.Finish(x.seat, to.steps); made != "" && x.m.Bidding() && b.Verb == VerbPick && len(to.steps) == len(match.Without(steps, isEnough)) {
				return n
			}
			if _, seen := pressed[key(to)]; !seen {
				pressed[key(to)] = n
				looks = append(looks, to)
			}
		}
	}
	x.t.Fatalf("no presses lead to %q of %v", steps, x.m.Setup)
	return 0
}
