package commands_test

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"parlour/commands"
	"parlour/commands/world"
	"parlour/games"
	"parlour/games/permute"
)

// askIn has a person send a command or click a button within a context, and returns the answer.
func (w *talk) askIn(ctx context.Context, who, command, button string) string {
	w.requests++
	r := commands.Request{ID: "own" + who + command, By: person(who), Guild: "guild", Channel: "games", Command: command, Button: button}
	return w.service.Handle(ctx, r).Message.Content
}

// A patient context reports on waits when somebody begins to wait for its end.
type patient struct {
	context.Context
	waits chan bool
}

func (p patient) Done() <-chan struct{} {
	select {
	case p.waits <- true:
	default:
	}
	return p.Context.Done()
}

// halting returns a world whose opponent at Permute makes the first legal move while it is free. Else it says when it
// began to think, and waits for the leave to think on.
func halting(t *testing.T) (w *talk, aside chan func(context.Context), began, goes chan bool, free *bool) {
	began, goes, free = make(chan bool, 10), make(chan bool), new(true)
	w, aside, _ = thinking(t, thinker{permute.Game{}, func(_ games.View, s games.Seat, _ games.Seed) games.Move {
		if *free {
			return w.first(s)
		}
		began <- true
		world.Pass(t, goes, "the leave to think on")
		return "Cd3-d4"
	}})
	return w, aside, began, goes, free
}

// However many analyses people ask for, they take one of the two thinkers. Nobody has two
// analyses at once.
func TestAnalysesTakeOneThinker(t *testing.T) {
	w, aside, began, goes, free := halting(t)
	w.steps(t, "ann /play game:permute options:swap=off opponent:parlour first:me", "ann plays Cd3-d4")
	thinkOnce(t, aside)
	w.steps(t, "ann /resign", "ann clicks Yes, resign")
	var over commands.Request
	err := w.find(&over, "ben", "Analyse on "+strconv.Itoa(len(w.Posts)))
	if err != nil {
		t.Fatal(err)
	}
	w.steps(t, "cay /play game:permute opponent:parlour first:them")
	*free = false

	said := make(chan string, 2)
	go func() { said <- w.askIn(t.Context(), "ann", "analyse", "") }()
	world.Receive(t, began, "the thought about the game of ann")
	if again := w.askIn(t.Context(), "ann", "analyse", ""); again != "I've looked at 0 of 2 moves." {
		t.Errorf("asked twice at once, the second answer is %q", again)
	}
	running, cut := context.WithCancel(t.Context())
	waits := make(chan bool, 1)
	go func() { said <- w.askIn(patient{running, waits}, "ben", "", over.Button) }()
	world.Receive(t, waits, "somebody who waits for a room")
	played := make(chan bool)
	go func() { thinkOnce(t, aside); close(played) }()
	world.Receive(t, began, "the opponent's thought") // the opponent thinks, in the second of two rooms
	cut()
	if got := world.Receive(t, said, "an answer"); !strings.Contains(got, "about to restart") {
		t.Errorf("ben, who waits when the bot stops, is answered with %q", got)
	}
	if len(began) > 0 {
		t.Error("a second game is analysed beside the first")
	}
	close(goes)
	world.Receive(t, played, "the opponent's move")
	if got := world.Receive(t, said, "an answer"); !strings.Contains(got, "No big mistakes") {
		t.Errorf("ann is answered with %q", got)
	}
	if got := w.askIn(t.Context(), "ann", "analyse", ""); !strings.Contains(got, "No big mistakes") {
		t.Errorf("asked once more, ann is answered with %q", got)
	}
}

// While a game is looked at for somebody, asking for it again shows how far that is. Another game is refused, with the
// name of the first.
func TestAnalysisIsAskedForAgain(t *testing.T) {
	w, aside, began, goes, free := halting(t)
	var over [2]commands.Request
	for i := range over {
		w.steps(t, "ann /play game:permute options:swap=off opponent:parlour first:me", "ann plays Cd3-d4")
		thinkOnce(t, aside)
		w.steps(t, "ann /resign", "ann clicks Yes, resign")
		if err := w.find(&over[i], "ann", "Analyse on "+strconv.Itoa(len(w.Posts))); err != nil {
			t.Fatal(err)
		}
	}
	*free = false
	said := make(chan string, 1)
	go func() { said <- w.askIn(t.Context(), "ann", "", over[0].Button) }()
	world.Receive(t, began, "the thought about the first game")
	for i, want := range []string{
		"I've looked at 0 of 2 moves.",
		"I'm still looking at Permute 9×9, no swap · Parlour \\(medium\\), 0 of 2 moves so far. Ask again in a minute.",
	} {
		if got := w.askIn(t.Context(), "ann", "", over[i].Button); got != want {
			t.Errorf("beside an analysis, game %d is answered with %q, want %q", i+1, got, want)
		}
	}
	close(goes)
	if got := world.Receive(t, said, "an answer"); !strings.Contains(got, "No big mistakes") {
		t.Errorf("ann is answered with %q", got)
	}
}

// /analyse suggests only finished games. Among the running games of a busy player the finished
// ones would not be seen.
func TestFinishedGamesAreSuggested(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.steps(t, "ann /play game:permutu", "ann clicks Start on 1", "ann /resign", "ann clicks Yes, resign")
	for range 26 {
		w.steps(t, "ann /play game:permutu")
	}
	w.out.Reset()
	w.steps(t, "ann types /analyse game:")
	if got, want := w.out.String(), "(over) = 1"; !strings.Contains(got, want) || !strings.Contains(got, "(1)") {
		t.Errorf("/analyse suggests %s, want one that says %q", got, want)
	}
}

// One person has one hint thought of at a time, so that a thinker is left for the opponents.
func TestHintsTakeOneThinker(t *testing.T) {
	began, goes := make(chan bool, 10), make(chan bool)
	w, aside, _ := thinking(t, thinker{permute.Game{}, func(games.View, games.Seat, games.Seed) games.Move {
		began <- true
		world.Pass(t, goes, "the leave to think on")
		return "Cd3-d4"
	}})
	w.steps(t, "ann /play game:permute options:swap=off opponent:parlour first:me", "cay /play game:permute opponent:parlour first:them")
	said := make(chan string, 2)
	go func() { said <- w.askIn(t.Context(), "ann", "hint", "") }()
	world.Receive(t, began, "the thought about the game of ann")
	go func() { said <- w.askIn(t.Context(), "ann", "hint", "") }()
	if second := world.Receive(t, said, "the second answer"); !strings.Contains(second, "Wait for") {
		t.Errorf("asked twice at once, the second answer is %q", second)
	}
	played := make(chan bool)
	go func() { thinkOnce(t, aside); close(played) }()
	world.Receive(t, began, "the opponent's thought") // the opponent thinks, in the second of two rooms
	close(goes)
	world.Receive(t, played, "the opponent's move")
	if got := world.Receive(t, said, "an answer"); !strings.Contains(got, "Cd3-d4") {
		t.Errorf("ann is answered with %q", got)
	}
}
