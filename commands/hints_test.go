package commands_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlour/commands"
	"parlour/commands/message"
	"parlour/commands/world"
	"parlour/games"
	"parlour/games/magic"
	"parlour/games/pentago"
	"parlour/games/permutations"
	"parlour/games/permute"
	"parlour/games/permutu"
)

// always is the same advice about every position.
func always(a games.Advice) func(games.View, games.Move) any {
	return func(games.View, games.Move) any { return a }
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
	for _, c := range []struct {
		advice games.Advice
		why    games.Text
		says   string
	}{
		{games.Advice{Worth: wins(62), Line: []games.Move{"Cd3-d4", "Af3-g4", "Cb1-b2"}, Others: beside(0, "Cf1-f2", "Ca1-b2")}, joins, `
			| Try ↻ d3, keep d4. It joins your 9 and 5 into a group of 14.
			| Between equal players you'd win 62 of 100 from here.
			| Parlour's best answer is ↺ f3, keep g4. Then you'd reply with ↻ b1, keep b2.
			| Next best: ↻ f1, keep f2. With that you'd win 55 of 100.`},
		{games.Advice{Worth: wins(62), Line: []games.Move{"Cd3-d4", "Af3-g4"}}, games.Text{}, `
			| Try ↻ d3, keep d4. Between equal players you'd win 62 of 100 from here.
			| Parlour's best answer is ↺ f3, keep g4.`},
		{games.Advice{Worth: wins(62), Line: []games.Move{"Cd3-d4"}, Others: beside(4, "Cb1-b2", "Cf1-f2", "Ca1-b2", "Ch1-h2", "Cd1-d2")}, games.Text{}, `
			| Try ↻ d3, keep d4. Between equal players you'd win 62 of 100 from here.
			| Just as good: ↻ b1, keep b2 · ↻ f1, keep f2 · ↻ a1, keep b2.`},
		// The answer cannot be made.
		{games.Advice{Line: []games.Move{"Cd3-d4", "Ad3-d4"}}, joins, `
			| Try ↻ d3, keep d4. It joins your 9 and 5 into a group of 14.`},
		{games.Advice{Line: []games.Move{"Cd3-d4", "swap", "Ca1-a2"}}, joins, `
			| Try ↻ d3, keep d4. It joins your 9 and 5 into a group of 14.
			| Parlour's best answer is swapping colours. Then you'd reply with ↻ a1, keep a2.`},
	} {
		c.advice.Best = "Cd3-d4"
		thinking(t, mind{Game: permute.Game{}, advice: always(c.advice), why: c.why, tells: true}).tell(t, `
			ann /play game:permute opponent:parlour first:me
			ann /hint
			`+c.says+"\n| -# To play my first choice, type `Cd3‑d4`.")
	}
}

// Another hint is the next of the moves that the first one compared, with the same worth, and takes no second
// thought. A hint is about the turn in which it is asked for.
func TestAnotherHint(t *testing.T) {
	thoughts := 0
	w := thinking(t, mind{Game: permute.Game{}, tells: true, advice: func(v games.View, _ games.Move) any {
		thoughts++
		if v.(permute.View).Ply > 0 {
			return games.Advice{Best: "Cf5-g5", Worth: wins(64)}
		}
		return games.Advice{Best: "Cd3-d4", Worth: wins(62), Others: beside(1, "Cb1-b2", "Cf1-f2")}
	}})
	w.tell(t, `
		ann /play game:permute opponent:parlour first:me
		ann /hint
		ann clicks Another
		= Try ↻ b1, keep b2. Between equal players you'd win 62 of 100 from here.
		ann clicks Another
		= Try ↻ f1, keep f2. Between equal players you'd win 55 of 100 from here.
		ann presses 1:1:0:another:Cd3-d4:Cb1-b2:Cf1-f2
		= That was my last idea. This one is still the best.
		+ Try ↻ d3, keep d4. Between equal players you'd win 62
	`)
	if thoughts != 1 {
		t.Errorf("an opponent thought %d times about a turn, want once", thoughts)
	}
	if w.tell(t, `
		ann plays Cd3-d4
		thinks
		ann /hint
		+ Between equal players you'd win 64 of 100 from here.
	`); thoughts != 2 {
		t.Errorf("after %d thoughts there are two hints, want one thought about either turn", thoughts)
	}
}

