package match

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"parlour/games"
	"parlour/storage"
)

// A banked game is one with a bank whose moves, takebacks and outages a test counts by itself.
type banked struct {
	*Env
	now      time.Time
	used     []time.Duration // by seat: for how long its clock has run
	stood    []int           // by seat: the most moves of its own that stood at once
	standing []games.Seat    // the seats of the plies that stand
}

var bank = storage.Allowance{TotalTime: 30 * time.Hour, Gain: 5 * time.Hour, Cap: 40 * time.Hour}

// playBanked plays a random game with a bank. Every turn has an outage in it if there are outages, so that it ends that
// much later.
func playBanked(t *testing.T, name string, seed uint64, takebacks, outages bool) []storage.Clock {
	t.Helper()
	rng, lost := rand.New(rand.NewPCG(seed, 1)), rand.New(rand.NewPCG(seed, 2))
	head := begun(t, name, 2)
	head.Allowance = bank
	g := &banked{Env: envOf(t, head), now: noon, used: make([]time.Duration, 2), stood: make([]int, 2)}
	g.Env.Now = func() time.Time { return g.now }
	m := does(t, g.Env, "next 0")
	g.standing, g.stood[0] = []games.Seat{0}, 1
	for range 40 {
		if m.Phase != storage.Playing {
			break
		}
		seat := m.State.ToMove()[0]
		think := time.Duration(rng.IntN(200)) * time.Minute
		g.used[seat] += think
		g.now = g.now.Add(think / 2)
		if outages {
			g.outage(t, time.Duration(1+lost.IntN(3000))*time.Minute)
		}
		g.now = g.now.Add(think - think/2)
		if who := games.Seat(rng.IntN(2)); takebacks && rng.IntN(3) == 0 {
			before := left(m.Clocks[who])
			if _, err := g.Change(t.Context(), "m", decided(fmt.Sprint("takes back ", who))); err == nil {
				m, err = g.Change(t.Context(), "m", func(m *Match) ([]games.Ply, error) {
					_, made, err := m.AnswerAsk(1-who, m.AskCount, true)
					return made, err
				})
				if err != nil {
					t.Fatal(err)
				}
				g.standing = g.standing[:len(m.Standing())]
				if after := left(m.Clocks[who]); after > before {
					t.Errorf("%s %d: a takeback made the bank of seat %d %v of %v", name, seed, who, after, before)
				}
				continue
			}
		}
		m = does(t, g.Env, "next 0")
		g.standing = append(g.standing, seat)
		g.count(t, m)
	}
	return m.Clocks
}

