package sandbox

import (
	"strings"
	"testing"

	"parlour/bot/sandbox/world"
)

// A tab can be anybody of the cast. A person knows the names of those who share a server with
// them, and picks from those who are where they are.
func TestAPageKnowsThePeopleOfItsServer(t *testing.T) {
	s := start(t, Config{Cast: &world.Cast{
		Bot:    "Tally",
		People: []world.CastPerson{{Name: "mia", Display: "Mia"}, {Name: "noah", Display: "Noah"}, {Name: "zoe", Display: "Zoe"}},
		Servers: []world.CastServer{
			{Name: "Office", Channels: []string{"general"}, People: []string{"mia", "noah"}},
			{Name: "Attic", Channels: []string{"hall"}, People: []string{"noah", "zoe"}},
		},
		Groups: [][]string{{"mia", "noah"}},
	}})
	mia, noah, zoe := s.User("mia"), s.User("noah"), s.User("zoe")
	general, hall := s.Channel("general"), s.Channel("hall")
	for _, c := range []struct {
		who                       *User
		place, cast, knows, picks string
	}{
		{mia, general, "mia noah zoe", "Tally mia noah", "Tally mia noah"},
		{noah, hall, "mia noah zoe", "Tally mia noah zoe", "Tally noah zoe"},
		{zoe, hall, "mia noah zoe", "Tally noah zoe", "Tally noah zoe"},
		{zoe, general, "mia noah zoe", "Tally noah zoe", "Tally noah zoe"}, // she sees the hall instead
		{zoe, zoe.DM(), "mia noah zoe", "Tally noah zoe", "Tally zoe"},
		{noah, "1100000000000000300", "mia noah zoe", "Tally mia noah zoe", "Tally mia noah"},
	} {
		s.d.Lock()
		v := s.pages.view(c.who, c.place)
		s.d.Unlock()
		var picks []*viewUser
		for _, p := range v.People {
			if p.Here {
				picks = append(picks, p)
			}
		}
		if got := names(v.Cast); got != c.cast {
			t.Errorf("a tab of %s can be %q, want %q", c.who.Name(), got, c.cast)
		}
		if knows, can := names(v.People), names(picks); knows != c.knows || can != c.picks {
			t.Errorf("%s in %s knows %q and picks from %q, want %q and %q", c.who.Name(), c.place, knows, can, c.knows, c.picks)
		}
	}
	s.Stage().Leave("noah", true)
	s.d.Lock()
	defer s.d.Unlock()
	if got := names(s.pages.view(mia, general).People); got != "Tally mia" {
		t.Errorf("when noah has left, mia knows %q", got)
	}
	if got := names(s.pages.view(mia, general).Cast); got != "mia noah zoe" {
		t.Errorf("when noah has left, a tab can be %q", got)
	}
}

// names are the names of users, the bot by its display name.
func names(all []*viewUser) string {
	var out []string
	for _, u := range all {
		if u.ID == world.BotID {
			out = append(out, u.Display)
			continue
		}
		out = append(out, u.Name)
	}
	return strings.Join(out, " ")
}
