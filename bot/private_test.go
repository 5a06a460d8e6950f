package bot_test

import (
	"slices"
	"strings"
	"testing"

	"parlour/bot/sandbox"
)

// In the bot's direct messages /play begins a game against Parlour, whose first message is the
// board. Nothing is posted in a server.
func TestAGameInDirectMessages(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	home := r.discord.User("ann").DM()
	opened := r.slash("ann", home, "/play game:magic level:easy first:me")
	if want := "Your game with Parlour (easy) is on. You move first."; !strings.HasPrefix(strings.ReplaceAll(opened.Content, `\`, ""), want) {
		t.Errorf("/play is answered with %q, want %q …", opened.Content, want)
	}
	first := r.direct("ann", func(m sandbox.Message) bool { return turnOf(m) >= 0 })
	if len(first.Attachments) != 1 || len(public(r.discord.User("ann").Sees(home))) != 1 {
		t.Errorf("the first message is not the board: %q with %d pictures\n%s", first.Content, len(first.Attachments), r.summary("ann", home))
	}
	r.plays("ann", home, "b2U")
	r.direct("ann", func(m sandbox.Message) bool {
		return turnOf(m) >= 0 && m.Content != first.Content // after Parlour's move
	})
	if got := r.slash("ann", home, "/play game:magic opponent:@Parlour first:them"); !strings.Contains(got.Content, "is on") {
		t.Errorf("a second game is answered with %q", got.Content)
	}
	for _, place := range []string{"games", "lounge"} {
		if all := public(r.discord.User("eve").Sees(r.discord.Channel(place))); len(all) > 0 {
			t.Errorf("#%s shows %q", place, all[0].Content)
		}
	}
}

// The answer to a newcomer has a button that opens a form for the time zone. It is asked for once.
func TestTheTimeZoneIsAskedForOnce(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	games := r.discord.Channel("games")
	opened := r.slash("ann", games, "/play game:permute")
	form, err := r.discord.User("ann").Click(r.ctx, opened.ID, "Set time zone")
	if err != nil || form == nil || form.Modal == nil {
		t.Fatalf("the button opens %+v, %v, want a form", form, err)
	}
	for typed, want := range map[string]string{"nowhere": "I don't know nowhere.", "berlin": "Europe/Berlin"} {
		if got := r.answer(r.discord.User("ann").Submit(r.ctx, form.Modal, map[string]string{"typed": typed})); !strings.Contains(got.Content, want) {
			t.Errorf("%q is answered with %q, want %q", typed, got.Content, want)
		}
	}
	if again := r.slash("ann", games, "/play game:magic"); slices.Contains(labels(again), "Set time zone") {
		t.Errorf("the time zone is asked for again: %q", again.Content)
	}
	if p, err := r.store.Person(r.ctx, r.discord.User("ann").ID()); err != nil || p.Zone != "Europe/Berlin" || !p.ZoneAsked {
		t.Errorf("the zone is stored as %q (%v)", p.Zone, err)
	}
}

// The options of a table are chosen in the private menus of its opener, and the table shows them.
func TestOptionsAreChosenOnTheTable(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	games := r.discord.Channel("games")
	r.slash("ann", games, "/play game:permute opponent:@ben")
	table := r.await("ben", games, func(m sandbox.Message) bool { return slices.Contains(labels(m), "Accept") })
	stale := customID(table, "accept")
	panel := r.click("ann", table, "Options")
	chosen, err := r.discord.User("ann").Choose(r.ctx, panel.ID, panel.Rows[0][0].CustomID, "16")
	if changed := r.answer(chosen, err); changed.ID != panel.ID || !strings.Contains(changed.Rows[0][0].Placeholder, "16×16") {
		t.Errorf("the menus become %+v", changed)
	}
	table = r.await("ben", games, func(m sandbox.Message) bool { return m.ID == table.ID && strings.Contains(m.Content, "16×16") })
	if got := r.answer(r.discord.User("ben").Press(r.ctx, stale, table.ID)); !strings.Contains(got.Content, "changed the options") {
		t.Errorf("what Ben did not see is accepted: %q", got.Content)
	}
	if got := r.click("ben", table, "Accept"); got.Content == "" || strings.Contains(got.Content, "changed") {
		t.Errorf("Accept is answered with %q", got.Content)
	}
}
