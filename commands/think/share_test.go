package think

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"parlour/commands/match"
	"parlour/games"
	"parlour/games/permute"
	"parlour/games/search"
	"parlour/storage/bolt"
)

// The playouts of a counted opponent.
const (
	countedFull  = 1000
	countedLeast = 100
)

// counted is Permute with an opponent that notes how it is asked to think, and waits.
type counted struct {
	permute.Game
	came chan string // the level and the playouts of each thought
	goes chan bool   // lets one thought end
}

func (g counted) Player(level string, _ time.Duration) (games.Player, error) {
	return g.player(level, countedFull), nil
}

func (counted) Budget(games.Level, games.View, games.Seat) (full, least int) {
	return countedFull, countedLeast
}

func (g counted) PlayerWith(l games.Level, playouts int) (games.Player, error) {
	return g.player(string(l), playouts), nil
}

// player returns a player that makes some legal move.
func (g counted) player(level string, playouts int) games.Player {
	return func(v games.View, seat games.Seat, seed games.Seed) games.Move {
		g.came <- fmt.Sprint(level, " ", playouts)
		<-g.goes
		first, err := permute.Game{}.PlayerWith(games.Easy, 1)
		if err != nil {
			panic(err)
		}
		return first(v, seat, seed)
	}
}

// newCounted returns a Pool whose opponent is counted, and which does things aside beside each other.
func newCounted(t *testing.T) (*Pool, counted) {
	g := counted{came: make(chan string, 1000), goes: make(chan bool)}
	p, _ := newPool(t, g)
	p.Aside = func(do func(context.Context)) { go do(t.Context()) }
	p.Answered = func(context.Context, match.Unshown) error { return nil }
	return p, g
}

// against stores a game of a person in which an opponent of a level has the first move.
func against(t *testing.T, p *Pool, id, person string, level games.Level) {
	t.Helper()
	begin(t, p, id, 0, level, "")
	m, err := p.Env.Load(t.Context(), id)
	if err == nil {
		m.Players[1].ID = person
		m.Setup.Seed = games.SeedOf(games.Seed{}, []string{id})
		_, err = p.Env.Append(t.Context(), m.Head)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// all returns what comes until nobody thinks any more. Each thought is let go in turn.
func (g counted) all() (came []string) {
	for {
		synctest.Wait()
		if len(g.came) == 0 {
			return came
		}
		came = append(came, <-g.came)
		g.goes <- true
	}
}

// While one person's fifty tables wait for hard, another's easy move waits for one thought alone.
// The fifty have fewer playouts the more of them wait, and the last has them all.
func TestOneFloodHoldsUpNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, g := newCounted(t)
		for i := range 50 {
			against(t, p, fmt.Sprint("m", i), "mal", games.Hard)
			p.Consider(fmt.Sprint("m", i))
		}
		synctest.Wait()
		against(t, p, "e", "ann", games.Easy)
		p.Consider("e")
		synctest.Wait()
		if len(g.came) != 1 {
			t.Fatalf("%d think at once in one room", len(g.came))
		}
		came := g.all()
		if len(came) != 51 || came[0] != "hard 1000" || came[1] != "easy 1000" {
			t.Fatalf("%d thoughts came, first %q, want hard, then easy, and 51 in all", len(came), came[:min(len(came), 3)])
		}
		if came[2] != "hard 100" || came[48] != "hard 200" || came[49] != "hard 500" || came[50] != "hard 1000" {
			t.Errorf("the playouts are %q, want the fewest at first and all at last", came)
		}
	})
}

// Twenty people who wait each have an answer before a person with ten tables has a second one, and
// that person's tables cost them half of their playouts at most.
func TestManyPeopleShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, g := newCounted(t)
		for i := range 10 {
			against(t, p, fmt.Sprint("m", i), "mal", games.Hard)
			p.Consider(fmt.Sprint("m", i))
		}
		synctest.Wait()
		for i := range 20 {
			against(t, p, fmt.Sprint("p", i), fmt.Sprint("person", i), games.Hard)
			p.Consider(fmt.Sprint("p", i))
		}
		for range 21 {
			synctest.Wait()
			<-g.came
			g.goes <- true
		}
		synctest.Wait()
		answered := map[string]int{}
		for _, id := range []string{"m", "p"} {
			for i := range 20 {
				m, err := p.Env.Load(t.Context(), fmt.Sprint(id, i))
				if err == nil && len(m.Log) > 0 {
					answered[id]++
				}
				if err == nil && id == "p" && len(m.Log) > 0 && m.Log[0].Playouts != 0 && m.Log[0].Playouts < countedLeast {
					t.Errorf("%s was answered with %d playouts, want no fewer than %d", m.ID, m.Log[0].Playouts, countedLeast)
				}
			}
		}
		if want := map[string]int{"m": 1, "p": 20}; !maps.Equal(answered, want) {
			t.Errorf("after 21 thoughts %v are answered, want %v", answered, want)
		}
		g.all()
	})
}

