package lobby_test

import (
	"fmt"
	"testing"

	"parlour/commands/match"
	"parlour/commands/match/lobby"
	"parlour/games"
	"parlour/storage"
)

// set changes what a person has set.
func (g *gated) set(person string, change func(*storage.Person)) {
	g.Helper()
	if _, err := storage.People.Change(g.Context(), g.store, person, func(p *storage.Person) error {
		change(p)
		return nil
	}); err != nil {
		g.Fatal(err)
	}
}

// blocks has a person block another.
func (g *gated) blocks(person, other string) {
	g.Helper()
	g.set(person, func(p *storage.Person) { p.Blocked = append(p.Blocked, storage.Blocked{ID: other, Name: other}) })
}

// played stores a match of two people in a server, in a phase.
func (g *gated) played(a, b, guild string, phase storage.Phase, rules int) {
	g.Helper()
	m := g.wanted(a, "", "")
	m.Players = append(m.Players, storage.Player{ID: b, Name: b})
	m.Guild, m.Phase, m.Setup.Rules = guild, phase, rules
	if _, err := g.store.Create(g.Context(), m.Head); err != nil {
		g.Fatal(err)
	}
}

// challenge has a person challenge another in a server, and returns the key of the refusal.
func (g *gated) challenge(by, other, guild string) string {
	g.Helper()
	m := g.wanted(by, other, "")
	m.Guild = guild
	return g.open(m, false)
}

// A person decides whose challenges reach them. A blocked person reads the same refusal as anybody else
// whose challenge is not taken.
func TestChallengesReachThoseWhoTakeThem(t *testing.T) {
	from := func(whom string) func(g *gated) {
		return func(g *gated) { g.set("ben", func(p *storage.Person) { p.Challenges = whom }) }
	}
	known := from(storage.FromKnown)
	for name, c := range map[string]struct {
		before func(g *gated)
		want   string
	}{
		"from everybody":       {func(*gated) {}, ""},
		"from nobody":          {from(storage.FromNobody), "refuse.challenges"},
		"from a stranger":      {known, "refuse.challenges"},
		"from an old rival":    {func(g *gated) { known(g); g.played("ben", "ann", "guild", storage.Over, 1) }, ""},
		"from a present rival": {func(g *gated) { known(g); g.played("ann", "ben", "guild", storage.Playing, 1) }, ""},
		"played elsewhere":     {func(g *gated) { known(g); g.played("ann", "ben", "other", storage.Over, 1) }, "refuse.challenges"},
		"played with another":  {func(g *gated) { known(g); g.played("ann", "cay", "guild", storage.Over, 1) }, "refuse.challenges"},
		"never begun":          {func(g *gated) { known(g); g.played("ann", "ben", "guild", storage.Off, 0) }, "refuse.challenges"},
		"from one blocked":     {func(g *gated) { g.blocks("ben", "ann") }, "refuse.challenges"},
		"a blocked old rival": {func(g *gated) {
			known(g)
			g.played("ann", "ben", "guild", storage.Over, 1)
			g.blocks("ben", "ann")
		}, "refuse.challenges"},
		"to one blocked":   {func(g *gated) { g.blocks("ann", "ben") }, "refuse.blocked"},
		"another's blocks": {func(g *gated) { g.blocks("ben", "cay"); g.blocks("cay", "ann") }, ""},
	} {
		g := newGated(t, lobby.Caps{})
		c.before(g)
		if got := g.challenge("ann", "ben", "guild"); got != c.want {
			t.Errorf("%s: the challenge is answered with %q, want %q", name, got, c.want)
		}
	}
}

// A person cannot join a table where somebody has blocked them. They can join where they have blocked
// somebody themselves.
func TestABlockedPersonJoinsNoTable(t *testing.T) {
	for name, c := range map[string]struct {
		before func(g *gated)
		want   string
	}{
		"nobody blocks":     {func(*gated) {}, ""},
		"the opener blocks": {func(g *gated) { g.blocks("ann", "cay") }, "refuse.blocked.table"},
		"a guest blocks":    {func(g *gated) { g.blocks("ben", "cay") }, "refuse.blocked.table"},
		"the comer blocks":  {func(g *gated) { g.blocks("cay", "ann") }, ""},
		"no challenges":     {func(g *gated) { g.set("ann", func(p *storage.Person) { p.Challenges = storage.FromNobody }) }, ""},
	} {
		g := newGated(t, lobby.Caps{})
		c.before(g)
		m := g.wanted("ann", "", "")
		m.Players = append(m.Players, storage.Player{ID: "ben", Name: "ben"})
		_, err := g.Decide(g.Context(), m, "cay", func() ([]games.Ply, error) {
			m.Players = append(m.Players, storage.Player{ID: "cay", Name: "cay"})
			return nil, nil
		})
		if got := g.key(err); got != c.want {
			t.Errorf("%s: Cay, who joins, is answered with %q, want %q", name, got, c.want)
		}
		g.blocks("ann", "ben") // but Ben sits there already
		if _, err := g.Decide(g.Context(), m, "ben", func() ([]games.Ply, error) { return nil, nil }); err != nil {
			t.Errorf("%s: Ben, who has joined before, is answered with %v", name, err)
		}
	}
}

