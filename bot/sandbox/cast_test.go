package sandbox

import (
	"strings"
	"testing"

	"parlour/bot/sandbox/world"
)

// The default cast has the ids that bots keep in files of their own.
func TestTheDefaultCastHasItsIDs(t *testing.T) {
	s := start(t, Config{})
	if s.GuildID() != world.GuildID || s.Channel("games") != games || s.Channel("lounge") != lounge {
		t.Errorf("the server is %s, with #games %s and #lounge %s", s.GuildID(), s.Channel("games"), s.Channel("lounge"))
	}
	if ann, eve := s.User("ann").ID(), s.User("eve").ID(); ann != "1100000000000000100" || eve != "1100000000000000104" || s.User("ann").DM() != "1100000000000000200" {
		t.Errorf("ann is %s and eve %s, and ann's direct channel is %s", ann, eve, s.User("ann").DM())
	}
}

// With a cast of its own a sandbox has other people in several servers, and the bot's
// commands of a server are there and nowhere else.
func TestACastOfOnesOwn(t *testing.T) {
	no := false
	s, b := play(t, Config{Cast: &world.Cast{
		Bot:    "Tally",
		People: []world.CastPerson{{Name: "mia", Display: "Mia"}, {Name: "noah", Display: "Noah B.", May: []string{"ManageThreads"}}},
		Servers: []world.CastServer{
			{Name: "Office", Channels: []string{"general"}}, {Name: "Attic", Channels: []string{"hall"}, People: []string{"noah"}},
			{Name: "Elsewhere", Channels: []string{"road"}, Bot: &no},
		},
		Groups: [][]string{{"mia", "noah"}},
	}}, func(i asked) { i.answer(4, map[string]any{"content": "in " + i.GuildID}) })
	const attic = "1100000000004195304"
	b.ok("PUT", "/applications/"+world.AppID+"/guilds/"+attic+"/commands", `[{"name":"dust","description":"Dusts"},{"name":"lock","description":"For the owner","default_member_permissions":"0"}]`, nil)
	noah, hall := s.User("noah"), s.Channel("hall")
	if owner, other := offered(s, "mia", hall), offered(s, "noah", hall); !strings.Contains(owner, "dust go lock") || !strings.Contains(other, "dust go move") {
		t.Errorf("in the attic the owner is offered %q, and noah %q", owner, other)
	}
	m, err := noah.Slash(within(t), hall, "/dust")
	if err != nil || m.Content != "in "+attic || m.Author != "Tally" {
		t.Errorf("/dust in the attic: %+v, %v", m, err)
	}
	if _, err := noah.Slash(within(t), s.Channel("general"), "/dust"); err == nil {
		t.Error("the attic's command is in the office too")
	}
	if _, err := s.User("mia").Slash(within(t), hall, "/go"); err == nil || !strings.Contains(err.Error(), "cannot see") {
		t.Errorf("mia, who is not in the attic, uses a command there: %v", err)
	}
	if _, err := noah.Slash(within(t), s.Channel("road"), "/go"); err == nil {
		t.Error("the bot's command is in a server without it")
	}
	for _, name := range []string{"mia", "noah"} {
		if r, _ := fetch(t, "GET", s.URL()+"/?as="+name, ""); r.StatusCode != 200 {
			t.Errorf("the page of %s: %d", name, r.StatusCode)
		}
	}
	if r, _ := fetch(t, "GET", s.URL()+"/?as=ann", ""); r.Header.Get("Location") != "/?as=mia" {
		t.Errorf("the page of ann, who is not there, leads to %q", r.Header.Get("Location"))
	}
	if seen := s.User("mia").Sees("1100000000000000300"); seen == nil {
		t.Error("mia does not see her direct messages with noah")
	}
}
