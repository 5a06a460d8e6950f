package sandbox

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/world"
)

// fourServers is a cast with four servers, which are on shards 3, 0, 1 and 2 of 4.
func fourServers() *world.Cast {
	c := world.DefaultCast()
	for _, name := range []string{"north", "east", "south"} {
		c.Servers = append(c.Servers, world.CastServer{Name: name, Channels: []string{name}})
	}
	return &c
}

// sharded connects a bot as a shard, [3, 16] say, and returns it with the servers that READY names.
func sharded(t *testing.T, s *Server, shard ...int) (b *bot, servers []string) {
	t.Helper()
	b = &bot{t: t, s: s}
	b.dial()
	b.write(opIdentify, obj{"token": s.Token(), "intents": 0, "shard": shard})
	var ready struct {
		Shard   []int
		Session string `json:"session_id"`
		Guilds  []struct{ ID string }
	}
	if e := b.read(); e.Type != "READY" || json.Unmarshal(e.Data, &ready) != nil || !slices.Equal(ready.Shard, shard) {
		t.Fatalf("shard %v is answered with %+v, want READY with the shard", shard, e)
	}
	b.session = ready.Session
	for _, g := range ready.Guilds {
		servers = append(servers, g.ID)
	}
	return b, servers
}

// A shard hears of its own servers, and shard 0 of direct messages. Other numbers of shards may be
// connected beside it.
func TestAShardHearsItsServers(t *testing.T) {
	t.Parallel()
	s := start(t, Config{Cast: fourServers(), Shards: 4, AnswerWithin: time.Millisecond})
	say(t, s, "PUT", "/applications/"+world.AppID+"/commands", testCommands)
	heard := make(chan string, 100) // shards, each with the place of which it has heard
	var bots sync.WaitGroup
	var all []*bot
	for _, shard := range [][]int{{0, 4}, {1, 4}, {2, 4}, {3, 4}, {0, 2}, {1, 2}} {
		b, servers := sharded(t, s, shard...)
		for i, id := range []string{world.GuildID, "1100000000004195304", "1100000000008389608", "1100000000012583912"} {
			if on := (i+3)%shard[1] == shard[0]; on != slices.Contains(servers, id) {
				t.Errorf("shard %v is told of the servers %v; server %d belongs there: %v", shard, servers, i, on)
			}
		}
		all = append(all, b)
		bots.Go(func() {
			for {
				var e event
				if b.conn.ReadJSON(&e) != nil {
					return
				}
				var i asked
				if e.Type != "INTERACTION_CREATE" || json.Unmarshal(e.Data, &i) != nil {
					continue
				}
				heard <- fmt.Sprintf("%d/%d of %s", shard[0], shard[1], i.Channel.ID)
			}
		})
	}
	for place, want := range map[string][]string{
		games: {"1/2", "3/4"}, s.Channel("north"): {"0/2", "0/4"}, s.Channel("east"): {"1/2", "1/4"},
		s.Channel("south"): {"0/2", "2/4"}, s.User("ann").DM(): {"0/2", "0/4"},
	} {
		if _, err := s.User("ann").Slash(within(t), place, "/go"); err == nil {
			t.Errorf("the bot has answered in %s", place)
		}
		var got []string
		for range want {
			got = append(got, strings.TrimSuffix(next(t, heard, "a shard that hears of "+place), " of "+place))
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("the shards %v heard of %s, want %v", got, place, want)
		}
	}
	for _, b := range all {
		b.conn.Close()
	}
	bots.Wait()
	if len(heard) > 0 {
		t.Errorf("%d shards heard of places of others: %s", len(heard), <-heard)
	}
}

// A shard that there cannot be is refused, and shown.
func TestWrongShardsAreRefused(t *testing.T) {
	t.Parallel()
	s := start(t, Config{Shards: 4})
	wrong := [][]int{{4, 4}, {-1, 4}, {0, 0}, {1}, {0, 1, 2}, {}}
	for _, shard := range wrong {
		b := &bot{t: t, s: s}
		b.dial()
		b.write(opIdentify, obj{"token": s.Token(), "intents": 0, "shard": shard})
		wantClose(t, b, 4010)
	}
	if shown := s.Violations(); len(shown) != len(wrong) || shown[0].Method != discord.GatewayMethod || !strings.Contains(shown[0].Wrong, "such as [3, 16]") {
		t.Errorf("shown are %+v, want each of %d shards", shown, len(wrong))
	}
}

