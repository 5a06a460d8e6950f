package arena

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/all"
)

var update = flag.Bool("update", false, "write the ladders of docs/opponents.md anew")

// The results that are kept, and the page that has the ladders.
const (
	kept = "tournament.jsonl"
	page = "../../../docs/opponents.md"
)

// The comments between which the page has the ladders.
const (
	begin = "<!-- The ladders, which make ladder writes. -->\n"
	end   = "<!-- The end of the ladders. -->\n"
)

// The page has the ladders of the results that are kept, with the same numbers. No rung is too high or too low, and
// the cheap players are still those that played.
//
//test:unwatched
func TestPrintedLadders(t *testing.T) {
	t.Parallel()
	b, err := readBook(kept)
	must(t, err)
	var ladders []*ladder
	for _, o := range opponents(all.Games()) {
		l, err := ladderOf(o, b)
		must(t, err)
		ladders = append(ladders, l)
		for _, fault := range l.faults() {
			t.Error(fault)
		}
		if !l.played() {
			continue
		}
		for _, name := range changed(t, o, b, cheap(o)) {
			t.Errorf("%s at %s has changed since its games in %s: make arena plays them again", name, l.name, kept)
		}
	}
	text, err := os.ReadFile(page)
	must(t, err)
	before, rest, ok := strings.Cut(string(text), begin)
	_, after, ended := strings.Cut(rest, end)
	if !ok || !ended {
		t.Fatalf("%s has no place for the ladders, between %q and %q", page, begin, end)
	}
	want := before + begin + markdown(ladders) + end + after
	if *update {
		must(t, os.WriteFile(page, []byte(want), 0o644))
	} else if string(text) != want {
		t.Errorf("%s has other ladders than the results in %s: make ladder writes them", page, kept)
	}
}

// markdown writes the ladders of games as one table with a row a game, so that the page has few lines.
func markdown(all []*ladder) string {
	all = slices.DeleteFunc(slices.Clone(all), func(l *ladder) bool { return !l.played() })
	if len(all) == 0 {
		return "No game of the tournament has been kept yet.\n"
	}
	var b strings.Builder
	row := func(columns [][]string) {
		for _, c := range columns {
			fmt.Fprintf(&b, "| %s ", strings.Join(c, "<br>"))
		}
		fmt.Fprintln(&b, "|")
	}
	head, rule := [][]string{{"game"}}, [][]string{{"---"}}
	for _, h := range headings {
		head, rule = append(head, []string{h}), append(rule, []string{"---"})
	}
	row(head)
	row(rule)
	for _, l := range all {
		columns := make([][]string, len(headings))
		for _, r := range l.rungs {
			for i, cell := range r.cells() {
				columns[i] = append(columns[i], strings.ReplaceAll(cell, " ", "\u00a0")) // so that the lines of a player stay side by side
			}
		}
		row(append([][]string{append([]string{"**" + l.title + "**"}, l.circumstances()...)}, columns...))
	}
	return b.String()
}

// cheap returns the players of a ladder that think for little time: the beginner, if there is one, and two levels.
func cheap(o games.Opponent) []string { return rungs(o)[:len(rungs(o))-len(o.Levels())+2] }