// TestAThoughtCutOffHasTheSamePlayouts ends the goroutine of a thought that had few playouts, as a
// crash does. The next process, in which nobody else waits, thinks with as many.
func TestAThoughtCutOffHasTheSamePlayouts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "parlour.db")
	var asked []int
	var seeds []games.Seed
	crash := true
	g := scriptedBudget{scripted{play: func(v games.View, seat games.Seat, seed games.Seed) games.Move {
		seeds = append(seeds, seed)
		if crash {
			runtime.Goexit()
		}
		first, err := permute.Game{}.PlayerWith(games.Easy, 1)
		if err != nil {
			t.Fatal(err)
		}
		return first(v, seat, seed)
	}}, &asked}
	for range 2 {
		store, err := bolt.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		ended, asks := make(chan bool, 1), make(chan bool, 1)
		p := poolOver(t, store, g)
		p.Aside = func(do func(context.Context)) {
			go func() { defer func() { ended <- true }(); do(patient{t.Context(), asks}) }()
		}
		if crash {
			against(t, p, "m", "ann", games.Hard)
			crowded(t, p, 2)
		}
		p.Consider("m")
		if crash {
			awaitWaiting(t, p, "ann", asks)
			p.queue.leave("x", heavy)
		}
		receive(t, ended, "the end of the thought")
		if crash = false; len(asked) == 2 {
			m, err := p.Env.Load(t.Context(), "m")
			if err != nil || len(m.Log) != 1 || m.Log[0].Playouts != asked[0] || m.Thought != nil {
				t.Errorf("the log is %+v (%v), want a move with %d playouts", m.Log, err, asked[0])
			}
		}
		store.Close()
	}
	if want := []int{countedFull / 5, countedFull / 5}; !slices.Equal(asked, want) || seeds[0] != seeds[1] {
		t.Errorf("the thoughts had the playouts %v, want %v, with one seed", asked, want)
	}
}

// scriptedBudget is [scripted] with a budget. It notes the playouts of each thought.
type scriptedBudget struct {
	scripted
	asked *[]int
}

func (scriptedBudget) Budget(games.Level, games.View, games.Seat) (full, least int) {
	return countedFull, countedLeast
}

func (g scriptedBudget) PlayerWith(_ games.Level, playouts int) (games.Player, error) {
	*g.asked = append(*g.asked, playouts)
	return g.play, nil
}

// crowded has x hold the only room, and others come after whoever comes next.
func crowded(t *testing.T, p *Pool, others int) {
	t.Helper()
	if _, err := p.queue.enter(t.Context(), "x", heavy); err != nil {
		t.Fatal(err)
	}
	p.queue.mu.Lock()
	defer p.queue.mu.Unlock()
	for i := range others {
		person := fmt.Sprint("other", i)
		p.queue.people[person] = &share{tasks: 1, last: p.queue.clock + 100}
		p.queue.waiting = append(p.queue.waiting, &task{person, heavy, make(chan int, 1)})
	}
}

// A patient context reports on asks when somebody is about to wait for its end.
type patient struct {
	context.Context
	asks chan bool
}

func (p patient) Done() <-chan struct{} {
	select {
	case p.asks <- true:
	default: // it is not looked at yet that somebody did before
	}
	return p.Context.Done()
}

// awaitWaiting waits until a person waits for a room, in a context that reports on asks.
func awaitWaiting(t *testing.T, p *Pool, person string, asks chan bool) {
	t.Helper()
	for waits := false; !waits; {
		receive(t, asks, person+" in the queue for a room")
		p.queue.mu.Lock()
		waits = slices.ContainsFunc(p.queue.waiting, func(t *task) bool { return t.person == person })
		p.queue.mu.Unlock()
	}
}

// receive waits for something with a deadline.
func receive(t *testing.T, c chan bool, what string) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(time.Minute):
		t.Fatalf("%s did not come", what)
	}
}

