package bot_test

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"sync"
	"testing"
)

// auctions is how many are compared; make long compares more.
var auctions = flag.Int("auctions", 12, "compare `so many` auctions in the search for leaks")

// atOnce is how many games are played at once: a bot that ends waits for a second.
const atOnce = 6

// Games of Permutations, each played twice, with everything the same but what one seat
// bids and, at the end of some, has in its hand: whatever the bot sends to anybody else
// is the same too, to the byte and in its order, and so is every line of its log.
func TestNothingLeaks(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var compared int
	var total tally
	each(t, scripts(*auctions), func(t *testing.T, s script) {
		all, err := s.leak(t)
		if err != nil {
			t.Error(err)
		}
		mu.Lock()
		defer mu.Unlock()
		compared += s.auctions
		total.add(all)
	})
	if compared < *auctions || total.lines == 0 || total.pictures == 0 {
		t.Errorf("%d auctions were compared, and in them %+v: want %d auctions, with pictures and lines of the log", compared, total, *auctions)
	}
	t.Logf("%d auctions: %+v", compared, total)
}

// each does something with each script, several at once.
func each(t *testing.T, all []script, do func(*testing.T, script)) {
	var waiting sync.WaitGroup
	free := make(chan struct{}, atOnce)
	for _, s := range all {
		free <- struct{}{} // each deed of a game has a deadline, and so has a game
		waiting.Go(func() {
			defer func() { <-free }()
			t.Run(s.name(), func(t *testing.T) { do(t, s) })
		})
	}
	waiting.Wait()
}

func (s script) name() string {
	return cmp.Or(s.title, fmt.Sprintf("%d players, seed %d", s.players, s.seed))
}

// scripts are games of so many auctions together: of one, with another hand; of three;
// and now and then a long one, into the rounds in which hands are open.
func scripts(auctions int) []script {
	var all []script
	for seed := uint64(1); auctions > 0; seed++ {
		s := script{seed: seed, players: 2 + int(seed/2%4), auctions: 3}
		switch {
		case seed%2 == 0:
			s.auctions, s.redealt = 1, true
		case seed%12 == 11:
			s.auctions = 20
		}
		s.auctions = min(s.auctions, auctions)
		all = append(all, s)
		auctions -= s.auctions
	}
	return all
}

// leak plays the script twice, and returns what differs that must not, and how much was
// compared.
func (s script) leak(t *testing.T) (tally, error) {
	t.Helper()
	var a, b *run
	var both sync.WaitGroup
	both.Go(func() { t.Run("first", func(t *testing.T) { a = s.play(t, false) }) })
	both.Go(func() { t.Run("second", func(t *testing.T) { b = s.play(t, true) }) })
	both.Wait()
	var total tally
	if a == nil || b == nil {
		return total, errors.New("a run did not come to its end")
	}
	if len(a.chapters) != s.auctions || fmt.Sprint(a.chapters) != fmt.Sprint(b.chapters) {
		return total, fmt.Errorf("the runs have the chapters %v and %v, want the same %d", a.chapters, b.chapters, s.auctions)
	}
	for _, c := range a.chapters {
		if err := c.hides(a.watch.all, b.watch.all); err != nil {
			return total, err
		}
		compared, err := compare(a.watch.all, b.watch.all, c.who, c.from, c.until)
		if err != nil {
			return total, err
		}
		total.add(compared)
	}
	last := a.chapters[s.auctions-1]
	_, err := compare(a.watch.all, b.watch.all, last.who, last.until, a.watch.deed+1)
	if err == nil && a.card != b.card {
		return total, errors.New("when the last auction was revealed, nothing differed")
	}
	return total, nil
}

// hides checks that there was a secret in an auction: its owner got something else in
// each run, and others something of the same while it was one.
func (c chapter) hides(a, b []sending) error {
	if own(a, c.who, c.secret, c.until) == own(b, c.who, c.secret, c.until) {
		return fmt.Errorf("there was no secret in the deeds from %d up to %d", c.secret, c.until)
	}
	if len(others(a, c.who, c.secret, c.until)) == 0 {
		return fmt.Errorf("nobody else got anything in the deeds from %d up to %d", c.secret, c.until)
	}
	return nil
}

// What there is nothing of cannot be compared.
func TestNothingIsNotCompared(t *testing.T) {
	one := []sending{{deed: 1, to: "ann", text: "x"}}
	for name, all := range map[string][]sending{"nothing": nil, "what one person alone got": one, "the log": {{deed: 1, to: logbook, text: "x"}}} {
		if _, err := compare(all, all, "ann", 1, 2); err == nil {
			t.Errorf("%s was compared", name)
		}
	}
	if _, err := compare(one, one, "ben", 1, 2); err != nil {
		t.Errorf("something was not compared: %v", err)
	}
}
