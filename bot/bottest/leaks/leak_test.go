package leaks_test

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"parlour/storage/postgres/pgtest"
)

// auctions is the number of auctions to compare; make long compares more.
var auctions = flag.Int("auctions", 12, "compare `so many` auctions in the search for leaks")

// free has room for the games that are played at once in all searches. They wait more than they work: a bot
// takes a second to end.
var free = make(chan struct{}, 16)

// TestNothingLeaks plays each game of Permutations twice, with different bids of one seat
// and in some games a different hand. Everything that the bot sends to others or logs must
// be the same in both runs, byte for byte and, for each recipient, in order. Some are played in a group of friends, where all that the
// bot says is an answer to somebody.
func TestNothingLeaks(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	compared, totals := map[bool]int{}, map[bool]*tally{false: {}, true: {}}
	all := scripts(*auctions)
	for seed := range uint64(4) {
		all = append(all, amongFriends(seed))
	}
	each(t, all, func(t *testing.T, s script) {
		found, err := s.leak(t)
		if err != nil {
			t.Error(err)
		}
		mu.Lock()
		defer mu.Unlock()
		compared[s.friends] += s.auctions
		totals[s.friends].add(found)
	})
	for friends, total := range totals {
		if !friends && (compared[friends] < *auctions || total.lines == 0) || total.pictures == 0 {
			t.Errorf("among friends %t, %d auctions were compared with %+v, want %d auctions with pictures and log lines", friends, compared[friends], total, *auctions)
		}
		t.Logf("among friends %t, %d auctions: %+v", friends, compared[friends], total)
	}
}

// each calls a function with each script, several at once.
func each(t *testing.T, all []script, do func(*testing.T, script)) {
	var waiting sync.WaitGroup
	for _, s := range all {
		free <- struct{}{} // every action of a game has a deadline, so every game ends
		waiting.Go(func() {
			defer func() { <-free }()
			t.Run(s.name(), func(t *testing.T) { do(t, s) })
		})
	}
	waiting.Wait()
}

func (s script) name() string {
	return cmp.Or(s.title, fmt.Sprintf("%d players, seed %d%s", s.players, s.seed, map[bool]string{true: ", with Parlour"}[s.parlour]+map[bool]string{true: " as a program"}[s.program]))
}

