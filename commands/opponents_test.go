package commands_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlour/commands"
	"parlour/commands/message"
	"parlour/games"
	"parlour/games/pentago"
	"parlour/games/permutations"
	"parlour/games/permute"
	"parlour/games/permutu"
)

// A mind is a game whose opponents think as a test says, at every level.
type mind struct {
	games.Game
	plays  games.Player                     // makes the first legal move, if nil
	advice func(games.View, games.Move) any // an Advice, or the cost of the move that was made
	why    games.Text                       // the reason for every move
	tells  bool                             // whether it tells of moves as its game does
	steps  int                              // how many levels there are, 3 if 0
	at     func(level string)               // hears of the level of each player; may be nil
	easy   games.Player                     // of the game itself
}

func (m mind) Player(level string, _ games.Limit) (games.Player, error) {
	if m.at != nil {
		m.at(level)
	}
	return m.plays, nil
}

func (m mind) Levels() []games.Level {
	if m.steps > 0 {
		return games.Ladder(m.steps, m.steps/2)
	}
	return games.Ladder(3, 2)
}

func (mind) Yardsticks() []string { return nil }

func (m mind) Advise(v games.View, s games.Seat, made games.Move, against games.Level, seed games.Seed) games.Advice {
	if m.advice == nil {
		return games.Advice{Best: m.plays(v, s, seed)}
	}
	switch said := m.advice(v, made).(type) {
	case games.Advice:
		return said
	case float64:
		half := games.Say("worth.chance", "By", "", "Wins", 50)
		return games.Advice{Best: m.easy(v, s, seed), Worth: half, Made: half, Cost: said}
	}
	panic("an advice is an Advice or a cost")
}

func (m mind) Why(games.View, games.Seat, games.Move) games.Text { return m.why }

func (m mind) Tell(v games.View, s games.Seat, made games.Move) games.Telling {
	if m.tells {
		return m.Game.(games.Teller).Tell(v, s, made)
	}
	return games.Telling{}
}

// A silent mind neither gives reasons nor tells of moves.
type silent struct{ games.Opponent }

// costs is the advice about games of Permute in which each ply gave something away.
func costs(by ...float64) func(games.View, games.Move) any {
	return func(v games.View, _ games.Move) any {
		if ply := v.(permute.View).Ply; ply < len(by) {
			return by[ply]
		}
		return 0.0 // the answer to a mistake
	}
}

// thinking returns a world with one game, in which everything that is to run aside is collected.
func thinking(t testing.TB, m mind) *talk {
	w := newTalk(t)
	w.aside = make(chan func(context.Context), 100)
	if m.plays == nil {
		m.plays = func(_ games.View, s games.Seat, _ games.Seed) games.Move { return w.first(s) }
	}
	if o, plays := m.Game.(games.Opponent); plays {
		m.easy, _ = o.Player("easy", games.Limit{})
	}
	var g games.Game = m
	if !m.tells && m.why.Key == "" {
		g = silent{m}
	}
	w.with(func(c *commands.Config) {
		c.Games, c.Thinkers, c.Brief = []games.Game{g}, 2, 0
		c.Aside = func(do func(context.Context)) { w.aside <- do }
		c.Wait = func(_ context.Context, d time.Duration) error { w.waits = append(w.waits, d); return nil }
	})
	return w
}

// first returns the first legal move of a seat in Ann's only match. It reads the State, which no
// opponent gets.
func (w *talk) first(s games.Seat) games.Move { return w.state().Legal(s)[0] }

// state returns the position of Ann's only live match.
func (w *talk) state() games.State {
	w.t.Helper()
	return w.load(w.t, w.live().ID).State
}

// An opponent gets the View of its own seat and nothing else.
func TestOpponentGetsAView(t *testing.T) {
	var w *talk
	var got []games.View
	w = thinking(t, mind{Game: permutations.Game{}, plays: func(v games.View, s games.Seat, _ games.Seed) games.Move {
		if want := w.state().View(s); !reflect.DeepEqual(v, want) {
			t.Errorf("seat %d sees %v, want %v", s, v, want)
		}
		got = append(got, v)
		return w.first(s)
	}})
	w.steps(t, "ann /play game:permutations level:hard first:me", "ann clicks Start on 1", "thinks")
	if len(got) != 1 || got[0].(permutations.View).Seat != 1 || got[0].(permutations.View).Sides[0].Hand != nil {
		t.Fatalf("it was asked %d times, or for another's seat", len(got))
	}
}