// Nobody can ask for a rematch with a person who has blocked them or takes no challenges. Nobody can
// agree to a rematch with a person who has blocked them.
func TestARematchIsAskedOfThoseWhoTakeIt(t *testing.T) {
	nobody := func(g *gated) { g.set("ben", func(p *storage.Person) { p.Challenges = storage.FromNobody }) }
	for name, c := range map[string]struct {
		before      func(g *gated)
		ask, answer string // what Ann is told when she asks, and Ben when he agrees
	}{
		"nobody blocks":       {func(*gated) {}, "", ""},
		"Ben blocks Ann":      {func(g *gated) { g.blocks("ben", "ann") }, "refuse.challenges", ""},
		"Ann blocks Ben":      {func(g *gated) { g.blocks("ann", "ben") }, "refuse.blocked", "refuse.challenges"},
		"Ben takes none":      {nobody, "refuse.challenges", ""},
		"Ben takes the known": {func(g *gated) { g.set("ben", func(p *storage.Person) { p.Challenges = storage.FromKnown }) }, "", ""},
	} {
		g := newGated(t, lobby.Caps{})
		c.before(g)
		m := g.wanted("ann", "", "")
		m.Players = append(m.Players, storage.Player{ID: "ben", Name: "ben"})
		m.Phase, m.AskCount = storage.Over, 1
		m.Asks = []storage.Ask{{Number: 1, About: match.AboutRematch, By: "ann", Agreed: []string{"ann"}}}
		if got := g.key(g.CheckAgain(g.Context(), m, "ann")); got != c.ask {
			t.Errorf("%s: Ann, who asks, is answered with %q, want %q", name, got, c.ask)
		}
		m.Asks[0].Agreed = []string{"ann", "ben"}
		if got := g.key(g.CheckAgain(g.Context(), m, "ben")); got != c.answer {
			t.Errorf("%s: Ben, who agrees, is answered with %q, want %q", name, got, c.answer)
		}
	}
}

// A block from a match turns down the rematch that is asked there, by any player, even if the blocker has
// agreed to it. It declines a challenge, and does nothing if nothing is asked.
func TestABlockTurnsDownWhatIsAsked(t *testing.T) {
	ask := func(by string, agreed ...string) []storage.Ask {
		return []storage.Ask{{Number: 7, About: match.AboutRematch, By: by, Agreed: append(agreed, by)}}
	}
	for name, c := range map[string]struct {
		asks   []storage.Ask
		answer string
		err    error
	}{
		"asked by Ann":                {ask("ann"), "declined", nil},
		"agreed to by Ben":            {ask("ann", "ben"), "declined", nil},
		"asked by Ben himself":        {ask("ben", "ann"), "dropped", nil},
		"nothing asked":               {nil, "", match.ErrStale},
		"answered already":            {[]storage.Ask{{Number: 7, About: match.AboutRematch, By: "ann", Answer: "gone"}}, "gone", match.ErrStale},
		"another question unanswered": {[]storage.Ask{{Number: 7, About: match.AboutDraw, By: "ann"}}, "", match.ErrStale},
	} {
		g := newGated(t, lobby.Caps{})
		m := g.wanted("ann", "", "")
		for _, id := range []string{"ben", "cay"} {
			m.Players = append(m.Players, storage.Player{ID: id, Name: id})
		}
		m.Phase, m.AskCount, m.Asks = storage.Over, 7, c.asks
		err := lobby.TurnDown(m, m.Players[1])
		answer := ""
		if len(m.Asks) > 0 {
			answer = m.Asks[0].Answer
		}
		if err != c.err || answer != c.answer {
			t.Errorf("%s: the question is answered %q, %v, want %q, %v", name, answer, err, c.answer, c.err)
		}
	}
	g := newGated(t, lobby.Caps{})
	m := g.wanted("ann", "ben", "")
	if err := lobby.TurnDown(m, *m.Invited); err != nil || m.Phase != storage.Off {
		t.Errorf("the challenge is %v, %v, want it closed", m.Phase, err)
	}
}

// The refusal of a blocked person is word for word that of a person who is refused for another reason.
func TestABlockIsNotToldApart(t *testing.T) {
	said := map[string]bool{}
	for _, before := range []func(g *gated){
		func(g *gated) { g.blocks("ben", "ann") },
		func(g *gated) { g.set("ben", func(p *storage.Person) { p.Challenges = storage.FromNobody }) },
		func(g *gated) { g.set("ben", func(p *storage.Person) { p.Challenges = storage.FromKnown }) },
	} {
		g := newGated(t, lobby.Caps{})
		before(g)
		_, err := g.Open(g.Context(), g.env, g.wanted("ann", "ben", ""), false)
		said[fmt.Sprint(err)] = true
	}
	if len(said) != 1 {
		t.Errorf("the refusals differ: %v", said)
	}
}
