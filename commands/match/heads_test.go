package match

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
	"parlour/storage/fleet"
	"parlour/storage/storetest"
)

// logless is a store that reads no log.
type logless struct{ storage.Store }

func (logless) Get(context.Context, string) (storage.Match, error) {
	return storage.Match{}, errors.New("the log is read")
}

// The head of a game that is played says what its log says: who has to move, to answer or to come
// back, and whether a bid may be changed. Random games have people and opponents, who move, leave,
// come back, ask and run out of time.
//
//test:unwatched
func TestHeadSaysWhatItsLogSays(t *testing.T) {
	e := newEnv(t)
	heads := NewEnv(all.Games(), logless{e.Store}, e.Now, zeros{})
	seen := map[Want]int{}
	changes := 0
	for _, g := range all.Games() {
		for round := range 6 {
			chance := rand.New(rand.NewPCG(uint64(round), 7))
			head := begun(t, g.Info().Name, max(g.Info().MinSeats, min(g.Info().MaxSeats, 2+round%2)))
			head.ID = head.Setup.Game + string(rune('0'+round))
			if round >= 3 {
				head.Players[len(head.Players)-1].Level = "easy"
			}
			if _, err := e.Store.Create(t.Context(), head); err != nil {
				t.Fatal(err)
			}
			for range 60 {
				if _, err := e.Change(t.Context(), head.ID, func(m *Match) ([]games.Ply, error) { return anything(m, chance) }); err != nil {
					continue // it may not be done now
				}
				m, err := e.Load(t.Context(), head.ID)
				if err != nil {
					t.Fatal(err)
				}
				if m.Phase != storage.Playing {
					if m.Stand != nil {
						t.Errorf("%s is over, and its head says that %v are to move", m.ID, m.Stand.ToMove)
					}
					break
				}
				for seat := range games.Seat(len(m.Players)) {
					person := m.Players[seat].ID
					want := wantByLog(m, seat)
					got, err := heads.Wants(t.Context(), m.Head, person)
					may := len(m.State.Step(seat, nil).Options()) > 0
					is, bid := heads.hasTurn(t.Context(), m.Head, person)
					if err != nil || got != want || is != may || is != m.MayMove(seat) || bid != m.Bidding() {
						t.Fatalf("%s after %d plies: of seat %d it wants %v (%v), and it is on turn: %v, to bid: %v; want %v, %v, %v",
							m.ID, len(m.Log), seat, got, err, is, bid, want, may, m.Bidding())
					}
					if seen[want]++; is && want != WantMove {
						changes++
					}
				}
			}
		}
	}
	for _, want := range []Want{WantNothing, WantMove, WantAnswer, WantReturn} {
		if seen[want] == 0 || changes == 0 {
			t.Errorf("no match wanted %v of anybody: %v, or nobody could change a bid", want, seen)
		}
	}
}

// anything is a random decision of a random seat.
func anything(m *Match, chance *rand.Rand) ([]games.Ply, error) {
	seat := games.Seat(chance.IntN(len(m.Players)))
	late := int(m.Late())
	expire := func(seat int, at time.Time) ([]games.Ply, error) {
		m.Clocks = slices.Clone(m.Clocks)
		m.Clocks[seat].ExpiredAt = at
		return nil, nil
	}
	switch n := chance.IntN(20); {
	case n == 0:
		return m.ply(seat, games.Leave)
	case n <= 3:
		return m.ComeBack(seat)
	case n <= 5:
		return m.Ask(seat, AboutDraw)
	case n == 6 && late < 0 && len(m.Players) == 2:
		return expire(int(m.State.ToMove()[0]), m.Now)
	case n == 7 && late >= 0:
		return expire(late, time.Time{})
	}
	legal := m.State.Legal(seat)
	if len(legal) == 0 {
		return nil, ErrStale
	}
	return m.Play(seat, legal[chance.IntN(len(legal))])
}