// TestTheLogReplaysAnOpponent plays a game in which an opponent's playouts change from move to move.
// From the log alone, with its playouts and seeds, the same moves are found again.
func TestTheLogReplaysAnOpponent(t *testing.T) {
	p, _ := newPool(t, permute.Game{})
	begin(t, p, "m", 0, games.Medium, games.Medium)
	full, least := permute.Game{}.Budget(games.Medium, stateOf(t, p).View(0), 0)
	for crowd := range 6 {
		m, err := p.Env.Load(t.Context(), "m")
		if err != nil {
			t.Fatal(err)
		}
		seat := m.State.ToMove()[0]
		player, playouts, err := p.player(t.Context(), m, seat, crowd)
		if err != nil {
			t.Fatal(err)
		}
		move, err := choose(m, player, seat)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.move(t.Context(), m, seat, choice{move, playouts}); err != nil {
			t.Fatal(err)
		}
	}
	m, err := p.Env.Load(t.Context(), "m")
	if err != nil {
		t.Fatal(err)
	}
	var had []int
	for _, s := range m.Steps() {
		had = append(had, s.Playouts)
		player, err := permute.Game{}.Player("medium", 0)
		if s.Playouts > 0 {
			player, err = permute.Game{}.PlayerWith(games.Medium, s.Playouts)
		}
		if err != nil {
			t.Fatal(err)
		}
		if again := player(s.Before.View(s.Seat), s.Seat, chanceOf(m, s.Turn, s.Seat)); again != s.Move {
			t.Errorf("with %d playouts it plays %s, and %s stands in the log", s.Playouts, again, s.Move)
		}
	}
	want := []int{0}
	for _, part := range []int{2, 5, 10, 17, 26} {
		want = append(want, max(full/part, least))
	}
	if !slices.Equal(had, want) || least <= full/26 || least >= full/5 {
		t.Errorf("the playouts were %v, want %v", had, want)
	}
}

// A climber is Permute with ten levels, of which each has three times the playouts of the one below.
type climber struct {
	permute.Game
	search.Opponent[climber, permute.View]
}

func (climber) Table() search.Table[permute.View] {
	return search.Table[permute.View]{
		Levels: games.Ladder(10, 5), Overlooks: func(int) float64 { return 0 },
		See:      func(games.View, games.Seat) (v permute.View, cells, ply int) { return v, 1, 0 },
		Playouts: func(step, _ int) int { return int(math.Pow(3, float64(step))) },
		Decide: func(int) search.Searcher[permute.View] {
			return func(permute.View, search.Budget, *rand.Rand) games.Move { return "" }
		},
	}
}

// On a ladder of ten levels the steps above medium go behind the others. While people wait, each has half of its
// playouts, a fifth, a tenth and so on, and never fewer than the level three steps below.
func TestTheSharesOfALadder(t *testing.T) {
	for step, level := range (climber{}).Levels() {
		weight := light
		if step+1 > 5 {
			weight = heavy
		}
		if got := weightOf(climber{}, level); got != weight {
			t.Errorf("a move of %s is of kind %d, want %d", level, got, weight)
		}
	}
	for level, want := range map[games.Level][]int{
		games.Hard:   {0, 29524, 11809, 5904, 3473, 2271, 2187}, // of 59049, for which 0 stands
		"7":          {0, 1093, 437, 218, 128, 84, 81},          // of 2187
		games.Medium: {0, 121, 48, 24, 14, 9, 9},                // of 243
		"2":          {0, 4, 3, 3, 3, 3, 3},                     // of 9: no fewer than easy
		games.Easy:   {0, 0, 0, 0, 0, 0, 0},
	} {
		p, _ := newPool(t, climber{})
		for crowd, playouts := range want {
			id := fmt.Sprint("m", crowd)
			against(t, p, id, "ann", level)
			m, err := p.Env.Load(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			_, got, err := p.player(t.Context(), m, m.State.ToMove()[0], crowd)
			if err != nil {
				t.Fatal(err)
			}
			if got != playouts {
				t.Errorf("with %d others waiting %s has %d playouts, want %d", crowd, level, got, playouts)
			}
		}
	}
}

// stateOf returns the position of the match "m".
func stateOf(t *testing.T, p *Pool) games.State {
	t.Helper()
	m, err := p.Env.Load(t.Context(), "m")
	if err != nil {
		t.Fatal(err)
	}
	return m.State
}
