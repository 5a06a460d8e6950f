package play_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/bot"
	"parlour/bot/bottest"
	"parlour/bot/gateway"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/fault"
	server "parlour/bot/sandbox/world"
	"parlour/commands/match"
	"parlour/storage"
	"parlour/storage/storetest"
)

// fourShards is a sandbox with four servers, each on a shard of its own: that of #games is on shard 3,
// those of #north, #east and #south on 0, 1 and 2. Its limits pass at once, so all shards may identify.
func fourShards() sandbox.Config {
	in := server.DefaultCast()
	for _, name := range []string{"north", "east", "south"} {
		in.Servers = append(in.Servers, server.CastServer{Name: name, Channels: []string{name}})
	}
	return sandbox.Config{Cast: &in, Shards: 4, Keys: 4, Haste: 1e9}
}

// awaitShards waits until so many shards are open.
func awaitShards(r *bottest.Rig, open ...string) {
	r.Helper()
	r.Until(fmt.Sprintf("the shards %v are open", open), func() bool { return slices.Equal(r.Discord.Faults().Open(), open) })
}

// A server whose shard was away gets that time back, and its clocks do not expire meanwhile. The
// others play on, and their clocks run.
//
//test:unwatched
func TestTimeAShardIsAway(t *testing.T) {
	t.Parallel()
	r := timedIn(t, fourShards(), bottest.In)
	awaitShards(r.Rig, "0/4", "1/4", "2/4", "3/4")
	north, east := r.Discord.Channel("north"), r.Discord.Channel("east")
	lost, board := r.Challenge(east, "turn-time:10h")
	kept, other := r.Challenge(north, "turn-time:10h")
	r.turns(4 * time.Hour)
	one := match.Shard{Index: 1, Of: 4}
	r.settle()
	r.away = append(r.away, one)
	r.Discord.Faults().ShardAway(1, true)
	r.Logged("the gateway is gone", 1)
	for _, d := range []time.Duration{time.Hour, 4*time.Hour + 30*time.Minute, 30 * time.Minute, time.Hour} { // with reminders between
		r.turns(d)
	}
	if up := r.Newest(kept); !strings.Contains(up.Content, "Ann is out of time") {
		t.Errorf("eleven hours after the beginning the channel of a shard that works says %q", up.Content)
	}
	if up := r.Newest(lost); up.ID != board.ID {
		t.Errorf("while its shard is away a channel says %q", up.Content)
	}
	if said := strings.Join(r.directs("ann"), "\n"); strings.Contains(said, lost) || !strings.Contains(said, kept) {
		t.Errorf("while a shard is away Ann is told %q, want only the game elsewhere", said)
	}
	r.Discord.Faults().ShardAway(1, false)
	r.Until("the shard notes that it is back", func() bool {
		up, err := storage.Uptimes.Get(r.Ctx, r.Store, one.Uptime())
		return err == nil && r.clock.Now().Sub(up.Alive) < 10*time.Second
	})
	r.away = nil
	r.Await("eve", lost, func(m sandbox.Message) bool {
		return m.Content == "I was down for 7 hours. Everyone gets that back."
	})
	due := fmt.Sprintf(", until <t:%d:t>", noon.Add(17*time.Hour).Unix())
	r.Await("eve", lost, func(m sandbox.Message) bool { return m.ID == board.ID && strings.Contains(m.Content, due) })
	for _, m := range bottest.Public(r.Discord.User("eve").Sees(kept)) {
		if strings.Contains(m.Content, "I was down") || m.ID == other.ID && strings.Contains(m.Content, due) {
			t.Errorf("the channel of a shard that worked says %q", m.Content)
		}
	}
	for n, want := range []int{0, 1, 0, 0} {
		up, err := storage.Uptimes.Get(r.Ctx, r.Store, match.Shard{Index: n, Of: 4}.Uptime())
		if err != nil || len(up.Outages) != want {
			t.Errorf("shard %d has the outages %+v (%v), want %d", n, up.Outages, err, want)
		}
	}
}

