package commands_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/commands"
	"parlour/commands/message"
	"parlour/games"
	"parlour/games/all"
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
			w.steps(t, "ann /play game:"+g.Info().Name+" first:me", "ben clicks Join on 1", "ann clicks Start on 1")
			rng, who := rand.New(rand.NewPCG(1, 2)), []string{"ann", "ben"}
			for ply := range 250 {
				m := w.match(t, "1")
				var log []games.Ply
				for _, e := range m.Log {
					log = append(log, e.Ply)
				}
				s, _, err := games.Replay(unlisted{g}, m.Setup, log)
				if err != nil {
					t.Fatal(err)
				}
				owe := s.ToMove()
				if len(owe) == 0 {
					break
				}
				name := who[owe[rng.IntN(len(owe))]]
				if ply%5 == 0 {
					w.steps(t, name+" /board", name+" /games", name+" types /move move:", name+" types /bid bid:", name+" types /move move:d3",
						name+" /move move:nonsense", name+" /hint", "dan /board")
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

// A move takes as few clicks as this, and one fewer without Confirm. The last click makes it.
//
//test:unwatched
func TestClicks(t *testing.T) {
	permute := []string{"ann /play game:permute opponent:ben first:me", "ben clicks Accept on 1"}
	magic := []string{"ann /play game:magic opponent:ben first:me", "ben clicks Accept on 1"}
	flips := slices.Concat(magic, []string{"ann plays b2D", "ben plays b2Sb2U", "ann plays b2Wd4U"})
	permutu := func(symbols string) []string {
		return []string{"ann /play game:permutu options:symbols=" + symbols + " opponent:ben first:me", "ben clicks Accept on 1"}
	}
	auction := []string{"ben /play game:permutations opponent:ann first:me", "ann clicks Accept on 1"}
	for name, c := range map[string]struct {
		before []string
		who    string
		clicks []string
		bids   bool // whether there is no Confirm to leave out
	}{
		"a twist":              {permute, "ann", []string{"clicks Move on 2", "clicks 3", "picks d3", "picks C-d4", "clicks Confirm"}, false},
		"a swap":               {slices.Concat(permute, []string{"ann plays Cd3-d4"}), "ben", []string{"clicks Move on 3", "picks swap", "clicks Confirm"}, false},
		"a tile":               {magic, "ann", []string{"clicks Move on 2", "picks b2", "clicks Confirm"}, false},
		"a flip and a tile":    {slices.Concat(magic, []string{"ann plays b2U"}), "ben", []string{"picks b2E on 3", "picks a1", "clicks Confirm"}, false},
		"one of many flips":    {flips, "ben", []string{"clicks Move on 5", "picks d4N", "picks c1", "clicks Confirm"}, false},
		"a tile turned over":   {flips, "ben", []string{"clicks Move on 5", "picks d4N", "picks c1", "picks D", "clicks Confirm"}, false},
		"a block of 26":        {permutu("26"), "ann", []string{"clicks Move on 2", "clicks 14–16", "picks 16r", "clicks Confirm"}, false},
		"a block of 6":         {permutu("6"), "ann", []string{"clicks Move on 2", "clicks 4–6", "picks 5r", "clicks Confirm"}, false},
		"a whole column":       {slices.Concat(permutu("6"), []string{"ann plays 1r", "ben plays 4b"}), "ann", []string{"clicks Move on 4", "clicks 1–3", "clicks all", "clicks Confirm"}, false},
		"a bid by DM":          {auction, "ann", []string{"clicks 3★g"}, true},
		"a bid in the channel": {auction, "ben", []string{"clicks Bid on 2", "clicks 1★r"}, true},
		"the last bid":         {slices.Concat(auction, []string{"ben clicks 1★r"}), "ann", []string{"clicks 3★g", "clicks Confirm"}, true},
		"a take":               {slices.Concat(auction, []string{"ben clicks 47☀y", "ann clicks 3★g", "ann clicks Confirm"}), "ben", []string{"picks 38 on 3", "clicks Confirm"}, false},
	} {
		for _, confirms := range []bool{true, false} {
			w := newTalk(t)
			w.steps(t, c.before...)
			clicks := c.clicks
			if !confirms {
				w.steps(t, c.who+" /settings confirm:off")
				if !c.bids {
					clicks = clicks[:len(clicks)-1]
				}
				if slices.Contains([]string{"a tile", "a flip and a tile", "one of many flips"}, name) {
					clicks = append(slices.Clone(clicks), "picks U") // which the preview shows at once
				}
			}
			before := w.plies(t)
			for i, click := range clicks {
				w.steps(t, c.who+" "+click)
				if plies := w.plies(t); (plies > before) != (i == len(clicks)-1) {
					t.Errorf("%s, Confirm %v: after %q there are %d plies, from %d\n%s", name, confirms, click, plies, before, w.lastSaid(c.who))
				}
			}
		}
	}
}

// A person alone, or against Parlour, needs one click fewer: the board has the steps.
func TestClicksAlone(t *testing.T) {
	for game, clicks := range map[string][]string{
		"permute":                    {"clicks 3 on 2", "picks d3 on 2", "picks C-d4 on 2", "clicks Confirm on 2"},
		"magic":                      {"picks b2 on 2", "clicks Confirm on 2"},
		"permutu options:symbols=26": {"clicks 14–16 on 2", "picks 16r on 2", "clicks Confirm on 2"},
		"permutu options:symbols=6":  {"clicks 4–6 on 2", "picks 5r on 2", "clicks Confirm on 2"},
	} {
		w := newTalk(t)
		w.steps(t, "ann /play game:"+game+" level:easy first:me")
		if strings.HasPrefix(game, "permutu") {
			w.steps(t, "ann clicks Start on 1")
		}
		private := len(w.panel["ann"])
		for i, click := range clicks {
			before := w.plies(t)
			w.steps(t, "ann "+click)
			if made := w.plies(t) > before; made != (i == len(clicks)-1) {
				t.Errorf("%s: after %q a move is made: %v", game, click, made)
			}
		}
		if n := len(w.panel["ann"]); n != private {
			t.Errorf("%s: ann has %d private answers, want %d\n%s", game, n, private, fmt.Sprint(strings.Join(w.said("ann"), "\n")))
		}
	}
}

// said lists the private answers to a person.
func (w *talk) said(who string) (all []string) {
	for _, m := range w.panel[who] {
		all = append(all, m.Content)
	}
	return all
}
