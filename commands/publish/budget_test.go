package publish_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlour/commands/publish"
	"parlour/commands/world"
	"parlour/games"
	"parlour/storage"
	"parlour/storage/bolt"
	"parlour/storage/storetest"
)

// A budget of channels for direct messages holds over restarts. Each script begins with limits, a minute and a day.
// Its lines are
//
//	bid N: MET                 N people, p0 and so on, need a channel for a bid, and MET of them get one
//	bid N FROM: MET            the same, but the first of them is the person with this number
//	bid N of PERSON: MET       one person needs all of the channels
//	remind N: MET              as "bid", for a reminder
//	table MATCH N: MET         as "bid", for a bid in this match
//	about MATCH N: MET         as "bid", for something else in this match
//	opens PERSON MATCH [begun] a person has opened a table; if it has begun, they have the last seat
//	person ID CHECK [open|closed]   a person is checked after this time; they have a channel, or take no direct messages
//	closed N                   N people turn out to take no direct messages
//	refused, restart, pass D   Discord refuses to open a channel; the process begins anew; time passes
//	written: N                 how often the store was written
//
//test:unwatched
func TestBudget(t *testing.T) {
	for name, script := range map[string]string{
		// The minute goes on where the process begins anew in it.
		"five in any minute": `5 300
			bid 3: 3
			pass 30s
			restart
			bid 10: 2
			pass 30s
			bid 10: 3
			pass 1m
			bid 10: 5`,
		"of a day's three hundred bids leave a fifth to reminders": `5 300` + strings.Repeat(`
			bid 6: 5
			pass 1m`, 48) + strings.Repeat(`
			bid 6: 0
			pass 1m`, 22) + `
			restart` + strings.Repeat(`
			remind 6: 5
			pass 1m`, 12) + `
			remind 6: 0
			pass 24h` + strings.Repeat(`
			remind 6: 5
			pass 1m`, 60) + `
			remind 6: 0`,
		// It does not matter with whom the channels are, in which seat the person sits, or whether the process has
		// begun anew. The tables of others do not wait.
		"ten a day for the tables that one person opened": `100 300
			opens ann a
			opens ann b begun
			opens ben c begun
			table a 6: 6
			restart
			table b 6: 4
			about a 1: 0
			table c 12: 10
			remind 12: 12
			table gone 12: 12
			pass 24h
			table b 12: 10`,
		// As much of the minute is left to them as have no channel yet. People who need none, or take none, are not
		// counted.
		"reminders go first": `5 300
			person p1 50s
			person p2 -1s
			person p3 0s
			person p10 0s open
			person p11 0s closed
			person p12 1h
			bid 4 20: 2
			remind 4: 3
			pass 1m
			bid 4 of p1: 3`,
		"one refusal stops all for hours": `5 300
			remind 1: 1
			` + refused,
		"one refusal stops all for hours, without limits": `0 0
			remind 1: 1
			` + refused,
		"sixty in an hour who take none":                 `5 300` + closed,
		"sixty in an hour who take none, without limits": `0 0` + closed,
		"what is refused is not written": `5 300
			bid 50: 5
			written: 5`,
		"without limits nothing is written": `0 0
			bid 50: 50
			written: 0`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := &budgeted{t: t, path: filepath.Join(storetest.Dir(t), "parlour.db"), now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
			first, rest, _ := strings.Cut(script, "\n")
			if _, err := fmt.Sscan(first, &b.limits.Minute, &b.limits.Day); err != nil {
				t.Fatal(err)
			}
			b.restart()
			defer func() { b.store.Close() }()
			for line := range strings.Lines(rest) {
				if err := b.line(line); err != nil {
					t.Fatalf("%s: %v", line, err)
				}
			}
		})
	}
}

// refused has Discord refuse to open a channel, and the process begin anew while that is remembered.
var refused = fmt.Sprintf(`
			refused
			pass 1m
			remind 5: 0
			restart
			pass %v
			remind 5: 0
			pass 1m
			remind 5: 5`, publish.StopFor-2*time.Minute)