// wantByLog is what a match wants of a seat by its position.
func wantByLog(m *Match, seat games.Seat) Want {
	person := m.Players[seat].ID
	switch {
	case m.Owes(seat):
		return WantMove
	case m.Late() != games.Spectator && m.Late() != seat:
		return WantAnswer
	case m.In(seat) && slices.ContainsFunc(m.Asks, func(a storage.Ask) bool { return a.Answer == "" && !slices.Contains(a.Agreed, person) }):
		return WantAnswer
	case m.Deserted() && slices.Contains(m.Missing(), seat):
		return WantReturn
	}
	return WantNothing
}

// The head of a rematch that nobody has looked at says nothing of its position, so its log is read.
func TestRematchHasItsLogRead(t *testing.T) {
	e := newEnv(t)
	fresh := does(t, e, "next 0").Head
	fresh.Clocks, fresh.Stand = nil, nil
	if want, err := e.Wants(t.Context(), fresh, "b"); err != nil || want != WantMove {
		t.Errorf("Wants = %v, %v, want a move of seat 1", want, err)
	}
	if is, _ := e.hasTurn(t.Context(), fresh, "a"); is {
		t.Error("seat 0 is on turn")
	}
}

// A match or a person is due for a process by the time of the check, and by the process that has claimed it.
func TestWhatIsDue(t *testing.T) {
	store := newEnv(t).Store
	joined := func(s storage.Store) *Env {
		e := NewEnv(nil, s, func() time.Time { return noon }, nil)
		var err error
		if e.Fleet, err = fleet.Join(t.Context(), s, e.Now, nil); err != nil {
			t.Fatal(err)
		}
		return e
	}
	both := storetest.Shared{Store: store, Clock: func() time.Time { return noon }}
	alone, own, other := joined(store), joined(both), joined(both)
	mine, theirs := own.Fleet.ID(), other.Fleet.ID()
	const lease = 30 * time.Second
	for _, c := range []struct {
		owner, thinks string
		at            time.Duration // after noon
		within        time.Duration
		alone, own    bool
	}{
		{"", "", -1, 0, true, true},
		{"", "", 1, 0, false, false},
		{"", "", lease - 1, lease, true, false},
		{"gone", "", -1, 0, true, true},
		{"gone", "", lease - 1, lease, true, true},
		{"gone", "", lease + 1, lease, false, false},
		{mine, "", -1, 0, true, true},
		{mine, "", lease - 1, lease, true, false},
		{theirs, "", -time.Hour, 0, true, false},
		{theirs, "", lease - 1, lease, true, false},
		{"", theirs, -time.Hour, 0, true, false},
		{"", "gone", -time.Hour, 0, true, true},
		{mine, theirs, -1, 0, true, true},
	} {
		at, by := noon.Add(c.at), noon.Add(c.within)
		head := storage.Head{Owner: c.owner, NextCheck: at, Lobby: storage.Lobby{Thought: &storage.Thought{Owner: c.thinks}}}
		for e, want := range map[*Env]bool{alone: c.alone, own: c.own} {
			if got := e.IsDue(t.Context(), head, by); got != want {
				t.Errorf("%+v: due for the one alone %v: %v, want %v", c, e == alone, got, want)
			}
		}
		for _, p := range []storage.Person{{Owner: c.owner, NextCheck: at}, {Owner: c.owner, Leaving: &storage.Leaving{NextCheck: at}}} {
			if got := own.IsPersonDue(t.Context(), p, by); c.thinks == "" && got != c.own {
				t.Errorf("%+v: a person is due: %v, want %v", c, got, c.own)
			}
		}
	}
	if own.IsDue(t.Context(), storage.Head{}, noon) {
		t.Error("what never comes due is due")
	}
}

