package play_test

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"parlour/bot"
	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/storage"
)

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
