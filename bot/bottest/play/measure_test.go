package play_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
	"parlour/bot"
	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/games"
	"parlour/games/gametest"
	"parlour/games/permute"
	"parlour/storage"
)

// BenchmarkConfirmToBoard measures from the click on Confirm to the posted board, through the sandbox, discordgo,
// the store and the picture, all on one machine. For 200 moves:
// go test -run '^$' -bench ConfirmToBoard -benchtime 200x ./bot/bottest/play
func BenchmarkConfirmToBoard(b *testing.B) {
	r := rig{bottest.New(b)}
	r.Ctx = b.Context()
	var took []time.Duration
	for len(took) < b.N {
		took = r.benchGame(b, took)
	}
	slices.Sort(took)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	b.ReportMetric(ms(took[len(took)/2]), "median-ms")
	b.ReportMetric(ms(took[len(took)*99/100]), "p99-ms")
	b.ReportMetric(0, "ns/op") // the loop includes the other clicks
}

// benchGame plays one game by buttons, or the part of it that is still wanted.
func (r rig) benchGame(b *testing.B, took []time.Duration) []time.Duration {
	channel, board := r.Challenge(r.Discord.Stage().AddChannel("bench", 0), "options:size=12,swap=off")
	state, err := permute.Game{}.Start(games.Setup{Game: "permute", Rules: 1, Seats: 2, Options: map[string]string{
		"size": "12", "start": "chequer", "swap": "off",
	}})
	if err != nil {
		b.Fatal(err)
	}
	for ply := 0; len(state.ToMove()) > 0 && len(took) < b.N; ply++ {
		seat := state.ToMove()[0]
		who := []string{"ann", "ben"}[seat]
		move := next(state, seat, ply)
		panel := r.Walks(who, board, state, seat, bottest.StepsOf(b, state, seat, move))
		from := time.Now()
		r.Confirms(who, panel)
		board = r.AwaitBoard("cleo", channel, ply+1)
		took = append(took, time.Since(from))
		if state, err = state.Play(seat, move); err != nil {
			b.Fatal(err)
		}
	}
	return took
}

// A rig is a [bottest.Rig] that is measured.
type rig struct{ *bottest.Rig }

// next returns the move of a ply: the swap if it is legal, else one from anywhere in the
// list of legal moves.
func next(s games.State, seat games.Seat, ply int) games.Move {
	legal := s.Legal(seat)
	if slices.Contains(legal, "swap") {
		return "swap"
	}
	return legal[ply*37%len(legal)]
}

var shareTables = flag.Int("share", 0, "have one person begin `so many` games against Parlour, and measure how long others wait for it")

// shareWait is the longest wait that the measurement stays for.
const shareWait = 9 * time.Minute

// TestShare prints how long people wait for Parlour while others keep it busy. It measures a
// machine and holds nothing, so only make share runs it: TestOneFloodHoldsUpNobody and its
// neighbours in package think hold the order.
//
//test:unwatched
func TestShare(t *testing.T) {
	if *shareTables == 0 {
		t.Skip("it measures times, for make share")
	}
	t.Run("one person's tables", oneFlood)
	t.Run("twenty people", func(t *testing.T) { manyWait(t, 20) })
}

// oneFlood has one person begin many heavy games, and another then an easy one.
func oneFlood(t *testing.T) {
	r := sharing(t)
	r.Discord.AddPerson("mal")
	began := time.Now()
	for i := range *shareTables {
		r.Slash("mal", r.Discord.User("mal").DM(), fmt.Sprintf("/play game:permute options:size=19 level:hard first:them total-time:%dh", 100+i))
	}
	t.Logf("%d tables at hard on 19x19 were begun in %v", *shareTables, time.Since(began).Round(time.Millisecond))
	waiting := r.unanswered("mal")
	took, err := r.firstAnswer("ann", "game:permute level:easy first:them")
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("with %d of them waiting, another's first answer at easy came within %v", waiting, took.Round(time.Millisecond))
	if left := r.unanswered("mal"); left > 0 {
		t.Logf("%d of them wait on", left)
	}
}