// Hints and analyses, each in a world whose one game has this advice.
//
//test:unwatched
func TestAdvice(t *testing.T) {
	fifth := func(v games.View, made games.Move) any {
		a := games.Advice{Best: "b5-Cd4", Worth: games.Say("pentago.worth.won"), Made: games.Say("pentago.worth.chance", "Wins", 50)}
		if v.(pentago.View).Ply == 8 {
			a.Best = "a5" // the fifth in a row
		}
		if made == "a2-Cd4" || made == "b2-Cd4" {
			a.Cost = 0.5
		}
		return a
	}
	gift := func(v games.View, made games.Move) any {
		a := games.Advice{Best: "f5-Ca4", Worth: games.Say("pentago.worth.win", "Count", 3)}
		if v.(pentago.View).Ply == 9 {
			a.Best = "f5"
		}
		if made == "b1-Ca4" {
			a.Cost, a.Made = 1, games.Say("pentago.worth.lost")
		}
		if made == "f4-Ca4" { // Ben wins all the same
			a.Best, a.Cost, a.Made = "f4-Aa4", 1, games.Say("pentago.worth.loss", "Player", games.Seat(0), "Count", 3)
		}
		return a
	}
	lost := func(v games.View, made games.Move) any {
		mover := games.Seat(v.(pentago.View).Ply % 2)
		a := games.Advice{Best: "e2-Aa4", Line: []games.Move{"e2-Aa4", "b2-Aa4"}}
		if a.Worth = games.Say("pentago.worth.win", "By", "", "Count", 3); mover == 0 {
			a.Worth = games.Say("pentago.worth.loss", "Player", 1-mover, "Count", 3)
		}
		switch made {
		case "a1-Ca4", "b3-Ca4":
			a.Cost, a.Made = 0.4, games.Say("pentago.worth.loss", "Player", 1-mover, "Count", 1)
		}
		return a
	}
	loss := func(turns int) games.Text {
		return games.Say("magic.worth.loss", "By", "", "Player", games.Seat(1), "Count", turns)
	}
	bid := func(v games.View, _ games.Move) any {
		hand := v.(permutations.View).Sides[0].Hand
		return games.Advice{Best: games.Move(fmt.Sprint("bid ", hand[0])), Line: []games.Move{games.Move(fmt.Sprint("bid ", hand[0])), "bid 3"}}
	}
	lines := [][]games.Move{{"Cb7-b8", "Cc1-c2", "Cf1-f2"}, {"Cc7-c8", "Cb1-b2", "Cg1-g2"}}
	two := func(v games.View, _ games.Move) any {
		ply := v.(permute.View).Ply
		a := games.Advice{Best: lines[ply][0], Worth: wins(62), Made: wins(22), Cost: 0.4, Line: lines[ply], Others: beside(0, "Ca1-b2")}
		if ply == 1 {
			a.Cost, a.Remark = 0, games.Say("permute.why.cuts", "Player", games.Seat(0), "From", 9, "To", 5)
		}
		return a
	}
	free := func(games.View, games.Move) any {
		count := func(n int) games.Text { return games.Say("permutu.worth.finished", "Count", n) }
		return games.Advice{Best: "1r", Worth: count(4), Made: count(5), Cost: 0.5, Line: []games.Move{"1r", "2r", "3r"}}
	}
	decided := mind{Game: permute.Game{}, advice: costs(1, 0, 0, 0), why: games.Say("permute.why.wins", "By", "")}
	for name, c := range map[string]struct {
		mind
		script string
	}{
		"a mistake that the answer wins by is told with what it gave the other player": {
			mind{Game: pentago.Game{}, tells: true, advice: gift}, `
			duel pentago
			ann plays a1-Ca4
			ben plays f1-Ca4
			ann plays b3-Ca4
			ben plays f2-Ca4
			ann plays a3-Ca4
			ben plays f3-Ca4
			ann plays c2-Ca4
			ben plays f4-Ca4
			ann plays b1-Ca4
			ben plays f5
			ann /analyse
			= One moment decided this game.
			= You both slipped at moves 8 and 9. Here's the last mistake, yours.
			+ Move 9 threw the win away: b1 with ↻ up left let Ben get five in a row.
			- It loses at once
			ben /analyse
			= You both slipped at moves 8 and 9. Here's the last mistake, Ann's. Yours at move 8 went unpunished.
			= Move 9 threw the win away: Ann's b1 with ↻ up left let you get five in a row.`},
		"where every move loses, the best one is a defence, and the answer to a move that wins is one too": {
			mind{Game: pentago.Game{}, tells: true, advice: lost}, `
			duel pentago
			ann plays a1-Ca4
			ben plays f1-Ca4
			ann plays b3-Ca4
			ben plays f2-Ca4
			ann /resign > Yes, resign
			ann /analyse
			| **Pentago · Ben**
			| Two moments are worth a look. This was the bigger.
			| Move 1 by you · **Move 3 by you**
			| Move 3: you placed b3, twisted ↻ up left. Ben could have won the turn after.
			| Best defence: e2, ↺ up left. Every move loses. Ben could have won in 3 turns.
			| Ben's best answer is b2, ↺ up left.
			ben /analyse
			+ Neither was your mistake.`},
		"nothing is said of the worth of a move that ends the game, if there is a reason for it": {
			mind{Game: pentago.Game{}, tells: true, advice: fifth, why: games.Say("pentago.why.grows", "By", "", "Count", 5, "From", "a1", "To", "a5")}, `
			duel pentago
			ann plays a1-Cd4
			ben plays d1-Cd4
			ann plays a2-Cd4
			ben plays e1-Cd4
			ann plays a3-Cd4
			ben plays d2-Cd4
			ann plays a4-Cd4
			ben plays e2-Cd4
			ann plays b2-Cd4
			ann /resign > Yes, resign
			ann /analyse
			+ It can still be five.
			- It wins at once.
			ann clicks Earlier
			+ It can still be five.
			= It wins at once.`},
		"where every move loses, a hint says so, but not of another move, which is worse": {
			mind{Game: magic.Game{}, tells: true, advice: always(games.Advice{Best: "b2D", Worth: loss(7), Others: []games.Candidate{{Move: "a1D", Worth: loss(3)}}})}, `
			ann /play game:magic opponent:parlour first:me
			ann /hint
			= Try b2 dark. Every move loses. Parlour \(easy\) can win in 7 turns.
			ann clicks Another
			= Try a1 dark. Parlour \(easy\) can win in 3 turns.`},
		"alone, one makes all the moves of a play, and is told how many single blocks both moves lead to": {
			mind{Game: permutu.Game{}, tells: true, advice: free, why: games.Say("permutu.why.free", "Count", 3)}, `
			ann /play game:permutu options:symbols=7 > Start on 1
			ann /hint
			= Then you'd go on with red D from column 2. Then you'd go on with red C from column 3.
			ann clicks More on 2 > Hint
			+ Try 
			ann plays 2r
			ann /resign > Yes, resign
			ann /analyse
			+ Move 1: you 
			+ . You could have finished with 5 single blocks.
			+ Better: 
			+ You could have finished with 4 single blocks.`},
		"More has no hint in a game of two": {
			mind{Game: permutu.Game{}, advice: free}, `
			duel permutu
			ann clicks More on 2
			- [Hint]`},
		"More has a hint against Parlour": {
			mind{Game: permutu.Game{}, advice: free}, `
			ann /play game:permutu level:easy first:me > Start on 1
			ann clicks More on 2 > Hint
			+ Try `},
		"a hint for a bid tells no play of hidden hands, says what was bid, and is made at once": {
			mind{Game: permutations.Game{}, advice: bid, tells: true}, `
			ann /play game:permutations level:easy first:me > Start on 1
			ann plays bid 47
			ann /hint
			= You bid 47. You can change it until everyone has bid.
			= Try bidding 1 (red star).
			- Then
			ann clicks Play this
			+ You bid 1.
			+ You may say now what you'd take first.
			match 1 plies
			= plies: 2
			ann /hint
			| You bid 1. I'd keep it.`},
		"an analysis says the chance of both moves, a remark and the play expected after the better one": {
			mind{Game: permute.Game{}, tells: true, advice: two, why: games.Say("permute.why.grows", "By", "", "From", 5, "To", 9)}, `
			duel permute options:swap=off
			ann plays Cd3-d4
			ben plays Af3-g4
			ann /resign > Yes, resign
			ann /analyse
			| **Permute, no swap · Ben**
			| Two moments are worth a look. This was the bigger.
			| **Move 1 by you** · Move 2 by Ben
			| Move 1: you turned ↻ d3, kept d4. Between equal players you'd win 22 of 100 from here.
			| Better: ↻ b7, keep b8. Your largest group grows from 5 to 9.
			| With that you'd win 62 of 100.
			| Ben's best answer is ↻ c1, keep c2. Then you'd reply with ↻ f1, keep f2.
			ann clicks Later
			| **Permute, no swap · Ben**
			| Two moments are worth a look.
			| Move 1 by you · **Move 2 by Ben**
			| Move 2: Ben turned ↺ f3, kept g4. It cuts your largest group from 9 to 5.
			| Better: ↻ c7, keep c8. Ben's largest group grows from 5 to 9.
			| Between equal players Ben would win 62 of 100 from here.
			| Your best answer is ↻ b1, keep b2. Then Ben would reply with ↻ g1, keep g2.`},
		"an analysis speaks to the player of the seat, the reason for a better move too, and names them to others": {
			decided, `
			duel permute options:swap=off
			ann plays Cd3-d4
			ben /resign > Yes, resign
			ann /analyse
			+ Move 1 threw the win away: you played ↻ d3, keep d4.
			+ It ends the game, and you win.
			= Between equal players you'd win 50 of 100 from here.
			ben /analyse
			+ Move 1 threw the win away: Ann played ↻ d3, keep d4.
			+ It ends the game, and Ann wins.
			= Between equal players Ann would win 50 of 100 from here.`},
		"another hint is there while a move is left to hint at; of an old turn it shows the board": {
			decided, `
			ann /play game:permute options:swap=off opponent:parlour first:me
			ann /hint
			+ Try 
			+ , and you win.
			= Between equal players you'd win 50 of 100 from here.
			+ -# To play my first choice, type
			ann presses 1:1:0:another:Ch4-h4
			= That was my last idea. This one is still the best.
			+ Try 
			ann plays Cd3-d4
			ann presses 1:1:0:another:Cd3-d4
			+ Permute, no swap: Parlour's turn.
			- Try 
			ben presses 1:1:1:another:Cd3-d4
			- Try `},
		"of a bid that was changed only the last version is judged": {
			mind{Game: permutations.Game{}, advice: func(_ games.View, made games.Move) any {
				if made != "bid 24" && made != "bid 3" {
					t.Errorf("%s is judged", made)
				}
				return games.Advice{Best: made, Cost: 0.5}
			}}, `
			duel permutations
			ann plays bid 1
			ann plays bid 47
			ann plays bid 24
			ben plays bid 3
			ann /draw
			ben /draw
			ann /analyse
			+ Two moments are worth a look.`},
		"a running game is not analysed, for nobody and by no button": {
			mind{Game: permutations.Game{}, advice: func(games.View, games.Move) any { t.Error("a running game is analysed"); return 1.0 }}, `
			duel permutations
			ann plays bid 1
			ann /analyse game:1
			| Permutations isn't over yet. Ask again when it is.
			ben presses 1:1:0:analyse
			| Permutations isn't over yet. Ask again when it is.
			cay presses 1:1:0:point:0:bid+1
			| Permutations isn't over yet. Ask again when it is.`},
	} {
		t.Run(name, func(t *testing.T) { thinking(t, c.mind).tell(t, c.script) })
	}
}

