package commands_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"parlour/commands"
	"parlour/commands/world"
	"parlour/storage"
)

// halfGone returns a world in which half of Ann's turn is over and nobody has reminded her yet.
func halfGone(t *testing.T) *talk {
	w := newTalk(t)
	w.steps(t, "ann /play game:permute opponent:ben first:me turn-time:10h", "ben clicks Accept on 1", "pass 5h")
	return w
}

// reminders returns the direct messages that a person was sent.
func (w *talk) reminders(who string) (said []string) {
	for _, p := range w.DMs {
		if p.Channel == world.DM+who {
			said = append(said, p.Versions[0].Content)
		}
	}
	return said
}

// Ann is reminded once, after whichever write the bot dies and however long it is down.
func TestCrashWhileReminding(t *testing.T) {
	t.Parallel()
	for _, dead := range []string{"restart", "pass 50s", "pass 10m"} {
		for writes := range 8 {
			w := halfGone(t)
			w.dies(writes)
			if err := w.service.Remind(t.Context()); err != nil {
				t.Fatal(err)
			}
			w.steps(t, "restart", dead, "resume", "pass 40s", "remind", "remind", "pass 10m", "remind")
			if said := w.reminders("ann"); len(said) != 1 {
				t.Errorf("dead after %d writes, then %q: Ann was sent %q, want one reminder", writes, dead, said)
			}
		}
	}
}

// A check of a person with three games in one server asks for them there once. If they have left it,
// the same check has them leave all three.
func TestOneCheckAsksForAPersonOnce(t *testing.T) {
	for name, c := range map[string]struct{ asked, over int }{"ann": {1, 0}, "nobody": {3, 3}} {
		w := newTalk(t)
		for _, game := range []string{"1", "3", "5"} {
			w.steps(t, "ann /play game:permute opponent:ben first:me turn-time:10h total-time:"+game+"0d", "ben clicks Accept on "+game)
		}
		asked := w.counts(world.ToFind)
		w.Left["ann"] = name == "nobody"
		w.steps(t, "pass 5h", "remind")
		over, err := w.store.OfPlayer(t.Context(), "ann", false, storage.All)
		if err != nil || int(asked.Load()) != c.asked || len(over) != c.over {
			t.Errorf("with %s there, the server is asked %d times and %d games are over (%v), want %d and %d", name, asked.Load(), len(over), err, c.asked, c.over)
		}
	}
}

// Two services over one store that check the same person many times at once send one reminder.
func TestTwoServicesRemindOnce(t *testing.T) {
	w := halfGone(t)
	posts := w.counts(world.ToPost)
	services := make([]*commands.Service, 2)
	for i := range services {
		services[i] = w.another(func(c *commands.Config) { c.AtOnce = 4 })
	}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			if err := services[i%2].Remind(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	world.Finish(t, wg.Wait, "eight looks for reminders at once")
	if posts.Load() != 1 {
		t.Errorf("two services made %d posts, want 1", posts.Load())
	}
}

// A person whose direct messages are closed is pinged once in the channel of each match, also
// when the bot dies in between.
func TestClosedDirectMessagesPingInTheChannel(t *testing.T) {
	t.Parallel()
	for writes := range 9 {
		w := newTalk(t)
		w.steps(t, "ann /play game:permute opponent:ben first:me turn-time:10h", "ben clicks Accept on 1",
			"ann /play game:magic opponent:ben first:me turn-time:10h", "ben clicks Accept on 3", "refuses ann closed", "pass 5h")
		w.dies(writes)
		if err := w.service.Remind(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.steps(t, "restart", "resume", "pass 40s", "remind", "pass 10m", "remind")
		var pinged []string
		for _, p := range w.Posts {
			if said := p.Versions[0].Content; strings.HasPrefix(said, "5 hours left, <@ann>: ") || strings.HasPrefix(said, "4 hours left, <@ann>: ") {
				pinged = append(pinged, said)
			}
		}
		if len(pinged) != 2 || len(w.reminders("ann")) != 0 {
			t.Errorf("dead after %d writes: Ann was pinged with %q and sent %q", writes, pinged, w.reminders("ann"))
		}
	}
}

// While one service works on a reminder Ann is due again: she has changed a setting, or the
// claim has run out. A second service checks her too, and both together remind her once.
func TestTwoChecksOfOnePersonRemindOnce(t *testing.T) {
	t.Parallel()
	for _, again := range []string{"ann /settings zone:UTC", "pass 31s"} {
		for _, takes := range []string{"takes ann", "refuses ann closed"} {
			w := halfGone(t)
			w.steps(t, takes)
			other := w.another(func(*commands.Config) {})
			w.once(world.ToFind, func() {
				w.steps(t, again)
				fine(t, other.Remind)()
			})
			w.steps(t, "remind", "pass 1m", "remind")
			said := w.reminders("ann")
			for _, p := range w.Posts {
				if strings.Contains(p.Versions[0].Content, "hours left") {
					said = append(said, p.Versions[0].Content)
				}
			}
			if len(said) != 1 {
				t.Errorf("after %q and %q Ann was sent %q, want one reminder", takes, again, said)
			}
		}
	}
}

// Fifteen reminders fall due together, more than one message holds. Each is sent once in a few
// messages, with and without a digest.
func TestManyRemindersTogether(t *testing.T) {
	t.Parallel()
	for _, digest := range []string{"none", "17"} {
		w := newTalk(t)
		w.steps(t, "ann /settings zone:UTC digest:"+digest, "remind")
		for i := range 15 {
			w.steps(t, fmt.Sprintf("ann /play game:permute opponent:ben first:me turn-time:10h total-time:%dd", 20+i), fmt.Sprintf("ben clicks Accept on %d", 2*i+1))
		}
		w.steps(t, "pass 5h")
		for range 6 {
			w.steps(t, "remind", "pass 10s")
		}
		said := w.reminders("ann")
		for i := range 15 {
			if link := fmt.Sprintf("/games/%d", 2*i+2); strings.Count(strings.Join(said, "\n")+"\n", link+"\n") != 1 {
				t.Errorf("digest %s: Ann was sent %q, want one reminder with %s", digest, said, link)
			}
		}
		if len(said) > 3 {
			t.Errorf("digest %s: Ann was sent %d messages, want a few", digest, len(said))
		}
	}
}
