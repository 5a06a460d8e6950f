package commands_test

import (
	"context"
	"io"
	"log/slog"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlour/commands"
	"parlour/games"
	"parlour/games/permutations"
	"parlour/games/permute"
	"parlour/games/permutu"
)

// A thinker is a game whose opponents, of whatever level, play what a test says.
type thinker struct {
	games.Game
	player games.Player
}

func (g thinker) Player(string, time.Duration) (games.Player, error) { return g.player, nil }
func (thinker) Yardsticks() []string                                 { return nil }
func (g thinker) Advise(v games.View, s games.Seat, _ games.Move, seed games.Seed) games.Advice {
	return games.Advice{Best: g.player(v, s, seed)}
}

// thinking makes a world in which opponents play so, and what is done aside is collected.
func thinking(t *testing.T, g games.Opponent) (w *world, aside chan func(context.Context), waits *[]time.Duration) {
	w, aside, waits = newWorld(t), make(chan func(context.Context), 100), &[]time.Duration{}
	host, err := commands.New(commands.Config{
		Games: []games.Game{g}, Palettes: palettes, Store: w.store, Channel: w, Thinkers: 2,
		Now: func() time.Time { return w.now }, Random: zeros{}, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Aside: func(do func(context.Context)) { aside <- do },
		Wait:  func(_ context.Context, d time.Duration) error { *waits = append(*waits, d); return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	w.host = host
	return w, aside, waits
}

// first plays the first legal move, which needs a State that no opponent gets: it is that
// of the only match.
func (w *world) first(s games.Seat) games.Move { return w.state().Legal(s)[0] }

// state is the position of the only match there is.
func (w *world) state() games.State {
	w.t.Helper()
	own, err := w.store.OfPlayer(context.Background(), "ann", true)
	if err != nil || len(own) != 1 {
		w.t.Fatalf("%d matches of ann, %v", len(own), err)
	}
	m, err := w.store.Get(context.Background(), own[0].ID)
	if err != nil {
		w.t.Fatal(err)
	}
	var log []games.Ply
	for _, e := range m.Log {
		log = append(log, e.Ply)
	}
	g := map[string]games.Game{"permute": permute.Game{}, "permutations": permutations.Game{}, "permutu": permutu.Game{}}[m.Setup.Game]
	state, _, err := games.Replay(g, m.Setup, log)
	if err != nil {
		w.t.Fatal(err)
	}
	return state
}

// Whoever plays is handed what the seat sees, and nothing that another does.
func TestAnOpponentGetsAView(t *testing.T) {
	var w *world
	var got []games.View
	w, aside, _ := thinking(t, thinker{permutations.Game{}, func(v games.View, s games.Seat, _ games.Seed) games.Move {
		if want := w.state().View(s); !reflect.DeepEqual(v, want) {
			t.Errorf("seat %d sees %v, want %v", s, v, want)
		}
		got = append(got, v)
		return w.first(s)
	}})
	w.steps(t, "ann /play permutations level:hard first:me", "ann clicks Start on 1")
	thinkOnce(t, aside)
	if len(got) != 1 || got[0].(permutations.View).Seat != 1 || got[0].(permutations.View).Sides[0].Hand != nil {
		t.Fatalf("it was asked %d times, or for another's seat", len(got))
	}
}

// While an opponent thinks people are answered, and what it thinks of an older board is
// not played.
func TestNobodyWaitsForAnOpponent(t *testing.T) {
	var w *world
	w, aside, _ := thinking(t, thinker{permute.Game{}, func(_ games.View, s games.Seat, _ games.Seed) games.Move {
		w.out.Reset()
		w.steps(t, "ann /board", "ann /resign", "ann clicks Yes, resign")
		if said := w.out.String(); !strings.Contains(said, "You have resigned.") {
			t.Errorf("ann was not answered: %s", said)
		}
		return "Cd3-d4"
	}})
	w.steps(t, "ann /play permute opponent:parlour first:them")
	thinkOnce(t, aside)
	if said := w.out.String(); strings.Contains(said, "twisted") || strings.Contains(said, "opponent") {
		t.Errorf("a game that was resigned went on: %s", said)
	}
}

// What an opponent thought of is not played in a later turn, which another host began.
func TestAThoughtIsForItsTurn(t *testing.T) {
	var w *world
	var other *commands.Service
	var late games.Move
	w, aside, _ := thinking(t, thinker{permute.Game{}, func(_ games.View, s games.Seat, _ games.Seed) games.Move {
		if w.host == other {
			return w.first(s)
		}
		w.host = other
		w.steps(t, "pass 1m", "wake")
		w.steps(t, "ann /move move:"+string(w.first(1)))
		legal := w.state().Legal(s)
		late = legal[len(legal)-1]
		return late
	}})
	var err error
	thinks := 0
	other, err = commands.New(commands.Config{
		Games: w.host.Games, Palettes: palettes, Store: w.store, Channel: w, Now: func() time.Time { return w.now },
		Random: zeros{}, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Aside: func(do func(context.Context)) {
			if thinks++; thinks == 1 { // what comes after ann's move is left to the first service
				do(t.Context())
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	w.steps(t, "ann /play permute opponent:parlour first:them swap:off")
	thinkOnce(t, aside)
	if v := w.state().View(0).(permute.View); v.Ply != 3 || v.Last == late || late == "" {
		t.Errorf("of %d moves the last is %s, and %s was thought of a turn before", v.Ply, v.Last, late)
	}
}

// What an opponent owes when the bot ends it makes after the next start, and once.
func TestAThoughtSurvivesARestart(t *testing.T) {
	var w *world
	moves := 0
	think := thinker{permute.Game{}, func(_ games.View, s games.Seat, _ games.Seed) games.Move {
		moves++
		return w.first(s)
	}}
	w, _, _ = thinking(t, think)
	w.steps(t, "ann /play permute opponent:parlour first:them swap:off") // and the thought is lost
	again, aside, _ := thinking(t, think)
	again.store.Close()
	again.store, w.now = w.store, w.now.Add(time.Second)
	restarted, err := commands.New(commands.Config{
		Games: []games.Game{think}, Palettes: palettes, Store: w.store, Channel: w, Now: func() time.Time { return w.now },
		Random: zeros{}, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Aside: func(do func(context.Context)) { aside <- do },
	})
	if err != nil {
		t.Fatal(err)
	}
	w.host = restarted
	w.steps(t, "resume", "resume", "wake")
	if len(aside) != 1 {
		t.Fatalf("%d thoughts were taken up, want 1", len(aside))
	}
	thinkOnce(t, aside)
	w.steps(t, "pass 1h", "wake")
	if moves != 1 || len(aside) != 0 {
		t.Errorf("it thought %d times, and %d wait", moves, len(aside))
	}
	if owes := w.state().ToMove(); !slices.Equal(owes, []games.Seat{1}) {
		t.Errorf("%v owe a move, want 1", owes)
	}
}

// A bid comes a while after it is owed, or a multiple of that, however long it took to
// think of it.
func TestABidsTimeTellsNothing(t *testing.T) {
	for _, took := range []time.Duration{0, 300 * time.Millisecond, 3900 * time.Millisecond, 4100 * time.Millisecond, 9 * time.Second} {
		var w *world
		w, aside, waits := thinking(t, thinker{permutations.Game{}, func(_ games.View, s games.Seat, _ games.Seed) games.Move {
			w.now = w.now.Add(took)
			return w.first(s)
		}})
		w.steps(t, "ann /play permutations level:hard first:me", "ann clicks Start on 1")
		thinkOnce(t, aside)
		if len(*waits) != 1 {
			t.Fatalf("it waited %d times", len(*waits))
		}
		if total := took + (*waits)[0]; total%(4*time.Second) != 0 || (*waits)[0] <= 0 {
			t.Errorf("after a thought of %v it bids at %v", took, total)
		}
	}
}

// Only so many opponents think at once, and each of those who wait has its turn.
func TestSoManyThinkAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		came, goes := make(chan games.Seat, 10), make(chan bool)
		w, aside, _ := thinking(t, thinker{permute.Game{}, func(_ games.View, s games.Seat, _ games.Seed) games.Move {
			came <- s
			<-goes
			return "a move that is none"
		}})
		for _, who := range []string{"ann", "ben", "cay", "dan"} {
			w.steps(t, who+" /play permute opponent:parlour first:them")
		}
		w.steps(t, "fails forbidden") // what comes of their thoughts is not shown, as that would be many at once
		for range 4 {
			go func() { (<-aside)(t.Context()) }()
		}
		for _, want := range []int{2, 3, 4, 4} { // two at first, and one more for each that is done
			if synctest.Wait(); len(came) != want {
				t.Errorf("%d have begun to think, want %d", len(came), want)
			}
			goes <- true
		}
		synctest.Wait()
	})
}

// Where whoever is fastest has the first move, an opponent leaves it to people.
func TestAnOpponentDoesNotRace(t *testing.T) {
	var w *world
	w, aside, _ := thinking(t, thinker{permutu.Game{}, func(_ games.View, s games.Seat, _ games.Seed) games.Move { return w.first(s) }})
	w.steps(t, "ann /play permutu level:easy start:quick first:me", "ann clicks Start on 1", "wake")
	if len(aside) != 0 {
		t.Fatal("an opponent races a person for the first move")
	}
	w.steps(t, "ann /move move:1r")
	if len(aside) != 1 {
		t.Fatal("an opponent does not follow")
	}
	thinkOnce(t, aside)
	if owes := w.state().ToMove(); !slices.Equal(owes, []games.Seat{0}) {
		t.Errorf("%v owe a move, want ann", owes)
	}
}

// When the last person has gone, opponents wait for who can come back.
func TestOpponentsDoNotPlayAmongThemselves(t *testing.T) {
	var w *world
	w, aside, _ := thinking(t, thinker{permutations.Game{}, func(_ games.View, s games.Seat, _ games.Seed) games.Move { return w.first(s) }})
	w.steps(t, "ann /play permutations level:easy first:me", "ann clicks Add Parlour on 1", "ann clicks easy", "ann clicks Start on 1",
		"ann /resign", "ann clicks Yes, resign")
	drain := func() {
		for len(aside) > 0 {
			thinkOnce(t, aside)
		}
	}
	drain()
	before := len(w.public)
	w.steps(t, "pass 72h", "wake", "pass 72h", "wake")
	drain()
	if len(w.public) != before {
		t.Errorf("%d more boards while nobody plays", len(w.public)-before)
	}
	w.steps(t, "ann clicks More on "+strconv.Itoa(before), "ann clicks Play again")
	drain()
	if owes := w.state().ToMove(); len(owes) == 0 {
		t.Error("the game has ended")
	}
}

// A click that arrives twice, as it does where two hosts are at work, seats one opponent or
// sends one away.
func TestAClickSeatsOneOpponent(t *testing.T) {
	w, _, _ := thinking(t, thinker{permutations.Game{}, nil})
	players := func() int {
		t.Helper()
		head, _ := w.live()
		return len(head.Players)
	}
	w.steps(t, "ann /play permutations", "ann clicks Add Parlour on 1", "ann clicks easy", "again")
	if n := players(); n != 2 {
		t.Errorf("%d sit at the table, want 2", n)
	}
	w.steps(t, "ann clicks Add Parlour on 1", "ann clicks hard", "again", "ann clicks Add Parlour on 1", "ann clicks Send one away", "again")
	if n := players(); n != 2 {
		t.Errorf("%d sit at the table, want 2", n)
	}
	w.steps(t, "ann presses 1:1:0:dismiss", "ann presses 1:1:0:dismiss:0", "ann presses 1:1:0:engage", "ann presses 1:1:0:engage:1",
		"ann presses 1:1:0:engage:1:best", "ann presses 1:1:0:engage:9:easy", "ben presses 1:1:0:engage:1:easy", "ben presses 1:1:0:dismiss:1")
	if n := players(); n != 2 {
		t.Errorf("after forged clicks %d sit at the table, want 2", n)
	}
}

// An outage in which only an opponent had to move has cost nobody time.
func TestAnOutageCostsAnOpponentNothing(t *testing.T) {
	w, aside, _ := thinking(t, thinker{permute.Game{}, nil})
	w.steps(t, "beat", "ann /play permute opponent:parlour first:them")
	receive(t, aside, "a thought") // which the end of the bot cuts off
	w.out.Reset()
	w.steps(t, "pass 3h", "beat", "wake")
	if said := w.out.String(); strings.Contains(said, "I was away") {
		t.Errorf("ann is told that time was lost: %s", said)
	}
}

// A leveled thinker notes at which level it is asked to play.
type leveled struct {
	thinker
	asked *[]string
}

func (g leveled) Player(name string, _ time.Duration) (games.Player, error) {
	*g.asked = append(*g.asked, name)
	return g.player, nil
}

// An opponent plays at the level that was asked for.
func TestAnOpponentPlaysAtItsLevel(t *testing.T) {
	for _, level := range games.Levels {
		var w *world
		var asked []string
		w, aside, _ := thinking(t, leveled{thinker{permute.Game{}, func(_ games.View, s games.Seat, _ games.Seed) games.Move { return w.first(s) }}, &asked})
		w.steps(t, "ann /play permute level:"+string(level)+" first:them")
		thinkOnce(t, aside)
		if len(asked) != 1 || asked[0] != string(level) {
			t.Errorf("asked for %s, it plays as %q", level, asked)
		}
	}
}