// A hint that comes after its asker has moved is not shown: the board is, as it is now. While Parlour
// thinks, the message says so and has no buttons.
func TestLateHintShowsTheBoard(t *testing.T) {
	w := thinking(t, mind{Game: permute.Game{}, advice: costs(1, 0)})
	w.tell(t, `
		ann /play game:permute options:swap=off opponent:parlour first:me
		ann /hint
	`)
	w.meanwhile = func() {
		w.meanwhile = nil
		if said := w.lastSaid("ann"); said != "Parlour is thinking…" || len(w.last("ann").Rows) > 0 {
			t.Errorf("while Parlour thinks, the hint says %q", said)
		}
		w.steps(t, "ann plays Cd3-d4")
	}
	w.tell(t, `
		ann presses 1:1:0:another:Ch4-h4
		+ The game has moved on.
	`)
}

// analysed plays a game of Permute between Ann and Ben in which each move gives something away, ends it, and
// plays a script about it. think is called before each move is judged; it may be nil.
func analysed(t *testing.T, costs []float64, think func(w *talk), script string) *talk {
	var w *talk
	w = thinking(t, mind{Game: permute.Game{}, advice: func(v games.View, made games.Move) any {
		if made == "" { // the answer to a mistake
			return 0.0
		}
		if think != nil {
			think(w)
		}
		return costs[v.(permute.View).Ply]
	}})
	w.steps(t, "duel permute options:swap=off")
	for ply := range costs {
		seat := games.Seat(ply % 2)
		w.steps(t, []string{"ann", "ben"}[seat]+" plays "+string(w.first(seat)))
	}
	w.tell(t, "ann /resign > Yes, resign\n"+script)
	return w
}

