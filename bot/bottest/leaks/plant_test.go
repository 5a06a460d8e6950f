package leaks_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"parlour/bot"
	"parlour/bot/bottest"
	"parlour/commands/world"
	"parlour/games"
	"parlour/games/permutations"
	"parlour/storage"
)

// plants are leaks of every kind, by the place of the leak.
var plants = map[string]plant{
	"alt text":           altering(`"description":"`, `"description":"%s `),
	"content":            altering(`"content":"`, `"content":"%s `),
	"a custom_id":        altering(`:more"`, `:more:%s"`),
	"a label":            altering(`"label":"`, `"label":"%s `),
	"a file name":        altering("board.png", "%s.png"),
	"a picture":          altering("IEND\xaeB`\x82", "IEND\xaeB`\x82%s"),
	"a completion":       altering(`"name":"`, `"name":"%s `),
	"a line of the log":  logging(func(a world.Access) any { return a.Entries }),
	"an error":           func(_ testing.TB, _ *run, c *bot.Config) { c.Store = chattyError{c.Store} },
	"the order":          proxied(func(_ *bottest.Proxy, d *delay, r *http.Request) { d.late.Store(r) }),
	"a missing request":  proxied(func(*bottest.Proxy, *delay, *http.Request) {}),
	"a request too many": proxied(func(p *bottest.Proxy, _ *delay, r *http.Request) { p.Pass(r); p.Pass(r) }),
	"the public view":    seen(func(v, own *permutations.Side) { v.Bid = own.Bid }),
	"the hand":           seen(func(v, own *permutations.Side) { v.Hand = own.Hand }),
}

// The comparison finds a leak of each kind, among friends too, and none in a run without a leak.
func TestPlantedLeaksAreFound(t *testing.T) {
	t.Parallel()
	var all []script
	add := func(s script, where, name string, p plant) {
		s.title, s.plant, s.auctions, s.tour, s.redealt = name+where, p, 1, true, p == nil || name == "nothing behind a proxy" || name == "the hand"
		if name == "an error" {
			s.mishap = (*run).breakStore
		}
		all = append(all, s)
	}
	one := script{seed: 1, players: 2, mishap: func(g *run, b bid) { g.bid(g.seat, b) }}
	for name, p := range plants {
		add(one, "", name, p)
	}
	add(one, "", "nothing", nil)
	add(one, "", "nothing behind a proxy", altering("none of this", ""))
	for _, name := range []string{"content", "a custom_id", "a picture", "the public view", "the hand"} {
		add(amongFriends(1), " among friends", name, plants[name])
	}
	each(t, all, func(t *testing.T, s script) {
		_, err := s.leak(t)
		leaks := !strings.HasPrefix(s.title, "nothing")
		if leaks != errors.Is(err, errLeak) || !leaks && err != nil {
			t.Errorf("with a leak in %s the comparison returns: %v", s.title, err)
		}
	})
}

// logging logs what a function says of each append.
func logging(say func(world.Access) any) plant {
	return func(_ testing.TB, _ *run, c *bot.Config) {
		c.Store = &world.Store{Store: c.Store, Before: func(a world.Access) error {
			if a.Op == world.Append {
				c.Log.Info("an append", "of", say(a))
			}
			return nil
		}}
	}
}

// chattyError is a store whose errors contain the bid.
type chattyError struct{ storage.Store }

func (s chattyError) Append(ctx context.Context, h storage.Head, entries ...storage.Entry) (storage.Head, error) {
	h, err := s.Store.Append(ctx, h, entries...)
	if err != nil && len(entries) > 0 {
		err = fmt.Errorf("append %q: %w", entries[0].Move, err)
	}
	return h, err
}

// seen puts the owner's view of the secret seat into the public view.
func seen(show func(public, own *permutations.Side)) plant {
	return func(_ testing.TB, g *run, c *bot.Config) {
		for i, game := range c.Games {
			if game == g.deal {
				c.Games[i] = open{game, g, show}
			}
		}
	}
}

// open is a game whose public view shows hidden cards.
type open struct {
	games.Game
	run  *run
	show func(public, own *permutations.Side)
}

func (o open) Start(s games.Setup) (games.State, error) {
	state, err := o.Game.Start(s)
	return o.opened(state), err
}

type openState struct {
	games.State
	games.Bidder
	games.Trier
	game open
}

// opened is a state whose public view shows hidden cards.
func (o open) opened(s games.State) games.State {
	bids, _ := s.(games.Bidder)
	tries, _ := s.(games.Trier)
	return openState{s, bids, tries, o}
}

func (s openState) Play(seat games.Seat, m games.Move) (games.State, error) {
	next, err := s.State.Play(seat, m)
	return s.game.opened(next), err
}

func (s openState) View(seat games.Seat) games.View {
	v := view(s.State, seat)
	if seat == games.Spectator && s.game.run.secret.Load() != nil {
		s.game.show(&v.Sides[s.game.run.seat], &view(s.State, s.game.run.seat).Sides[s.game.run.seat])
	}
	return v
}

// altering replaces a text in every message and every answer by one with the secret in place
// of %s.
func altering(old, new string) plant {
	return func(t testing.TB, g *run, c *bot.Config) {
		bottest.NewProxy(t, c, func(p *bottest.Proxy, r *http.Request) *http.Response {
			secret, ok := g.secret.Load().(string)
			if ok && (strings.Contains(r.URL.Path, "/messages") || strings.HasSuffix(r.URL.Path, "/callback")) {
				bottest.SetBody(r, bytes.ReplaceAll(bottest.BodyOf(r), []byte(old), []byte(strings.Replace(new, "%s", secret, 1))))
			}
			return p.Pass(r)
		})
	}
}

// A delay keeps requests back.
type delay struct {
	since atomic.Int64                 // the number of the action of the newest request that was kept back
	late  atomic.Pointer[http.Request] // sent after the next request of another action
}

// proxied passes the edits of messages to a function instead of sending them, if the card of
// the secret bid is higher than that of the other run.
func proxied(do func(*bottest.Proxy, *delay, *http.Request)) plant {
	return func(t testing.TB, g *run, c *bot.Config) {
		var kept delay
		bottest.NewProxy(t, c, func(p *bottest.Proxy, r *http.Request) *http.Response {
			if r.Method == http.MethodPatch && strings.Contains(r.URL.Path, "/channels/") && g.higher.Load() {
				kept.since.Store(g.watch.number())
				do(p, &kept, r)
				return nil
			}
			answer := p.Pass(r)
			if g.watch.number() > kept.since.Load() {
				if late := kept.late.Swap(nil); late != nil {
					p.Pass(late)
				}
			}
			return answer
		})
	}
}