// closed has people turn out to take no direct messages, until the hour has fewer of them.
const closed = `
			closed 1
			pass 30m
			closed 58
			remind 1: 1
			closed 1
			remind 5: 0
			restart
			pass 29m59s
			remind 5: 0
			pass 1s
			remind 1: 1
			closed 1
			remind 5: 0
			pass 30m
			remind 5: 5`

// A budgeted is a budget over a store, with a clock that only moves by hand.
type budgeted struct {
	*publish.Budget
	t       *testing.T
	limits  publish.BudgetLimits
	store   storage.Store
	path    string
	now     time.Time
	written int
}

// restart opens the store, for the first time or again.
func (b *budgeted) restart() {
	if b.store != nil {
		b.store.Close()
	}
	store, err := bolt.Open(b.path)
	if err != nil {
		b.t.Fatal(err)
	}
	b.store = &world.Store{Store: store, After: func(a world.Access) {
		if a.Op == world.PutRecord {
			b.written++
		}
	}}
	b.Budget = publish.NewBudget(b.store, func() time.Time { return b.now }, b.limits)
}

// line carries out a line of a script.
func (b *budgeted) line(line string) error {
	said, want, asks := strings.Cut(strings.TrimSpace(line), ":")
	words := append(strings.Fields(said), "", "", "")
	ctx := b.t.Context()
	if asks {
		var got int
		switch words[0] {
		case "written":
			got = b.written
		case "bid":
			got = b.takes(b.number(words[1]), publish.Need{Bid: true}, words[2:])
		case "remind":
			got = b.takes(b.number(words[1]), publish.Need{}, words[2:])
		case "table", "about":
			got = b.takes(b.number(words[2]), publish.Need{Match: words[1], Bid: words[0] == "table"}, words[3:])
		default:
			return errors.New("there is no such question")
		}
		if fmt.Sprint(got) != strings.TrimSpace(want) {
			b.t.Errorf("%s: %d, want%s", said, got, want)
		}
		return nil
	}
	switch words[0] {
	case "pass":
		d, err := time.ParseDuration(words[1])
		b.now = b.now.Add(d)
		return err
	case "restart":
		b.restart()
	case "refused":
		return b.Stop(ctx)
	case "closed":
		for range b.number(words[1]) {
			if err := b.Closed(ctx); err != nil {
				return err
			}
		}
	case "opens":
		h := storage.Head{ID: words[2], Lobby: storage.Lobby{Phase: storage.Open, Players: []storage.Player{{ID: words[1]}, {ID: "guest of " + words[2]}}}}
		if words[3] == "begun" {
			h.Phase, h.Players[0], h.Players[1], h.Order = storage.Playing, h.Players[1], h.Players[0], []games.Seat{1, 0}
		}
		_, err := b.store.Create(ctx, h)
		return err
	case "person":
		d, err := time.ParseDuration(words[2])
		_, failed := storage.People.Change(ctx, b.store, words[1], func(p *storage.Person) error {
			p.NextCheck, p.NoDirect = b.now.Add(d), words[3] == "closed"
			if words[3] == "open" {
				p.Direct = "dm"
			}
			return nil
		})
		return errors.Join(err, failed)
	case "":
	default:
		return errors.New("there is no such line")
	}
	return nil
}

// number reads a number.
func (b *budgeted) number(text string) int {
	b.t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		b.t.Fatal(err)
	}
	return n
}

// takes counts how many of some people who need a channel get one. They are p0, p1 and so on, from another number on,
// or all of them are one person.
func (b *budgeted) takes(count int, need publish.Need, who []string) (met int) {
	first := 0
	if who[0] != "" && who[0] != "of" {
		first = b.number(who[0])
	}
	for i := range count {
		need.Person = fmt.Sprint("p", first+i)
		if who[0] == "of" {
			need.Person = who[1]
		}
		switch err := b.Take(b.t.Context(), need); {
		case err == nil:
			met++
		case !errors.Is(err, publish.ErrSpent):
			b.t.Fatalf("Take = %v, want nil or %v", err, publish.ErrSpent)
		}
	}
	return met
}