// The moments are the five moves that gave most away, one at a time in the order of the game. Moves that gave little
// away are left out, and mistakes that answer each other are one moment, of which the last that cost half a game is shown.
// One list says whose each was. The first that is shown is the one that decided the game: the last by which its loser gave
// half of it away.
//
//test:unwatched
func TestWorstMovesAreTurningPoints(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		costs []float64
		says  string
	}{
		{[]float64{0.3, 0, 0.25, 0, 0.9, 0, 0.5, 0, 0.4, 0, 0.21}, `
			= Move 1 by you · Move 3 by you · Move 5 by you · **Move 7 by you** · Move 9 by you
			ann clicks Earlier
			+ · **Move 5 by you** ·
			ann clicks Earlier
			ann clicks Earlier
			+ **Move 1 by you** ·
			ann clicks Later
			ann clicks Later
			ann clicks Later
			ann clicks Later
			+ · **Move 9 by you**`},
		{[]float64{0.3, 0, 0.4, 0, 0.25}, "+ **Move 3 by you**"},           // none gave half away
		{[]float64{0.3, 0, 0, 0.9}, "= **Move 1 by you** · Move 4 by Ben"}, // the winner did
		{[]float64{0.19, 0.3, 0.05}, "= One moment is worth a look.\n+ Move 2: Ben played\n- by Ben"},
		{[]float64{0.19, 0.05}, "+ Nobody made a big mistake."},
		{[]float64{0, 0.9, 0.5, 0, 0.2}, `
			= **Move 3 by you** · Move 5 by you
			= You both slipped at moves 2 and 3. Here's the last mistake, yours.
			+ Move 3: you played
			ben /analyse
			= **Move 3 by Ann** · Move 5 by Ann
			= You both slipped at moves 2 and 3. Here's the last mistake, Ann's. Yours at move 2 went unpunished.
			+ Move 3: Ann played
			cay presses 1:1:5:analyse
			= Both players slipped at moves 2 and 3. Here's the last mistake, Ann's.
			+ Move 3: Ann played`},
		{[]float64{0, 0, 0.9, 1, 1}, `
			= You both slipped between moves 3 and 5. Here's the last mistake, yours.
			+ Move 5 threw the win away: you played
			ben /analyse
			= You both slipped between moves 3 and 5. Here's the last mistake, Ann's. Yours at move 4 went unpunished.
			+ Move 5 threw the win away: Ann played`},
		{[]float64{0, 0.2, 0.9, 0.3}, `
			= You both slipped between moves 2 and 4. Here's the biggest mistake, yours.
			+ Move 3: you played`},
	} {
		analysed(t, c.costs, nil, "ann /analyse\n"+c.says)
	}
}