// People are answered while an opponent thinks, and its move for an older board is not played.
func TestPeopleAreAnsweredWhileAnOpponentThinks(t *testing.T) {
	var w *talk
	w = thinking(t, mind{Game: permute.Game{}, plays: func(games.View, games.Seat, games.Seed) games.Move {
		w.tell(t, `
			ann /board
			ann /resign > Yes, resign
			+ You resigned.
		`)
		return "Cd3-d4"
	}})
	w.tell(t, `
		ann /play game:permute opponent:parlour first:them
		thinks
		- twisted
		- opponent
	`)
}

// A move is not played in a later turn than it was thought of for. Another service has begun
// that turn.
func TestThoughtOfAnEarlierTurnIsDropped(t *testing.T) {
	var w *talk
	var other *commands.Service
	var late games.Move
	w = thinking(t, mind{Game: permute.Game{}, plays: func(_ games.View, s games.Seat, _ games.Seed) games.Move {
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
	w.steps(t, "ann /play game:permute options:swap=off opponent:parlour first:them", "thinks")
	if v := w.state().View(0).(permute.View); v.Ply != 3 || v.Last == late || late == "" {
		t.Errorf("of %d moves the last is %s, and %s was thought of a turn before", v.Ply, v.Last, late)
	}
}

// A bid is released at a multiple of four seconds, however long it took to think of.
func TestBidTimingLeaksNothing(t *testing.T) {
	for _, took := range []time.Duration{0, 300 * time.Millisecond, 3900 * time.Millisecond, 4100 * time.Millisecond, 9 * time.Second} {
		var w *talk
		w = thinking(t, mind{Game: permutations.Game{}, plays: func(_ games.View, s games.Seat, _ games.Seed) games.Move {
			w.Pass(took)
			return w.first(s)
		}})
		w.steps(t, "ann /play game:permutations level:hard first:me", "ann clicks Start on 1", "thinks")
		if len(w.waits) != 2 || w.waits[1] != 2*time.Second {
			t.Fatalf("it waited for %v, want a wait before the bid and 2 s to gather others", w.waits)
		}
		if total := took + w.waits[0]; total%(4*time.Second) != 0 || w.waits[0] <= 0 {
			t.Errorf("after a thought of %v it bids at %v", took, total)
		}
	}
}

// A bid on the board of its only person is shown by the answer to it, so nothing waits for other bids.
func TestABidThatIsShownGathersNothing(t *testing.T) {
	var w *talk
	w = thinking(t, mind{Game: permutations.Game{}, plays: func(_ games.View, s games.Seat, _ games.Seed) games.Move {
		return w.first(s)
	}})
	w.steps(t, "ann /play game:permutations level:hard first:me", "ann clicks Start on 1", `alter 1 {"guild":""}`,
		"ann in dm presses 1:1:0:page:0 on 2")
	w.waits = nil
	w.steps(t, "ann in dm clicks 1 ♥★ on 2")
	if m := w.load(t, "1"); !m.Bidding() || len(m.Log) != 1 || len(w.waits) > 0 {
		t.Errorf("after %d bids it waited for %v, want one bid and no wait", len(m.Log), w.waits)
	}
}

// digits are how a seed, a secret and a hash are written.
var digits = regexp.MustCompile(`[0-9a-f]{64}`)

// guesses returns all that an opponent may draw from as far as an onlooker can tell: the seed of a
// record without one, and whatever looks like a seed in the files that they got, with its hash.
func guesses(files ...[]byte) []games.Seed {
	all := []games.Seed{{}}
	for _, file := range files {
		for _, text := range digits.FindAll(file, -1) {
			var s games.Seed
			if _, err := hex.Decode(s[:], text); err == nil {
				all = append(all, s, games.Seed(sha256.Sum256(s[:])))
			}
		}
	}
	return all
}

// An onlooker who asks for the record and the proof before each move of an opponent has nothing
// from which its draws come, so none of its moves is foretold. From its own secret all 20 are.
//
//test:unwatched
func TestNobodyForetellsAnOpponent(t *testing.T) {
	for _, c := range []struct {
		game   games.Game
		begins string
	}{
		{permute.Game{}, "ann /play game:permute options:size=12,swap=off level:hard first:me"},
		{permutu.Game{}, "ann /play game:permutu level:hard first:me > Start on 1"},
	} {
		var w *talk
		var files [][]byte
		var turn, moves, foretold, known int
		w = thinking(t, mind{Game: c.game, plays: func(_ games.View, s games.Seat, chance games.Seed) games.Move {
			draws := func(from games.Seed) bool {
				return chance == games.SeedOf(from, []string{"opponent", strconv.Itoa(turn), strconv.Itoa(int(s))})
			}
			if moves++; slices.ContainsFunc(guesses(files...), draws) {
				foretold++
			}
			if draws(*w.head(t, "1").Chance) {
				known++
			}
			legal := w.state().Legal(s)
			return legal[chance.Chance("whim").Below(len(legal))]
		}})
		w.with(func(c *commands.Config) { c.Random = rand.NewChaCha8([32]byte{7}) })
		w.steps(t, c.begins)
		for turn = 1; moves < 20; turn += 2 {
			w.steps(t, "ann plays "+string(w.first(0)))
			files = nil
			for _, asks := range []string{"eve /record", "eve /verify"} {
				if w.steps(t, asks); w.last("eve").File != nil {
					files = append(files, w.last("eve").File.Data)
				}
			}
			if w.steps(t, "thinks"); len(files) == 0 {
				t.Fatal("eve got no file")
			}
		}
		if foretold != 0 || known != moves {
			t.Errorf("%s: of %d moves %d are foretold, want none, and %d from the opponent's secret, want all", c.begins, moves, foretold, known)
		}
	}
}

// An opponent plays at the level that the table chose.
func TestOpponentPlaysAtItsLevel(t *testing.T) {
	for _, level := range (mind{}).Levels() {
		var asked []string
		w := thinking(t, mind{Game: permute.Game{}, at: func(level string) { asked = append(asked, level) }})
		w.steps(t, "ann /play game:permute level:"+string(level)+" first:them", "thinks")
		if !slices.Equal(asked, []string{string(level)}) {
			t.Errorf("asked for %s, it plays as %q", level, asked)
		}
	}
}

// What opponents do and leave undone, each in a world of one game in which they make the first legal move.
func TestOpponentsAmongPeople(t *testing.T) {
	for name, c := range map[string]struct {
		game   games.Game
		script string
	}{
		"a move that is owed when the bot ends is made once after the next start": {permute.Game{}, `
			ann /play game:permute options:swap=off opponent:parlour first:them
			forget thoughts
			pass 1s
			resume
			resume
			wake
			thoughts
			= thoughts: 1
			thinks
			pass 1h
			wake
			thoughts
			= thoughts: 0
			match 1 plies stand.to_move
			= plies: 1
			= stand.to_move: [1]`},
		"where the fastest player moves first, an opponent leaves the first move to people": {permutu.Game{}, `
			ann /play game:permutu options:start=quick level:easy first:me > Start on 1
			wake
			thoughts
			= thoughts: 0
			ann plays 1r
			thoughts
			= thoughts: 1
			thinks
			match 1 stand.to_move
			= stand.to_move: [0]`},
		"opponents wait for the last person who has let turns go by until one comes back": {permutations.Game{}, `
			ann /play game:permutations first:me turn-time:2h
			ben clicks Join on 1
			ann clicks Add Parlour on 1 > easy > Start on 1
			ann /resign > Yes, resign
			lapse
			lapse
			pass 72h
			wake
			pass 72h
			wake
			think
			- #games
			ann clicks More on last > Come back
			think
			match 1 phase
			= phase: "playing"`},
		"a click that arrives twice seats one opponent, or sends one away; forged clicks do neither": {permutations.Game{}, `
			ann /play game:permutations > Add Parlour on 1 > easy
			again
			match 1 players.#
			= players.#: 2
			ann clicks Add Parlour on 1 > hard
			again
			ann clicks Add Parlour on 1 > Send one away
			again
			match 1 players.#
			= players.#: 2
			ann presses 1:1:0:dismiss
			ann presses 1:1:0:dismiss:0
			ann presses 1:1:0:engage
			ann presses 1:1:0:engage:1
			ann presses 1:1:0:engage:1:best
			ann presses 1:1:0:engage:9:easy
			ben presses 1:1:0:engage:1:easy
			ben presses 1:1:0:dismiss:1
			match 1 players.#
			= players.#: 2`},
		"an outage in which only an opponent owed a move has cost nobody time and is not announced": {permute.Game{}, `
			beat
			ann /play game:permute opponent:parlour first:them
			forget thoughts
			pass 3h
			beat
			wake
			- down for`},
		"an opponent thinks only after the board that it answers was shown": {permute.Game{}, `
			ann /play game:permute options:swap=off opponent:parlour first:me
			fails
			ann plays Cd3-d4
			thoughts
			= thoughts: 0
			works
			pass 1m
			wake
			thoughts
			= thoughts: 1`},
		"a game ends at once when all people have left it for good, also before its first move": {permutu.Game{}, `
			ann /play game:permutu level:easy first:me options:start=quick > Add Parlour on 1 > easy > Start on 1
			ann /resign > Yes, resign
			think
			match 1 phase
			= phase: "over"`},
		"a game ends when the total time of its only person is used up": {permutations.Game{}, `
			ann /play game:permutations level:easy first:me turn-time:none total-time:2h > Add Parlour on 1 > easy > Start on 1
			think
			pass 100m
			wake
			remind
			think
			match 1 phase
			= phase: "playing"
			pass 1h
			wake
			remind
			think
			match 1 phase
			= phase: "over"`},
		"a game ends at once when the last of several people resigns, also one who could come back": {permutations.Game{}, `
			ann /play game:permutations level:easy first:me > Add Parlour on 1 > easy
			ben clicks Join on 1
			ann clicks Start on 1
			ann /resign > Yes, resign
			ben /resign
			+ Resign? That ends the game.
			ben clicks Yes, resign
			+ it's over. Ann and Ben resigned.
			match 1 phase
			= phase: "over"`},
		"opponents wait a week for a person who can come back, if the last one to go did not resign": {permutations.Game{}, `
			ann /play game:permutations level:easy first:me turn-time:2h total-time:20h > Add Parlour on 1 > easy
			ben clicks Join on 1
			ann clicks Start on 1
			ann /resign > Yes, resign
			lapse
			lapse
			+ Waiting a week for Ann and Ben to come back.
			- Time left
			ann /games
			+ waits for you to come back
			ann /draw
			+ Press More, then Come back
			pass 1h
			wake
			think
			pass 23h59m
			due
			= due: 0 matches, 1 people <nil><nil>
			pass 142h1m
			wake
			match 1 phase
			= phase: "playing"
			pass 1h
			wake
			match 1 phase
			= phase: "over"`},
	} {
		t.Run(name, func(t *testing.T) { thinking(t, mind{Game: c.game}).tell(t, c.script) })
	}
}

// An opponent that fails leaves, because it would fail again at every check.
func TestFailingOpponentLeaves(t *testing.T) {
	for name, fails := range map[string]games.Player{
		"a move that is none":  func(games.View, games.Seat, games.Seed) games.Move { return "a move that is none" },
		"a system move":        func(games.View, games.Seat, games.Seed) games.Move { return games.Draw },
		"a panic":              func(games.View, games.Seat, games.Seed) games.Move { panic("at the board") },
		"nothing but a string": func(games.View, games.Seat, games.Seed) games.Move { return "" },
	} {
		t.Run(name, func(t *testing.T) {
			thinking(t, mind{Game: permute.Game{}, plays: fails}).tell(t, `
				ann /play game:permute opponent:parlour first:them
				think
				+ It's over. Parlour \(easy\) resigned, so Ann wins.`)
		})
	}
}

// The end of a game with Parlour offers the next level, and one of the two rematches stands out: the higher one at
// once, but after a game that was lost there only after two that were won.
func TestOneRematchStandsOut(t *testing.T) {
	w := thinking(t, mind{Game: pentago.Game{}, steps: 7, plays: func(v games.View, _ games.Seat, _ games.Seed) games.Move {
		cells := []string{"d1", "e1", "d2", "e2"} // which make no row
		return games.Move(cells[strings.Count(v.String(), "B")%4] + "-Ad4")
	}})
	wins := `
		ann plays a6-Cd4
		think
		ann plays a5-Cd4
		think
		ann plays a4-Cd4
		think
		ann plays a3-Cd4
		think
		ann plays a2`
	loses := `
		ann /resign > Yes, resign`
	stands := func(script string, want ...string) {
		t.Helper()
		w.tell(t, script)
		var got []string
		for _, c := range w.Posts[len(w.Posts)-1].Newest().Controls() {
			if c.Style == message.Main {
				got = append(got, c.Label)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("after %s\n%q stand out, want %q", script, got, want)
		}
	}
	again := func(label string) string { return "\npass 1m\nann clicks " + label + " on last\n" }
	stands("ann /play game:pentago opponent:parlour first:me"+wins+`
		+ It's over. Ann wins with five in a row, a2 to a6. 9 moves in 1 minute.
		+ [Rematch] [Rematch, harder]
		+ [Analyse] [Record] [More]`, "Rematch, harder")
	stands(again("Rematch, harder")+"+ level 2"+loses+"\n+ [Rematch] [Rematch, easier]", "Rematch, easier")
	stands(again("Rematch, easier")+"+ easy"+loses+"\n- easier", "Rematch")
	for _, want := range []string{"Rematch", "Rematch, harder", "Rematch, harder"} {
		stands("pass 1m \n ann /play game:pentago opponent:parlour first:me"+wins+"\n+ [Rematch] [Rematch, harder]", want)
	}
	w.tell(t, again("Rematch, harder")+`
		+ medium
		ann types /play game:pentago level:
		= level 2: You usually win at easy. Try 2. = 2
		= easy (1): you won 4 of 5 = easy`)
}
