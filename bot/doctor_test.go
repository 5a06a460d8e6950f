package bot_test

import (
	"os"
	"strings"
	"testing"

	"parlour/bot/sandbox"
	"parlour/bot/sandbox/fault"
	"parlour/bot/sandbox/world"
)

// doctorSays checks what /doctor says, in order, and that the asker alone sees it.
func (r *rig) doctorSays(said sandbox.Message, want ...string) {
	r.t.Helper()
	if !said.Ephemeral {
		r.t.Errorf("/doctor answers everybody: %q", said.Content)
	}
	rest := said.Content
	for _, part := range want {
		_, after, found := strings.Cut(rest, part)
		if !found {
			r.t.Errorf("/doctor doesn't say %q, or not in its place:\n%s", part, said.Content)
			return
		}
		rest = after
	}
}

// well begins what /doctor says where nothing is wrong.
const well = "Everything I need works here."

// The owner of a server learns which rights Parlour lacks in a channel, and what does not work without
// each. With all of them one sentence says that all is well.
func TestTheDoctorNamesEveryRight(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.doctorSays(r.slash("ann", r.discord.Channel("games"), "/doctor"), well+"\n-# Games get threads · Parlour v1.2.3", " · 20 commands known to Discord · Discord answered in ", "I haven't DMed you yet")
	for right, says := range map[world.Permission]string{
		world.ViewChannel: "**View Channel** is off, so nobody can play", world.SendMessages: "**Send Messages** is off, so nobody can play",
		world.AttachFiles: "**Attach Files** is off. Without boards", world.ReadMessageHistory: "**Read Message History** is off, so I may post",
		world.CreatePublicThreads: "**Create Public Threads** is off, so games stay", world.SendMessagesInThreads: "**Send Messages in Threads** is off, so games stay",
	} {
		channel := r.discord.Stage().AddChannel("no-"+right.String(), world.Text)
		r.discord.Stage().Deny(channel, right)
		r.doctorSays(r.slash("ann", channel, "/doctor"), "One thing here doesn't work.\n- "+says, "\nTurn it on for my role in Server Settings → Roles.", "\nI do have ")
		r.discord.Stage().Allow(channel, right)
		r.doctorSays(r.slash("ann", channel, "/doctor"), well)
	}
	voice := r.discord.Stage().AddChannel("voice", world.Voice)
	r.doctorSays(r.slash("ann", voice, "/doctor"), well, "has no threads")
	if _, err := r.discord.User("ben").Slash(r.ctx, voice, "/doctor"); err == nil {
		t.Error("Ben manages nothing, and has /doctor there")
	}
}

// In a thread, in direct messages, among friends and in a server that has not invited Parlour, /doctor
// says what that means. There it is for everybody.
func TestTheDoctorKnowsWhereItIs(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	games := r.discord.Channel("games")
	thread, _ := r.challenge(games, "")
	r.doctorSays(r.slash("ann", thread, "/doctor"), well, "stay in it")
	r.discord.Stage().Deny(games, world.SendMessagesInThreads)
	r.doctorSays(r.slash("ann", thread, "/doctor"), "**Send Messages in Threads** is off, so nobody can play here.")
	r.discord.Stage().Install("ann")
	elsewhere := r.discord.Stage().AddServer("Elsewhere", "hall")
	r.doctorSays(r.slash("ann", elsewhere, "/doctor"), "This server hasn't invited me")
	r.doctorSays(r.slash("ann", r.discord.Stage().AddGroup("ann", "ben", "cleo"), "/doctor"), well, "I'm a guest in this chat")
}

// A Discord that does not list the commands is a fault that /doctor tells, and all else is told too.
func TestTheDoctorSaysThatDiscordIsSilent(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.fail(fault.Fault{Route: "GET /applications/{app}/commands", Code: 50001})
	games := r.discord.Channel("games")
	r.doctorSays(r.slash("ann", games, "/doctor"), "One thing here doesn't work.\n- Discord didn't say which commands it has.", "-# Games get threads")
	r.doctorSays(r.slash("ann", games, "/doctor"), well)
}

// Each right that /doctor looks at can be taken away on the sandbox's page.
func TestThePageTakesEachRightAway(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("sandbox/page/stage.js")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(page), "const permissions = [")
	list, _, _ = strings.Cut(list, "]")
	for _, right := range []string{"ViewChannel", "SendMessages", "AttachFiles", "ReadMessageHistory", "CreatePublicThreads", "SendMessagesInThreads"} {
		if !strings.Contains(list, "'"+right+"'") || world.PermissionNames[right] == 0 {
			t.Errorf("the page has no box for %s: %s", right, list)
		}
	}
}