// A long analysis says every few seconds how far it is and what it has found, in its one answer.
func TestLongAnalysisSaysHowFarItIs(t *testing.T) {
	t.Parallel()
	w := analysed(t, []float64{0, 0.5, 0.2, 0, 0, 0, 0.3}, func(w *talk) { w.Pass(3 * time.Second) }, `
		ann /analyse
		= I've looked at 2 of 7 moves. One big mistake so far. I'll show you the rest here.
		= I've looked at 4 of 7 moves. 2 big mistakes so far. I'll show you the rest here.
		= I've looked at 6 of 7 moves. 2 big mistakes so far. I'll show you the rest here.
		= **Move 2 by Ben** · Move 7 by you
	`)
	if asked := w.out.String(); strings.Count(asked, "only ann:") != 1 || strings.Count(asked, "only ann, changed:") != 3 {
		t.Errorf("it is not one answer that changes:\n%s", asked)
	}
}

// An analysis needs no press while it goes on. One that an orderly end stops says so, and goes on by a press in its answer,
// which the analysis then replaces.
func TestAnAnalysisGoesOnAfterARestart(t *testing.T) {
	t.Parallel()
	w := analysed(t, []float64{0, 0.5, 0.2, 0, 0, 0, 0.3}, func(w *talk) { w.Pass(3 * time.Second) }, "")
	r := commands.Request{ID: "before", By: person("ann"), Guild: "guild", Channel: "games", Command: "analyse"}
	before := w.service.Handle(t.Context(), r)
	goesOn := func(r commands.Reply) bool { return len(r.Message.Rows) == 1 && r.Message.Rows[0][0].Label == "Go on" }
	if !goesOn(before) { // by which it goes on after a kill
		t.Errorf("an analysis that goes on has the buttons %+v, want Go on", before.Message.Rows)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	stopped := before.Then(ended)
	if want := "I'm about to restart. Ask again in a minute."; stopped.Message.Content != want {
		t.Errorf("as the process ends the answer is %q, want %q", stopped.Message.Content, want)
	}
	if !goesOn(stopped) {
		t.Fatalf("as the process ends the answer has the buttons %+v, want Go on", stopped.Message.Rows)
	}
	w.with(func(*commands.Config) {}) // another process
	again := commands.Request{ID: "after", By: person("ann"), Guild: "guild", Channel: "games", Alone: true, Button: before.Message.Rows[0][0].ID}
	after := w.service.Handle(t.Context(), again)
	for after.Then != nil {
		after = after.Then(t.Context())
	}
	if kind := w.service.Kind(again); kind != commands.Update || !strings.Contains(after.Message.Content, "Move 7 by you") || len(after.Message.Rows) == 0 {
		t.Errorf("after a restart, Go on is answered by %v with %+v", kind, after.Message)
	}
}

// An analysis may take long, also where its game was chosen from a menu.
func TestAnAnalysisMayTakeLong(t *testing.T) {
	w := newTalk(t)
	chosen := message.Button{Verb: message.VerbWhich, Steps: []string{"analyse"}}.String()
	for _, r := range []commands.Request{{Command: "analyse"}, {Button: chosen}} {
		if most, cut := w.service.Limit(r); most < 10*time.Minute || !cut {
			t.Errorf("Limit(%+v) = %v, %t, want that of a long request", r, most, cut)
		}
	}
}

// An analysis that takes longer than its answer can be changed goes on by itself. Its person is told silently that it is
// ready, where they have a channel of direct messages and no quiet hours. It is shown at once then.
func TestLongAnalysisGoesOnAside(t *testing.T) {
	const open = `{"direct":"` + world.DM + `%s"`
	for name, c := range map[string]struct{ who, own, later, told string }{
		"where a channel is open": {"ann", open + `}`, "I'll DM you when it's ready.", "[Analyse]"},
		"for an onlooker":         {"cay", open + `}`, "I'll DM you when it's ready.", "[Go on here](https://discord.com/channels/guild/games/"},
		"without a channel":       {"ann", `{}`, "Press Go on later.", ""},
		"who takes no messages":   {"ann", open + `,"no_direct":true}`, "Press Go on later.", ""},
		"in quiet hours":          {"ann", open + `,"zone":"UTC","quiet":{"from":660,"to":840}}`, "I'll DM you when it's ready.", ""},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := analysed(t, slices.Repeat([]float64{0.5}, 8), func(*talk) { time.Sleep(3 * time.Minute) }, "") // of the bubble's own time
				w.steps(t, "note "+c.who+" "+strings.ReplaceAll(c.own, "%s", c.who))
				ctx, cancel := context.WithTimeout(t.Context(), 14*time.Minute)
				defer cancel()
				said := w.askIn(ctx, c.who, "analyse", "")
				if want := "I've looked at 5 of 8 moves. 5 big mistakes so far.\nThis takes a while. " + c.later; said != want {
					t.Errorf("after 14 minutes the answer is %q, want %q", said, want)
				}
				w.out.Reset()
				world.Receive(t, w.aside, "the rest of the analysis")(t.Context())
				if got := w.out.String(); c.told == "" && got != "" || !strings.Contains(got, c.told) || c.told != "" && !strings.Contains(got, "Your analysis of **Permute, no swap · ") {
					t.Errorf("once it is ready, %s gets %q, want %q", c.who, got, c.told)
				}
				began := time.Now()
				if said := w.askIn(t.Context(), c.who, "analyse", ""); !strings.Contains(said, "slipped between moves 1 and 8.") || time.Since(began) > 0 {
					t.Errorf("the next answer is %q after %v, want the analysis at once", said, time.Since(began))
				}
				if c.told == "[Analyse]" {
					w.tell(t, "ann in dm clicks Analyse on d1\n= You both slipped between moves 1 and 8. Here's the last mistake, Ben's. Yours at move 7 went unpunished.")
				}
			})
		})
	}
}

