package commands_test

import (
	"strings"
	"testing"

	"parlour/commands"
	"parlour/games"
	"parlour/games/magic"
	"parlour/games/pentago"
	"parlour/games/permutations"
	"parlour/games/permute"
	"parlour/games/permutu"
)

// A sage is an opponent whose advice and reason a test chooses. It tells of moves as its game does.
type sage struct {
	thinker
	advice func(v games.View, made games.Move) games.Advice
	why    games.Text
}

func (g sage) Advise(v games.View, _ games.Seat, made games.Move, _ games.Seed) games.Advice {
	return g.advice(v, made)
}

func (g sage) Why(games.View, games.Seat, games.Move) games.Text { return g.why }

func (g sage) Tell(v games.View, s games.Seat, m games.Move) games.Telling {
	return g.Game.(games.Teller).Tell(v, s, m)
}

// advised returns a world with a game that always has the same advice.
func advised(t *testing.T, g games.Game, why games.Text, advice games.Advice) *talk {
	w, _, _ := thinking(t, sage{thinker{Game: g}, func(games.View, games.Move) games.Advice { return advice }, why})
	return w
}

// wins says a chance to win, in the words of Permute.
func wins(n int) games.Text { return games.Say("worth.chance", "By", "", "Wins", n) }

// beside lists moves beside the best, of which so many are as good as that.
func beside(good int, moves ...games.Move) (all []games.Candidate) {
	for i, m := range moves {
		c := games.Candidate{Move: m, Worth: wins(62), Good: i < good}
		if !c.Good {
			c.Worth = wins(55)
		}
		all = append(all, c)
	}
	return all
}

// A hint says the move, the fact, the chance, the play that is expected and the next best move, a line each.
func TestAHintSaysAllThatThereIs(t *testing.T) {
	joins := games.Say("permute.why.joins", "By", "", "One", 9, "Other", 5, "Size", 14)
	for name, c := range map[string]struct {
		advice games.Advice
		why    games.Text
		want   []string
	}{
		"all": {
			games.Advice{Best: "Cd3-d4", Worth: wins(62), Line: []games.Move{"Cd3-d4", "Af3-g4", "Cb1-b2"}, Others: beside(0, "Cf1-f2", "Ca1-b2")}, joins,
			[]string{"Try ↻ d3, keep d4. It joins your 9 and 5 into a group of 14.", "You'd win 62 of 100 games.",
				"A likely answer: ↺ f3, keep g4. Then you: ↻ b1, keep b2.", "Next best: ↻ f1, keep f2. You'd win 55 of 100 games."},
		},
		"no fact": {
			games.Advice{Best: "Cd3-d4", Worth: wins(62), Line: []games.Move{"Cd3-d4", "Af3-g4"}}, games.Text{},
			[]string{"Try ↻ d3, keep d4. You'd win 62 of 100 games.", "A likely answer: ↺ f3, keep g4."},
		},
		"others as good": {
			games.Advice{Best: "Cd3-d4", Worth: wins(62), Line: []games.Move{"Cd3-d4"}, Others: beside(4, "Cb1-b2", "Cf1-f2", "Ca1-b2", "Ch1-h2", "Cd1-d2")}, games.Text{},
			[]string{"Try ↻ d3, keep d4. You'd win 62 of 100 games.", "Just as good: ↻ b1, keep b2 · ↻ f1, keep f2 · ↻ a1, keep b2."},
		},
		"a move in the line that cannot be made": {
			games.Advice{Best: "Cd3-d4", Line: []games.Move{"Cd3-d4", "Ad3-d4"}}, joins,
			[]string{"Try ↻ d3, keep d4. It joins your 9 and 5 into a group of 14."},
		},
		"a swap": {
			games.Advice{Best: "Cd3-d4", Line: []games.Move{"Cd3-d4", "swap", "Ca1-a2"}}, joins,
			[]string{"Try ↻ d3, keep d4. It joins your 9 and 5 into a group of 14.",
				"A likely answer: swapping colours. Then you: ↻ a1, keep a2."},
		},
	} {
		w := advised(t, permute.Game{}, c.why, c.advice)
		w.steps(t, "ann /play game:permute opponent:parlour first:me", "ann /hint")
		if said, want := w.lastSaid("ann"), strings.Join(append(c.want, "-# Or type `Cd3-d4`."), "\n"); said != want {
			t.Errorf("%s: the hint is\n%s\nwant\n%s", name, said, want)
		}
	}
}

