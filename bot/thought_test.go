package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"parlour/commands"
	"parlour/commands/world"
	"parlour/games"
	"parlour/games/permutu"
)

// asked returns the event of a slash command without options.
func asked(command string) json.RawMessage {
	raw := fmt.Sprintf(`{"id":"9000000000000000099","token":"aW50ZXJhY3Rpb24","type":2,"application_id":"2","version":1,"guild_id":"3","channel_id":"4",
		"channel":{"id":"4","type":0},"locale":"en-GB","app_permissions":"8","data":{"id":"7","name":%q,"type":1},
		"member":{"permissions":"8","user":{"id":"5","username":"ann"}}}`, command)
	return json.RawMessage(raw)
}

// A ponderer is a game whose advice comes only when the bot begins to stop.
type ponderer struct {
	permutu.Game
	t    *testing.T
	calm context.Context
}

func (p ponderer) Advise(games.View, games.Seat, games.Move, games.Seed) games.Advice {
	world.Pass(p.t, p.calm.Done(), "the begin of the shutdown")
	return games.Advice{}
}

// resignAfterTwo has Ann begin a game of Permutu alone, move twice and resign.
func resignAfterTwo(t *testing.T, d *desk) {
	t.Helper()
	ask := func(r commands.Request) commands.Reply {
		r.ID, r.Guild, r.Channel, r.By = fmt.Sprint(time.Now().UnixNano()), "3", "4", commands.Person{ID: "5", Name: "Ann"}
		return d.b.service.Handle(d.ctx, r)
	}
	ask(commands.Request{Command: "settings", Options: map[string]string{"confirm": "off"}})
	id := ask(commands.Request{Command: "play", Options: map[string]string{"game": "permutu"}}).Due[0].ID
	for _, r := range []commands.Request{
		{Button: "1:" + id + ":0:start"},
		{Command: "move", Options: map[string]string{"move": "1r"}},
		{Command: "move", Options: map[string]string{"move": "2r"}},
		{Button: "1:" + id + ":2:resign"},
	} {
		if said := ask(r); len(said.Due) != 1 {
			t.Fatalf("%+v is answered with %q", r, said.Message.Content)
		}
	}
}

// A person who waits for a long analysis when the bot begins to stop is told so at once, in
// the deferred answer.
func TestShutdownAnswersALongAnalysis(t *testing.T) {
	t.Parallel()
	d, _ := serviceDesk(t)
	d.b.DeferAfter, d.b.Games = time.Nanosecond, []games.Game{ponderer{t: t, calm: d.b.calm}}
	if err := d.b.prepare(d.ctx); err != nil {
		t.Fatal(err)
	}
	resignAfterTwo(t, d)
	deferred, answers := make(chan bool, 1), make(chan string, 1)
	d.discord.Intercept(func(w http.ResponseWriter, r *http.Request) bool {
		body, _ := io.ReadAll(r.Body)
		if strings.HasSuffix(r.URL.Path, "/callback") {
			d.b.hurry()
			deferred <- true
		} else {
			answers <- string(body)
		}
		w.Write([]byte(`{"id":"1"}`))
		return true
	})
	d.b.take(asked("analyse"))
	world.Receive(t, deferred, "the deferral of the answer")
	if got, want := world.Receive(t, answers, "the answer"), "about to restart"; !strings.Contains(got, want) {
		t.Errorf("the answer is %q, want %q", got, want)
	}
}
