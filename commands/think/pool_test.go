package think

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlour/commands/match"
	"parlour/games"
	"parlour/games/permute"
	"parlour/games/permutu"
	"parlour/storage"
	"parlour/storage/bolt"
	"parlour/storage/fleet"
	"parlour/storage/storetest"
)

// The playouts of an opponent that counts them.
const (
	countedFull  = 1000
	countedLeast = 100
)

// scripted is Permute with an opponent that plays and judges as a test says, or makes some legal move.
type scripted struct {
	permute.Game
	play  games.Player
	cost  func(ply int) float64
	hears func(level string, playouts int) // how it is asked to think; nil for an opponent without playouts
	whom  func(games.Level)                // hears against which level advice is given; nil for nobody
	parts func(n int)                      // is called before each part of a long thought; nil for an opponent without any
}

// countedParts is how many times countedFull playouts a long thought has.
const countedParts = 3

func (g scripted) Player(level string, by games.Limit) (games.Player, error) {
	playouts := cmp.Or(by.Playouts, countedFull)
	return func(v games.View, seat games.Seat, seed games.Seed) games.Move {
		if by.GoOn != nil {
			playouts = 1
			for ; playouts < by.Playouts && by.GoOn(playouts); playouts++ {
				if playouts%countedFull == 1 {
					g.parts(playouts / countedFull)
				}
			}
		}
		if g.hears != nil {
			g.hears(level, playouts)
		}
		if g.play != nil {
			return g.play(v, seat, seed)
		}
		return easily(v, seat, seed)
	}, nil
}

// easily makes some legal move.
func easily(v games.View, seat games.Seat, seed games.Seed) games.Move {
	easy, err := permute.Game{}.Player(string(games.Easy), games.Limit{Playouts: 1})
	if err != nil {
		panic(err)
	}
	return easy(v, seat, seed)
}

func (g scripted) Budget(games.Level, games.View, games.Seat) (full, shared, least int) {
	if g.hears == nil {
		return 0, 0, 0
	}
	if g.parts != nil {
		return countedParts * countedFull, countedFull, countedLeast
	}
	return countedFull, countedFull, countedLeast
}

func (g scripted) Advise(v games.View, _ games.Seat, made games.Move, against games.Level, _ games.Seed) games.Advice {
	if g.whom != nil {
		g.whom(against)
	}
	if made == "" { // the answer to a mistake
		return games.Advice{Best: "Cd3-d4"}
	}
	return games.Advice{Cost: g.cost(v.(permute.View).Ply)}
}

// A hint is given for the strongest level at the table, and for none among people.
func TestAHintKnowsWhomItIsAgainst(t *testing.T) {
	for want, levels := range map[games.Level][]games.Level{
		games.Hard: {"", games.Hard}, games.Easy: {games.Easy, ""}, "": {"", ""},
	} {
		var got []games.Level
		p, _ := newPool(t, scripted{whom: func(l games.Level) { got = append(got, l) }})
		m := begin(t, p, "m", 0, levels...)
		if _, _, err := p.Hint(t.Context(), "ann", m, m.State.ToMove()[0]); err != nil || !slices.Equal(got, []games.Level{want}) {
			t.Errorf("at a table of %q a hint is given against %q, %v", levels, got, err)
		}
	}
}