// EachDue comes to the matches of this process, however many before them belong to others. When the store gets out of
// reach, the rest is left.
func TestEachDue(t *testing.T) {
	const others, mine = 350, 250
	var left []string
	for i := range others + mine {
		left = append(left, fmt.Sprint(i))
	}
	var mu sync.Mutex
	var done []string
	err := EachDue(t.Context(), 4, func(limit int) (ids []string, found int, err error) {
		for i, id := range left[:min(limit, len(left))] {
			if i >= others && !slices.Contains(done, id) {
				ids = append(ids, id)
			}
		}
		return ids, min(limit, len(left)), nil
	}, func(id string) error {
		mu.Lock()
		defer mu.Unlock()
		done = append(done, id)
		return nil
	})
	if slices.Sort(done); err != nil || len(slices.Compact(done)) != mine {
		t.Errorf("%d were done (%v), want %d", len(done), err, mine)
	}
	n := 0
	err = EachDue(t.Context(), 1, func(int) ([]string, int, error) { return left[:3], 3, nil }, func(string) error { n++; return storage.ErrUnavailable })
	if !errors.Is(err, storage.ErrUnavailable) || n != 1 {
		t.Errorf("Each = %v after %d, want %v after one", err, n, storage.ErrUnavailable)
	}
}

func TestWinnerOf(t *testing.T) {
	head := begun(t, "permutations", 3)
	for _, c := range []struct {
		places []int
		want   string
	}{
		{[]int{2, 1, 3}, "b"}, {[]int{1, 2, 2}, "a"}, {[]int{1, 1, 3}, ""}, {nil, ""},
		{[]int{2, 3, 4, 1}, ""}, // a dummy, whose seat comes after those of the players
	} {
		if got := winnerOf(head, c.places); got != c.want {
			t.Errorf("WinnerOf %v = %q, want %q", c.places, got, c.want)
		}
	}
}

