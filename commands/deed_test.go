package commands_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"parlour/commands"
	"parlour/games"
	"parlour/games/permutu"
	"parlour/storage"
)

// tireless is a game of one in which every move can be made again: its position forgets
// them.
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

// A request is one deed however often it comes: twice in turn, and so often at once to
// two hosts over one store. Another request for the same move is another move.
func TestADeedIsDoneOnce(t *testing.T) {
	w := newWorld(t)
	var hosts []*commands.Service
	for range 2 {
		c := w.host.Config
		c.Games = []games.Game{tireless{}}
		host, err := commands.New(c)
		if err != nil {
			t.Fatal(err)
		}
		hosts = append(hosts, host)
	}
	w.host = hosts[0]
	w.steps(t, "ann /play permutu symbols:3 distinct:true", "ann clicks Start on 1")
	plies := func() []storage.Entry {
		m, err := w.store.Get(t.Context(), "1")
		if err != nil {
			t.Fatal(err)
		}
		return m.Log
	}
	for n := range 3 {
		r := commands.Request{
			ID: fmt.Sprint("deed ", n), By: person("ann"), Guild: "guild", Channel: "games",
			Command: "move", Options: map[string]string{"move": "1r"},
		}
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				if said := hosts[i%2].Handle(t.Context(), r).Message.Content; !strings.Contains(said, "You played **1r**") {
					t.Errorf("the deed was answered with %q", said)
				}
			})
		}
		finish(t, all.Wait, "the answers to eight requests at once")
		if log := plies(); len(log) != n+1 || log[n].RequestID != r.ID {
			t.Fatalf("after %d deeds that came often there are the plies %+v", n+1, log)
		}
	}
}
