package commands_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/commands"
	"parlour/commands/message"
	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
)

// unlisted is a game with so many moves that nobody lists them: Legal panics.
type unlisted struct{ games.Game }

func (g unlisted) Start(s games.Setup) (games.State, error) {
	state, err := g.Game.Start(s)
	return unlist(state), err
}

type unlistedState struct{ games.State }

func (unlistedState) Legal(games.Seat) []games.Move { panic("all legal moves are listed") }

func (s unlistedState) Play(seat games.Seat, m games.Move) (games.State, error) {
	next, err := s.State.Play(seat, m)
	return unlist(next), err
}

// unlistedBids is an unlistedState of a game with bids.
type unlistedBids struct {
	unlistedState
	games.Bidder
	games.Trier
}

// unlist hides the legal moves of a position.
func unlist(s games.State) games.State {
	if s == nil {
		return nil
	}
	if b, bids := s.(games.Bidder); bids {
		return unlistedBids{unlistedState{s}, b, s.(games.Trier)}
	}
	return unlistedState{s}
}

// Nothing that runs for a click, a letter that is typed or a look at the board lists all legal
// moves: whole games are played by buttons without that.
//
//test:unwatched
func TestNobodyListsAllMoves(t *testing.T) {
	for _, g := range all.Games() {
		t.Run(g.Info().Name, func(t *testing.T) {
			t.Parallel()
			w := newTalk(t)
			w.with(func(c *commands.Config) { c.Games = []games.Game{unlisted{g}} })
			w.steps(t, "table "+g.Info().Name+" ben")
			rng, who := rand.New(rand.NewPCG(1, 2)), []string{"ann", "ben"}
			for ply := range 250 {
				h := w.head(t, "1")
				if h.Phase != storage.Playing {
					break
				}
				owe := h.Stand.ToMove
				name := who[owe[rng.IntN(len(owe))]]
				if ply%20 == 0 {
					for _, does := range []string{"/board", "/games", "types /move move:", "types /bid bid:", "types /move move:d3", "/move move:nonsense", "/hint"} {
						w.steps(t, name+" "+does)
					}
					w.steps(t, "dan /board")
				}
				w.tap(t, name, rng)
			}
		})
	}
}

// tap makes a move with random presses, from the newest board on. Two in three go on with the move as far
// as it is made; the others may also change what was picked.
func (w *talk) tap(t *testing.T, who string, rng *rand.Rand) {
	t.Helper()
	shown := w.newest()
	plies := w.plies(t)
	for range 20 {
		var ids, on []string // all, and those that go on furthest
		furthest := 0
		for _, c := range slices.Concat(shown.Rows...) {
			b, err := message.ParseButton(c.ID)
			if err == nil && !c.Disabled && slices.Contains([]message.Verb{"move", "open", "pick", "page", "confirm"}, b.Verb) && c.Label != "Back" {
				ids = append(ids, c.ID)
				so := len(b.Steps)
				if b.Verb == "confirm" {
					so++ // it carries no page
				}
				if so > furthest {
					on, furthest = nil, so
				}
				if so == furthest {
					on = append(on, c.ID)
				}
			}
		}
		if len(ids) == 0 {
			t.Fatalf("%s finds nothing to press on %q", who, shown.Content)
		}
		if rng.IntN(3) > 0 {
			ids = on
		}
		w.steps(t, who+" presses "+ids[rng.IntN(len(ids))])
		if w.plies(t) > plies {
			return
		}
		shown = w.last(who)
	}
	t.Fatalf("twenty presses make no move, the last answer is %q", shown.Content)
}

// plies returns how many plies the first match has.
func (w *talk) plies(t *testing.T) int {
	t.Helper()
	m := w.match(t, "1")
	return m.Plies
}

// A move takes as few clicks as this, and one fewer without Confirm. The last click makes it. A person alone, or
// against Parlour, gets no answer beside the board.
//
//test:unwatched
func TestClicks(t *testing.T) {
	const flips = "duel magic; ann plays b2D; ben plays b2Sb2U; ann plays b2Wd4U"
	const auction = "ben /play game:permutations opponent:ann first:me; ann clicks Accept on 1"
	for _, c := range strings.Split(strings.TrimSpace(`
		duel permute | ann | clicks 3 on 2; picks d3; picks C-d4; clicks Confirm
		duel permute; ann plays Cd3-d4 | ben | clicks Swap on 3; clicks Confirm
		duel magic | ann | clicks Move on 2; picks b2; picks U; clicks Confirm
		duel magic; ann plays b2U | ben | picks b2E on 3; picks a1; picks U; clicks Confirm
		`+flips+` | ben | picks d4N on 5; picks c1; picks U; clicks Confirm
		`+flips+` | ben | picks d4N on 5; picks c1; picks D; clicks Confirm
		duel permutu options:symbols=26 | ann | clicks 14–16 on 2; picks 16r; clicks Confirm
		duel permutu options:symbols=6 | ann | clicks 4–6 on 2; picks 5r; clicks Confirm
		duel permutu options:symbols=6; ann plays 1r; ben plays 4b | ann | clicks 1–3 on 4; clicks all 1; clicks Confirm
		`+auction+` | ann | clicks 3 ♣★
		`+auction+` | ben | clicks Bid on 2; clicks 1 ♥★
		`+auction+`; ben clicks 1 ♥★ | ann | clicks 3 ♣★; clicks Confirm
		`+auction+`; ben clicks 47 ♦☀; ann clicks 3 ♣★; ann clicks Confirm | ben | picks 38 on 3; clicks Confirm
		ann /play game:permute level:easy first:me | ann | clicks 3 on 2; picks d3 on 2; picks C-d4 on 2; clicks Confirm on 2
		ann /play game:magic level:easy first:me | ann | clicks Move on 2; picks b2 on 2; clicks Confirm on 2
		ann /play game:permutu options:symbols=26 level:easy first:me > Start on 1 | ann | clicks 14–16 on 2; picks 16r on 2; clicks Confirm on 2
		ann /play game:permutu options:symbols=6 level:easy first:me > Start on 1 | ann | clicks 4–6 on 2; picks 5r on 2; clicks Confirm on 2
	`), "\n") {
		cells := strings.Split(c, " | ")
		who, clicks := cells[1], strings.Split(cells[2], "; ")
		alone, bids := strings.Contains(c, "level:easy"), strings.Contains(cells[2], "★")
		for _, confirms := range []bool{true, false} {
			clicks := clicks
			if confirms && slices.Contains(clicks, "picks U") {
				clicks = slices.DeleteFunc(slices.Clone(clicks), func(s string) bool { return s == "picks U" }) // the preview shows it
			}
			w := newTalk(t)
			w.tell(t, strings.ReplaceAll(cells[0], ";", "\n"))
			if !confirms && alone {
				continue
			} else if !confirms {
				w.steps(t, who+" /settings confirm:off")
				if !bids {
					clicks = clicks[:len(clicks)-1]
				}
			}
			before, private := w.plies(t), len(w.panel[who])
			for i, click := range clicks {
				w.steps(t, who+" "+click)
				if plies := w.plies(t); (plies > before) != (i == len(clicks)-1) {
					t.Errorf("%s, Confirm %v: after %q there are %d plies, from %d\n%s", c, confirms, click, plies, before, w.lastSaid(who))
				}
			}
			if alone && len(w.panel[who]) != private {
				t.Errorf("%s: there are private answers, the last is %q", c, w.lastSaid(who))
			}
		}
	}
}