// Games are of the same pair where the same two people have played the same game to its end.
func TestSamePair(t *testing.T) {
	m := &Match{Match: storage.Match{Head: begun(t, "permute", 2)}}
	m.Phase = storage.Over
	for name, c := range map[string]struct {
		change func(*storage.Head)
		want   bool
	}{
		"the same":             {func(*storage.Head) {}, true},
		"swapped seats":        {func(h *storage.Head) { slices.Reverse(h.Players) }, true},
		"another option":       {func(h *storage.Head) { h.Setup.Options["size"] = "12" }, true},
		"another game":         {func(h *storage.Head) { h.Setup.Game = "magic" }, false},
		"another opponent":     {func(h *storage.Head) { h.Players[1].ID = "x" }, false},
		"a third player":       {func(h *storage.Head) { h.Players = append(h.Players, storage.Player{ID: "x"}) }, false},
		"one that goes on":     {func(h *storage.Head) { h.Phase = storage.Playing }, false},
		"one without a result": {func(h *storage.Head) { h.Phase = storage.Off }, false},
	} {
		head := begun(t, "permute", 2)
		head.Phase = storage.Over
		c.change(&head)
		if got := m.samePair(head); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// The match whose clock expires first is the most urgent. Those without a clock come last, first that which has waited longest.
func TestWaiting(t *testing.T) {
	var list []storage.Head
	for _, c := range []struct {
		id         string
		phase      storage.Phase
		since, due time.Duration // 0 for never
		expired    bool
	}{
		{"new", storage.Playing, 2, 0, false}, {"calm", storage.Playing, 1, 0, false}, {"soon", storage.Playing, 1, time.Minute, false}, {"theirs", storage.Playing, 0, 0, false},
		{"tomorrow", storage.Playing, 1, day, false}, {"late", storage.Playing, 1, time.Hour, true},
		{"open", storage.Open, 1, 1, false}, {"over", storage.Over, 1, 1, false},
	} {
		head := begun(t, "permute", 2)
		head.ID, head.Phase = c.id, c.phase
		if c.since > 0 {
			head.Clocks[0].Since = noon.Add(c.since)
		}
		if c.due > 0 {
			head.Clocks[0].Due = noon.Add(c.due)
		}
		if c.expired {
			head.Clocks[0].ExpiredAt = noon.Add(-time.Hour)
		}
		list = append(list, head)
	}
	var got []string
	for _, head := range Waiting(list, "a") {
		got = append(got, head.ID)
	}
	if want := "late soon tomorrow calm new"; strings.Join(got, " ") != want {
		t.Errorf("Waiting = %s, want %s", strings.Join(got, " "), want)
	}
	if others := Waiting(list, "x"); len(others) != 0 {
		t.Errorf("%d matches wait for a stranger, want none", len(others))
	}
}

// Only what is at rest and was never seen counts as refused: what is under way, or will be tried again
// by itself, does not.
func TestWhatCountsAsUnseen(t *testing.T) {
	asked := []storage.Ask{{Number: 1, About: "rematch"}}
	for name, c := range map[string]struct {
		phase storage.Phase
		check time.Duration // until the next one; 0 for none
		guest bool
		table string
		asks  []storage.Ask
		want  bool
	}{
		"a table":                     {phase: storage.Open, check: time.Hour, want: true},
		"a table that was posted":     {phase: storage.Open, check: time.Hour, table: "7"},
		"a table that is due":         {phase: storage.Open, check: -time.Second},
		"a table under way":           {phase: storage.Open, check: Lease},
		"a table that begins at once": {phase: storage.Open, check: 2 * Lease},
		"a table among friends":       {phase: storage.Open, check: time.Hour, guest: true},
		"a game":                      {phase: storage.Playing, check: time.Hour, want: true},
		"a game under way":            {phase: storage.Playing, check: Lease},
		"a game that is over":         {phase: storage.Over},
		"a rematch":                   {phase: storage.Over, asks: asked, want: true},
		"a rematch under way":         {phase: storage.Over, check: Lease, asks: asked},
		"a rematch that is posted":    {phase: storage.Over, asks: []storage.Ask{{Number: 1, Message: "8"}}},
		"a rematch that is answered":  {phase: storage.Over, asks: []storage.Ask{{Number: 1, Answer: "agreed"}}},
	} {
		var head storage.Head
		head.Phase, head.Desired.Post, head.Guest, head.Asks, head.Table = c.phase, 1, c.guest, c.asks, c.table
		if c.check != 0 {
			head.NextCheck = noon.Add(c.check)
		}
		if got := Unseen(head, noon); got != c.want {
			t.Errorf("%s counts as unseen: %v, want %v", name, got, c.want)
		}
	}
}

// A score counts games of the two alone, by game.
func TestScores(t *testing.T) {
	ann, ben, cleo := storage.Player{ID: "ann"}, storage.Player{ID: "ben"}, storage.Player{ID: "cleo"}
	easy := storage.Player{ID: "x", Level: games.Easy}
	over := func(game string, places []int, players ...storage.Player) storage.Head {
		return storage.Head{Lobby: storage.Lobby{Phase: storage.Over, Setup: games.Setup{Game: game}, Players: players, Places: places}}
	}
	off := over("magic", nil, ann, ben)
	off.Phase = storage.Off
	ended := []storage.Head{
		over("magic", []int{1, 2}, ann, ben), over("permute", []int{1, 2}, ben, ann), over("magic", []int{1, 1}, ben, ann), off,
		over("magic", []int{1, 2}, ann, cleo), over("permutu", []int{1, 2, 3}, ann, ben, cleo), over("magic", []int{2, 1}, ann, easy),
	}
	for _, c := range []struct {
		other string
		want  []Score
	}{
		{"ben", []Score{{"magic", 1, 0, 1}, {"permute", 0, 1, 0}}},
		{"cleo", []Score{{"magic", 1, 0, 0}}},
		{"", []Score{{"magic", 0, 1, 0}}},
		{"dan", nil},
	} {
		if got := ScoresOf(ended, "ann", c.other); !slices.Equal(got, c.want) {
			t.Errorf("the scores of ann and %q are %v, want %v", c.other, got, c.want)
		}
	}
}