// Another hint is the next of the moves that the first one compared, with the same worth, and takes no second thought.
func TestAnotherHintIsTheNextBest(t *testing.T) {
	advice, thoughts := games.Advice{Best: "Cd3-d4", Worth: wins(62), Others: beside(1, "Cb1-b2", "Cf1-f2")}, 0
	w, _, _ := thinking(t, sage{thinker{Game: permute.Game{}}, func(games.View, games.Move) games.Advice { thoughts++; return advice }, games.Text{}})
	w.steps(t, "ann /play game:permute opponent:parlour first:me", "ann /hint")
	for _, want := range []string{
		"Try ↻ b1, keep b2. You'd win 62 of 100 games.\n-# Or", "Try ↻ f1, keep f2. You'd win 55 of 100 games.\n-# Or",
	} {
		w.steps(t, "ann clicks Another")
		if said := w.lastSaid("ann"); !strings.HasPrefix(said, want) {
			t.Errorf("another hint is %q, want %q", said, want)
		}
	}
	w.steps(t, "ann presses 1:1:0:another:Cd3-d4:Cb1-b2:Cf1-f2")
	if said := w.lastSaid("ann"); !strings.HasPrefix(said, "That was my last idea. This one is still the best.\nTry ↻ d3, keep d4. You'd win 62") {
		t.Errorf("after the last idea the hint is %q", said)
	}
	if thoughts != 1 {
		t.Errorf("an opponent thought %d times about a turn, want once", thoughts)
	}
}

// A hint is about the turn in which it is asked for.
func TestAHintIsAboutTheBoardThatIsThere(t *testing.T) {
	easy, err := permute.Game{}.Player("easy", 0)
	if err != nil {
		t.Fatal(err)
	}
	thoughts := 0
	w, aside, _ := thinking(t, sage{thinker{permute.Game{}, easy}, func(v games.View, _ games.Move) games.Advice {
		thoughts++
		ply := v.(permute.View).Ply
		return games.Advice{Best: map[int]games.Move{0: "Cd3-d4", 2: "Cf5-f5"}[ply], Worth: wins(60 + ply)}
	}, games.Text{}})
	w.steps(t, "ann /play game:permute opponent:parlour first:me", "ann /hint", "ann plays Cd3-d4")
	thinkOnce(t, aside)
	w.steps(t, "ann /hint")
	if said := w.lastSaid("ann"); thoughts != 2 || !strings.Contains(said, "You'd win 62 of 100 games.") {
		t.Errorf("after %d thoughts the hint is %q, want that of the third turn", thoughts, said)
	}
}

// Nothing is said of the worth of a move that ends the game, if there is a reason for it.
func TestAWinIsSaidOnce(t *testing.T) {
	w, _, _ := thinking(t, sage{thinker{Game: pentago.Game{}}, func(v games.View, made games.Move) games.Advice {
		cost := map[games.Move]float64{"a2-Cd4": 0.5, "b2-Cd4": 0.5}[made]
		best := games.Move("b5-Cd4")
		if v.(pentago.View).Ply == 8 {
			best = "a5" // the fifth in a row
		}
		return games.Advice{Best: best, Worth: games.Say("pentago.worth.won"), Made: games.Say("pentago.worth.chance", "Wins", 50), Cost: cost}
	}, games.Say("pentago.why.grows", "By", "", "Count", 5, "From", "a1", "To", "a5")})
	w.steps(t, "ann /play game:pentago opponent:ben first:me", "ben clicks Accept on 1")
	for i, cell := range strings.Fields("a1 d1 a2 e1 a3 d2 a4 e2 b2") {
		w.steps(t, []string{"ann", "ben"}[i%2]+" plays "+cell+"-Cd4")
	}
	w.steps(t, "ann /resign", "ann clicks Yes, resign", "ann /analyse")
	if said, want := w.lastSaid("ann"), "It can still be five."; !strings.HasSuffix(said, want) {
		t.Errorf("of a move that ends the game is said %q, want %q at the end", said, want)
	}
	w.steps(t, "ann clicks Earlier")
	if said, want := w.lastSaid("ann"), "It can still be five.\nIt wins at once."; !strings.HasSuffix(said, want) {
		t.Errorf("of a move that ends nothing is said %q, want %q at the end", said, want)
	}
}

// Where every move loses, a hint says so, lest its move seem a bad one. It doesn't of another move, which is worse.
func TestALostGameIsSaidToBeLost(t *testing.T) {
	loss := func(turns int) games.Text {
		return games.Say("magic.worth.loss", "By", "", "Player", games.Seat(1), "Count", turns)
	}
	w := advised(t, magic.Game{}, games.Text{}, games.Advice{Best: "b2D", Worth: loss(7), Others: []games.Candidate{{Move: "a1D", Worth: loss(3)}}})
	w.steps(t, "ann /play game:magic opponent:parlour first:me", "ann /hint")
	if said, want := w.lastSaid("ann"), "Try b2 dark. Every move loses. Parlour \\(medium\\) can win in 7 turns.\n"; !strings.HasPrefix(said, want) {
		t.Errorf("the hint is %q, want %q", said, want)
	}
	w.steps(t, "ann clicks Another")
	if said, want := w.lastSaid("ann"), "Try a1 dark. Parlour \\(medium\\) can win in 3 turns.\n"; !strings.HasPrefix(said, want) {
		t.Errorf("another hint is %q, want %q", said, want)
	}
}

