package publish_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlour/commands/match"
	"parlour/commands/publish"
	"parlour/commands/world"
	"parlour/games"
	"parlour/storage"
)

// within is how soon a board is there, whatever fails beside it.
const within = 15 * time.Second

// steps are the calls of a publication beside the post of its board. A post is one that is a direct message.
var steps = []world.Op{
	world.ToThread, world.ToInvite, world.ToRename, world.ToEdit, world.ToStrip, world.ToDelete, world.ToRead,
	world.ToRouse, world.ToOpen, world.ToFind, world.ToPost,
}

// failures are what a call may fail with. A call that hangs ends with its context.
var failures = map[string]error{
	"gone": publish.ErrGone, "forbidden": publish.ErrForbidden, "name": publish.ErrName, "later": publish.ErrLater,
	"cut": io.ErrUnexpectedEOF, "hangs": nil,
}

// Whatever Discord answers to what a publication does beside its board, once and for long, each board of a game is
// there in time: the first, which opens the thread, those of auctions, which direct messages ask for, those of a
// process that goes on with what another began, that of a clock that expired, and the last, before which the thread
// is renamed. What is left to be done is done with some time, or given up.
//
//test:unwatched
func TestASideStepNeverStopsTheBoard(t *testing.T) {
	for _, op := range steps {
		for name, failure := range failures {
			for _, times := range []int{1, 1 << 30} {
				t.Run(fmt.Sprint(op, " ", name, " ", times), func(t *testing.T) {
					t.Parallel()
					synctest.Test(t, func(t *testing.T) { besideBoard(t, op, failure, times) })
				})
			}
		}
	}
}

// besideBoard plays a game while the calls of a kind fail some times. A board may have to wait for the publication
// before it: from when that has shown its own or, if it has none, from when it began.
func besideBoard(t *testing.T, op world.Op, failure error, times int) {
	s := bareStage(t, "permutations", "ann", "ben")
	began, posted := time.Now(), false
	struck := false
	s.Channel.Before = func(ctx context.Context, c world.Call) error {
		direct := strings.HasPrefix(c.Channel, world.DM)
		switch {
		case op == world.ToRouse && c.Op == world.ToEdit && !direct: // a thread is woken after an edit in it is refused
			return publish.ErrForbidden
		case c.Op != op || op == world.ToPost && !direct || times == 0:
			return nil
		}
		struck = true
		if times--; failure == nil {
			<-ctx.Done()
			return ctx.Err()
		}
		return failure
	}
	s.Channel.After = func(c world.Call, p *world.Post) error {
		if c.Op == world.ToPost && p.Nonce == fmt.Sprint("m-", s.stored().Desired.Post) {
			if took := time.Since(began); took > within {
				t.Errorf("the board %s is there after %v", p.Nonce, took)
			}
			began, posted = time.Now(), true
		}
		return nil
	}
	starts := func(name string) *process {
		return s.starts(name, func(_ *process, c *publish.Config) { c.Brief = 5 * time.Second })
	}
	p := starts("a")
	shows := func(what string, show func() error) {
		t.Helper()
		start := time.Now()
		posted = false
		_ = show() // what is left fails again
		if m := s.stored(); m.Published.Post != m.Desired.Post {
			t.Errorf("%s is not there: %d of %d messages are", what, m.Published.Post, m.Desired.Post)
		}
		if !posted {
			began = start
		}
	}
	commits := func(words ...string) match.Unshown {
		t.Helper()
		m, err := p.Env.Change(t.Context(), "m", func(m *match.Match) ([]games.Ply, error) { return decide(m, words) })
		s.well(err)
		return m.Unshown()
	}
	does := func(what string, words ...string) {
		t.Helper()
		u := commits(words...)
		shows(what, func() error { return p.Publish(t.Context(), u) })
	}
	due := func() error { return p.Due(t.Context(), 0) }

	does("the first board", "thread")
	for range 5 {
		does("a bid, or what follows", "press")
	}
	commits("press")
	s.pass(match.Lease + 1)
	p = starts("b")
	shows("the board that another process owes", due)
	commits("press")
	s.pass(8 * 24 * time.Hour)
	p = starts("c")
	shows("the board after a week", due)
	if m := s.stored(); m.Phase == storage.Playing && m.GuildLostAt.IsZero() {
		does("the board without Ann", "resign", "0")
		does("the last board", "resign", "1")
	}
	for range 20 {
		s.pass(12 * time.Hour)
		_ = due()
	}
	if !struck {
		t.Error("there was no such call")
	}
	if m := s.stored(); m.Phase != storage.Playing && !m.NextCheck.IsZero() {
		t.Errorf("after ten days something is still tried: %+v", m.Publication)
	}
}