// manyWait has people begin a game at hard, all at once.
func manyWait(t *testing.T, people int) {
	r := sharing(t)
	waits := make([]time.Duration, people)
	var all errgroup.Group
	for i := range waits {
		name := fmt.Sprintf("guest%d", i)
		r.Discord.AddPerson(name)
		all.Go(func() (err error) {
			waits[i], err = r.firstAnswer(name, "game:permute level:hard first:them")
			return err
		})
	}
	if err := all.Wait(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(waits)
	t.Logf("of %d people who wait for hard, half had their answer within %v and the last within %v",
		people, waits[people/2].Round(time.Millisecond), waits[people-1].Round(time.Millisecond))
}

// sharing returns a rig for a measurement, in which people see boards as they come.
func sharing(t *testing.T) rig {
	return rig{bottest.New(t, func(c *bot.Config) { c.Brief, c.Linger = 0, 0 })}
}

// firstAnswer has a person begin a game in the bot's direct messages in which Parlour has the
// first move, and returns how long it took until they saw that move.
func (r rig) firstAnswer(who, play string) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(r.Ctx, shareWait)
	defer cancel()
	u := r.Discord.User(who)
	began := time.Now()
	if _, err := u.Slash(ctx, u.DM(), "/play "+play); err != nil {
		return 0, err
	}
	_, err := u.Await(ctx, u.DM(), func(all []sandbox.Message) bool {
		return slices.ContainsFunc(all, func(m sandbox.Message) bool { return !m.Ephemeral && bottest.TurnOf(m) == 1 })
	})
	return time.Since(began), err
}

// unanswered counts the games of a person in which Parlour has not moved yet.
func (r rig) unanswered(who string) (n int) {
	r.Helper()
	own, err := r.Store.OfPlayer(r.Ctx, r.Discord.User(who).ID(), true, storage.All)
	if err != nil {
		r.Fatal(err)
	}
	for _, head := range own {
		if head.Plies == 0 {
			n++
		}
	}
	return n
}

// counted waits for the bot's unfinished work, and returns how many requests have counted towards Discord's
// limit.
func counted(r *bottest.Rig) int {
	r.Helper()
	r.Idle()
	return r.Discord.Counted()
}

// A whole game of one person in the bot's direct messages, alone or against Parlour, is one
// message, and after it is posted no request counts towards Discord's limit.
//
//test:unwatched
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

// A game for practice is played in the bot's direct messages or, where these are closed, in the private answer. Nothing of
// it is posted in a channel, and no press costs a request.
//
//test:unwatched
func TestPracticeIsPrivate(t *testing.T) {
	t.Parallel()
	for name, closed := range map[string]bool{"in direct messages": false, "in the answer": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := bottest.New(t, func(c *bot.Config) { c.Tick = bottest.Never })
			home := r.Discord.Channel("games")
			r.Discord.Stage().CloseDMs("ann", closed)
			board := r.Click("ann", r.Slash("ann", home, "/rules game:magic"), "Practise with Parlour")
			if says := map[bool]string{false: "in [your DMs]", true: "I can't DM you"}[closed]; !strings.Contains(board.Content, says) {
				t.Fatalf("practice begins with %q", board.Content)
			}
			if !closed {
				board = r.Direct("ann", func(m sandbox.Message) bool { return slices.Contains(bottest.Labels(m), "Move") })
			}
			before, id := counted(r), board.ID
			for _, label := range []string{"Move", "b2", "Confirm"} {
				board = r.Click("ann", board, label)
			}
			tells := func(m sandbox.Message) bool {
				return m.ID == id && strings.Contains(m.Content, "Your turn. Parlour") && strings.Contains(m.Content, "Try ")
			}
			if !closed {
				board = r.Direct("ann", tells)
			}
			if !tells(board) {
				t.Errorf("after a move the board says %q", board.Content)
			}
			if cost := counted(r) - before; cost != 0 {
				t.Errorf("a move cost %d requests", cost)
			}
			if posted := bottest.Public(r.Discord.User("eve").Sees(home)); len(posted) > 0 {
				t.Errorf("%d messages are posted in the channel", len(posted))
			}
		})
	}
}

// A move between two people costs two requests: the new board, and the line that the one before
// becomes.
//
//test:unwatched
func TestAMoveBetweenTwoCostsTwo(t *testing.T) {
	t.Parallel()
	r := bottest.New(t, func(c *bot.Config) { c.Tick = bottest.Never })
	channel, board := r.Challenge(r.Discord.Channel("games"), "options:size=9,swap=off")
	w := &bottest.Whole{Rig: r, Channel: channel}
	w.Begun(r.Discord.Channel("games"), channel, "eve")
	rng := rand.New(rand.NewPCG(6, 6))
	for i := range 6 {
		s := w.Truth()
		seat := s.ToMove()[0]
		before := counted(r)
		r.Confirms(w.Seats[seat], r.Walks(w.Seats[seat], board, s, seat, bottest.StepsOf(t, s, seat, gametest.Stroll(rng, s, seat))))
		if cost := counted(r) - before; cost != 2 {
			t.Errorf("move %d cost %d requests, want the board and the line", i+1, cost)
		}
		board = r.AwaitBoard("cleo", channel, i+1)
	}
}
