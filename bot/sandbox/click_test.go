package sandbox

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// board posts a message with three buttons and a menu. Its bot answers each in its own
// way, and sends the codes of its answers.
func board(t *testing.T) (s *Server, b *bot, id string, codes chan int) {
	t.Helper()
	codes = make(chan int, 10)
	s, b = play(t, Config{SettleWithin: time.Millisecond}, func(i asked) {
		switch i.Data.CustomID {
		case "update":
			codes <- i.answer(8, `{"choices":[]}`)
			codes <- i.answer(7, obj{"content": "updated by " + i.Member.User.ID, "components": nil})
		case "ack":
			codes <- i.answer(6, nil)
		case "menu":
			codes <- i.answer(4, obj{"content": strings.Join(i.Data.Values, "+") + " on " + i.Message.Content, "flags": 64})
		case "gone":
			codes <- i.answer(4, `{"content":"stale","flags":64}`)
		}
	})
	var m struct{ ID string }
	b.ok("POST", gamesPosts, `{"content":"board","components":[{"type":1,"components":[{"type":2,"style":1,"label":"Update","custom_id":"update"},{"type":2,"style":1,"label":"Ack","custom_id":"ack"},{"type":2,"style":2,"label":"Off","custom_id":"off","disabled":true}]},{"type":1,"components":[{"type":3,"custom_id":"menu","placeholder":"Pick","max_values":2,"options":[{"label":"A1","value":"a"},{"label":"B1","value":"b"}]}]}]}`, &m)
	return s, b, m.ID, codes
}

// wantAnswers checks the codes of a bot's answers.
func wantAnswers(t *testing.T, codes chan int, what string, want ...int) {
	t.Helper()
	for _, code := range want {
		wantCode(t, what, next(t, codes, what), code)
	}
}

func TestMenus(t *testing.T) {
	s, _, id, codes := board(t)
	ann, ctx := s.User("ann"), within(t)
	got, err := ann.Choose(ctx, id, "Pick", "b", "A1")
	if err != nil || got.Content != "b+a on board" || !got.Ephemeral {
		t.Errorf("Choose = %+v, %v", got, err)
	}
	wantAnswers(t, codes, "a choice", 0)
	if err := s.User("ben").Dismiss(got.ID); err == nil {
		t.Error("ben dismissed ann's message")
	}
	if _, err := s.User("ben").Click(ctx, got.ID, "x"); !errors.Is(err, errNoSuch) {
		t.Errorf("ben clicked on ann's message: %v", err)
	}
	if _, err := ann.Choose(ctx, id, "Pick", "z"); err == nil {
		t.Error("picked what the menu does not have")
	}
	if got, err := ann.Press(ctx, "menu", id, "b"); err != nil || got.Content != "b on board" {
		t.Errorf("Press with a value = %+v, %v", got, err)
	}
	wantAnswers(t, codes, "a forged choice", 0)
	ann.Reload()
	if n := len(ann.Sees(games)); n != 1 {
		t.Errorf("after a reload ann sees %d messages, want 1", n)
	}
}

func TestComponents(t *testing.T) {
	s, b, id, codes := board(t)
	ann, ctx := s.User("ann"), within(t)
	if _, err := ann.Click(ctx, id, "Off"); !errors.Is(err, errDisabled) {
		t.Errorf("a disabled button: %v", err)
	}
	if _, err := ann.Click(ctx, id, "None"); err == nil {
		t.Error("a button that is not there was clicked")
	}
	if got, err := ann.Click(ctx, id, "ack"); got != nil || err != nil {
		t.Errorf("an acknowledged click = %+v, %v", got, err)
	}
	wantAnswers(t, codes, "an acknowledgement", 0)
	if got, err := ann.Press(ctx, "gone", id); err != nil || got.Content != "stale" {
		t.Errorf("Press = %+v, %v", got, err)
	}
	wantAnswers(t, codes, "a stale button", 0)
	got := b.click("ann", id, "Update")
	if got.ID != id || !got.Edited || got.Rows != nil {
		t.Errorf("Click = %+v", got)
	}
	wantAnswers(t, codes, "choices for a button, then an update", 50035, 0)
	ann.Reload()
	if n := len(ann.Sees(games)); n != 1 {
		t.Errorf("after a reload ann sees %d messages, want 1", n)
	}
}

func TestDeferredUpdateIsWaitedFor(t *testing.T) {
	_, b := play(t, Config{SettleWithin: time.Minute}, func(i asked) {
		i.answer(6, nil)
		i.bot.ok("PATCH", i.hook("/messages/@original"), `{"content":"after"}`, nil)
	})
	b.run(`m = POST /channels/$games/messages {"content":"before","components":[<X x>]}`)
	got := b.click("ann", b.id("m"), "X")
	if got.Content != "after" || len(got.Rows) != 1 {
		t.Errorf("Click = %+v", got)
	}
}
