package bot_test

import (
	"slices"
	"testing"

	"parlour/bot"
	"parlour/bot/sandbox"
	"parlour/games"
)

// countedRig is a rig that waits for the bot's unfinished work before it counts.
func countedRig(t *testing.T) (*rig, func() int) {
	t.Helper()
	var busy bot.Work
	r := adjustedRig(t, sandbox.Config{}, func(c *bot.Config) { c.Busy, c.Tick = &busy, never })
	return r, func() int {
		t.Helper()
		bot.Finish(t, busy.Wait, "the bot's work")
		return r.discord.Counted()
	}
}

// A whole game of one person in the bot's direct messages, alone or against Parlour, is one
// message, and after it is posted no request counts towards Discord's limit.
func TestAGameOfOnePersonCostsNothing(t *testing.T) {
	t.Parallel()
	for _, play := range []string{"permutu level:alone", "magic level:easy first:me"} {
		t.Run(play, func(t *testing.T) {
			t.Parallel()
			r, count := countedRig(t)
			w := &whole{rig: r, names: []string{"ann"}, channel: r.discord.User("ann").DM()}
			r.slash("ann", w.channel, "/play game:"+play)
			board := r.direct("ann", func(m sandbox.Message) bool { return turnOf(m) >= 0 })
			before := count()
			w.begunIn(w.channel, w.channel, "ann")
			seat := games.Seat(slices.Index(w.seats, "ann"))
			for s := w.truth(); len(s.ToMove()) > 0; s = w.truth() {
				steps := stepsOf(t, s, seat, s.Legal(seat)[0])
				board = r.walks("ann", board, s, seat, steps)
				board = r.confirms("ann", board)
				count()
				board = r.direct("ann", func(m sandbox.Message) bool { return m.ID == board.ID })
			}
			if cost := count() - before; cost != 0 {
				t.Errorf("the game cost %d requests after its first board", cost)
			}
			if all := public(r.discord.User("ann").Sees(w.channel)); len(all) != 1 || !slices.Contains(labels(all[0]), "Rematch") {
				t.Errorf("the game left %d messages, want one, the board of its end\n%s", len(all), r.summary("ann", w.channel))
			}
		})
	}
}

// A move between two people costs two requests: the new board, and the line that the one before
// becomes.
func TestAMoveBetweenTwoCostsTwo(t *testing.T) {
	t.Parallel()
	r, count := countedRig(t)
	channel, board := r.challenge(r.discord.Channel("games"), "options:size=9,swap=off")
	w := &whole{rig: r, channel: channel}
	w.begun(r.discord.Channel("games"), channel)
	for i := range 6 {
		s := w.truth()
		seat := s.ToMove()[0]
		before := count()
		r.confirms(w.seats[seat], r.walks(w.seats[seat], board, s, seat, stepsOf(t, s, seat, s.Legal(seat)[i*29])))
		if cost := count() - before; cost != 2 {
			t.Errorf("move %d cost %d requests, want the board and the line", i+1, cost)
		}
		board = r.awaitBoard("cleo", channel, i+1)
	}
}