// Of shards with the same key one may identify in five seconds, whoever connects them; max_concurrency
// says how many keys there are.
func TestIdentifiesAreSpaced(t *testing.T) {
	t.Parallel()
	for keys, want := range map[int]int{1: 1, 2: 2, 4: 4} {
		s := start(t, Config{Shards: 4, Keys: keys, Haste: slowly})
		open := 0
		for n := range 4 {
			b := &bot{t: t, s: s}
			b.dial()
			b.write(opIdentify, obj{"token": s.Token(), "intents": 0, "shard": []int{n, 4}})
			if e := b.read(); e.Type == "READY" {
				open++
			} else if e.Op != opInvalidSession || string(e.Data) != "false" {
				t.Errorf("a shard that identifies too soon is answered with %+v", e)
			}
		}
		var told struct {
			Shards int
			Limit  struct {
				Remaining int
				Keys      int `json:"max_concurrency"`
			} `json:"session_start_limit"`
		}
		_, body := fetch(t, "GET", s.URL()+"/api/v9/gateway/bot", "", "Authorization", "Bot "+s.Token())
		if err := json.Unmarshal([]byte(body), &told); err != nil || told.Shards != 4 || told.Limit.Keys != keys || told.Limit.Remaining != 1000-want {
			t.Errorf("with %d keys the gateway is %s, %v", keys, body, err)
		}
		if shown := s.Violations(); open != want || len(shown) != 4-want {
			t.Errorf("with %d keys %d of 4 shards are open and %d are shown, want %d and %d", keys, open, len(shown), want, 4-want)
		}
	}
}

// A bot that was started anew within five seconds is told to come again, and has broken no rule.
func TestASoonRestartIsNoViolation(t *testing.T) {
	t.Parallel()
	s := start(t, Config{Haste: slowly})
	b := mute(t, s)
	b.conn.Close()
	await(t, s, "the session to be cut", func() bool { return !s.d.Connected() })
	b.dial()
	b.write(opIdentify, obj{"token": s.Token(), "intents": 0})
	if e := b.read(); e.Op != opInvalidSession || len(s.Violations()) > 0 {
		t.Errorf("the bot is answered with %+v, and shown is %+v", e, s.Violations())
	}
}

// A shard that is away is cut off and refused until it is back; the others stay.
func TestAShardIsAway(t *testing.T) {
	t.Parallel()
	s := start(t, Config{Shards: 2})
	zero, _ := sharded(t, s, 0, 2)
	one, _ := sharded(t, s, 1, 2)
	s.Faults().ShardAway(1, true)
	wantClose(t, one, websocket.CloseAbnormalClosure)
	if open := s.Faults().Open(); !slices.Equal(open, []string{"0/2"}) {
		t.Errorf("open are %v, want shard 0", open)
	}
	for _, resumed := range []bool{true, false} {
		one.dial()
		if resumed {
			one.write(opResume, obj{"token": s.Token(), "session_id": one.session, "seq": 1})
		} else {
			one.write(opIdentify, obj{"token": s.Token(), "intents": 0, "shard": []int{1, 2}})
		}
		wantClose(t, one, 4000)
	}
	s.Faults().ShardAway(1, false)
	one.dial()
	one.write(opResume, obj{"token": s.Token(), "session_id": one.session, "seq": 1})
	if e := one.read(); e.Type != "RESUMED" {
		t.Errorf("when it is back, the shard resumes with %+v", e)
	}
	zero.write(opHeartbeat, nil)
	zero.wantOp(opAck, "null")
}

// Limits of requests count for the application, whichever of its processes makes them.
func TestLimitsCountForAllProcesses(t *testing.T) {
	t.Parallel()
	s := start(t, Config{Shards: 2, Haste: slowly, Keys: 2})
	sharded(t, s, 0, 2)
	sharded(t, s, 1, 2)
	posts := gamesPosts
	refused := make(chan int, 2)
	var processes sync.WaitGroup
	for range 2 { // each with a way of its own to the sandbox
		processes.Go(func() {
			over := 0
			for range 4 {
				if say(t, s, "POST", posts, `{"content":"x"}`).StatusCode == 429 {
					over++
				}
			}
			refused <- over
		})
	}
	processes.Wait()
	if over := <-refused + <-refused; over != 3 {
		t.Errorf("of 8 messages of two processes %d were refused, want the 3 after the fifth", over)
	}
	for range 2 {
		processes.Go(func() {
			over := 0
			for range 30 {
				if say(t, s, "GET", "/users/"+world.BotID, "").StatusCode == 429 {
					over++
				}
			}
			refused <- over
		})
	}
	processes.Wait()
	if over := <-refused + <-refused; over != 18 { // 8 of the 50 went before
		t.Errorf("of 60 requests of two processes %d were refused, want the 18 after the fiftieth in a second", over)
	}
}

// A message in a server is told to its shard alone.
func TestAShardHearsItsMessages(t *testing.T) {
	t.Parallel()
	s := start(t, Config{Cast: fourServers(), Keys: 2})
	for n, place := range []string{"north", "games"} {
		b := &bot{t: t, s: s}
		b.dial()
		b.write(opIdentify, obj{"token": s.Token(), "intents": discord.IntentMessages, "shard": []int{n, 2}})
		b.read() // READY
		for _, name := range []string{"games", "north", place} {
			if _, err := s.User("ann").Say(s.Channel(name), name); err != nil {
				t.Fatal(err)
			}
		}
		for range 2 { // the first of the two is what the other shard did not get
			if m := b.hear(); m.What != "MESSAGE_CREATE" || m.Channel != s.Channel(place) {
				t.Errorf("shard %d hears %+v, want a message in #%s", n, m, place)
			}
		}
	}
}