// A game whose thread fails is played in its channel. A thread that is there all the same takes the next board, and
// no board is there twice.
func TestThreadsThatFail(t *testing.T) {
	const begins = "begins permute ann ben\na commits thread\n"
	plays(t, map[string]string{
		"a name that the server forbids is one without people's names": `
			` + begins + `
			fail thread name
			a shows
			channel: thread-1
			names: Ann – Ben · Permute, no swap | Permute, no swap`,
		"a server that forbids both names": `
			` + begins + `
			fail thread name name
			a shows
			channel: games
			boards: 1
			a does move
			channel: games
			calls thread: 2`,
		"a thread that is there, which the answer did not say": `
			` + begins + `
			fail thread lost
			a shows
			channel: games
			boards: 1
			a does move
			channel: thread-1
			boards: 2
			a does move
			boards: 3
			calls thread: 2`,
		"a thread that fails for long": `
			` + begins + `
			fail thread 502 …
			a shows
			boards: 1
			a does move ×3
			channel: games
			boards: 4
			calls thread: 2`,
		// The process dies when it has shown the board in the channel. Now a thread could be made.
		"a board in the channel is found": `
			` + begins + `
			fail thread 502
			at after post 2 ; a dies
			a shows ! the process died
			pass lease+1s
			b due 0s
			channel: games
			boards: 1`,
		"a board in the channel is found after its nonce is forgotten": `
			` + begins + `
			fail thread 502
			at after post 2 ; a dies
			a shows ! the process died
			pass 4m
			b due 0s
			channel: games
			boards: 1`,
	})
}

// What a lost answer or a channel that cannot be read leaves behind goes later.
func TestWhatNobodyNotedGoes(t *testing.T) {
	plays(t, map[string]string{
		"a message that adds people to a thread, whose answer is lost": `
			begins permute ann ben
			a commits thread
			left thread-2 m-invite …
			fail invite lost
			a shows
			channel: thread-2
			gone 1: true
			gone 3: false
			old: 0`,
		"the channel can be read later": `
			begins permute ann ben
			a commits thread
			left thread-2 m-invite …
			fail invite lost
			fail read 502 …
			a shows
			gone 1: false
			old: 1
			fail read
			pass lease+1s
			a due 0s
			gone 1: true
			old: 0`,
		// Nobody knows whether the board that a process posted as it died is there.
		"a board in a channel that cannot be read is posted at once, and is there once in the end": `
			a commits move
			at after post 3 ; a dies
			a shows ! the process died
			pass 4m
			fail read 502 502
			b due 0s
			newest: 4
			pass lease+1s
			b due 0s
			gone 3: true
			gone 4: false
			shown: all, to 1
			old: 0`,
		"a direct message is sent again where its channel can't be read, and is there once in the end": `
			begins permutations ann ben
			at after post 2 ; a dies
			a commits nothing
			a shows ! the process died
			pass 4m
			fail read 502 …
			b due 0s
			directs ann: 2
			fail read
			pass lease+1s
			b due 0s
			directs ann: 1
			directs ben: 1
			old: 0`,
		"a direct message to somebody who has bid in the server before anybody noted it": `
			begins permutations ann ben
			at after post 2 ; a dies
			a commits nothing
			a shows ! the process died
			b commits bid 0
			pass lease+1s
			b due 0s
			b does bid 1
			asking ann: 0`,
	})
}

// What fails beside the boards is tried ever more seldom, and given up after a day.
func TestWhatFailsForLongIsGivenUp(t *testing.T) {
	days := strings.Repeat("pass 5m\na due 0s\n", 2*24*12)
	plays(t, map[string]string{
		"a line": `
			fail edit 502 …
			a does move
			old: 1
			` + days + `
			old: 0
			calls edit: 48`,
		"the name of a thread": `
			thread
			fail rename later …
			a does resign 0
			` + days + `
			named: over
			next: never
			calls rename: 42`,
	})
}