// awaitNoted waits until it is stored that a game is in a channel.
func awaitNoted(r *bottest.Rig, channel string) {
	r.Helper()
	r.Until("a game is noted in its channel", func() bool {
		heads, err := r.Store.OfChannel(r.Ctx, channel, true, storage.All)
		return err == nil && len(heads) > 0
	})
}

// Two processes over one store have two shards each, and each plays in the servers of its own. A move by
// direct message, which comes to the first of them, may be for a server of the other.
func TestTwoProcessesShareTheShards(t *testing.T) {
	t.Parallel()
	logs := &bottest.Buffer{}
	r := bottest.In(t, fourShards(), func(c *bot.Config) {
		c.Shards, c.Store = gateway.Plan{First: 0, Last: 1, Of: 4}, storetest.Shared{Store: c.Store, Clock: time.Now}
	})
	awaitShards(r, "0/4", "1/4")
	second := r.Config(storetest.Shared{Store: r.Store, Clock: time.Now}, logs)
	second.Shards = gateway.Plan{First: 2, Last: 3, Of: 4}
	end := bottest.Runs(t, second, logs)
	defer func() {
		if t.Failed() {
			t.Logf("the second process says\n%s", logs)
		}
	}()
	awaitShards(r, "0/4", "1/4", "2/4", "3/4")
	for _, name := range []string{"games", "north", "east", "south"} {
		channel, _ := r.Challenge(r.Discord.Channel(name), "")
		awaitNoted(r, channel) // else a command there may mean any of their games
		if name == "games" {   // of the second process, while the first has direct messages
			if done := r.Click("ann", r.Slash("ann", r.Discord.User("ann").DM(), "/move move:Cd3-d4"), "Confirm"); !strings.HasPrefix(done.Content, "Played") {
				t.Errorf("a move by direct message is answered with %q", done.Content)
			}
		} else {
			r.Plays("ann", channel, "Cd3-d4")
		}
		board := func(of string) func(sandbox.Message) bool {
			return func(m sandbox.Message) bool { return strings.Contains(m.Content, of) && len(m.Rows) > 0 }
		}
		r.Await("ben", channel, board("your turn. Ann turns ↻ d3"))
		r.Plays("ben", channel, "Cg7-g8")
		r.Await("ann", channel, board("your turn. Ben turns ↻ g7"))
	}
	end()
	if n := len(r.Exchanges("PUT", "/commands")); n != 1 {
		t.Errorf("the commands were registered %d times, want once", n)
	}
	for n := range 4 {
		up, err := storage.Uptimes.Get(r.Ctx, r.Store, match.Shard{Index: n, Of: 4}.Uptime())
		if err != nil || up.Alive.IsZero() || len(up.Outages) > 0 {
			t.Errorf("the uptime of shard %d is %+v (%v), want a sign of life and no outage", n, up, err)
		}
	}
	for _, said := range []string{r.Said.String(), logs.String()} {
		if !strings.Contains(said, `"Parlour is ready"`) || strings.Contains(said, "an answer was not delivered") {
			t.Errorf("a process says\n%s", said)
		}
	}
}

// What passes while Discord's API does not answer is an outage, and players get it back, also one who moves first.
func TestAnOutageOverHTTP(t *testing.T) {
	t.Parallel()
	for name, moves := range map[string]bool{"the API answers again": false, "a player moves": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := timedIn(t, sandbox.Config{}, bottest.OverHTTP)
			channel := r.Discord.Channel("games")
			r.Plan(fault.Fault{Route: "GET /users/@me", Status: 503, Times: -1})
			r.Logged("the API of Discord does not answer", 1)
			r.clock.Pass(time.Hour)
			if moves {
				r.Slash("ann", channel, "/games")
			} else {
				r.Discord.Faults().Mend()
			}
			r.Until("the outage is noted", func() bool {
				up, err := storage.Uptimes.Get(r.Ctx, r.Store, storage.TheUptime)
				return err == nil && len(up.Outages) == 1 && up.Outages[0].To.Sub(up.Outages[0].From) == time.Hour
			})
		})
	}
}
