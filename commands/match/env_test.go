package match

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
	"parlour/storage/bolt"
)

// noon is when the tests happen.
var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// zeros is a random source that returns zeros only.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// begun returns the head of a game that has just begun, between P0, P1 and so on.
func begun(t testing.TB, name string, seats int) storage.Head {
	t.Helper()
	i := slices.IndexFunc(all.Games(), func(g games.Game) bool { return g.Info().Name == name })
	info := all.Games()[i].Info()
	options, err := info.Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	head := storage.Head{ID: "m", Created: noon, NextCheck: noon}
	head.Phase, head.Setup = storage.Playing, games.Setup{Game: name, Rules: info.Rules, Seats: seats, Options: options}
	head.TurnTime, head.Clocks = 24*time.Hour, make([]storage.Clock, seats)
	head.Guild, head.Channel, head.Home = "guild", "games", "games"
	head.Desired.Post, head.Published.Post = 2, 2
	for seat := range seats {
		head.Players = append(head.Players, storage.Player{ID: string(rune('a' + seat)), Name: "P" + string(rune('0'+seat))})
	}
	return head
}

// newEnv returns an Env over a new store that has one game of Permute.
func newEnv(t testing.TB) *Env {
	t.Helper()
	return envOf(t, begun(t, "permute", 2))
}

