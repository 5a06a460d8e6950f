package bot_test

import (
	"testing"

	"parlour/bot/sandbox/world"
)

// In an announcement channel a game has a thread too, of the type that such channels have, and
// every command there means its own game.
func TestAGameInAnAnnouncementChannel(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	news := r.discord.Stage().AddChannel("news", world.Announcement)
	thread, _ := r.challenge(news, "")
	if thread == news {
		t.Fatal("the game has no thread")
	}
	for _, p := range r.discord.User("ann").Places() {
		if p.ID == thread && p.Kind != int(world.AnnouncementThread) {
			t.Errorf("the thread is of type %d", p.Kind)
		}
	}
	r.plays("ann", thread, "Cd3-d4")
	r.awaitBoard("ben", thread, 1)
	if got := r.slash("ben", thread, "/board"); len(got.Attachments) != 1 {
		t.Errorf("/board there shows %+v, want its board", got)
	}
}
