package match

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"parlour/games"
	"parlour/games/all"
)

// goBack is a decision: a seat takes back plies.
func goBack(seat games.Seat, plies int) func(*Match) ([]games.Ply, error) {
	return func(*Match) ([]games.Ply, error) { return []games.Ply{{Seat: seat, Move: games.Back(plies)}}, nil }
}

// Whether a match is replayed from its log or goes on from the cache, its steps are the same:
// the position goes back, the turn goes on, and the plies taken back are marked.
func TestReplayMarksPliesTakenBack(t *testing.T) {
	e := newEnv(t)
	decisions := []func(*Match) ([]games.Ply, error){playNext(0), playNext(1), playNext(2), goBack(1, 2), playNext(3), goBack(0, 1)}
	var m *Match
	for i, decide := range decisions {
		var err error
		if m, err = e.Change(t.Context(), "m", decide); err != nil {
			t.Fatalf("decision %d: %v", i, err)
		}
	}
	fresh, err := NewEnv(all.Games(), e.Store, e.Now, zeros{}).Load(t.Context(), "m")
	if err != nil {
		t.Fatal(err)
	}
	for name, m := range map[string]*Match{"cached": m, "replayed": fresh} {
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
	if c := m.Clocks; c[1].Since != noon || !c[0].Since.IsZero() {
		t.Errorf("the clocks are %+v, want that of seat 1 running", c)
	}
}

// A match read before plies were taken back has them unmarked, though a newer one is cached.
func TestOlderLogHasNothingTakenBack(t *testing.T) {
	e := newEnv(t)
	if _, err := e.Change(t.Context(), "m", playNext(0)); err != nil {
		t.Fatal(err)
	}
	older, err := e.Store.Get(t.Context(), "m")
	if err != nil {
		t.Fatal(err)
	}
	before, err := e.Open(older)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Change(t.Context(), "m", goBack(0, 1)); err != nil {
		t.Fatal(err)
	}
	again, err := e.Open(older)
	if err != nil || before.Steps()[0].TakenBack || again.Steps()[0].TakenBack {
		t.Errorf("the ply of the older log is taken back: %v, read again %v (%v)", before.Steps()[0].TakenBack, again.Steps()[0].TakenBack, err)
	}
}

// A move taken back is nobody's second move.
func TestMayCallOffAfterTakingBack(t *testing.T) {
	e := newEnv(t)
	for _, decide := range []func(*Match) ([]games.Ply, error){playNext(0), playNext(0), goBack(1, 1), playNext(1)} {
		if _, err := e.Change(t.Context(), "m", decide); err != nil {
			t.Fatal(err)
		}
	}
	m, err := e.Load(t.Context(), "m")
	if err != nil || !m.MayCallOff() {
		t.Errorf("MayCallOff = false (%v), want true: each has made one move that stands", err)
	}
}

// An impossible takeback is refused and leaves no trace in the log.
func TestTakingBackMoreThanThereIs(t *testing.T) {
	e := newEnv(t)
	if _, err := e.Change(t.Context(), "m", goBack(0, 1)); err == nil {
		t.Fatal("a ply was taken back before the first")
	}
	if m, err := e.Load(t.Context(), "m"); err != nil || len(m.Log) != 0 || m.State == nil {
		t.Errorf("the match has the log %v (%v), want none", m.Log, err)
	}
}

// The clock of the seat that moves again runs from then on, and time that was spent stays spent.
func TestTakingBackGivesNoTimeBack(t *testing.T) {
	e := newEnv(t)
	now := noon
	e.Now = func() time.Time { return now }
	decide := func(what func(*Match) ([]games.Ply, error)) *Match {
		t.Helper()
		m, err := e.Change(t.Context(), "m", func(m *Match) ([]games.Ply, error) {
			m.TotalTime = 100 * time.Hour
			return what(m)
		})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	ask := func(m *Match) ([]games.Ply, error) { return m.TakeBack(0) }
	agree := func(m *Match) ([]games.Ply, error) {
		_, made, err := m.AnswerAsk(1, m.Asks[0].Number, true)
		return made, err
	}
	decide(func(*Match) ([]games.Ply, error) { return nil, nil }) // the clocks begin
	now = now.Add(2 * time.Hour)
	decide(playNext(0))
	now = now.Add(3 * time.Hour)
	decide(ask)
	m := decide(agree)
	if c := m.Clocks; c[0].Spent != 2*time.Hour || c[1].Spent != 3*time.Hour || c[0].Since != now || !c[1].Since.IsZero() {
		t.Errorf("the clocks are %+v, want 2 and 3 hours spent and that of seat 0 running", c)
	}
	if len(m.Log) != 2 || m.Log[1].Move != games.Back(1) || m.Log[1].Seat != 0 {
		t.Errorf("the log is %v, want the move and that it was taken back", m.Log)
	}
}

// A move before somebody left cannot be taken back, as that would bring them back.
func TestNobodyIsBroughtBack(t *testing.T) {
	e := newEnv(t)
	head := begun(t, "permutu", 3)
	head.ID = "three"
	if _, err := e.Store.Create(t.Context(), head); err != nil {
		t.Fatal(err)
	}
	var m *Match
	for _, what := range []func(*Match) ([]games.Ply, error){
		playNext(0), playNext(0), func(m *Match) ([]games.Ply, error) { return m.Resign(2) },
	} {
		var err error
		if m, err = e.Change(t.Context(), "three", what); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.MayTakeBack(0); err == nil {
		t.Error("a move is taken back over a player's leaving")
	}
}