// envOf returns an Env over a new store that has one match.
func envOf(t testing.TB, head storage.Head) *Env {
	t.Helper()
	store, err := bolt.Open(filepath.Join(t.TempDir(), "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	if _, err := store.Create(t.Context(), head); err != nil {
		t.Fatal(err)
	}
	return NewEnv(all.Games(), store, func() time.Time { return noon }, zeros{})
}

// decided returns a decision that is written in words. N is a number: of a seat, but in the first line.
//
//	next N             the seat to move makes its N-th legal move
//	plays N MOVE       a seat makes a move
//	back N PLIES       the log says that a seat took plies back
//	takes back N       a seat asks to take its last move back, or takes it back
//	agrees N           a seat agrees to the first question
//	plans N IF THEN    a seat plans an answer to a move; with "else" behind it, to all others
//	forgets N IF       a seat drops that line of its plan; without IF, all
//	resigns N
//	replaces N         somebody else takes the place of a seat
//	against Parlour    the first seat is Parlour's
func decided(what string) Decision {
	words := strings.Fields(what)
	number := func(i int) int {
		n, err := strconv.Atoi(words[i])
		if err != nil {
			panic(fmt.Sprintf("%q: %v", what, err))
		}
		return n
	}
	seat := func() games.Seat { return games.Seat(number(1)) }
	move := func(i int) games.Move { return games.Move(words[i]) }
	return func(m *Match) ([]games.Ply, error) {
		switch words[0] {
		case "next":
			seat := m.State.ToMove()[0]
			return m.Play(seat, m.State.Legal(seat)[number(1)])
		case "plays":
			return m.Play(seat(), move(2))
		case "back":
			return []games.Ply{{Seat: seat(), Move: games.Back(number(2))}}, nil
		case "takes":
			return m.TakeBack(games.Seat(number(2)))
		case "agrees":
			_, made, err := m.AnswerAsk(seat(), m.Asks[0].Number, true)
			return made, err
		case "plans":
			return nil, m.PlanAhead(seat(), storage.PlanLine{If: move(2), Then: move(3), Else: len(words) > 4})
		case "forgets":
			return nil, m.ForgetPlan(seat(), func(l storage.PlanLine) bool { return len(words) == 2 || l.If == move(2) })
		case "resigns":
			return m.Resign(seat())
		case "replaces":
			m.Times.People = make([]storage.Person, len(m.Players))
			return m.replacePlayer(seat(), storage.Player{ID: "x", Name: "X"}, storage.Person{})
		case "against":
			m.Players[0].Level = games.Easy
			return decided(strings.Join(words[2:], " "))(m)
		}
		panic(fmt.Sprintf("there is no decision %q", what)) // an error would pass for a refusal
	}
}

// does carries out decisions, which must succeed, and returns the match after the last one, or as it is.
func does(t *testing.T, e *Env, decisions ...string) *Match {
	t.Helper()
	m, err := e.Load(t.Context(), "m")
	for _, what := range decisions {
		if err == nil {
			m, err = e.Change(t.Context(), "m", decided(what))
		}
	}
	if err != nil {
		t.Fatalf("%q: %v", decisions, err)
	}
	return m
}

// logOf returns the moves in the log of a match.
func logOf(m *Match) string {
	var moves []string
	for _, p := range m.Log {
		moves = append(moves, string(p.Move))
	}
	return strings.Join(moves, " ")
}

// overtaken is a store in which somebody else commits before each of the first appends.
type overtaken struct {
	storage.Store
	left int
	do   func()
}

func (s *overtaken) Append(ctx context.Context, h storage.Head, entries ...storage.Entry) (storage.Head, error) {
	if s.left > 0 {
		s.left--
		s.do()
	}
	return s.Store.Append(ctx, h, entries...)
}

// After a lost race the decision is taken again about the match as it is then, and the plies of both commits are in
// the log. If it refuses then, it changes nothing, and Change returns the match that it was taken about. Change gives
// up after MaxTries lost races.
func TestChangeAfterALostRace(t *testing.T) {
	for name, c := range map[string]struct {
		rival  string
		races  int
		refuse int // from which turn on the decision refuses
		want   error
		turns  []int // in which it was taken
		plies  int   // of the match that Change returns
	}{
		"it is taken again": {"next 0", 1, 9, nil, []int{0, 1}, 2},
		"it refuses":        {"next 0", 1, 1, ErrStale, []int{0, 1}, 1},
		"it gives up":       {"", 2 * MaxTries, 9, storage.ErrConflict, make([]int, MaxTries), 0},
	} {
		e := newEnv(t)
		store := e.Store
		other := NewEnv(all.Games(), store, e.Now, zeros{})
		e.Store = &overtaken{Store: store, left: c.races, do: func() {
			if c.rival != "" {
				does(t, other, c.rival)
			} else if _, err := store.Append(t.Context(), does(t, other).Head); err != nil {
				t.Fatal(err)
			}
		}}
		e.Random = rand.NewChaCha8([32]byte{})
		drew := map[[8]byte]bool{}
		var turns []int
		m, err := e.Change(t.Context(), "m", func(m *Match) ([]games.Ply, error) {
			var bytes [8]byte
			if err := draw(m.Random, bytes[:]); err != nil {
				t.Error(err)
			}
			drew[bytes] = true
			if turns = append(turns, m.Turn); m.Turn >= c.refuse {
				return nil, ErrStale
			}
			return decided("next 1")(m)
		})
		if !errors.Is(err, c.want) || !slices.Equal(turns, c.turns) {
			t.Errorf("%s: Change = %v after decisions in the turns %v, want %v after %v", name, err, turns, c.want, c.turns)
		}
		stored, err := store.Get(t.Context(), "m")
		if err != nil || len(stored.Log) != c.plies {
			t.Errorf("%s: the store has %d plies (%v), want %d", name, len(stored.Log), err, c.plies)
		}
		if len(drew) != 1 {
			t.Errorf("%s: %d tries drew %d different numbers, want the same each time", name, len(turns), len(drew))
		}
		if c.want != storage.ErrConflict && (len(m.Log) != c.plies || m.Turn != c.plies || m.Version != stored.Version) {
			t.Errorf("%s: Change returned version %d with %d plies in turn %d, and the store has version %d", name, m.Version, len(m.Log), m.Turn, stored.Version)
		}
		for i, entry := range stored.Log {
			if entry.Seat != games.Seat(i) {
				t.Errorf("%s: the log is %v, want a ply of each seat", name, stored.Log)
			}
		}
	}
}

// Change claims the check of the match in the same write and hands on since when its publication
// has been failing. Amend makes the match due at once.
func TestChangeClaims(t *testing.T) {
	e := newEnv(t)
	m := does(t, e, "next 0")
	if !m.NextCheck.Equal(noon.Add(Lease)) || !m.FailingSince.Equal(noon) || !m.Interrupted.IsZero() {
		t.Errorf("Change: next check %v, failing since %v, interrupted %v", m.NextCheck, m.FailingSince, m.Interrupted)
	}
	e.Now = func() time.Time { return noon.Add(time.Minute) }
	m = does(t, e, "next 0")
	if !m.NextCheck.Equal(noon.Add(time.Minute+Lease)) || !m.FailingSince.Equal(noon) || !m.Interrupted.Equal(noon) {
		t.Errorf("Change after an unfinished publication: next check %v, failing since %v, interrupted %v", m.NextCheck, m.FailingSince, m.Interrupted)
	}
	if m, err := e.Amend(t.Context(), "m", decided("next 0")); err != nil || !m.NextCheck.Equal(noon.Add(time.Minute)) {
		t.Errorf("Amend: next check %v (%v), want now", m.NextCheck, err)
	}
}

// Matches opened from the same cached positions play on, at the newest version or at an earlier one. None sees the
// move of another, and a reader sees none.
func TestSharedPositionsDoNotChange(t *testing.T) {
	e := newEnv(t)
	reader := does(t, e, "next 0", "next 0")
	plays := func(plies, n int) *Match {
		t.Helper()
		stored := does(t, e).Match
		stored.Log = stored.Log[:plies:plies]
		m, err := e.Open(stored)
		if err != nil || len(m.Steps()) != plies || m.Steps()[0].After != reader.Steps()[0].After {
			t.Fatalf("of %d plies there are %d steps (%v), or their positions are not shared, so this test shows nothing", plies, len(m.Steps()), err)
		}
		seat := m.State.ToMove()[0]
		if err := m.advance([]storage.Entry{{Ply: games.Ply{Seat: seat, Move: m.State.Legal(seat)[n]}}}); err != nil {
			t.Fatal(err)
		}
		return m
	}
	first := reader.Steps()[0].After
	moves := reader.State.Legal(0)
	a, b, earlier := plays(2, 0), plays(2, 1), plays(1, 1)
	for m, want := range map[*Match]games.Move{a: moves[0], b: moves[1], earlier: first.Legal(1)[1]} {
		if steps := m.Steps(); steps[len(steps)-1].Move != want || m.Turn != len(steps) {
			t.Errorf("a match has the steps %v in turn %d, want its own move %s as the last", steps, m.Turn, want)
		}
	}
	for _, m := range []*Match{reader, does(t, e)} {
		if len(m.Steps()) != 2 || m.Turn != 2 || m.Steps()[1].Move != first.Legal(1)[0] {
			t.Errorf("a reader has the steps %v in turn %d, want the two that were committed", m.Steps(), m.Turn)
		}
	}
}

// Newest compares a head with the newest version that this process wrote.
func TestNewest(t *testing.T) {
	e := newEnv(t)
	first := does(t, e)
	if !e.Newest(first.Head) {
		t.Error("before any write a head is not the newest")
	}
	second := does(t, e, "next 0")
	if e.Newest(first.Head) || !e.Newest(second.Head) {
		t.Error("after a write the older head is the newest, or the newer one is not")
	}
	if err := e.Touch(t.Context(), "m"); err != nil || e.Newest(second.Head) {
		t.Errorf("after Touch the head of before is the newest: %v (%v)", e.Newest(second.Head), err)
	}
}

// Whether a match is replayed from its log or goes on from the cache, its steps are the same:
// the position goes back, the turn goes on, and the plies taken back are marked.
func TestReplayMarksPliesTakenBack(t *testing.T) {
	e := newEnv(t)
	cached := does(t, e, "next 0", "next 1", "next 2", "back 1 2", "next 3", "back 0 1")
	for name, m := range map[string]*Match{"cached": cached, "replayed": does(t, NewEnv(all.Games(), e.Store, e.Now, zeros{}))} {
		var undone []bool
		for _, s := range m.Steps() {
			undone = append(undone, s.TakenBack)
		}
		if want := []bool{false, true, true, false, true, false}; !slices.Equal(undone, want) {
			t.Errorf("%s: taken back are %v, want %v", name, undone, want)
		}
		if m.Turn != 6 || !reflect.DeepEqual(m.State, m.Steps()[0].After) || !slices.Equal(m.Standing(), []int{0}) {
			t.Errorf("%s: in turn %d stand %v, want turn 6 and the first ply", name, m.Turn, m.Standing())
		}
	}
	if c := cached.Clocks; c[1].Since != noon || !c[0].Since.IsZero() {
		t.Errorf("the clocks are %+v, want that of seat 1 running", c)
	}
	older := cached.Match // as it was before any ply was taken back
	older.Log = older.Log[:2:2]
	if m, err := e.Open(older); err != nil || m.Steps()[1].TakenBack {
		t.Errorf("a ply of an older log is taken back (%v)", err)
	}
}

// What may be taken back, and what may not.
func TestTakingBack(t *testing.T) {
	m := does(t, newEnv(t), "next 0", "next 0", "back 1 1", "next 1")
	if !m.MayCallOff() {
		t.Error("MayCallOff = false, want true: each has made one move that stands")
	}
	e := newEnv(t)
	if _, err := e.Change(t.Context(), "m", decided("back 0 1")); err == nil || len(does(t, e).Log) > 0 {
		t.Error("a ply was taken back before the first")
	}
	m = does(t, envOf(t, begun(t, "permutu", 3)), "next 0", "next 0", "resigns 2")
	if m.MayTakeBack(0) == nil {
		t.Error("a move is taken back over a player's leaving, which would bring them back")
	}
}

// The clock of the seat that moves again runs from then on, and time that was spent stays spent.
func TestTakingBackGivesNoTimeBack(t *testing.T) {
	head := begun(t, "permute", 2)
	head.TotalTime = 100 * time.Hour
	head.Clocks[0].Since = noon
	e := envOf(t, head)
	now := noon.Add(2 * time.Hour)
	e.Now = func() time.Time { return now }
	does(t, e, "next 0")
	now = now.Add(3 * time.Hour)
	m := does(t, e, "takes back 0", "agrees 1")
	if c := m.Clocks; c[0].Spent != 2*time.Hour || c[1].Spent != 3*time.Hour || c[0].Since != now || !c[1].Since.IsZero() {
		t.Errorf("the clocks are %+v, want 2 and 3 hours spent and that of seat 0 running", c)
	}
	if len(m.Log) != 2 || m.Log[1].Move != games.Back(1) || m.Log[1].Seat != 0 {
		t.Errorf("the log is %v, want the move and that it was taken back", m.Log)
	}
}

// A plan is played after just the move for which it was made.
func TestPlans(t *testing.T) {
	for script, want := range map[string]string{
		"plans 1 b2U b2Nd4U; plays 0 b2U":                     "b2U b2Nd4U",
		"plans 1 b2U b2Nd4U; plays 0 b2D":                     "b2D",
		"plans 1 b2U b2Nd4U; plays 0 c2U":                     "c2U",
		"plans 1 b2U b2Nd4U; forgets 1; plays 0 b2U":          "b2U",
		"plans 1 b2U b2Nd4U; plans 1 b2U b2Sa4D; plays 0 b2U": "b2U b2Sa4D",
		"plans 1 b2U b2Nd4U; replaces 1; plays 0 b2U":         "b2U",
		// several replies, and one to all others
		"plans 1 b2U b2Nd4U; plans 1 c2U c2Nd4U; plays 0 b2U":                "b2U b2Nd4U",
		"plans 1 b2U b2Nd4U; plans 1 c2U c2Nd4U; plays 0 c2U":                "c2U c2Nd4U",
		"plans 1 b2U b2Nd4U else; plays 0 b2D":                               "b2D b2Nd4U",
		"plans 1 b2U b2Nd4U else; plays 0 c2U":                               "c2U", // after which there is no b2 to flip
		"plans 1 b2U b2Nd4U else; plays 0 b2U":                               "b2U b2Nd4U",
		"plans 1 b2U b2Nd4U else; plans 1 b2D b2Sa4D; plays 0 b2D":           "b2D b2Sa4D",
		"plans 1 b2U b2Nd4U else; plans 1 b2U b2Sa4D else; plays 0 b2D":      "b2D b2Sa4D",
		"plans 1 b2U b2Nd4U; plans 1 c2U c2Nd4U; forgets 1 c2U; plays 0 c2U": "c2U",
		"plans 1 b2U b2Nd4U; plans 1 c2U c2Nd4U; forgets 1 c2U; plays 0 b2U": "b2U b2Nd4U",
		"plans 1 a1U a1Ed4U; plans 1 b1U b1Ed4U; plans 1 c1U c1Ed4U; plans 1 d1U d1Wd4U; plans 1 b2U b2Nd4U; plans 1 b2U b2Sa4D; plays 0 b2U": "b2U b2Sa4D",
	} {
		m := does(t, envOf(t, begun(t, "magic", 2)), strings.Split(script, "; ")...)
		if got := logOf(m); got != want || m.Plan != nil {
			t.Errorf("%s: the log is %s and the plan %v, want %s and none", script, got, m.Plan, want)
		}
		if owes := games.Seat(len(m.Log) % 2); m.Clocks[owes].Since.IsZero() || !m.Clocks[1-owes].Since.IsZero() {
			t.Errorf("%s: the clocks are %+v, want that of seat %d running", script, m.Clocks, owes)
		}
	}
	e := envOf(t, begun(t, "magic", 2))
	for _, plan := range []string{
		"plans 0 b2U b2Nd4U",                          // by the one who moves
		"plans 1 b2Wb2U b2Nd4U", "plans 1 b2U b2Nb1U", // a move or an answer that is none
		"plans 1 draw b2Nd4U", "plans 1 b2U leave", // of the system
		"plans 1 b2U " + string(games.Back(1)), // a takeback for an answer
		"plans 1 leave b2Nd4U",                 // a move that ends the game
		"against Parlour plans 1 b2U b2Nd4U",
		"plans 1 b2U b2Nb1U else", // an answer that is none, for all others too
	} {
		if m, err := e.Change(t.Context(), "m", decided(plan)); err == nil || does(t, e).Plan != nil {
			t.Errorf("%q was taken: %+v", plan, m.Plan)
		}
	}
	m := does(t, e, "plans 1 b2U b2Nd4U") // of which only the planner is told, in the turn for which it was made
	if m.PlanOf("b") == nil || m.PlanOf("a") != nil || m.PlanOf("x") != nil {
		t.Error("others know of the plan, or the planner does not")
	}
	if m.Turn++; m.PlanOf("b") != nil {
		t.Error("a plan of an earlier turn stands")
	}
}

// A plan that ends the game ends it.
func TestPlanMayEndTheGame(t *testing.T) {
	head := begun(t, "permute", 2)
	head.Setup.Options["size"] = "4"
	e := envOf(t, head)
	for range 20 {
		m := does(t, e)
		seat := m.State.ToMove()[0]
		theirs, answer := ending(m.State)
		if theirs == "" {
			does(t, e, "next 0")
			continue
		}
		m = does(t, e, fmt.Sprintf("plans %d %s %s", 1-seat, theirs, answer), fmt.Sprintf("plays %d %s", seat, theirs))
		if m.Phase != storage.Over || len(m.Places) != 2 {
			t.Errorf("after %s and the planned %s the phase is %s with places %v, want the end", theirs, answer, m.Phase, m.Places)
		}
		return
	}
	t.Error("no game of 20 moves came to an end")
}

// ending returns a move, and an answer to it that ends the game, if there are any.
func ending(s games.State) (theirs, answer games.Move) {
	seat := s.ToMove()[0]
	for _, theirs := range s.Legal(seat) {
		next, err := s.Play(seat, theirs)
		if err != nil {
			continue
		}
		for _, answer := range next.Legal(1 - seat) {
			if last, err := next.Play(1-seat, answer); err == nil && len(last.ToMove()) == 0 {
				return theirs, answer
			}
		}
	}
	return "", ""
}

// Of two people one calls a game off alone until something is played, also one without chance.
func TestCallOffAsksOncePlayed(t *testing.T) {
	e := newEnv(t)
	m := does(t, e)
	if asked := m.OffNeeds(0); m.Info.Chance || len(m.PeopleIn()) != 2 || len(asked) != 0 {
		t.Errorf("before the first move of the people %v %v are asked, want nobody of two", m.PeopleIn(), asked)
	}
	for m, seat := does(t, e, "next 0"), games.Seat(0); seat < 2; seat++ {
		if asked := m.OffNeeds(seat); len(asked) != 1 || asked[0] != 1-seat {
			t.Errorf("seat %d asks %v, want the other", seat, asked)
		}
	}
}

// Allot stores playouts, which hold for one turn and seat. A match that has moved on gets none.
func TestAllot(t *testing.T) {
	e := newEnv(t)
	late, m := does(t, e), does(t, e)
	want := func(m *Match, want ...int) {
		t.Helper()
		for seat, playouts := range want {
			if n, ok := m.Allotted(games.Seat(seat)); n != playouts || ok != (playouts > 0) {
				t.Errorf("in turn %d %d playouts are allotted to seat %d: %v, want %d", m.Turn, n, seat, ok, playouts)
			}
		}
	}
	want(m, 0, 0)
	if err := e.Allot(t.Context(), m, 0, 70); err != nil {
		t.Fatal(err)
	}
	want(m, 70, 0)
	want(does(t, e), 70, 0)
	if err := e.Allot(t.Context(), late, 0, 80); !errors.Is(err, ErrStale) {
		t.Errorf("for a match that has moved on Allot = %v, want ErrStale", err)
	}
	want(does(t, e, "next 0"), 0, 0)
}

// A publication that is pending when playouts are allotted finds a newer version than its own. The
// match is due at once, so nothing stays unshown.
func TestAllotLeavesAPendingPublicationDue(t *testing.T) {
	for pending, want := range map[bool]time.Time{false: noon.Add(time.Hour), true: noon} {
		e := newEnv(t)
		m := does(t, e, "next 0")
		head := m.Head
		if head.NextCheck = noon.Add(time.Hour); !pending {
			head.FailingSince = time.Time{}
		}
		var err error
		if m.Head, err = e.Append(t.Context(), head); err != nil {
			t.Fatal(err)
		}
		if err := e.Allot(t.Context(), m, 1, 70); err != nil || !m.NextCheck.Equal(want) {
			t.Errorf("that one is pending is %v: the match is due at %v (%v), want %v", pending, m.NextCheck, err, want)
		}
	}
}
