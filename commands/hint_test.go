package commands_test

import (
	"fmt"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/permutations"
	"parlour/games/permute"
	"parlour/games/permutu"
)

// A reasoner is a critic whose reason for a move is a sentence of the test.
type reasoner struct{ critic }

func (reasoner) Why(games.View, games.Seat, games.Move) games.Text {
	return games.Say("permute.why.wins", "By", "")
}

// deciding returns a world in which Ann's first move lost a won game, and there is a reason for a
// better one.
func deciding(t *testing.T) *talk {
	t.Helper()
	easy := easyAt(t, permute.Game{})
	cost := func(v games.View, _ games.Move) float64 {
		if v.(permute.View).Ply == 0 {
			return 1
		}
		return 0
	}
	w, _, _ := thinking(t, reasoner{critic{thinker{permute.Game{}, easy}, cost}})
	return w
}

// An analysis speaks to the player of the seat, the reason for a better move too, and names that
// player to others.
func TestReasonsNameTheMoverToOthers(t *testing.T) {
	w := deciding(t)
	w.steps(t, "ann /play game:permute options:swap=off opponent:ben first:me", "ben clicks Accept on 1", "ann plays Cd3-d4", "ben /resign", "ben clicks Yes, resign")
	for who, want := range map[string][3]string{"ann": {"you", "and you win.", "You'd win 50 of 100 games."}, "ben": {"Ann", "and Ann wins.", "Ann would win 50 of 100 games."}} {
		w.steps(t, who+" /analyse")
		said := w.lastSaid(who)
		if !strings.HasSuffix(said, " It ends the game, "+want[1]+"\n"+want[2]) || !strings.Contains(said, "Move 1: "+want[0]+" played ↻ d3, keep d4 and lost a won game.") {
			t.Errorf("the analysis for %s says %q, want %q", who, said, want)
		}
	}
}

// A soloist is a thinker that counts what each move leads to in a game that one plays alone.
type soloist struct{ thinker }

func (g soloist) Advise(v games.View, s games.Seat, made games.Move, seed games.Seed) games.Advice {
	count := func(n int) games.Text { return games.Say("permutu.worth.finished", "Count", n) }
	return games.Advice{Best: g.player(v, s, seed), Worth: count(4), Made: count(5), Cost: 0.5}
}

func (soloist) Why(games.View, games.Seat, games.Move) games.Text {
	return games.Say("permutu.why.free", "Count", 3)
}

// Alone, an analysis says of both moves how many single blocks they lead to, so that they compare.
func TestAnalysisAloneCountsBothMoves(t *testing.T) {
	easy := easyAt(t, permutu.Game{})
	w, _, _ := thinking(t, soloist{thinker{permutu.Game{}, easy}})
	w.steps(t, "ann /play game:permutu options:symbols=6", "ann clicks Start on 1")
	w.steps(t, "ann plays "+string(w.first(0)), "ann /resign", "ann clicks Yes, resign", "ann /analyse")
	said := w.lastSaid("ann")
	if !strings.Contains(said, "Move 1: you ") || !strings.Contains(said, ". You can finish with 5 single blocks.\nBetter: ") || !strings.HasSuffix(said, ".\nYou can finish with 4 single blocks.") {
		t.Errorf("the analysis is %q, want the single blocks of both moves", said)
	}
}

// A hint has the reason of the game, and another only while a move is left to hint at. A button of
// an earlier turn shows the board.
func TestHintHasAReason(t *testing.T) {
	w := deciding(t)
	w.steps(t, "ann /play game:permute options:swap=off opponent:parlour first:me", "ann /hint")
	if said := w.lastSaid("ann"); !strings.HasPrefix(said, "Try ") || !strings.Contains(said, ", and you win.\nYou'd win 50 of 100 games.\n-# Or type `") {
		t.Errorf("the hint is %q, want a move and the reason", said)
	}
	w.steps(t, "ann presses 1:1:0:another:Ch4-h4")
	w.heard(t, "ann", strings.HasPrefix, "That was my last idea. This one is still the best.\nTry ")
	w.steps(t, "ann plays Cd3-d4", "ann presses 1:1:0:another:Cd3-d4")
	if said := w.lastSaid("ann"); !strings.Contains(said, "Permute 9×9, no swap: Parlour's turn.") || strings.Contains(said, "Try ") {
		t.Errorf("another hint of an old turn is %q, want the board as it is now", said)
	}
	w.steps(t, "ben presses 1:1:1:another:Cd3-d4")
	if said := w.lastSaid("ben"); strings.Contains(said, "Try ") {
		t.Errorf("an onlooker gets a hint: %q", said)
	}
}