// askIn has a person send a command or click a button within a context, and returns the answer.
func (w *talk) askIn(ctx context.Context, who, command, button string) string {
	r := commands.Request{ID: "own" + who + command, By: person(who), Guild: "guild", Channel: "games", Command: command, Button: button}
	return w.service.Handle(ctx, r).Message.Content
}

// asking has a person ask in a goroutine of their own, and returns the answer.
func (w *talk) asking(ctx context.Context, who, command, button string) <-chan string {
	said := make(chan string, 1)
	go func() { said <- w.askIn(ctx, who, command, button) }()
	return said
}

// answers checks an answer that must come.
func answers(t *testing.T, said <-chan string, want string) {
	t.Helper()
	if got := world.Receive(t, said, want); !strings.Contains(got, want) {
		t.Errorf("the answer is %q, want %q", got, want)
	}
}

// Analyses of two games take turns, move by move, so that a long game holds up no short one. A
// game that is analysed for two people is analysed once.
func TestAnalysesTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		goes := make(chan bool)
		w := analysed(t, slices.Repeat([]float64{0.5}, 4), func(*talk) { <-goes }, `
			cay /play game:permute options:swap=off opponent:dan first:me
			dan clicks Accept on last
			cay plays Cd3-d4
			dan plays Af3-g4
			cay /resign > Yes, resign
		`)
		ask := func(who string) <-chan string {
			said := w.asking(t.Context(), who, "analyse", "")
			synctest.Wait()
			return said
		}
		think := func(moves int) {
			for range moves {
				goes <- true
				synctest.Wait()
			}
		}
		ann, cay := ask("ann"), ask("cay")
		think(4) // two about either game
		answers(t, cay, "You both slipped at moves 1 and 2.")
		answers(t, ask("dan"), "You both slipped at moves 1 and 2.")
		ben := ask("ben")
		if len(ann) > 0 {
			t.Fatal("ann is answered before her game is analysed")
		}
		think(2)
		answers(t, ann, "You both slipped between moves 1 and 4.")
		answers(t, ben, "You both slipped between moves 1 and 4.")
	})
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
// began to think, and waits for the leave to think on. Ann has finished two games against it, and button opens their
// analyses.
func halting(t *testing.T) (w *talk, began, goes chan bool, free *bool, button [2]string) {
	began, goes, free = make(chan bool, 10), make(chan bool), new(true)
	thinks := func(s games.Seat) games.Move {
		if *free {
			return w.first(s)
		}
		began <- true
		world.Pass(t, goes, "the leave to think on")
		return "Cd3-d4"
	}
	w = thinking(t, mind{Game: permute.Game{},
		plays: func(_ games.View, s games.Seat, _ games.Seed) games.Move { return thinks(s) },
		advice: func(v games.View, _ games.Move) any {
			return games.Advice{Best: thinks(games.Seat(v.(permute.View).Ply % 2))}
		},
	})
	for i := range button {
		w.steps(t, "ann /play game:permute options:swap=off opponent:parlour first:me", "ann plays Cd3-d4", "thinks", "ann /resign > Yes, resign")
		var over commands.Request
		if err := w.find(&over, "ann", "Analyse on last"); err != nil {
			t.Fatal(err)
		}
		button[i] = over.Button
	}
	*free = false
	return w, began, goes, free, button
}

