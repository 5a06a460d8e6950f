package bot_test

import (
	"strings"
	"testing"
	"time"

	"parlour/storage"
)

// A player who has left the server leaves the game when a reminder is due, and is sent
// nothing.
func TestTimeAPersonWhoLeftIsNotReminded(t *testing.T) {
	t.Parallel()
	r := newTimed(t)
	channel, _ := r.challenge(r.discord.Channel("games"), "turn-time:10h")
	r.discord.Stage().Leave("ann")
	r.turns(5 * time.Hour)
	end := r.newest(channel)
	if !strings.Contains(end.Content, ", it's over. Ben wins, Ann left the server.") {
		t.Errorf("the channel says %q", end.Content)
	}
	r.wantDirects("ann")
	if h := r.head("ben"); h.Phase != storage.Over || !h.NextCheck.IsZero() {
		t.Errorf("the match is %s and its next check is at %v", h.Phase, h.NextCheck)
	}
}

// A player without reminders who has left the server leaves the game when their time is up,
// so there is no win to claim.
func TestTimeUpFindsAPersonWhoLeft(t *testing.T) {
	t.Parallel()
	r := newTimed(t)
	games := r.discord.Channel("games")
	if got := r.slash("ann", games, "/settings remind:none"); !strings.Contains(got.Content, "Reminders are **off**") {
		t.Errorf("/settings was answered with %q", got.Content)
	}
	channel, board := r.challenge(games, "turn-time:10h")
	r.discord.Stage().Leave("ann")
	r.turns(10*time.Hour - time.Minute)
	if got := r.newest(channel); got.ID != board.ID {
		t.Errorf("before time is up the channel says %q", got.Content)
	}
	r.turns(time.Minute)
	if end := r.newest(channel); !strings.Contains(end.Content, "Ben wins, Ann left the server.") {
		t.Errorf("the channel says %q", end.Content)
	}
	r.wantDirects("ann")
}

// When the bot was removed from a server, its games there end an hour after it notices. It
// tells each player it can still write to once.
func TestTimeTheBotIsRemoved(t *testing.T) {
	t.Parallel()
	r := newTimed(t)
	channel, board := r.challenge(r.discord.Channel("games"), "turn-time:10h")
	other := r.solo("cleo", "turn-time:none")
	r.settle()
	r.discord.Stage().Install("ann") // so that she still gets direct messages of the bot
	r.discord.Stage().RemoveBot()
	r.pass(5 * time.Hour)
	r.until("the bot notes that it has lost the server", func() bool { return !r.head("ann").GuildLostAt.IsZero() })
	r.settle()
	r.wantDirects("ann")
	r.turns(time.Hour - time.Minute)
	if h := r.head("ann"); h.Phase != storage.Playing {
		t.Errorf("within the hour the match is %s", h.Phase)
	}
	r.turns(time.Minute)
	if h := r.head("ann"); h.Phase != storage.Off || h.Ended != "removed" || !h.NextCheck.IsZero() {
		t.Errorf("after an hour the match is %s, %s, and its next check is at %v", h.Phase, h.Ended, h.NextCheck)
	}
	const said = "I was removed from the server. Permute (Ann, Ben) ended there. Nobody wins."
	r.wantDirects("ann", said)
	r.wantDirects("ben")
	r.pass(7 * 24 * time.Hour)
	r.until("a game without a clock is checked after a week", func() bool { return !r.head("cleo").GuildLostAt.IsZero() })
	r.turns(time.Hour)
	r.wantDirects("ann", said)
	for _, who := range []string{"ann", "ben", "cleo"} {
		if p, err := storage.People.Get(r.ctx, r.store, r.discord.User(who).ID()); err != nil || len(p.Ended) > 0 || !p.NextCheck.IsZero() {
			t.Errorf("%s still has announcements to get: %+v (%v)", who, p, err)
		}
	}
	if got := r.newest(channel); got.ID != board.ID {
		t.Errorf("the channel says %q", got.Content)
	}
	if h, err := r.store.Get(r.ctx, other); err != nil || h.Phase.Live() {
		t.Errorf("cleo's game is %s (%v)", h.Phase, err)
	}
}

// When the bot is back within the hour, the game goes on and the player to move is reminded.
func TestTimeTheBotIsBackWithinTheHour(t *testing.T) {
	t.Parallel()
	r := newTimed(t)
	channel, board := r.challenge(r.discord.Channel("games"), "turn-time:10h")
	r.settle()
	r.discord.Stage().RemoveBot()
	r.pass(5 * time.Hour)
	r.until("the bot notes that it has lost the server", func() bool { return !r.head("ann").GuildLostAt.IsZero() })
	r.settle()
	r.pass(50 * time.Minute)
	r.discord.Stage().InviteBot()
	r.turns(10 * time.Minute)
	if h := r.head("ann"); h.Phase != storage.Playing || !h.GuildLostAt.IsZero() {
		t.Errorf("the match is %s, its server lost at %v", h.Phase, h.GuildLostAt)
	}
	r.wantDirects("ann", "4 hours left: ")
	r.wantDirects("ben")
	if got := r.newest(channel); got.ID != board.ID {
		t.Errorf("the channel says %q", got.Content)
	}
	r.plays("ann", channel, "Cd3-d4")
	r.turns(5 * time.Hour)
	r.wantDirects("ben", "5 hours left: ")
}
