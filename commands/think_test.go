package commands_test

import (
	"context"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlour/commands"
	"parlour/commands/world"
	"parlour/games"
	"parlour/games/permutations"
	"parlour/games/permute"
	"parlour/games/permutu"
)

// A thinker is a game whose opponents play the moves of a test at every level.
type thinker struct {
	games.Game
	player games.Player
}

func (g thinker) Player(string, time.Duration) (games.Player, error) { return g.player, nil }
func (thinker) Levels() []games.Level                                { return games.Ladder(3, 2) }
func (thinker) Yardsticks() []string                                 { return nil }
func (g thinker) Advise(v games.View, s games.Seat, _ games.Move, seed games.Seed) games.Advice {
	return games.Advice{Best: g.player(v, s, seed)}
}

// thinking returns a world with one game, in which everything that is to run aside is collected.
func thinking(t *testing.T, g games.Opponent) (w *talk, aside chan func(context.Context), waits *[]time.Duration) {
	w, aside, waits = newTalk(t), make(chan func(context.Context), 100), &[]time.Duration{}
	w.with(func(c *commands.Config) {
		c.Games, c.Thinkers, c.Brief = []games.Game{g}, 2, 0
		c.Aside = func(do func(context.Context)) { aside <- do }
		c.Wait = func(_ context.Context, d time.Duration) error { *waits = append(*waits, d); return nil }
	})
	return w, aside, waits
}

// first returns the first legal move of a seat in Ann's only match. It reads the State, which no
// opponent gets.
func (w *talk) first(s games.Seat) games.Move { return w.state().Legal(s)[0] }

// state returns the position of Ann's only live match.
func (w *talk) state() games.State {
	w.t.Helper()
	head, _ := w.live()
	return w.load(w.t, head.ID).State
}

// An opponent gets the View of its own seat and nothing else.
func TestOpponentGetsAView(t *testing.T) {
	var w *talk
	var got []games.View
	w, aside, _ := thinking(t, thinker{permutations.Game{}, func(v games.View, s games.Seat, _ games.Seed) games.Move {
		if want := w.state().View(s); !reflect.DeepEqual(v, want) {
			t.Errorf("seat %d sees %v, want %v", s, v, want)
		}
		got = append(got, v)
		return w.first(s)
	}})
	w.steps(t, "ann /play game:permutations level:hard first:me", "ann clicks Start on 1")
	thinkOnce(t, aside)
	if len(got) != 1 || got[0].(permutations.View).Seat != 1 || got[0].(permutations.View).Sides[0].Hand != nil {
		t.Fatalf("it was asked %d times, or for another's seat", len(got))
	}
}

// People are answered while an opponent thinks, and its move for an older board is not played.
func TestPeopleAreAnsweredWhileAnOpponentThinks(t *testing.T) {
	var w *talk
	w, aside, _ := thinking(t, thinker{permute.Game{}, func(_ games.View, s games.Seat, _ games.Seed) games.Move {
		w.out.Reset()
		w.steps(t, "ann /board", "ann /resign", "ann clicks Yes, resign")
		if said := w.out.String(); !strings.Contains(said, "You resigned.") {
			t.Errorf("ann was not answered: %s", said)
		}
		return "Cd3-d4"
	}})
	w.steps(t, "ann /play game:permute opponent:parlour first:them")
	thinkOnce(t, aside)
	if said := w.out.String(); strings.Contains(said, "twisted") || strings.Contains(said, "opponent") {
		t.Errorf("a game that was resigned went on: %s", said)
	}
}

