package page_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/games"
)

// aloneByClicks has a person play in the bot's direct messages, alone and against Parlour. Each
// game is one board that changes in place, with areas where the picture has many faces.
func aloneByClicks(t *testing.T, b *browser) {
	for i, c := range []struct{ play, title, areas string }{
		{"permute level:easy first:me options:size=9,swap=off", "Permute", "Pick an area."},
		{"permutu level:alone options:symbols=9", "Permutu", ""},
	} {
		w := &whole{bottest.Whole{Rig: bottest.New(t)}}
		ann := b.sit(w.Rig, t, "ann")
		ann.open("Parlour")
		ann.writes("/play game:" + c.play)
		w.Begun(w.Discord.User("ann").DM(), w.Discord.User("ann").DM(), "ann")
		board := ann.seesBoard("Your turn.", c.areas)
		ann.shot(fmt.Sprintf("%d0-alone", 6+i))
		seat := games.Seat(slices.Index(w.Seats, "ann"))
		for n := range 3 {
			s, before := w.Truth(), bottest.TurnOf(w.Direct("ann", func(m sandbox.Message) bool { return bottest.TurnOf(m) >= 0 }))
			ann.walks(w.Rig, w.Channel, s, seat, bottest.StepsOf(t, s, seat, s.Legal(seat)[n*7]))
			ann.seesBoard("It will look like this. Play it?", "not played yet.")
			ann.picturesFit()
			ann.shot(fmt.Sprintf("%d%d-preview", 6+i, n+1))
			ann.click("Confirm")
			ann.misses("#messages", "Play it?")
			after := w.Direct("ann", func(m sandbox.Message) bool {
				return bottest.TurnOf(m) > before && strings.HasPrefix(m.Content, "Your turn.")
			})
			if after.ID != w.First {
				t.Errorf("move %d of %s made another board: %q", n+1, c.title, after.Content)
			}
		}
		if now := ann.seesBoard("Your turn.", c.areas); now == board {
			t.Errorf("the board of %s has not changed: %s", c.title, now)
		}
		if all := bottest.Public(w.Discord.User("ann").Sees(w.Channel)); len(all) != 1 {
			t.Errorf("%s left %d messages, want one", c.title, len(all))
		}
		ann.shot(fmt.Sprintf("%d9-played", 6+i))
		ann.fits()
	}
}
