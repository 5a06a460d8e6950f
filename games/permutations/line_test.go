package permutations

import (
	"strings"
	"testing"

	catalogue "parlour/commands/locale"
	"parlour/games"
)

// inEnglish returns texts in English, with the names of the players.
func inEnglish(t *testing.T, names string, texts ...games.Text) string {
	t.Helper()
	c, err := catalogue.New([]games.Game{Game{}})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(c.Voice("en", strings.Fields(names), nil).All(texts), " ")
}

// An auction is a unit of the record from its first ply to the first ply of the next one.
func TestLinesOfAnAuction(t *testing.T) {
	s := trio()
	for _, c := range []struct {
		ply, line string
		unit      int
	}{
		{"1 bid 20 take 5", "Ben has bid", 1},
		{"0 bid 10", "Ann has bid · Ben has bid", 1},
		{"0 bid 44", "Ann has bid · Ben has bid", 1},
		{"2 lapse", "Cleo 46, out of time · Ann 44 · Ben 20 · Dummy one 1", 1},
		{"2 take 8", "Cleo 46 takes 8, out of time · Ann 44 · Ben 20 · Dummy one 1", 1},
		{"0 take 7", "Cleo 46 takes 8, out of time · Ann 44 takes 7 · Ben 20 takes 5 · Dummy one 1 takes 6", 1},
		{"0 leave", "Ann left", 2},
		{"1 bid 41", "Ann left · Ben has bid", 2},
		{"0 return", "Ann is in · Ben has bid", 2},
		{"2 draw", "A draw was agreed", 2},
	} {
		s = play(t, s, c.ply)
		for seat := games.Spectator; seat < 3; seat++ {
			w := s.View(seat).Words()
			if got := inEnglish(t, "Ann Ben Cleo", w.Line); got != c.line || w.Unit != c.unit {
				t.Errorf("after %q seat %d reads %d. %q, want %d. %q", c.ply, seat, w.Unit, got, c.unit, c.line)
			}
		}
	}
}

// The last auction of a round begins with its takes. The line stays that of the auction before
// until a card is taken in it.
func TestLinesWhereNobodyBids(t *testing.T) {
	s := play(t, duo(8), "0 bid 20, 1 bid 22 take 5")
	for _, c := range []struct {
		ply, line string
		unit      int
		open      bool
	}{
		{"0 take 7", "Ben 22 takes 5 · Ann 20 takes 7 · Dummy two 3 takes 6 · Dummy one 1 takes 8", 1, false},
		{"1 take 20", "Ben 23 takes 20 · Ann 21 · Dummy two 4 · Dummy one 2", 2, true},
		{"0 take 22", "Ben 23 takes 20 · Ann 21 takes 22 · Dummy two 4 takes 1 · Dummy one 2 takes 3", 2, false},
		{"0 bid 7", "Ann has bid", 3, true},
	} {
		s = play(t, s, c.ply)
		w := s.View(games.Spectator).Words()
		if got := inEnglish(t, "Ann Ben", w.Line); got != c.line || w.Unit != c.unit || w.Open != c.open {
			t.Errorf("after %q the line is %d. %q, open %v, want %d. %q, open %v", c.ply, w.Unit, got, w.Open, c.unit, c.line, c.open)
		}
	}
}

// An auction in which nobody had anything to decide has a line of its own.
func TestAnAuctionWithoutAPlyHasALine(t *testing.T) {
	s := table(2, "5 6 7 8 | 20 21 | 2 3 | 40 41 | 43 44")
	s = play(t, s, "0 leave, 1 bid 3 take 5")
	w := s.View(games.Spectator).Words()
	before, line := inEnglish(t, "Ann Ben", w.Also...), inEnglish(t, "Ann Ben", w.Line)
	if w.Unit != 2 || w.Open || s.pos.Round != 2 || before != "Dummy two 43 takes 5 · Dummy one 40 takes 6 · Ann 20 takes 7, left · Ben 3 takes 8" ||
		line != "Dummy two 44 takes 3 · Dummy one 41 takes 20 · Ann 21 takes 40 · Ben 2 takes 43" {
		t.Errorf("in round %d the lines are %q and %d. %q, want two whole ones and then round 2", s.pos.Round, before, w.Unit, line)
	}
	if w := play(t, s, "0 return").View(games.Spectator).Words(); inEnglish(t, "Ann Ben", w.Line) != "Ann is in" || w.Unit != 3 || w.Also != nil {
		t.Errorf("then the line is %d. %q", w.Unit, inEnglish(t, "Ann Ben", w.Line))
	}
}

// The first line of a notification names the bid that took a card, and the board says at the end
// of a round what the points are made of.
func TestLastInWords(t *testing.T) {
	s := trio()
	for _, c := range []struct{ ply, last string }{
		{"1 bid 20 take 5", "Ben has bid."},
		{"0 lapse", "Ann ran out of time, so a dummy moved."},
		{"2 bid 46 take 8", "Cleo's 46 took 8, Ben's 20 took 5. Still to take: Ann 10 · Dummy one 1."},
		{"0 take 7", "Cleo's 46 took 8, Ben's 20 took 5, Ann's 10 took 7, Dummy one's 1 took 6."},
		{"2 leave", "Cleo left. A dummy plays for them from now on."},
		{"2 return", "Cleo is in from the next auction."},
	} {
		s = play(t, s, c.ply)
		if got := inEnglish(t, "Ann Ben Cleo", s.View(0).Words().Last...); got != c.last {
			t.Errorf("after %q the last is %q, want %q", c.ply, got, c.last)
		}
	}
	s = play(t, duo(8), "0 bid 20 take 8, 1 bid 22 take 7, 1 take 22, 0 take 20")
	want := "Ben's 23 took 22, Ann's 21 took 20, Dummy two's 4 took 1, Dummy one's 2 took 3. Round 1 is over. " +
		"Round 2, auction 1 of 2. Ann 3 · Ben 3 · Dummy one 4 · Dummy two 5\nAnn 3: 1 star times 2, red 1 times 1, with the most moons.\nBen 3: 1 star times 2, yellow 1 times 1.\n" +
		"Dummy one 4: 2 stars times 2.\nDummy two 5: 2 stars times 2, blue 1 times 1."
	w := s.View(0).Words()
	if got := inEnglish(t, "Ann Ben", append(w.Last, w.Score)...); got != want {
		t.Errorf("at the end of a round the last and the score are %q, want %q", got, want)
	}
}

// The words for the points of a round add up to the points, by the plain rule.
func TestSumsInWords(t *testing.T) {
	part := func(c Colour, points int) Part { return Part{Colour: c, Points: points} }
	v := View{
		Rounds: [][]int{{19, 9, 0, 8}}, Bonus: []games.Seat{1},
		Parts: [][][]Part{{
			{part(NoColour, 6), part(Red, 9), part(Blue, 4)}, {part(NoColour, 0), part(Green, 9)},
			{part(NoColour, 0)}, {part(NoColour, 2), part(Yellow, 4), part(Red, 1), part(Blue, 1)},
		}},
	}
	want := "Ann 19: 3 stars times 2, red 3 times 3, blue 2 times 2. Ben 9: green 3 times 3, with the most moons. Cleo 0. " +
		"Dummy one 8: 1 star times 2, yellow 2 times 2, red 1 times 1, blue 1 times 1."
	if got := inEnglish(t, "Ann Ben Cleo", v.sums()...); got != want {
		t.Errorf("the sums are %q, want %q", got, want)
	}
}
