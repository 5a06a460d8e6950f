package leaks_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"parlour/bot/bottest"
)

// group makes a group of everybody, who all have the bot for themselves, and returns its channel.
func (g *run) group() string {
	for _, name := range bottest.Everyone {
		g.Discord.Stage().Install(name, true)
	}
	return g.Discord.Stage().AddGroup(bottest.Everyone...)
}

// amongFriends returns a script of a game in a group.
func amongFriends(seed uint64) script {
	return script{
		title: fmt.Sprintf("friends, seed %d", seed), seed: seed, players: 2 + int(seed%3), auctions: 2, friends: true, late: seed%2 == 0,
		mishap: func(g *run, b bid) { g.bid(g.seat, b) },
	}
}

// In a group of friends, where all that the bot says is an answer to somebody, no bid gets to others
// before its auction is revealed.
func TestNothingLeaksAmongFriends(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var total tally
	var all []script
	for seed := range uint64(4) {
		all = append(all, amongFriends(seed))
	}
	each(t, all, func(t *testing.T, s script) {
		compared, err := s.leak(t)
		if err != nil {
			t.Error(err)
		}
		mu.Lock()
		defer mu.Unlock()
		total.add(compared)
	})
	if total.pictures == 0 {
		t.Errorf("%+v was compared, want pictures", total)
	}
	t.Logf("%+v", total)
}

// The comparison finds leaks of each kind there too.
func TestPlantedLeaksAmongFriendsAreFound(t *testing.T) {
	t.Parallel()
	var all []script
	for _, name := range []string{"content", "a custom_id", "a picture", "the public view", "the hand"} {
		s := amongFriends(1)
		s.title, s.plant, s.auctions, s.tour, s.redealt = name, plants[name], 1, true, name == "the hand"
		all = append(all, s)
	}
	each(t, all, func(t *testing.T, s script) {
		if _, err := s.leak(t); !errors.Is(err, errLeak) {
			t.Errorf("the leak is not found: %v", err)
		}
	})
}