// outage has the bot be away for a while.
func (g *banked) outage(t *testing.T, long time.Duration) {
	t.Helper()
	from := g.now
	g.now = g.now.Add(long)
	_, err := storage.Uptimes.Change(t.Context(), g.Store, storage.TheUptime, func(up *storage.Uptime) error {
		up.Alive = g.now
		up.Outages = append(up.Outages, storage.Outage{Span: storage.Span{From: from, To: g.now}})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// count checks the banks of both seats against what was used and moved.
func (g *banked) count(t *testing.T, m *Match) {
	t.Helper()
	for seat, c := range m.Clocks {
		moves := 0
		for _, s := range g.standing {
			if int(s) == seat {
				moves++
			}
		}
		g.stood[seat] = max(g.stood[seat], moves)
		if left(c) > bank.Cap {
			t.Errorf("the bank of seat %d has %v, its cap is %v", seat, left(c), bank.Cap)
		}
		if most := bank.TotalTime - g.used[seat] + time.Duration(g.stood[seat])*bank.Gain; left(c) > most || left(c) < 0 {
			t.Errorf("the bank of seat %d has %v after %d moves and %v of thought, at most %v", seat, left(c), g.stood[seat], g.used[seat], most)
		}
	}
}

// left returns how much a bank has at the beginning of a turn.
func left(c storage.Clock) time.Duration { return bank.TotalTime - c.Spent }

// A bank never exceeds its cap, gains nothing by a takeback, and loses nothing by an outage.
//
//test:unwatched
func TestBanks(t *testing.T) {
	for _, name := range []string{"permute", "magic"} {
		for seed := range uint64(3) {
			playBanked(t, name, seed, true, false)
			without, with := playBanked(t, name, seed, seed%2 == 0, false), playBanked(t, name, seed, seed%2 == 0, true)
			for seat := range without {
				if left(without[seat]) != left(with[seat]) {
					t.Errorf("%s %d: the bank of seat %d has %v, and %v with outages", name, seed, seat, left(without[seat]), left(with[seat]))
				}
			}
		}
	}
}

// What each move adds, up to the cap; an empty bank gains from nothing.
func TestGain(t *testing.T) {
	head := begun(t, "permute", 2)
	head.Allowance, head.Clocks[0].Since = bank, noon
	e, now := envOf(t, head), noon
	e.Now = func() time.Time { return now }
	for n, c := range []struct{ think, want time.Duration }{
		{time.Hour, 34}, {9 * time.Hour, 26}, {0, 39}, {0, 31}, {0, 40}, {0, 36}, {99 * time.Hour, 5}, {50 * time.Hour, 5},
	} {
		now = now.Add(c.think)
		seat := n % 2
		if m := does(t, e, "next 0"); left(m.Clocks[seat]) != c.want*time.Hour {
			t.Errorf("after ply %d the bank of seat %d has %v, want %d hours", n+1, seat, left(m.Clocks[seat]), c.want)
		}
	}
}

// A planned answer adds to the bank as any move does, and a bid that is changed adds once.
func TestGainOfPlansAndBids(t *testing.T) {
	head := begun(t, "magic", 2)
	head.Allowance, head.Clocks[0].Since = bank, noon
	m := does(t, envOf(t, head), "plans 1 b2U b2Nd4U", "plays 0 b2U")
	if got := []time.Duration{left(m.Clocks[0]), left(m.Clocks[1])}; got[0] != 35*time.Hour || got[1] != 35*time.Hour {
		t.Errorf("after a move and a planned answer the banks have %v, want 35 hours each", got)
	}
	head = begun(t, "permutations", 2)
	head.Allowance = bank
	e := envOf(t, head)
	m = does(t, e)
	var err error
	for _, bid := range m.State.Legal(0)[:3] {
		if m, err = e.Change(t.Context(), "m", func(m *Match) ([]games.Ply, error) { return m.Play(0, bid) }); err != nil {
			t.Fatal(err)
		}
	}
	if got := left(m.Clocks[0]); got != 35*time.Hour {
		t.Errorf("after a bid that was changed twice the bank has %v, want 35 hours", got)
	}
}

// A pause begins once all agree and stops the clocks, at most until its day. It ends with notice, or at once where one
// person plays alone, and by itself, which a new board says.
func TestPauses(t *testing.T) {
	head := begun(t, "permute", 2)
	head.Clocks[0].Since = noon
	e, now := envOf(t, head), noon
	e.Now = func() time.Time { return now }
	change := func(decide func(*Match) ([]games.Ply, error)) *Match {
		t.Helper()
		m, err := e.Change(t.Context(), "m", decide)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	until := noon.Add(10 * day)
	m := change(func(m *Match) ([]games.Ply, error) { return m.AskPause(0, until) })
	if m.Paused || m.MayPause(1) == nil {
		t.Error("a pause begins before all agree, or is asked for twice")
	}
	m = change(decided("agrees 1"))
	due := func() time.Time { turn, _ := m.Times.Turn(m.Head, 0); return turn.Due() }
	if !m.Paused || !due().Equal(until.Add(day)) {
		t.Errorf("paused %v, the clock is due %v, want %v", m.Paused, due(), until.Add(day))
	}
	now = noon.Add(3 * day)
	m = change(func(m *Match) ([]games.Ply, error) { return m.EndPause(1) })
	if !due().Equal(noon.Add(5 * day)) {
		t.Errorf("with notice the clock is due %v, want %v", due(), noon.Add(5*day))
	}
	if m.MayEndPause(0) == nil {
		t.Error("a pause that ends within a day is ended")
	}
	if got := NextCheck(m.Head, now); !got.Equal(now.Add(PauseNotice)) {
		t.Errorf("the match is looked at next at %v, want at the end of the pause", got)
	}
	m.Now = now.Add(PauseNotice)
	posts := m.Desired.Post
	if got := enforced(t, m, nil); got != "changed" || m.Paused || m.Desired.Post != posts+1 {
		t.Errorf("at its end the verdict is %s, paused %v", got, m.Paused)
	}
	for name, change := range map[string]func(*Match){
		"a strict game":          func(m *Match) { m.Strict = true },
		"a game without a clock": func(m *Match) { m.TurnTime = 0 },
		"a clock that is up":     func(m *Match) { m.Clocks[0].ExpiredAt = noon },
	} {
		m := does(t, envOf(t, head))
		if change(m); m.MayPause(1) == nil {
			t.Errorf("%s is paused", name)
		}
	}
}
