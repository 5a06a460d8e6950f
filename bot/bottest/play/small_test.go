package play_test

import (
	"flag"
	"testing"
	"time"

	"parlour/bot/bottest"
	"parlour/games/permute"
	"parlour/storage"
	"parlour/storage/bolt"
)

var finished = flag.Int("finished", 1, "the games that TestFinishedGameIsSmall plays; their bytes are judged from 100 on")

// A game of at most 28 plies that people have played to its end is settled, and takes at most 2,300 bytes of the file, which
// nobody has compacted.
//
//test:unwatched
func TestFinishedGameIsSmall(t *testing.T) {
	t.Parallel()
	r := bottest.New(t)
	r.Ctx = t.Context()
	store, inFile := r.Store.(*bolt.Store)
	size := func() int64 {
		found, err := store.Check(t.Context(), time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		return found.Size
	}
	var half int64
	for n := range *finished {
		if inFile && n == *finished/2 {
			half = size()
		}
		channel, _ := r.Challenge(r.Discord.Channel("games"), "options:size=9")
		own, err := r.Store.OfPlayer(r.Ctx, r.Discord.User("ann").ID(), true, storage.All)
		if err != nil || len(own) != 1 {
			t.Fatalf("ann plays %d games, %v, want 1", len(own), err)
		}
		state, err := permute.Game{}.Start(own[0].Setup)
		for i := 0; err == nil && i < 27 && len(state.ToMove()) > 0; i++ {
			seat := state.ToMove()[0]
			legal := state.Legal(seat)
			move := legal[(7*i+n)%len(legal)]
			r.Plays([]string{"ann", "ben"}[seat], channel, string(move))
			state, err = state.Play(seat, move)
		}
		if err != nil {
			t.Fatal(err)
		}
		if len(state.ToMove()) > 0 {
			r.Click("ann", r.Slash("ann", channel, "/resign"), "Yes, resign")
		}
		r.Until("the game is settled", func() bool {
			m, err := r.Store.Get(r.Ctx, own[0].ID)
			return err == nil && m.Settled()
		})
	}
	if *finished < 100 || !inFile {
		return
	}
	each := (size() - half) / int64(*finished-*finished/2)
	t.Logf("a game takes %d bytes", each)
	if each > 2300 {
		t.Errorf("a game takes %d bytes, want at most 2300", each)
	}
}
