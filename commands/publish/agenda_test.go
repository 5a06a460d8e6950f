package publish_test

import (
	"crypto/rand"
	"path/filepath"
	"testing"
	"time"

	"parlour/commands/match"
	"parlour/commands/publish"
	"parlour/games/all"
	"parlour/storage"
	"parlour/storage/bolt"
)

// A person is not reminded of a game whose server cannot reach the bot, and is looked at again soon.
func TestNobodyIsRemindedWhileAServerIsAway(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	store, err := bolt.Open(filepath.Join(t.TempDir(), "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	now := noon.Add(6 * time.Hour)
	env := match.NewEnv(all.Games(), store, func() time.Time { return now }, rand.Reader)
	env.Shards = &match.ShardSet{}
	env.Shards.Assign([]match.Shard{match.WholeShard})
	head := storage.Head{ID: "m", Created: noon, NextCheck: noon}
	head.Phase, head.Guild, head.TurnTime = storage.Playing, "1", 10*time.Hour
	head.Setup.Game, head.Setup.Rules, head.Setup.Seats = "permute", 1, 2
	head.Players = []storage.Player{{ID: "ann", Name: "Ann"}, {ID: "ben", Name: "Ben"}}
	head.Clocks = []storage.Clock{{Since: noon, Due: noon.Add(10 * time.Hour)}, {}}
	if _, err := store.Create(t.Context(), head); err != nil {
		t.Fatal(err)
	}
	want := func(when string, share int, next time.Time) {
		t.Helper()
		got, err := publish.AgendaOf(t.Context(), env, storage.Person{ID: "ann", Remind: &[]int{50, 80}})
		if err != nil || len(got.Turns) != 1 || got.Turns[0].Share != share || !got.Next.Equal(next) {
			t.Errorf("%s Ann's agenda is %+v, %v; want a reminder of %d %% and the next at %v", when, got, err, share, next)
		}
	}
	want("while the gateway is closed", 0, now.Add(time.Minute))
	env.Shards.Opened(match.WholeShard)
	want("before the outage is noted", 0, now.Add(time.Minute))
	env.Shards.Noted(match.WholeShard)
	want("when it is open", 50, noon.Add(8*time.Hour))
}