// "Play this" makes a bid as any other press of a card does: at once, with the cards to take first
// asked beneath it.
func TestHintedBidAsksWhatToTake(t *testing.T) {
	easy := easyAt(t, permutations.Game{})
	w, _, _ := thinking(t, critic{thinker{permutations.Game{}, easy}, func(games.View, games.Move) float64 { return 0 }})
	w.steps(t, "ann /play game:permutations level:easy first:me", "ann clicks Start on 1", "ann /hint", "ann clicks Play this")
	if said := w.lastSaid("ann"); !strings.HasPrefix(said, "You bid ") || !strings.Contains(said, "What would you take first?") || w.plies(t) != 1 {
		t.Errorf("after %d plies the answer is %q, want the bid, and what to take first", w.plies(t), said)
	}
}

// A hint after a bid says what was bid, and whether Parlour would keep it.
func TestHintAfterABidSaysIt(t *testing.T) {
	best := func(v games.View, s games.Seat, _ games.Seed) games.Move {
		hand := v.(permutations.View).Sides[s].Hand
		return games.Move(fmt.Sprint("bid ", hand[0]))
	}
	w, _, _ := thinking(t, critic{thinker{permutations.Game{}, best}, func(games.View, games.Move) float64 { return 0 }})
	w.steps(t, "ann /play game:permutations level:easy first:me", "ann clicks Start on 1")
	hand := w.state().View(0).(permutations.View).Sides[0].Hand
	w.steps(t, fmt.Sprint("ann plays bid ", hand[1]), "ann /hint")
	want := fmt.Sprintf("You bid %v. You can change it until everyone has bid.\nTry bid %v ", hand[1], hand[0])
	w.heard(t, "ann", strings.HasPrefix, want)
	w.steps(t, "ann clicks Play this", "ann /hint")
	w.heard(t, "ann", same, fmt.Sprintf("You bid %v. I'd keep it.", hand[0]))
}

// A hint that comes after its asker has moved is not shown: the board is, as it is now. While Parlour
// thinks, the message says so and has no buttons.
func TestLateHintShowsTheBoard(t *testing.T) {
	w := deciding(t)
	w.steps(t, "ann /play game:permute options:swap=off opponent:parlour first:me", "ann /hint")
	w.meanwhile = func() {
		w.meanwhile = nil
		if said := w.lastSaid("ann"); said != "Parlour is thinking…" || len(w.last("ann").Rows) > 0 {
			t.Errorf("while Parlour thinks, the hint says %q", said)
		}
		w.steps(t, "ann plays Cd3-d4")
	}
	w.steps(t, "ann presses 1:1:0:another:Ch4-h4")
	w.heard(t, "ann", strings.HasPrefix, "The game has moved on.")
}

// More has a hint for a person who plays alone or against Parlour and is to move, and for nobody else.
func TestMoreHasAHint(t *testing.T) {
	easy := easyAt(t, permutu.Game{})
	for name, c := range map[string]struct {
		begin []string
		board string
		has   bool
	}{
		"alone":   {[]string{"ann /play game:permutu level:alone"}, "2", true},
		"Parlour": {[]string{"ann /play game:permutu level:easy first:me", "ann clicks Start on 1"}, "2", true},
		"Ben":     {[]string{"ann /play game:permutu opponent:ben first:me", "ben clicks Accept on 1"}, "2", false},
	} {
		w, _, _ := thinking(t, soloist{thinker{permutu.Game{}, easy}})
		w.steps(t, append(c.begin, "ann clicks More on "+c.board)...)
		err := w.step(t, "ann clicks Hint")
		if said := w.lastSaid("ann"); (err == nil) != c.has || c.has && !strings.HasPrefix(said, "Try ") {
			t.Errorf("against %s the answer to Hint is %q (%v), want one: %v", name, said, err, c.has)
		}
	}
}