// A move is not played in a later turn than it was thought of for. Another service has begun
// that turn.
func TestThoughtOfAnEarlierTurnIsDropped(t *testing.T) {
	var w *talk
	var other *commands.Service
	var late games.Move
	w, aside, _ := thinking(t, thinker{permute.Game{}, func(_ games.View, s games.Seat, _ games.Seed) games.Move {
		if w.service == other {
			return w.first(s)
		}
		w.service = other
		w.steps(t, "pass 1m", "wake")
		w.steps(t, "ann plays "+string(w.first(1)))
		legal := w.state().Legal(s)
		late = legal[len(legal)-1]
		return late
	}})
	thinks := 0
	other = w.another(func(c *commands.Config) {
		c.Aside = func(do func(context.Context)) {
			if thinks++; thinks == 1 { // what comes after ann's move is left to the first service
				do(t.Context())
			}
		}
	})
	w.steps(t, "ann /play game:permute options:swap=off opponent:parlour first:them")
	thinkOnce(t, aside)
	if v := w.state().View(0).(permute.View); v.Ply != 3 || v.Last == late || late == "" {
		t.Errorf("of %d moves the last is %s, and %s was thought of a turn before", v.Ply, v.Last, late)
	}
}

// A move that an opponent owes when the bot ends is made once after the next start.
func TestThoughtSurvivesARestart(t *testing.T) {
	var w *talk
	moves := 0
	think := thinker{permute.Game{}, func(_ games.View, s games.Seat, _ games.Seed) games.Move {
		moves++
		return w.first(s)
	}}
	w, _, _ = thinking(t, think)
	w.steps(t, "ann /play game:permute options:swap=off opponent:parlour first:them") // and the thought is lost
	aside := make(chan func(context.Context), 100)
	w.Pass(time.Second)
	w.with(func(c *commands.Config) { c.Aside = func(do func(context.Context)) { aside <- do } })
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

// A bid is released at a multiple of four seconds, however long it took to think of.
func TestBidTimingLeaksNothing(t *testing.T) {
	for _, took := range []time.Duration{0, 300 * time.Millisecond, 3900 * time.Millisecond, 4100 * time.Millisecond, 9 * time.Second} {
		var w *talk
		w, aside, waits := thinking(t, thinker{permutations.Game{}, func(_ games.View, s games.Seat, _ games.Seed) games.Move {
			w.Pass(took)
			return w.first(s)
		}})
		w.steps(t, "ann /play game:permutations level:hard first:me", "ann clicks Start on 1")
		thinkOnce(t, aside)
		if len(*waits) != 2 || (*waits)[1] != 2*time.Second {
			t.Fatalf("it waited for %v, want a wait before the bid and 2 s to gather others", *waits)
		}
		if total := took + (*waits)[0]; total%(4*time.Second) != 0 || (*waits)[0] <= 0 {
			t.Errorf("after a thought of %v it bids at %v", took, total)
		}
	}
}

// At most two opponents think at once, and each of the others has its turn.
func TestThinkersAreLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		came, goes := make(chan games.Seat, 10), make(chan bool)
		w, aside, _ := thinking(t, thinker{permute.Game{}, func(_ games.View, s games.Seat, _ games.Seed) games.Move {
			came <- s
			<-goes
			return "a move that is none"
		}})
		for _, who := range []string{"ann", "ben", "cay", "dan"} {
			w.steps(t, who+" /play game:permute opponent:parlour first:them")
		}
		w.steps(t, "fails forbidden") // a world takes one message at a time, so nothing is shown
		for range 4 {
			go thinkOnce(t, aside)
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

// Where the fastest player moves first, an opponent leaves the first move to people.
func TestOpponentDoesNotRace(t *testing.T) {
	var w *talk
	w, aside, _ := thinking(t, thinker{permutu.Game{}, func(_ games.View, s games.Seat, _ games.Seed) games.Move { return w.first(s) }})
	w.steps(t, "ann /play game:permutu options:start=quick level:easy first:me", "ann clicks Start on 1", "wake")
	if len(aside) != 0 {
		t.Fatal("an opponent races a person for the first move")
	}
	w.steps(t, "ann plays 1r")
	if len(aside) != 1 {
		t.Fatal("an opponent does not follow")
	}
	thinkOnce(t, aside)
	if owes := w.state().ToMove(); !slices.Equal(owes, []games.Seat{0}) {
		t.Errorf("%v owe a move, want ann", owes)
	}
}

// When the last person of two has let turns go by, opponents wait until one comes back.
func TestOpponentsWaitForPeople(t *testing.T) {
	var w *talk
	w, aside, _ := thinking(t, thinker{permutations.Game{}, func(_ games.View, s games.Seat, _ games.Seed) games.Move { return w.first(s) }})
	w.steps(t, "ann /play game:permutations first:me turn-time:2h", "ben clicks Join on 1", "ann clicks Add Parlour on 1", "ann clicks easy", "ann clicks Start on 1",
		"ann /resign", "ann clicks Yes, resign")
	drain := func() {
		for len(aside) > 0 {
			thinkOnce(t, aside)
		}
	}
	lapse(w, drain)
	lapse(w, drain)
	before := len(w.Posts)
	w.steps(t, "pass 72h", "wake", "pass 72h", "wake")
	drain()
	if len(w.Posts) != before {
		t.Errorf("%d more boards while nobody plays", len(w.Posts)-before)
	}
	w.steps(t, "ann clicks More on "+strconv.Itoa(before), "ann clicks Come back")
	drain()
	if owes := w.state().ToMove(); len(owes) == 0 {
		t.Error("the game has ended")
	}
}

// A click that arrives twice seats one opponent, or sends one away. Forged clicks do neither.
func TestRepeatedClickSeatsOneOpponent(t *testing.T) {
	w, _, _ := thinking(t, thinker{permutations.Game{}, nil})
	players := func() int {
		t.Helper()
		head, _ := w.live()
		return len(head.Players)
	}
	w.steps(t, "ann /play game:permutations", "ann clicks Add Parlour on 1", "ann clicks easy", "again")
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

// An outage in which only an opponent owed a move has cost nobody time and is not announced.
func TestOutageInAnOpponentsTurnIsNotAnnounced(t *testing.T) {
	w, aside, _ := thinking(t, thinker{permute.Game{}, nil})
	w.steps(t, "beat", "ann /play game:permute opponent:parlour first:them")
	world.Receive(t, aside, "a thought") // which the end of the bot cuts off
	w.out.Reset()
	w.steps(t, "pass 3h", "beat", "wake")
	if said := w.out.String(); strings.Contains(said, "I was away") {
		t.Errorf("the outage is announced: %s", said)
	}
}

// A leveled thinker notes the levels at which it is asked to play.
type leveled struct {
	thinker
	asked *[]string
}

func (g leveled) Player(name string, _ time.Duration) (games.Player, error) {
	*g.asked = append(*g.asked, name)
	return g.player, nil
}

// An opponent plays at the level that the table chose.
func TestOpponentPlaysAtItsLevel(t *testing.T) {
	for _, level := range (thinker{}).Levels() {
		var w *talk
		var asked []string
		w, aside, _ := thinking(t, leveled{thinker{permute.Game{}, func(_ games.View, s games.Seat, _ games.Seed) games.Move { return w.first(s) }}, &asked})
		w.steps(t, "ann /play game:permute level:"+string(level)+" first:them")
		thinkOnce(t, aside)
		if len(asked) != 1 || asked[0] != string(level) {
			t.Errorf("asked for %s, it plays as %q", level, asked)
		}
	}
}

// easyAt returns the easy opponent of a game.
func easyAt(t *testing.T, g games.Opponent) games.Player {
	t.Helper()
	easy, err := g.Player("easy", 0)
	if err != nil {
		t.Fatal(err)
	}
	return easy
}

// playOn has Ann and Ben make so many plies by turns, each the first legal move.
func (w *talk) playOn(t *testing.T, plies int) {
	t.Helper()
	for ply := range plies {
		seat := games.Seat(ply % 2)
		w.steps(t, []string{"ann", "ben"}[seat]+" plays "+string(w.first(seat)))
	}
}
