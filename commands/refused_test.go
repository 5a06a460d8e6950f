package commands_test

import (
	"strings"
	"testing"

	"parlour/commands"
	"parlour/commands/world"
	"parlour/storage"
)

// A process dies between the commit of a challenge and its publication, and the next one is refused by
// the channel. The challenge waits: /games says so, and it is posted once the channel takes it.
func TestAChallengeOfACrashThatIsRefusedWaits(t *testing.T) {
	w := newTalk(t)
	w.Locked["games"] = true
	r := commands.Request{
		ID: "1", By: person("ann"), Guild: "guild", Channel: "games", Lang: "en-GB", PlaceLang: "en-US",
	}
	world.Types(&r, "/play game:permute opponent:ben", person)
	if said := w.service.Handle(t.Context(), r).Message.Content; !strings.HasPrefix(said, "I've asked Ben.") {
		t.Fatalf("/play is answered with %q", said)
	}
	w.requests = 1
	w.steps(t, "restart", "resume")
	if head := w.head(t, "1"); head.Phase != storage.Open || head.Table != "" || head.Published == head.Desired {
		t.Errorf("the challenge has the head %+v, want it open and not published", head)
	}
	shows := func(step, want string) {
		t.Helper()
		w.out.Reset()
		w.steps(t, step)
		if !strings.Contains(w.out.String(), want) {
			t.Errorf("%s shows\n%s\nwant %q", step, w.out.String(), want)
		}
	}
	shows("ann in lounge /games", "I can't post it in <#games>")
	w.steps(t, "unlocked games")
	shows("ben /help", "<@ben>, Ann challenges you to Permute.")
	shows("ann in lounge /games", "Not begun: ")
}

// A table that is moved out of a channel which refuses it begins where it is then, in a thread of its
// own where threads are.
func TestAMovedTableGetsItsThread(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "threads", "locked games", "ann /play game:permute opponent:ben", "ann in lounge /board",
		"ann in lounge clicks Move the game here", "ben in lounge clicks Accept on 1")
	if head := w.head(t, "1"); head.Home != "lounge" || head.Channel != "thread-1" {
		t.Errorf("the game is in %s of %s, want a thread of lounge", head.Channel, head.Home)
	}
}

// A server that names the channels where games begin is obeyed when a table is moved.
func TestATableMovesToWhereGamesBegin(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "locked games", "ann /play game:permute opponent:ben")
	_, err := storage.Servers.Change(t.Context(), w.store, "guild", func(s *storage.Server) error {
		s.Channels = []string{"games"}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	w.steps(t, "ann in lounge /board", "ann in lounge clicks Move the game here")
	if head := w.head(t, "1"); head.Home != "games" || !strings.Contains(w.out.String(), "<#games>") {
		t.Errorf("the table is in %s:\n%s", head.Home, w.out.String())
	}
}
