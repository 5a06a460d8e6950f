package play_test

import (
	"slices"
	"testing"

	"parlour/bot"
	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/games"
)

// counted waits for the bot's unfinished work, and returns how many requests have counted towards Discord's
// limit.
func counted(r *bottest.Rig) int {
	r.Helper()
	r.Idle()
	return r.Discord.Counted()
}

// A whole game of one person in the bot's direct messages, alone or against Parlour, is one
// message, and after it is posted no request counts towards Discord's limit.
func TestAGameOfOnePersonCostsNothing(t *testing.T) {
	t.Parallel()
	for _, play := range []string{"permutu level:alone", "magic level:easy first:me"} {
		t.Run(play, func(t *testing.T) {
			t.Parallel()
			r := bottest.New(t, func(c *bot.Config) { c.Tick = bottest.Never })
			w := &bottest.Whole{Rig: r, Names: []string{"ann"}, Channel: r.Discord.User("ann").DM()}
			r.Slash("ann", w.Channel, "/play game:"+play)
			board := r.Direct("ann", func(m sandbox.Message) bool { return bottest.TurnOf(m) >= 0 })
			before := counted(r)
			w.Begun(w.Channel, w.Channel, "ann")
			seat := games.Seat(slices.Index(w.Seats, "ann"))
			for s := w.Truth(); len(s.ToMove()) > 0; s = w.Truth() {
				steps := bottest.StepsOf(t, s, seat, s.Legal(seat)[0])
				board = r.Walks("ann", board, s, seat, steps)
				board = r.Confirms("ann", board)
				counted(r)
				board = r.Direct("ann", func(m sandbox.Message) bool { return m.ID == board.ID })
			}
			if cost := counted(r) - before; cost != 0 {
				t.Errorf("the game cost %d requests after its first board", cost)
			}
			if all := bottest.Public(r.Discord.User("ann").Sees(w.Channel)); len(all) != 1 || !slices.Contains(bottest.Labels(all[0]), "Rematch") {
				t.Errorf("the game left %d messages, want one, the board of its end\n%s", len(all), r.Summary("ann", w.Channel))
			}
		})
	}
}

// A move between two people costs two requests: the new board, and the line that the one before
// becomes.
func TestAMoveBetweenTwoCostsTwo(t *testing.T) {
	t.Parallel()
	r := bottest.New(t, func(c *bot.Config) { c.Tick = bottest.Never })
	channel, board := r.Challenge(r.Discord.Channel("games"), "options:size=9,swap=off")
	w := &bottest.Whole{Rig: r, Channel: channel}
	w.Begun(r.Discord.Channel("games"), channel, "eve")
	for i := range 6 {
		s := w.Truth()
		seat := s.ToMove()[0]
		before := counted(r)
		r.Confirms(w.Seats[seat], r.Walks(w.Seats[seat], board, s, seat, bottest.StepsOf(t, s, seat, s.Legal(seat)[i*29])))
		if cost := counted(r) - before; cost != 2 {
			t.Errorf("move %d cost %d requests, want the board and the line", i+1, cost)
		}
		board = r.AwaitBoard("cleo", channel, i+1)
	}
}
