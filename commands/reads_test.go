package commands_test

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"parlour/commands"
	"parlour/commands/match"
)

// crowded returns a world in which Ann has so many games with Ben, all in one channel, and waits
// for her own move in each. The oldest has the number 1.
func crowded(t testing.TB, games int) *talk {
	w := newTalk(t)
	w.steps(t, "duel permute")
	head := w.head(t, "1")
	for n := 2; n <= games; n++ {
		head.ID, head.Number, head.Created = fmt.Sprint("game", n), n, head.Created.Add(time.Second)
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
	asked := maps.Clone(keystrokes)
	asked["the list"] = commands.Request{Command: "games"}
	for name, r := range asked {
		yardstick := testing.AllocsPerRun(2, func() { few.ask(t.Context(), r) })
		took := testing.AllocsPerRun(2, func() { many.ask(t.Context(), r) })
		if took > 1.5*yardstick+1000 {
			t.Errorf("%s allocates %v times with 1,600 games and %v with %d, want about as often", name, took, yardstick, match.MostListed+1)
		}
	}
}

// A list of games reads no log, whoever is to move and whatever is asked; a completion of a move
// reads one at most.
func TestListsReadNoLog(t *testing.T) {
	w := crowded(t, 60)
	w.steps(t, "ann clicks More on 2 > Offer a draw")
	p := counting(w)
	for name, r := range keystrokes {
		if name == "a move" {
			r.Options["game"] = "1"
		}
		w.ask(t.Context(), r)
		if read := p.loads.Swap(0); read > 1 || read > 0 && name != "a move" {
			t.Errorf("%s reads %d logs", name, read)
		}
	}
	if w.steps(t, "ann /games", "ben /games"); p.loads.Load() > 0 {
		t.Error("/games reads logs")
	}
}

// /games says that there are older games than it looks at, and completes the newest ones first.
func TestOnlyTheNewestAreListed(t *testing.T) {
	crowded(t, match.MostListed).tell(t, `
		ann /games
		= 100 games wait for you
		- newest`)
	w := crowded(t, match.MostListed+20)
	w.tell(t, `
		ann /games
		= 100 games wait for you
		= You see your 100 newest games here.
		ann types /board game:game 20
		= (0)`)
	for typed, want := range map[string]string{"": "game120", "game 120": "game120", "game 21": "game21"} {
		if found := w.suggestions("ann", "board", "game", typed); len(found) == 0 || found[0].Value != want {
			t.Errorf("%q is completed with %v, want %s first", typed, found, want)
		}
	}
}

// Commands do not read the games of their channel again and again for what could not be shown there:
// after the first they do so once something was refused, in whatever channel.
func TestCommandsLookAtTheirChannelOnce(t *testing.T) {
	w := crowded(t, 3)
	p := counting(w)
	for _, c := range []struct {
		after string
		want  int32 // reads by two commands
	}{
		{"", 1}, {"", 0},
		{"locked lounge \n ann in lounge /play game:magic opponent:ben", 1}, {"", 0},
		{"locked games \n ann /play game:permutu opponent:ben", 2},
	} {
		w.tell(t, c.after)
		p.channels.Store(0)
		if w.steps(t, "ann /help", "ann /help"); p.channels.Load() != c.want {
			t.Errorf("after %q two commands read the games of the channel %d times, want %d", c.after, p.channels.Load(), c.want)
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
