package leaks_test

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"parlour/bot"
	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/games"
	"parlour/games/permutations"
	"parlour/storage"
)

// A pair is a match of two whose first game is over, while the second goes on.
type pair struct {
	*bottest.Rig
	thread string
	ids    [2]string
	hidden map[string]string // what nobody is told before the second game is over, by what it is
	seen   strings.Builder   // all that somebody got
}

// newPair begins a match of two, whose first game is drawn. Where bids are secret, she has made one in the
// second.
func newPair(t *testing.T, game string, plant bottest.Adjust) *pair {
	t.Helper()
	p := &pair{hidden: map[string]string{}}
	p.Rig = bottest.In(t, sandbox.Config{}, func(c *bot.Config) {
		if plant != nil {
			plant(c)
		}
	})
	home := p.Discord.Channel("games")
	p.Slash("ann", home, "/play game:"+game+" match:two opponent:@ben")
	p.Click("ben", p.AwaitButton("ben", home, "Accept"), "Accept")
	p.thread = p.Await("eve", home, func(m sandbox.Message) bool { return m.Thread != "" }).Thread
	p.AwaitWords("eve", p.thread, "Game 2 of 2")
	for _, h := range p.heads(true) {
		p.ids[h.Two-1] = h.ID
	}
	second, err := p.Store.Get(p.Ctx, p.ids[1])
	if err == nil && game == "permutations" {
		state, failed := permutations.Game{}.Start(second.Setup)
		if failed != nil {
			t.Fatal(failed)
		}
		seat := slices.IndexFunc(second.Players, func(s storage.Player) bool { return s.Name == "Ann" })
		hand := view(state, games.Seat(seat)).Sides[seat].Hand
		p.Slash("ann", p.thread, fmt.Sprintf("/bid game:%s bid:%d", p.ids[1], hand[0]))
		second, err = p.Store.Get(p.Ctx, p.ids[1])
	}
	if err != nil {
		t.Fatal(err)
	}
	p.draws(0)
	p.hidden["the secret"], p.hidden["the seed"] = hex.EncodeToString(second.Secret[:]), hex.EncodeToString(second.Setup.Seed[:])
	p.hidden["the salt of a word"] = hex.EncodeToString(second.Shares[0].Salt[:])
	if (len(second.Log) > 0) != (game == "permutations") {
		t.Fatalf("the second game has the log %v", second.Log)
	}
	for _, e := range second.Log {
		p.hidden["the salt of a bid"] = hex.EncodeToString(e.Salt[:])
	}
	return p
}

// heads returns the games of the thread that go on, or those that are over.
func (p *pair) heads(live bool) []storage.Head {
	p.Helper()
	all, err := p.Store.OfChannel(p.Ctx, p.thread, live, storage.All)
	if err != nil {
		p.Fatal(err)
	}
	return all
}

// draws has both agree to a draw in one of the games.
func (p *pair) draws(game int) {
	p.Helper()
	for _, who := range []string{"ann", "ben"} {
		p.Slash(who, p.thread, "/draw game:"+p.ids[game])
	}
	p.Until("a game is over and shown", func() bool {
		m, err := p.Store.Get(p.Ctx, p.ids[game])
		return err == nil && m.Phase == storage.Over && m.Published == m.Desired
	})
}

// look has everybody ask for all that the first game and the second may tell, and read all that is there.
func (p *pair) look() {
	p.Helper()
	for _, who := range []string{"ann", "ben", "eve"} {
		for _, id := range p.ids {
			for _, line := range []string{"/record", "/verify", "/board", "/analyse"} {
				p.reads(p.Slash(who, p.thread, line+" game:"+id))
			}
		}
		p.reads(p.Slash(who, p.thread, "/games finished:True"))
		p.reads(p.Click(who, p.Slash(who, p.thread, "/privacy"), "Get my data"))
		for _, channel := range []string{p.Discord.Channel("games"), p.thread, p.Discord.User(who).DM()} {
			for _, m := range p.Discord.User(who).Sees(channel) {
				p.reads(m)
			}
		}
	}
	p.seen.WriteString(p.Said.String())
}

// reads notes all that a message has.
func (p *pair) reads(m sandbox.Message) { p.seen.WriteString(allOf(m)) }

// found lists what somebody was told of what is hidden.
func (p *pair) found() (all []string) {
	for what, text := range p.hidden {
		if strings.Contains(p.seen.String(), text) {
			all = append(all, what)
		}
	}
	slices.Sort(all)
	return all
}

// The end of one game of a match of two opens nothing of what the other hides: no secret that both share, and nothing of a
// deal that is its own. Once both are over, their records open all.
func TestAnEndOpensNothingOfTheOtherGame(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"permutu", "permutations"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			p := newPair(t, game, nil)
			if p.look(); p.found() != nil {
				t.Errorf("while the second game goes on somebody is told %v", p.found())
			}
			p.draws(1)
			p.look()
			if len(p.found()) != len(p.hidden) {
				t.Errorf("once both are over somebody is told %v of %v", p.found(), p.hidden)
			}
		})
	}
}

// A lone is a store in which a game that is over belongs to no match of two.
type lone struct{ storage.Store }

func (s lone) Get(ctx context.Context, id string) (storage.Match, error) {
	m, err := s.Store.Get(ctx, id)
	if m.Phase == storage.Over {
		m.Two = 0
	}
	return m, err
}

// The search finds what the end of a game with a common deal would open if it didn't wait for the other.
func TestWhatAnEndOpensOfTheOtherGameIsFound(t *testing.T) {
	t.Parallel()
	p := newPair(t, "permutu", func(c *bot.Config) { c.Store = lone{c.Store} })
	p.look()
	if got := strings.Join(p.found(), ", "); got != "the salt of a word, the secret, the seed" {
		t.Errorf("the search finds %q", got)
	}
}
