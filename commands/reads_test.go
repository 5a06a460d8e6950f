package commands_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"parlour/commands"
	"parlour/commands/match"
	"parlour/storage"
)

// crowded returns a world in which Ann has so many games with Ben, all in one channel, and waits
// for her own move in each. The oldest has the number 1.
func crowded(t testing.TB, games int) *talk {
	w := newTalk(t)
	w.steps(t, "ann /play game:permute opponent:ben first:me", "ben clicks Accept on 1")
	own, err := w.store.OfPlayer(t.Context(), "ann", true, storage.All)
	if err != nil || len(own) != 1 {
		t.Fatalf("Ann has %d games, %v", len(own), err)
	}
	head := own[0]
	for n := 2; n <= games; n++ {
		head.ID, head.Number, head.Created = fmt.Sprint("game", n), n, own[0].Created.Add(time.Duration(n)*time.Second)
		if _, err := w.store.Create(t.Context(), head); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// keystrokes are completions of Ann's games.
var keystrokes = map[string]commands.Request{
	"a name":    {Command: "board", Focus: "game", Options: map[string]string{"game": ""}},
	"no name":   {Command: "board", Focus: "game", Options: map[string]string{"game": "no such game"}},
	"a record":  {Command: "record", Focus: "game", Options: map[string]string{"game": ""}},
	"a rematch": {Command: "rematch", Focus: "game", Options: map[string]string{"game": ""}},
	"a move":    {Command: "move", Focus: "move", Options: map[string]string{"move": "C"}},
}

// ask has Ann ask something in the channel of her games.
func (w *talk) ask(ctx context.Context, r commands.Request) commands.Reply {
	r.ID, r.By, r.Guild, r.Channel, r.Lang = "1", person("ann"), "guild", "games", "en-GB"
	return w.service.Handle(ctx, r)
}

// A keystroke and /games cost about as much with 1,600 games as with as many as they look at.
//
//test:unwatched
func TestReadsDoNotGrowWithTheGames(t *testing.T) {
	few, many := crowded(t, match.MostListed+1), crowded(t, 1600)
	asked := map[string]commands.Request{"the list": {Command: "games"}}
	for name, r := range keystrokes {
		asked[name] = r
	}
	for name, r := range asked {
		yardstick := testing.AllocsPerRun(2, func() { few.ask(t.Context(), r) })
		took := testing.AllocsPerRun(2, func() { many.ask(t.Context(), r) })
		if took > 1.5*yardstick+1000 {
			t.Errorf("%s allocates %v times with 1,600 games and %v with %d, want about as often", name, took, yardstick, match.MostListed+1)
		}
	}
}

// readLogs is a store that counts the logs that are read.
type readLogs struct {
	storage.Store
	read *int
}

func (s readLogs) Get(ctx context.Context, id string) (storage.Match, error) {
	*s.read++
	return s.Store.Get(ctx, id)
}

// A list of games reads no log, whoever is to move and whatever is asked; a completion of a move
// reads one at most.
func TestListsReadNoLog(t *testing.T) {
	w := crowded(t, 60)
	w.steps(t, "ann in games clicks More on 2", "ann clicks Offer a draw")
	read := 0
	w.with(func(c *commands.Config) { c.Store = readLogs{c.Store, &read} })
	for name, r := range keystrokes {
		if read = 0; name == "a move" {
			r.Options["game"] = "1"
		}
		w.ask(t.Context(), r)
		if read > 1 || read > 0 && name != "a move" {
			t.Errorf("%s reads %d logs", name, read)
		}
	}
	for _, who := range []string{"ann", "ben"} {
		read = 0
		if w.steps(t, who+" /games"); read > 0 {
			t.Errorf("/games of %s reads %d logs", who, read)
		}
	}
}

// /games says that there are older games than it looks at, and completes the newest ones first.
func TestOnlyTheNewestAreListed(t *testing.T) {
	w := crowded(t, match.MostListed)
	w.steps(t, "ann /games")
	if said := w.lastSaid("ann"); !strings.HasPrefix(said, "100 games wait for you\n") || strings.Contains(said, "newest") {
		t.Errorf("/games says %q with %d games", said, match.MostListed)
	}
	w = crowded(t, match.MostListed+20)
	w.steps(t, "ann /games")
	w.heard(t, "ann", strings.HasPrefix, "100 games wait for you\nYou see your 100 newest games here.\n")
	for _, typed := range []string{"", "game 120", "game 21"} {
		found := w.ask(t.Context(), commands.Request{Command: "board", Focus: "game", Options: map[string]string{"game": typed}}).Choices
		want := "game120"
		if typed == "game 21" {
			want = "game21"
		}
		if len(found) == 0 || found[0].Value != want {
			t.Errorf("%q is completed with %v, want %s first", typed, found, want)
		}
	}
	if found := w.ask(t.Context(), commands.Request{Command: "board", Focus: "game", Options: map[string]string{"game": "game 20"}}).Choices; len(found) > 0 {
		t.Errorf("a game that is too old is completed: %v", found)
	}
}

// readChannels is a store that counts how often the matches of a channel are read.
type readChannels struct {
	storage.Store
	read *int
}

func (s readChannels) OfChannel(ctx context.Context, channel string, want storage.Part) ([]storage.Head, error) {
	*s.read++
	return s.Store.OfChannel(ctx, channel, want)
}

// Commands do not read the games of their channel again and again for what could not be shown there:
// after the first they do so once something was refused, in whatever channel.
func TestCommandsLookAtTheirChannelOnce(t *testing.T) {
	w := crowded(t, 3)
	read := 0
	w.with(func(c *commands.Config) { c.Store = readChannels{c.Store, &read} })
	for _, c := range []struct {
		after []string
		want  int // reads by two commands
	}{
		{nil, 1},
		{nil, 0},
		{[]string{"locked lounge", "ann in lounge /play game:magic opponent:ben"}, 1},
		{nil, 0},
		{[]string{"locked games", "ann /play game:permutu opponent:ben"}, 2},
	} {
		w.steps(t, c.after...)
		read = 0
		for range 2 {
			w.ask(t.Context(), commands.Request{Command: "help"})
		}
		if read != c.want {
			t.Errorf("after %q two commands read the games of the channel %d times, want %d", c.after, read, c.want)
		}
	}
}

// Requests of a person that cost much take turns, whichever they are, and of all others two are under
// way at once.
func TestLane(t *testing.T) {
	w := newTalk(t)
	for _, c := range []struct {
		r         commands.Request
		want      string
		width     int
		overtakes bool
	}{
		{keystrokes["a name"], "completion", 1, true},
		{keystrokes["a move"], "completion", 1, true},
		{commands.Request{Command: "games"}, "costly", 1, false},
		{commands.Request{Command: "record"}, "costly", 1, false},
		{commands.Request{Button: "1:1:0:record"}, "costly", 1, false},
		{commands.Request{Button: "1:1:0:move"}, "", 2, false},
		{commands.Request{Command: "hint"}, "costly", 1, false},
		{commands.Request{Command: "analyse"}, "", 0, false},
		{commands.Request{Command: "help"}, "", 2, false},
		{commands.Request{Command: "no such"}, "", 2, false},
	} {
		if name, width, overtakes := w.service.Lane(c.r); name != c.want || width != c.width || overtakes != c.overtakes {
			t.Errorf("Lane(%+v) = %q, %d, %v, want %q, %d, %v", c.r, name, width, overtakes, c.want, c.width, c.overtakes)
		}
	}
}

// BenchmarkKeystroke completes games and moves of a person who has 1,000 games.
func BenchmarkKeystroke(b *testing.B) {
	w := crowded(b, 1000)
	for name, r := range keystrokes {
		b.Run(strings.ReplaceAll(name, " ", "-"), func(b *testing.B) {
			for b.Loop() {
				w.ask(b.Context(), r)
			}
		})
	}
}