// However many analyses people ask for, they take one of the two thinkers. Nobody has two analyses at once: asking for
// the same game again shows how far it is, and another game waits for its turn.
func TestAnalysesTakeOneThinker(t *testing.T) {
	w, began, goes, _, button := halting(t)
	w.steps(t, "cay /play game:permute opponent:parlour first:them")
	first := w.asking(t.Context(), "ann", "", button[0])
	world.Receive(t, began, "the thought about the game of ann")
	for i, want := range []string{
		"I've looked at 0 of 2 moves. I'll show you the rest here.",
		"I'm still looking at Permute, no swap · Parlour \\(easy\\), 0 of 2 moves so far. This game is next.",
	} {
		if got := w.askIn(t.Context(), "ann", "", button[i]); got != want {
			t.Errorf("beside an analysis, game %d is answered with %q, want %q", i+1, got, want)
		}
	}
	running, cut := context.WithCancel(t.Context())
	waits := make(chan bool, 1)
	second := w.asking(patient{running, waits}, "ben", "", button[1])
	world.Receive(t, waits, "somebody who waits for a room")
	played := make(chan bool)
	go func() { w.steps(t, "thinks"); close(played) }()
	world.Receive(t, began, "the opponent's thought") // the opponent thinks, in the second of two rooms
	cut()
	answers(t, second, "about to restart")
	if len(began) > 0 {
		t.Error("a second game is analysed beside the first")
	}
	close(goes)
	world.Receive(t, played, "the opponent's move")
	answers(t, first, "Nobody made a big mistake")
	answers(t, w.asking(t.Context(), "ann", "", button[0]), "Nobody made a big mistake")
}