// zeros is a random source that returns zeros only.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// newPool returns a Pool over a new store, and the claims that it has published. What it does aside
// is done at once.
func newPool(t *testing.T, g games.Game) (p *Pool, answered *[]match.Unshown) {
	t.Helper()
	store, err := bolt.Open(filepath.Join(t.TempDir(), "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	p, answered = poolOver(t, store, g), new([]match.Unshown)
	p.Answered = func(_ context.Context, c match.Unshown) error { *answered = append(*answered, c); return nil }
	return p, answered
}

// poolOver is [newPool] over a store that is open. Its answers go nowhere.
func poolOver(t *testing.T, store storage.Store, g games.Game) *Pool {
	now := func() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }
	return New(Config{
		Env: match.NewEnv([]games.Game{g}, store, now, zeros{}), Log: slog.New(slog.NewTextHandler(io.Discard, nil)), AtOnce: 1,
		Aside:    func(do func(context.Context)) { do(t.Context()) },
		Answered: func(context.Context, match.Unshown) error { return nil },
	})
}

// begin stores a game of Permute in which some plies were made. A seat with a level is an opponent's.
func begin(t *testing.T, p *Pool, id string, plies int, levels ...games.Level) *match.Match {
	t.Helper()
	head := storage.Head{ID: id, Created: p.Env.Now(), NextCheck: p.Env.Now()}
	head.Phase = storage.Playing
	head.Setup = games.Setup{Game: "permute", Rules: 1, Seats: 2, Options: map[string]string{"size": "9", "start": "chequer", "swap": "off"}}
	for seat, level := range levels {
		head.Players = append(head.Players, storage.Player{ID: fmt.Sprint("p", seat), Name: fmt.Sprint("P", seat), Level: level})
	}
	head.Clocks = make([]storage.Clock, len(levels))
	if _, err := p.Env.Store.Create(t.Context(), head); err != nil {
		t.Fatal(err)
	}
	for range plies {
		if _, err := p.Env.Change(t.Context(), id, func(m *match.Match) ([]games.Ply, error) {
			seat := m.State.ToMove()[0]
			return m.Play(seat, m.State.Legal(seat)[0])
		}); err != nil {
			t.Fatal(err)
		}
	}
	return load(t, p, id)
}

// load reads a match.
func load(t *testing.T, p *Pool, id string) *match.Match {
	t.Helper()
	m, err := p.Env.Load(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// reviewed reviews a match without a pause.
func reviewed(ctx context.Context, p *Pool, person string, m *match.Match) (*Review, error) {
	r := p.Review(person, m)
	return r, r.Go(ctx, func() bool { return false })
}

// A review that pauses tells how far it is, and goes on from there.
func TestReviewPauses(t *testing.T) {
	p, _ := newPool(t, scripted{cost: func(ply int) float64 { return float64(ply%2) / 2 }})
	m := begin(t, p, "m", 5, "", "")
	r := p.Review("ann", m)
	for want := 1; want <= 5; want++ {
		if err := r.Go(t.Context(), func() bool { return true }); err != nil {
			t.Fatal(err)
		}
		seen, all := r.Seen()
		if n := r.Mistakes(); seen != want || all != 5 || n != want/2 || r.Done() != (want == 5) {
			t.Errorf("after pause %d it has seen %d of %d with %d mistakes, done: %v", want, seen, all, n, r.Done())
		}
	}
	if err := p.Review("ben", m).Go(t.Context(), func() bool { t.Error("a review of a known match thinks"); return true }); err != nil {
		t.Error(err)
	}
}

// An analysis whose context ends returns what it found, and the next one goes on from there.
func TestTurningPointsGoOn(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var asked []int
	p, _ := newPool(t, scripted{cost: func(ply int) float64 {
		if asked = append(asked, ply); ply == 2 {
			cancel()
		}
		return 0.5
	}})
	m := begin(t, p, "m", 4, "", "")
	r, err := reviewed(ctx, p, "ann", m)
	if !errors.Is(err, context.Canceled) || r.Mistakes() != 3 {
		t.Errorf("the first analysis = %d mistakes, %v, want 3 and the end of its context", r.Mistakes(), err)
	}
	r, err = reviewed(t.Context(), p, "ann", m)
	if err != nil || r.Mistakes() != 4 || !slices.Equal(asked, []int{0, 1, 2, 3}) {
		t.Errorf("the second analysis = %d mistakes, %v after the questions %v, want 4 mistakes and each ply once", r.Mistakes(), err, asked)
	}
}

// The games analysed last are kept, and no more of them than [keptGames].
func TestOldAnalysesAreForgotten(t *testing.T) {
	asked := 0
	p, _ := newPool(t, scripted{cost: func(int) float64 { asked++; return 0 }})
	var all []*match.Match
	for i := range keptGames + 1 {
		all = append(all, begin(t, p, fmt.Sprint("m", i), 1, "", ""))
	}
	for _, m := range append(all, all[1], all[0]) { // the second is kept, the first is not
		if _, err := reviewed(t.Context(), p, "ann", m); err != nil {
			t.Fatal(err)
		}
	}
	if want := keptGames + 2; asked != want || len(p.found) != keptGames {
		t.Errorf("there were %d questions and %d games are kept, want %d and %d", asked, len(p.found), want, keptGames)
	}
}

// An opponent makes the move that it owes, and the match is published as committed. Asked again with
// nothing owed, it makes none. Of a match without a secret of its own, such as a rematch, it draws one first, and then
// draws from that alone.
func TestConsider(t *testing.T) {
	var seeds []games.Seed
	var p *Pool
	play := func(_ games.View, seat games.Seat, seed games.Seed) games.Move {
		seeds = append(seeds, seed)
		p.Consider("m") // which comes while the match is thought about
		return load(t, p, "m").State.Legal(seat)[0]
	}
	p, answered := newPool(t, scripted{play: play})
	p.Env.Random = rand.NewChaCha8([32]byte{7})
	fresh := begin(t, p, "m", 0, games.Easy, "")
	p.Consider("m")
	m := load(t, p, "m")
	if fresh.Chance != nil || m.Chance == nil || len(m.Log) != 1 || m.Log[0].Seat != 0 || len(*answered) != 1 || (*answered)[0].Committed.Version != m.Version {
		t.Fatalf("the log is %v, with the secret %v, and %d claims were published, want a move of seat 0 and its claim", m.Log, m.Chance, len(*answered))
	}
	p.Consider("m")
	if len(seeds) != 1 || len(p.about) != 0 {
		t.Errorf("it thought %d times, and %d matches are still thought about, want 1 and none", len(seeds), len(p.about))
	}
	if again := chanceOf(m, 0, 0); again != seeds[0] || again == chanceOf(m, 1, 0) || again == chanceOf(m, 0, 1) || again == chanceOf(fresh, 0, 0) {
		t.Error("the chance of a thought is not that of its turn, its seat and the secret")
	}
}

// Alone at Permutu, a single block too many is a turning point, and a move that ends as well as the best is none.
func TestASingleTooManyIsATurningPoint(t *testing.T) {
	wasted, g := 0, permutu.Game{}
	options, err := g.Info().Complete(map[string]string{"symbols": "8"})
	if err != nil {
		t.Fatal(err)
	}
	for deal := range byte(4) {
		s, err := g.Start(games.Setup{Game: "permutu", Rules: g.Info().Rules, Seats: 1, Options: options, Seed: games.Seed{deal}})
		if err != nil {
			t.Fatal(err)
		}
		for _, made := range s.Legal(0) {
			a := g.Advise(s.View(0), 0, made, games.Hard, games.Seed{1})
			if a.Made.Key != a.Worth.Key {
				continue // it cannot be finished any more
			}
			best, ends := a.Worth.Arg("Count").(int), a.Made.Arg("Count").(int)
			if costly := (Point{Advice: a}).Costly(); costly != (ends > best) {
				t.Errorf("deal %d: %s comes to %d singles in place of %d, and costs %v", deal, made, ends, best, a.Cost)
			} else if costly {
				wasted++
			}
		}
	}
	if wasted == 0 {
		t.Error("no move wastes a single")
	}
}

// A person has one hint and one analysis at a time, and the two do not hinder each other.
func TestOneThoughtForAPerson(t *testing.T) {
	p, _ := newPool(t, scripted{})
	done, ok := p.ask("hint ann")
	if _, again := p.ask("hint ann"); !ok || again {
		t.Errorf("the first hint is taken on: %v, the second: %v, want the first alone", ok, again)
	}
	for _, other := range []string{"game ann", "hint ben"} {
		if _, ok := p.ask(other); !ok {
			t.Errorf("%q is refused beside a hint of ann", other)
		}
	}
	done()
	if _, ok := p.ask("hint ann"); !ok {
		t.Error("after the first hint another is refused")
	}
	m := begin(t, p, "m", 1, "", "")
	if _, _, err := p.Hint(t.Context(), "ann", m, 1); err != ErrBusy {
		t.Errorf("Hint = %v while another is thought of, want ErrBusy", err)
	}
}

// A review says how many of all moves of its match it has looked at, those without a choice too.
func TestAReviewCountsForcedMoves(t *testing.T) {
	p, _ := newPool(t, scripted{cost: func(int) float64 { return 0 }})
	m := begin(t, p, "m", 5, "", "")
	r := &Review{pool: p, m: m, spots: spots(m)[1:4]} // as if the first and the last had left no choice
	for spot, want := range []int{1, 2, 3, 5} {
		r.found.spots = spot
		if seen, all := r.Seen(); seen != want || all != 5 {
			t.Errorf("Seen = %d of %d before spot %d, want %d of 5", seen, all, spot, want)
		}
	}
}

// A person who asks for a second review is told which match the first is about, and how far it is. The second takes turns with
// it, and a third does not wait.
func TestReviewsOfAPersonTakeTurns(t *testing.T) {
	p, _ := newPool(t, scripted{cost: func(int) float64 { return 0.5 }})
	m, o := begin(t, p, "m", 3, "", ""), begin(t, p, "o", 2, "", "")
	first, again, third := p.Review("ann", m), p.Review("ann", m), p.Review("ann", m)
	turned := make(chan error)
	looks := 0
	err := first.Go(t.Context(), func() bool {
		if looks++; looks == 1 {
			return false
		}
		for _, r := range []*Review{again, p.Review("ann", o)} {
			var busy *Busy
			if err := r.Go(t.Context(), func() bool { return false }); !errors.As(err, &busy) || !errors.Is(err, ErrBusy) || busy.Match.ID != "m" || busy.Seen != 2 || busy.All != 3 {
				t.Errorf("Go of %s = %v (%+v) beside a review of m, want that it is at 2 of 3", r.m.ID, err, busy)
			}
		}
		if seen, all := again.Seen(); seen != 2 || all != 3 || again.Mistakes() != 2 {
			t.Errorf("the second review of m has seen %d of %d and has %v, want what the first has found", seen, all, again.Moments())
		}
		done, _ := p.ask("turn ann")
		if err := third.Turn(t.Context()); !errors.Is(err, ErrBusy) {
			t.Errorf("Turn = %v while another waits, want ErrBusy", err)
		}
		done()
		cut, cancel := context.WithCancel(t.Context())
		cancel()
		for _, r := range []*Review{third, p.Review("ann", o)} {
			if err := r.Turn(cut); !errors.Is(err, context.Canceled) {
				t.Errorf("Turn of %s = %v when its time is over, want that", r.m.ID, err)
			}
		}
		go func() { turned <- again.Turn(t.Context()) }()
		return true
	})
	if err != nil || first.Done() {
		t.Fatalf("the first review ends with %v, done %v, want a pause", err, first.Done())
	}
	select {
	case err := <-turned:
		if err != nil {
			t.Errorf("Turn = %v once the first pauses", err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the second review does not get its turn")
	}
	if err := again.Go(t.Context(), func() bool { return false }); err != nil || !again.Done() || again.Mistakes() != 3 {
		t.Errorf("the second review ends with %v and %v, want all three moves", err, again.Moments())
	}
}

// The moments are the five that gave most away, from 0.2 on, in their order. Big mistakes that answer each other are one
// moment from three on, which shows the worst of the player who made the last. They are kept, so that nobody thinks about them again.
func TestMoments(t *testing.T) {
	for row := range strings.Lines(`
		                                                   |
		0 0.19 0                                           |
		0 0.2 0.19                                         | [1]
		0.3 0 0.4 0.19 0.5                                 | [0] [2] [4]
		0.3 0 0.25 0 0.9 0 0.4 0 0.5 0.1 0.6               | [0] [4] [6] [8] [10]
		0.5 0 0.5 0 0.5 0 0.5 0 0.5 0 0.5                  | [2] [4] [6] [8] [10]
		0 0.9 0.5 0 0.2                                    | [1 2] [4]
		1 0 0.98 1 0.3 0                                   | [0] [2 3 4]
		1 1 1 1 1 1                                        | [0 1 2 3 4 5]
		0.3 0.2 0.2 0 0.4 0 0.5 0 0.6 0 0.7 0 0.8          | [4] [6] [8] [10] [12]`[1:]) {
		given, want, _ := strings.Cut(strings.TrimSpace(row), "|")
		costs, asked := strings.Fields(given), 0
		p, _ := newPool(t, scripted{cost: func(ply int) float64 {
			asked++
			cost, err := strconv.ParseFloat(costs[ply], 64)
			if err != nil {
				t.Error(err)
			}
			return cost
		}})
		m := begin(t, p, "m", len(costs), "", "")
		for range 2 {
			r, err := reviewed(t.Context(), p, "ann", m)
			var got []string
			for _, moment := range r.Moments() {
				var plies []int
				for _, point := range moment {
					plies = append(plies, point.Ply)
				}
				got = append(got, fmt.Sprint(plies))
			}
			if err != nil || strings.Join(got, " ") != strings.TrimSpace(want) || asked != len(costs) {
				t.Errorf("%s: the moments are %q, %v after %d questions, want %s after %d", given, got, err, asked, want, len(costs))
			}
		}
	}
}

// Only big mistakes answer each other, and only those of two players right after each other.
func TestMistakesThatAnswer(t *testing.T) {
	at := func(spot int, seat games.Seat, cost float64) Point {
		return Point{Ply: spot, Advice: games.Advice{Cost: cost}, spot: spot, seat: seat}
	}
	for name, c := range map[string]struct {
		third Point
		want  int // number of moments
	}{
		"the next player errs":       {at(5, 0, 0.2), 1},
		"a remark about the next":    {at(5, 0, 0.1), 2},
		"the same player again":      {at(5, 1, 0.5), 2},
		"the next after a good move": {at(6, 0, 0.5), 2},
	} {
		for runs, want := range map[bool]int{true: c.want, false: 3} {
			if got := moments([]Point{at(3, 0, 0.5), at(4, 1, 0.5), c.third}, runs); len(got) != want {
				t.Errorf("%s, runs %v: %d moments, want %d", name, runs, len(got), want)
			}
		}
	}
}

// Mistakes answer each other where two players see each other's moves.
func TestWhereMistakesAnswer(t *testing.T) {
	for _, c := range []struct {
		seats  int
		hidden bool
		want   bool
	}{{2, false, true}, {2, true, false}, {3, false, false}, {1, false, false}} {
		m := &match.Match{Info: games.Info{Hidden: c.hidden}}
		m.Players = make([]storage.Player, c.seats)
		if got := answering(m); got != c.want {
			t.Errorf("%d seats, hidden %v: answering = %v, want %v", c.seats, c.hidden, got, c.want)
		}
	}
}

// An opponent thinks in the process that has shown whose turn it is. Another leaves the thought to that one, and the
// match too when it is due, until the lease of that one has ended.
func TestAnotherProcessThinks(t *testing.T) {
	thoughts := 0
	p, _ := newPool(t, scripted{play: func(v games.View, _ games.Seat, _ games.Seed) games.Move {
		thoughts++
		return "Cd3-d4"
	}})
	clock := p.Env.Now()
	now := func() time.Time { return clock }
	join := func() *fleet.Member {
		m, err := fleet.Join(t.Context(), storetest.Shared{Store: p.Env.Store, Clock: now}, now, nil)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	other := match.NewEnv([]games.Game{scripted{}}, p.Env.Store, p.Env.Now, zeros{})
	other.Fleet, p.Env.Fleet = join(), join()
	begin(t, p, "m", 0, "easy", "")
	if err := p.Env.Touch(t.Context(), "m"); err != nil { // which draws its chance
		t.Fatal(err)
	}
	m, err := load(t, p, "m"), error(nil)
	other.Entrust(t.Context(), m)
	m.Owner = ""
	if m.Head, err = other.Append(t.Context(), m.Head); err != nil {
		t.Fatal(err)
	}
	if !p.Env.ThinksElsewhere(t.Context(), m, 0) || other.ThinksElsewhere(t.Context(), m, 0) || p.Env.ThinksElsewhere(t.Context(), m, 1) {
		t.Errorf("the thought %+v is not that of the process that shows the match", m.Thought)
	}
	if by := m.NextCheck.Add(time.Hour); p.Env.IsDue(t.Context(), m.Head, by) || !other.IsDue(t.Context(), m.Head, by) {
		t.Error("the match is not due for the process that thinks, or for another")
	}
	if p.Consider("m"); thoughts != 0 {
		t.Fatal("the other process thinks too")
	}
	clock = clock.Add(20 * time.Second)
	if _, err := p.Env.Fleet.Look(t.Context()); err != nil {
		t.Fatal(err)
	}
	if p.Consider("m"); thoughts != 1 {
		t.Errorf("after the lease of the first the other has thought %d times, want once", thoughts)
	}
	if m = load(t, p, "m"); len(m.Log) != 1 {
		t.Errorf("the log is %v, want a move", m.Log)
	}
}