// Alone, one makes all the moves of a play. Where hands are hidden no play is told.
func TestThePlayOfAHint(t *testing.T) {
	w := advised(t, permutu.Game{}, games.Text{}, games.Advice{Best: "1r", Line: []games.Move{"1r", "2r", "3r"}})
	w.steps(t, "ann /play game:permutu options:symbols=7", "ann clicks Start on 1", "ann /hint")
	if said, want := w.lastSaid("ann"), "\nThen you: red D from column 2. After that: red C from column 3.\n"; !strings.Contains(said, want) {
		t.Errorf("alone, the hint is %q, want %q", said, want)
	}
	w = advised(t, permutations.Game{}, games.Text{}, games.Advice{})
	w.steps(t, "ann /play game:permutations level:easy first:me", "ann clicks Start on 1")
	bids := [2]games.Move{w.state().Legal(0)[0], w.state().Legal(1)[0]}
	w.with(func(c *commands.Config) {
		c.Games = []games.Game{sage{thinker{Game: permutations.Game{}}, func(games.View, games.Move) games.Advice {
			return games.Advice{Best: bids[0], Line: bids[:]}
		}, games.Text{}}}
	})
	w.steps(t, "ann /hint")
	if said := w.lastSaid("ann"); !strings.HasPrefix(said, "Try bidding ") || strings.Contains(said, "Then") {
		t.Errorf("where hands are hidden, the hint is %q, want a bid and no play", said)
	}
}

// An analysis says the chance of both moves, a remark, and the play that was expected after the better one, in which
// each reader is "you". Moves with nothing but a remark fill up to five moments, and are no big mistakes.
func TestAnAnalysisSaysAllThatThereIs(t *testing.T) {
	moves := []games.Move{"Cd3-d4", "Af3-g4"}
	lines := [][]games.Move{{"Cb7-b8", "Cc1-c2", "Cf1-f2"}, {"Cc7-c8", "Cb1-b2", "Cg1-g2"}}
	costs := map[games.Move]float64{"Cd3-d4": 0.4}
	remarks := map[games.Move]games.Text{"Af3-g4": games.Say("permute.why.cuts", "Player", games.Seat(0), "From", 9, "To", 5)}
	w, _, _ := thinking(t, sage{thinker{Game: permute.Game{}}, func(v games.View, made games.Move) games.Advice {
		line := lines[v.(permute.View).Ply]
		return games.Advice{
			Best: line[0], Worth: wins(62), Made: wins(22), Cost: costs[made], Remark: remarks[made],
			Line: line, Others: beside(0, "Ca1-b2"),
		}
	}, games.Say("permute.why.grows", "By", "", "From", 5, "To", 9)})
	w.steps(t, "ann /play game:permute options:swap=off opponent:ben first:me", "ben clicks Accept on 1")
	for ply, move := range moves {
		w.steps(t, []string{"ann", "ben"}[ply%2]+" plays "+string(move))
	}
	w.steps(t, "ann /resign", "ann clicks Yes, resign", "ann /analyse")
	want := []string{
		"**Permute 9×9, no swap · Ben**", "2 moments are worth a look, this one most.",
		"Moment 1 of 2. Move 1: you turned ↻ d3, kept d4. You'd win 22 of 100 games.",
		"Better: ↻ b7, keep b8. Your largest group grows from 5 to 9.", "You'd win 62 of 100 games.",
		"A likely answer: ↻ c1, keep c2. Then you: ↻ f1, keep f2.",
	}
	if said := w.lastSaid("ann"); said != strings.Join(want, "\n") {
		t.Errorf("the analysis is\n%s\nwant\n%s", said, strings.Join(want, "\n"))
	}
	w.steps(t, "ann clicks Later")
	want = []string{
		want[0], "2 moments are worth a look.",
		"Moment 2 of 2. Move 2: Ben turned ↺ f3, kept g4. It cuts Ann's largest group from 9 to 5.",
		"Better: ↻ c7, keep c8. Ben's largest group grows from 5 to 9.", "Ben would win 62 of 100 games.",
		"A likely answer: ↻ b1, keep b2. Then Ben: ↻ g1, keep g2.",
	}
	if said := w.lastSaid("ann"); said != strings.Join(want, "\n") {
		t.Errorf("the second moment is\n%s\nwant\n%s", said, strings.Join(want, "\n"))
	}
}
