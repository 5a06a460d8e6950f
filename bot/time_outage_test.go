package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox"
	"parlour/storage"
)

// down stops the bot for some time, and waits until it has noted that it is back.
func (r *timed) down(d time.Duration) {
	r.t.Helper()
	r.settle()
	r.stop()
	r.clock.Add(int64(d))
	r.start()
	r.until("the bot notes that it is back", func() bool {
		up, err := storage.Uptimes.Get(r.ctx, r.store, storage.TheUptime)
		return err == nil && r.now().Sub(up.Alive) < 10*time.Second
	})
}

// Players whose clocks ran during an outage get that time back once, in their reminders and
// on the board. The bot announces an outage of more than an hour once in the channel.
func TestTimeAnOutageIsGivenBack(t *testing.T) {
	t.Parallel()
	r := newTimed(t)
	channel, board := r.challenge(r.discord.Channel("games"), "turn-time:10h")
	r.turns(4 * time.Hour)
	r.down(2 * time.Hour)
	const said = "I was down for 2 hours. Everyone gets that back."
	notice := r.await("eve", channel, func(m sandbox.Message) bool { return m.Content == said })
	if len(notice.Pings) > 0 || len(notice.Rows) > 0 {
		t.Errorf("the notice of the outage pings %v, or it has buttons", notice.Pings)
	}
	due := fmt.Sprintf("Time runs out <t:%d:R>", noon.Add(12*time.Hour).Unix())
	r.await("eve", channel, func(m sandbox.Message) bool { return m.ID == board.ID && strings.Contains(m.Content, due) })
	r.settle()
	r.wantDirects("ann")
	r.down(time.Second)
	r.turns(time.Hour - time.Second) // half of the time has run: 4 of 6 hours before, and one since
	r.wantDirects("ann", "5 hours left: ")
	if all := public(r.discord.User("eve").Sees(channel)); len(all) != 2 {
		t.Errorf("the channel has %d notices of outages, want one", len(all)-1)
	}
	r.turns(4*time.Hour + 30*time.Minute)
	r.turns(30 * time.Minute)
	if up := r.newest(channel); r.now() != noon.Add(12*time.Hour) || !strings.Contains(up.Content, ", Ann is out of time. ") {
		t.Errorf("twelve hours after the beginning the channel says %q", up.Content)
	}
}

// A restart of twenty seconds is no outage. An outage of half an hour is given back, but not
// announced.
func TestTimeAShortOutageIsNotAnnounced(t *testing.T) {
	t.Parallel()
	r := newTimed(t)
	channel, _ := r.challenge(r.discord.Channel("games"), "turn-time:10h")
	r.down(20 * time.Second)
	r.down(30 * time.Minute)
	up, err := storage.Uptimes.Get(r.ctx, r.store, storage.TheUptime)
	if err != nil || len(up.Outages) != 1 || up.Outages[0].To.Sub(up.Outages[0].From) != 30*time.Minute {
		t.Errorf("the outages are %+v (%v), want one of half an hour", up.Outages, err)
	}
	r.turns(5*time.Hour - 20*time.Second)
	r.wantDirects("ann", "5 hours left: ")
	if all := public(r.discord.User("eve").Sees(channel)); len(all) != 1 {
		t.Errorf("the channel says %q", all[len(all)-1].Content)
	}
}