// changed returns those of some players of a game that differ from the ones in a book.
func changed(t *testing.T, o games.Opponent, b *book, names []string) (all []string) {
	t.Helper()
	e, err := newExaminer(o)
	must(t, err)
	for _, name := range names {
		f, err := e.examine(name)
		must(t, err)
		for m := range b.lines {
			if m.Game == o.Info().Name && (m.A == name && m.Marks[0] != f.mark || m.B == name && m.Marks[1] != f.mark) && !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all
}

// The rungs that cost little are not too high or too low, in 24 games of each: the second step and easy, and easy and
// the beginner.
//
//test:unwatched
func TestLowRungs(t *testing.T) {
	t.Parallel()
	for _, o := range opponents(all.Games()) {
		t.Run(o.Info().Name, func(t *testing.T) {
			t.Parallel()
			b, _ := readBook("")
			names := cheap(o)
			for i := 1; i < len(names); i++ {
				a, err := Cmd{A: names[i], B: names[i-1], Game: o.Info().Name, Games: 24, Seed: 1, Workers: 1}.open(all.Games())
				must(t, err)
				a.book = b
				must(t, a.play(context.Background(), io.Discard))
			}
			l, err := ladderOf(o, b)
			must(t, err)
			for _, fault := range l.faults() {
				t.Error(fault)
			}
		})
	}
}

// bookOf returns a book with results of toys: for each pair "A B", how many points A has of how many games.
func bookOf(t *testing.T, results map[string][2]int) *book {
	t.Helper()
	b, err := readBook("")
	must(t, err)
	for pair, points := range results {
		players := strings.Fields(pair)
		l := line{meeting: meeting{Game: "toy", Seats: 2, A: players[0], B: players[1], Marks: [2]string{players[0], players[1]}, Seed: 1}, First: 1, Processors: 2}
		l.score = score{Games: points[1], Wins: points[0], Share: float64(points[0]), Load: [2]float64{0.5, 2}}
		l.Pace = [2]pace{{Moves: 100, Took: 2}, {Moves: 100, Took: 0.1}}
		b.insert(l)
	}
	return b
}

// A ladder of any length has a row for each player, with what is known of it.
func TestLadderIsPrinted(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	b := bookOf(t, map[string][2]int{"easy beginner": {100, 200}, "medium easy": {150, 200}, "medium beginner": {38, 50}, "hard 3": {3, 4}})
	seats := meeting{Game: "toy", Seats: 3, Time: "300ms", A: "hard", B: "uct", Marks: [2]string{"hard", "uct"}}
	for _, seed := range []uint64{1, 7} {
		seats.Seed = seed
		b.insert(line{meeting: seats, First: 1, score: score{Games: 50, Wins: 25, Share: 25}, Processors: 8})
	}
	if err := judge([]games.Game{toy{steps: 4}}, b, &out); err != nil {
		t.Fatal(err)
	}
	const want = `toy: seed 1, 7; processors 2, 8; load average 0.5 to 2.0
level      Elo        won against the level below    a move
beginner   -1 ± 45    –                              1 ms
easy       0          50.0 % (43.1 to 56.9) of 200   0.01 s
medium     192 ± 51   75.0 % (68.6 to 80.5) of 200   0.02 s
3          –          –                              1 ms
hard       –          75.0 % (30.1 to 95.4) of 4     0.02 s
hard against uct, seats 3, 300ms a move: 50.0 % (40.4 to 59.6) of 100 games; 33.3 % is even

`
	if out.String() != want {
		t.Errorf("it prints\n%s\nwant\n%s", out.String(), want)
	}
	for steps := 3; steps <= 12; steps++ {
		l, err := ladderOf(toy{steps: steps}, bookOf(t, map[string][2]int{"easy beginner": {100, 200}}))
		must(t, err)
		row := strings.Split(markdown([]*ladder{l}), "\n")[2]
		const first = "| **Toy**<br>seed 1<br>processors 2<br>load average 0.5 to 2.0 | beginner<br>easy<br>"
		if strings.Count(row, "<br>") != 3+4*steps || !strings.HasPrefix(row, first) || !strings.Contains(row, fmt.Sprintf("<br>%s |", games.Hard)) {
			t.Errorf("of %d steps the page has %q", steps, row)
		}
	}
}

// A rung is refused if its share of 200 games lies outside of the bounds or, of fewer, all of its interval.
func TestRungsThatAreTooHighOrTooLow(t *testing.T) {
	t.Parallel()
	for line := range strings.Lines(strings.TrimSpace(`
		medium easy 150 200
		medium easy 130 200
		medium easy 170 200
		medium easy 20 20
		medium easy 118 199
		medium easy 129 200 medium at toy wins 64.5 % (57.7 to 70.8) of 200 games against easy, want 65 to 85 %
		medium easy 171 200 medium at toy wins 85.5 % (80.0 to 89.7) of 200 games against easy, want 65 to 85 %
		medium easy 50 100 medium at toy wins 50.0 % (40.4 to 59.6) of 100 games against easy, want 65 to 85 %
		medium easy 115 200 medium at toy wins 57.5 % (50.6 to 64.1) of 200 games against easy, want 65 to 85 %
		hard medium 181 200 hard at toy wins 90.5 % (85.6 to 93.8) of 200 games against medium, want 65 to 85 %
		hard easy 200 200
		easy beginner 100 200
		easy beginner 120 200
		easy beginner 80 200
		easy beginner 66 100
		easy beginner 135 200 easy at toy wins 67.5 % (60.7 to 73.6) of 200 games against beginner, want 40 to 60 %
		easy beginner 65 200 easy at toy wins 32.5 % (26.4 to 39.3) of 200 games against beginner, want 40 to 60 %`)) {
		var a, b string
		var points, games int
		fmt.Sscan(line, &a, &b, &points, &games)
		_, want, _ := strings.Cut(strings.TrimSpace(line), fmt.Sprintf(" %d %d", points, games))
		want = strings.TrimPrefix(want, " ")
		l, err := ladderOf(toy{steps: 3}, bookOf(t, map[string][2]int{a + " " + b: {points, games}}))
		must(t, err)
		if got := strings.Join(l.faults(), "; "); got != want {
			t.Errorf("of %s it says %q", line, got)
		}
	}
	out, err := toy{steps: 3, bonus: 8}.play(Cmd{Games: 40}) // in which easy is far above the beginner
	if err == nil || !strings.HasPrefix(err.Error(), "some steps of the ladders are too high or too low: easy at toy wins ") || !strings.Contains(out, "beginner   -") {
		t.Errorf("a tournament of players that are too strong ends with %v, and prints %s", err, out)
	}
}

// Results of two players with one name are not printed together.
func TestLadderRefusesTwoOfOneName(t *testing.T) {
	t.Parallel()
	b := bookOf(t, map[string][2]int{"medium easy": {3, 4}, "hard medium": {3, 4}})
	other := meeting{Game: "toy", Seats: 2, A: "medium", B: "beginner", Marks: [2]string{"older", "beginner"}}
	b.insert(line{meeting: other, First: 1, score: score{Games: 1}})
	if _, err := ladderOf(toy{steps: 3}, b); err == nil || !strings.Contains(err.Error(), "two players of toy that are called medium") {
		t.Errorf("it says %v", err)
	}
}

// An examiner gives a player the same mark as another examiner does, and another mark to another player.
//
//test:unwatched
func TestMarksTellPlayersApart(t *testing.T) {
	t.Parallel()
	for _, o := range opponents(all.Games()) {
		var marks []string
		for _, names := range [][]string{cheap(o), cheap(o)[:1]} {
			e, err := newExaminer(o)
			must(t, err)
			for _, name := range names {
				f, err := e.examine(name)
				must(t, err)
				marks = append(marks, f.mark)
			}
		}
		last := len(marks) - 1
		if slices.Sort(marks[1:last]); marks[last] != marks[0] || slices.Contains(marks[1:last], marks[0]) || len(slices.Compact(marks[1:last])) != last-1 {
			t.Errorf("at %s the marks of %v, and of the first again, are %v", o.Info().Name, cheap(o), marks)
		}
	}
}

// A toy that thinks by playouts, as many as it says.
type thrifty struct {
	toy
	playouts int
}

func (g thrifty) Budget(games.Level, games.View, games.Seat) (full, least int) { return g.playouts, 1 }

func (thrifty) PlayerWith(games.Level, int) (games.Player, error) { return nil, nil }

// A player has another mark once its budget is another, though its moves be the same.
func TestMarksFollowBudgets(t *testing.T) {
	t.Parallel()
	mark := func(playouts int) string {
		e, err := newExaminer(thrifty{toy{steps: 3}, playouts})
		must(t, err)
		f, err := e.examine("hard")
		must(t, err)
		return f.mark
	}
	ten, again, eleven := mark(10), mark(10), mark(11)
	if ten != again || ten == eleven {
		t.Errorf("with 10 playouts its mark is %s and %s, with 11 %s", ten, again, eleven)
	}
}

// The cheapest matches come first.
func TestCheapMatchesComeFirst(t *testing.T) {
	t.Parallel()
	g := toy{steps: 5}
	e, err := newExaminer(g)
	must(t, err)
	for i, name := range rungs(g) {
		e.known[name] = finding{mark: name, took: 8 << i}
	}
	b, _ := readBook("")
	matches, err := Cmd{Games: 20, Seed: 1, Workers: 1}.fixtures([]games.Game{g}, map[string]*examiner{"toy": e}, b)
	must(t, err)
	var got []string
	for _, a := range matches {
		got = append(got, a.A+" "+a.B)
	}
	if want := []string{"easy beginner", "medium beginner", "medium easy", "3 easy", "3 medium", "4 medium", "4 3", "hard 3", "hard 4"}; !slices.Equal(got, want) {
		t.Errorf("the order is %q, want %q", got, want)
	}
}