// One person has one hint thought of at a time, so that a thinker is left for the opponents.
func TestHintsTakeOneThinker(t *testing.T) {
	w, began, goes, _, _ := halting(t)
	w.steps(t, "ann /play game:permute options:swap=off opponent:parlour first:me", "cay /play game:permute opponent:parlour first:them")
	first := w.asking(t.Context(), "ann", "hint", "")
	world.Receive(t, began, "the thought about the game of ann")
	answers(t, w.asking(t.Context(), "ann", "hint", ""), "Wait for")
	played := make(chan bool)
	go func() { w.steps(t, "thinks"); close(played) }()
	world.Receive(t, began, "the opponent's thought")
	close(goes)
	world.Receive(t, played, "the opponent's move")
	answers(t, first, "Cd3‑d4")
}

// /analyse suggests only finished games. Among the running games of a busy player the finished
// ones would not be seen.
func TestFinishedGamesAreSuggested(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.steps(t, "ann /play game:permutu > Start on 1", "ann /resign > Yes, resign")
	for range 26 {
		w.steps(t, "ann /play game:permutu")
	}
	w.tell(t, `
		ann types /analyse game:
		+ (over) = 1
		= (1)
	`)
}

// At a table the levels with a name are buttons, and the other steps a menu that says where each stands. A level is
// typed by its name or its number, and a rematch keeps it.
//
//test:unwatched
func TestLevels(t *testing.T) {
	w := thinking(t, mind{Game: permutations.Game{}, steps: 10})
	w.steps(t, "ann /play game:permutations", "ann clicks Add Parlour on 1")
	panel := w.last("ann")
	if got, want := panel.Rows[1][0].Options[4].Label, "level 7"; got != want || strings.Count(panel.Content, "\n") != 3 {
		t.Errorf("the fifth step of the menu is %q, want %q, and three lines tell of the levels, in all %q", got, want, panel.Content)
	}
	w.tell(t, `
		ann clicks Add Parlour on 1
		+ [easy] [medium] [hard]
		+ : 2 3 4 6 7 8 9}
		ann picks 7
		ann clicks Add Parlour on 1 > hard > Add Parlour on 1
		ann picks 7
		match 1 players.1.name players.2.name players.3.name
		= players.1.name: "Parlour (level 7)"
		= players.2.name: "Parlour 2 (hard)"
		= players.3.name: "Parlour 3 (level 7)"
		ann presses 1:1:0:engage:3:11
		| Permutations has no level “11”. Pick easy, medium, hard or a number from 1 to 10.
	`)
	for typed, want := range map[string]string{
		"7": "level 7", "level 07": "level 7", "HARD": "hard", "10": "hard", "5": "medium", "1": "easy",
	} {
		thinking(t, mind{Game: permute.Game{}, steps: 10}).tell(t, `
			ann /play game:permute first:me level:`+typed+`
			+ Ann and Parlour \(`+want+`\) are playing
			ann /resign > Yes, resign
			ann /rematch
			+ Parlour \(`+want+`\)
		`)
	}
	w = thinking(t, mind{Game: permute.Game{}, steps: 10})
	for _, typed := range []string{"11", "0", "-3", "harder"} {
		w.tell(t, "ann /play game:permute level:"+typed+"\n| Permute has no level “"+typed+"”. Pick easy, medium, hard or a number from 1 to 10.")
	}
	// What was typed comes first.
	for typed, want := range map[string][]string{
		"":  {"easy", "2", "3", "4", "medium", "6", "7", "8", "9", "hard"},
		"7": {"7"}, "har": {"hard"}, "hard": {"hard"}, "me": {"medium"}, "5": {"medium"}, "1": {"easy", "hard"}, "l 4": {"4"}, "11": nil, "-3": nil,
	} {
		var got []string
		for _, o := range w.suggestions("ann", "play", "level", typed, "game", "permute") {
			got = append(got, o.Value)
		}
		if !slices.Equal(got, want) {
			t.Errorf("level:%s suggests %q, want %q", typed, got, want)
		}
	}
}