// scripts returns games with a total number of auctions: some of one with another hand, some
// of three, and now and then a long one that reaches the rounds with open hands. In a third
// of them all answers are late, in up to a quarter an opponent has a seat, in an eighth a program has one, and some are rated.
func scripts(auctions int) []script {
	var all []script
	for seed := uint64(1); auctions > 0; seed++ {
		s := script{seed: seed, players: 2 + int(seed/2%4), auctions: 3, late: seed%3 == 0}
		s.parlour = seed%4 == 1 && s.players < 5
		if seed%8 == 4 {
			s.players, s.parlour, s.program = 2, true, true // with more there is no other hand
		}
		s.rated = seed%4 == 2 && !s.late
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

// amongFriends returns a script of a game in a group, whose people all have the bot for themselves.
func amongFriends(seed uint64) script {
	return script{
		title: fmt.Sprintf("friends, seed %d", seed), seed: seed, players: 2 + int(seed%3), auctions: 2, friends: true, late: seed%2 == 0,
		mishap: func(g *run, b bid) { g.bid(g.seat, b) },
	}
}

// leak plays the script twice, and returns the size of the comparison and the first
// difference, if any.
func (s script) leak(t *testing.T) (tally, error) {
	t.Helper()
	var a, b *run
	var both sync.WaitGroup
	both.Go(func() { t.Run("first", func(t *testing.T) { a = s.play(t, false) }) })
	both.Go(func() { t.Run("second", func(t *testing.T) { b = s.play(t, true) }) })
	both.Wait()
	var total tally
	if s.late && a != nil && a.watch.deferred == 0 {
		return total, errors.New("no answer was late")
	}
	if a == nil || b == nil {
		return total, errors.New("a run did not finish")
	}
	if twice := cmp.Or(a.watch.gaveUp, b.watch.gaveUp); twice != "" {
		return total, fmt.Errorf("the bot did not wait until this could go out, so the runs cannot be compared:\n%s", excerpt(twice, 0))
	}
	byRecipient(a.watch.all)
	byRecipient(b.watch.all)
	if s.parlour || pgtest.InDatabase() {
		arrange(a.watch.all)
		arrange(b.watch.all)
	}
	if len(a.chapters) != s.auctions || fmt.Sprint(a.chapters) != fmt.Sprint(b.chapters) {
		return total, fmt.Errorf("the runs have the chapters %v and %v, want the same %d", a.chapters, b.chapters, s.auctions)
	}
	for _, c := range a.chapters {
		if err := c.hides(a.watch.all, b.watch.all); err != nil {
			return total, err
		}
		compared, err := compare(a.watch.all, b.watch.all, c.owner, c.from, c.until)
		if err != nil {
			return total, err
		}
		total.add(compared)
	}
	last := a.chapters[s.auctions-1]
	_, err := compare(a.watch.all, b.watch.all, last.owner, last.until, a.watch.action+1)
	if err == nil && a.card != b.card {
		return total, errors.New("nothing differed even after the reveal of the last auction")
	}
	return total, nil
}

// deletedID is the id of a message in a path.
var deletedID = regexp.MustCompile(`/messages/\d+`)

var panelGoes = regexp.MustCompile(`^DELETE .*/@original`)

// byRecipient puts the outputs of each action in an order by recipient: what goes to one does not wait for another. The
// deletions of panels come last, as they go beside what tidies up.
func byRecipient(all []output) {
	place := func(o output) int { return len(panelGoes.FindString(o.text)) }
	slices.SortStableFunc(all, func(a, b output) int {
		return cmp.Or(cmp.Compare(a.action, b.action), cmp.Compare(a.to, b.to), cmp.Compare(place(a), place(b)))
	})
}

// arrange puts the outputs of each action in an order that does not depend on who was quicker: an
// opponent bids while the panel of the person who bid before it goes, and over a database old boards and direct
// messages go in either order. Two messages that are posted at
// once get their ids in either order, so which of them a DELETE names says nothing.
func arrange(all []output) {
	for i, o := range all {
		if strings.HasPrefix(o.text, "DELETE ") {
			all[i].text = deletedID.ReplaceAllString(o.text, "/messages/…")
		}
	}
	slices.SortStableFunc(all, func(a, b output) int {
		return cmp.Or(cmp.Compare(a.action, b.action), cmp.Compare(a.to, b.to), cmp.Compare(a.text, b.text))
	})
}

// hides checks that an auction had a secret: its owner got different bytes in each run, and
// others got something before the reveal.
func (c chapter) hides(a, b []output) error {
	if own(a, c.owner, c.secret, c.until) == own(b, c.owner, c.secret, c.until) {
		return fmt.Errorf("there was no secret in the actions from %d up to %d", c.secret, c.until)
	}
	if len(others(a, c.owner, c.secret, c.until)) == 0 {
		return fmt.Errorf("nobody else got anything in the actions from %d up to %d", c.secret, c.until)
	}
	return nil
}

// A tally is the amount that was compared of two runs.
type tally struct{ actions, requests, bytes, pictures, lines int }

func (t *tally) add(o tally) {
	t.actions += o.actions
	t.requests += o.requests
	t.bytes += o.bytes
	t.pictures += o.pictures
	t.lines += o.lines
}

// errLeak means that the runs differ in what others can see.
var errLeak = errors.New("a secret leaks")

// compare returns the first difference between two runs in what everybody but one person got
// in a range of actions, the order included. It fails too if there is nothing to compare.
func compare(a, b []output, but string, from, until int) (tally, error) {
	a, b = others(a, but, from, until), others(b, but, from, until)
	t := tally{actions: until - from}
	for i := range max(len(a), len(b)) {
		switch {
		case i >= len(a):
			return t, fmt.Errorf("%w: only the second run has, in action %d, for %s:\n%s", errLeak, b[i].action, b[i].to, excerpt(b[i].text, 0))
		case i >= len(b):
			return t, fmt.Errorf("%w: only the first run has, in action %d, for %s:\n%s", errLeak, a[i].action, a[i].to, excerpt(a[i].text, 0))
		case a[i] != b[i]:
			at := unlike(a[i].text, b[i].text)
			return t, fmt.Errorf("%w: action %d for %s:\n%s\nis, in the second run, action %d for %s:\n%s",
				errLeak, a[i].action, a[i].to, excerpt(a[i].text, at), b[i].action, b[i].to, excerpt(b[i].text, at))
		}
		t.count(a[i])
	}
	if t.requests == 0 || t.bytes == 0 {
		return t, fmt.Errorf("there is nothing to compare in the actions from %d up to %d: %+v", from, until, t)
	}
	return t, nil
}

func (t *tally) count(s output) {
	t.bytes += len(s.text)
	switch {
	case s.to == logbook:
		t.lines++
	default:
		t.requests++
	}
	if s.data > 0 {
		t.pictures++
	}
}

// others returns what everybody but one person got in a range of actions.
func others(all []output, but string, from, until int) []output {
	var some []output
	for _, s := range all {
		if s.to != but && s.action >= from && s.action < until {
			some = append(some, s)
		}
	}
	return some
}

// own returns what one person alone got in a range of actions, as one text.
func own(all []output, who string, from, until int) string {
	var text strings.Builder
	for _, s := range all {
		if s.to == who && s.action >= from && s.action < until {
			text.WriteString(s.text)
		}
	}
	return text.String()
}

// unlike returns the index at which two texts begin to differ.
func unlike(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

// excerpt returns the first line of a text, and the part around an index.
func excerpt(text string, at int) string {
	const about = 150
	first, _, _ := strings.Cut(text, "\n")
	return fmt.Sprintf("%s … %q", first, text[max(0, at-about):min(len(text), at+about)])
}
