package commands_test

import (
	"fmt"
	"sync"
	"testing"

	"parlour/commands"
	"parlour/commands/world"
	"parlour/games"
	"parlour/games/permutu"
	"parlour/storage"
)

// tireless is a game for one person whose position never changes, so that every move can be
// made again.
type tireless struct{ permutu.Game }

func (g tireless) Start(s games.Setup) (games.State, error) {
	state, err := g.Game.Start(s)
	return tirelessState{state}, err
}

type tirelessState struct{ games.State }

func (s tirelessState) Play(seat games.Seat, m games.Move) (games.State, error) {
	_, err := s.State.Play(seat, m)
	return s, err
}

// A request that arrives eight times at once, at two services over one store, makes one move.
// Another request for the same move makes another.
func TestRepeatedRequestMovesOnce(t *testing.T) {
	w := newTalk(t)
	var services []*commands.Service
	for range 2 {
		services = append(services, w.another(func(c *commands.Config) { c.Games = []games.Game{tireless{}} }))
	}
	w.service = services[0]
	w.steps(t, "ann /play game:permutu options:symbols=3,distinct=true", "ann clicks Start on 1")
	w.steps(t, "ann /settings confirm:off")
	plies := func() []storage.Entry {
		m := w.match(t, "1")
		return m.Log
	}
	for n := range 3 {
		r := commands.Request{
			ID: fmt.Sprint("request ", n), By: person("ann"), Guild: "guild", Channel: "games",
			Command: "move", Options: map[string]string{"move": "1r"},
		}
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				if said := services[i%2].Handle(t.Context(), r).Message.Content; said != "Played." {
					t.Errorf("the request was answered with %q", said)
				}
			})
		}
		world.Finish(t, all.Wait, "the answers to eight requests at once")
		if log := plies(); len(log) != n+1 || log[n].RequestID != r.ID {
			t.Fatalf("after %d repeated requests there are the plies %+v", n+1, log)
		}
	}
}
