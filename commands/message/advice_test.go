package message

import (
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/fourinarow"
)

// hinted returns what a hint of Four in a Row says after some discs to the player who is to move.
func hinted(t *testing.T, line string, a games.Advice) string {
	t.Helper()
	s := beginning(t, fourinarow.Game{}, 2)
	for _, m := range strings.Fields(line) {
		var err error
		if s, err = s.Play(s.ToMove()[0], games.Move(m)); err != nil {
			t.Fatal(err)
		}
	}
	m := matchOf(fourinarow.Game{}, s)
	msg, err := writer(t).To(Reader{ID: m.Players[s.ToMove()[0]].ID, Lang: "en"}, m).Hint(a, []string{string(a.Best)}, false)
	if err != nil {
		t.Fatal(err)
	}
	return msg.Content
}

// A hint says with which answer the next best move lets the other side do what the best one stops, if the answer is known.
func TestTheNextBestMoveIsContrasted(t *testing.T) {
	chance := func(n int) games.Text { return games.Say("worth.chance", "Wins", n) }
	for line, want := range map[string]string{
		"a d": "Ann would answer with d4. It makes four in a row from d1 to d4 and wins.",
		"a g": "Ann would answer with g1. It threatens d4, four in a row from d1 to d4. You must stop it.",
		"a":   "",
	} {
		var moves []games.Move
		for _, m := range strings.Fields(line) {
			moves = append(moves, games.Move(m))
		}
		got := hinted(t, "d e d e d", games.Advice{Best: "d", Worth: chance(40), Others: []games.Candidate{
			{Move: "a", Worth: chance(5), Line: moves}}})
		if _, said, _ := strings.Cut(got, "With that you'd win 5 of 100."); strings.TrimSpace(strings.Split(said, "\n")[0]) != want {
			t.Errorf("with %s the hint is %q, want %q", line, got, want)
		}
	}
}

// Where the game has no reason for the best move, a hint gives one for each move after it.
func TestTheLineGivesTheReason(t *testing.T) {
	line := []games.Move{"g", "a", "d"} // g leaves the three in column d alone
	got := hinted(t, "d e d e d", games.Advice{Best: "g", Line: line})
	want := "Ann's best answer is a1. It threatens d4, four in a row from d1 to d4. You must stop it. Then you'd reply with d4. Ann threatens d4"
	if !strings.Contains(got, want) {
		t.Errorf("the hint is %q, want %q in it", got, want)
	}
}

// A reason says that you lead only if your chance is half or more, and that you trail only if it is half or less.
func TestAReasonFitsItsChance(t *testing.T) {
	why := games.Say("permute.why.cuts", "Ahead", 9, "Behind", 8)
	for _, c := range []struct {
		worth         games.Text
		ahead, behind any
	}{
		{games.Say("worth.chance", "Wins", 80), 9, 0}, {games.Say("worth.chance", "Wins", 20), 0, 8}, {games.Say("worth.chance", "Wins", 50), 9, 8},
		{games.Say("worth.won"), 9, 0}, {games.Say("worth.lost"), 0, 8}, {games.Text{}, 9, 8},
	} {
		if got := fitting(why, games.Advice{Worth: c.worth}); got.Arg("Ahead") != c.ahead || got.Arg("Behind") != c.behind {
			t.Errorf("beside %v the reason is %v, want %v ahead and %v behind", c.worth, got, c.ahead, c.behind)
		}
	}
	if got := fitting(games.Say("reversi.why.corner"), games.Advice{Worth: games.Say("worth.lost")}); got.String() != games.Say("reversi.why.corner").String() {
		t.Errorf("a reason without a lead becomes %v", got)
	}
}

// A reason says that no other move does as much only if no other one is said to be as good.
func TestAReasonFitsTheOtherMoves(t *testing.T) {
	others := func(good bool) games.Advice {
		return games.Advice{Best: "d", Worth: games.Say("worth.chance", "Wins", 60), Others: []games.Candidate{{Move: "c", Good: good}}}
	}
	const why = "You can make four through it in 7 ways."
	if got := hinted(t, "", others(false)); !strings.Contains(got, why+" Other cells have 5 at most.") {
		t.Errorf("beside a worse move the hint is %q", got)
	}
	if got := hinted(t, "", others(true)); !strings.Contains(got, why) || strings.Contains(got, "at most") {
		t.Errorf("beside a move that is as good the hint is %q", got)
	}
}
