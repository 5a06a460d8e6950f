package arena

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"parlour/games"
)

// A ladder is what a tournament tells of the players of a game.
type ladder struct {
	name, title string
	rungs       []rung // the weakest first
	others      []line // results of other matches, one of each
	seeds       []uint64
	processors  []int
	load        [2]float64
}

// A rung is a player of a ladder.
type rung struct {
	name string
	rating
	below score // against the rung below
	pace  pace
}

// ladderOf reads the ladder of a game from a book.
func ladderOf(o games.Opponent, b *book) (*ladder, error) {
	info := o.Info()
	l := &ladder{name: info.Name, title: info.Title}
	names := rungs(o)
	points := make([][]float64, len(names))
	for i, name := range names {
		l.rungs = append(l.rungs, rung{name: name})
		points[i] = make([]float64, len(names))
	}
	marks := map[string]string{}
	for _, m := range slices.SortedFunc(maps.Keys(b.lines), meeting.compare) { // sums of fractions depend on the order
		if m.Game != info.Name {
			continue
		}
		if err := l.sees(m, marks); err != nil {
			return nil, err
		}
		for _, one := range b.lines[m] {
			l.note(one)
		}
		s := b.score(m)
		i, j := slices.Index(names, m.A), slices.Index(names, m.B)
		if i < 0 || j < 0 || m.Seats != 2 || m.Time != "" {
			l.add(line{meeting: m, score: s})
			continue
		}
		points[i][j] += s.Share
		points[j][i] += float64(s.Games) - s.Share
		l.rungs[i].pace = l.rungs[i].pace.plus(s.Pace[0])
		l.rungs[j].pace = l.rungs[j].pace.plus(s.Pace[1])
		if i == j+1 {
			l.rungs[i].below = l.rungs[i].below.plus(s)
		}
	}
	for i, r := range rate(points, slices.Index(names, string(games.Easy))) {
		l.rungs[i].rating = r
	}
	return l, nil
}

// sees refuses a meeting of a player whose name another one has in the same book.
func (l *ladder) sees(m meeting, marks map[string]string) error {
	for who, name := range []string{m.A, m.B} {
		if known, ok := marks[name]; ok && known != m.Marks[who] {
			return fmt.Errorf("the results have two players of %s that are called %s, an older and a newer one: play on with --all, which drops the older one", l.name, name)
		}
		marks[name] = m.Marks[who]
	}
	return nil
}

// note notes under what circumstances games were played.
func (l *ladder) note(one line) {
	insert(&l.seeds, one.Seed)
	insert(&l.processors, one.Processors)
	l.load = span(l.load, one.Load)
}

// insert adds a number to a sorted list, unless it is there.
func insert[T cmp.Ordered](list *[]T, n T) {
	if at, found := slices.BinarySearch(*list, n); !found {
		*list = slices.Insert(*list, at, n)
	}
}

// add adds the results of another match, to those with another seed.
func (l *ladder) add(one line) {
	one.Seed = 0
	for i := range l.others {
		if l.others[i].meeting == one.meeting {
			l.others[i].score = l.others[i].plus(one.score)
			return
		}
	}
	l.others = append(l.others, one)
}

// played reports whether a ladder has any results.
func (l *ladder) played() bool { return len(l.seeds) > 0 }

// enough is how many games show by their share alone whether a rung is right. Of fewer the interval has to say so.
const enough = 200

// faults says which rungs are too far above the one below or too near it.
func (l *ladder) faults() (all []string) {
	for i := 1; i < len(l.rungs); i++ {
		r, below := l.rungs[i], l.rungs[i-1].name
		least, most := 65.0, 85.0
		if below == beginner {
			least, most = 40, 60
		}
		low, high := r.below.interval()
		if r.below.Games >= enough {
			low, high = r.below.of(), r.below.of()
		}
		if r.below.Games > 0 && (100*high < least || 100*low > most) {
			all = append(all, fmt.Sprintf("%s at %s wins %s games against %s, want %.0f to %.0f %%", r.name, l.name, shareOf(r.below), below, least, most))
		}
	}
	return all
}

// judge prints the ladders of all games of a list, and returns an error if a rung is too high or too low.
func judge(list []games.Game, b *book, out io.Writer) error {
	var faults []string
	for _, o := range opponents(list) {
		l, err := ladderOf(o, b)
		if err != nil {
			return err
		}
		if l.played() {
			l.print(out)
			faults = append(faults, l.faults()...)
		}
	}
	if len(faults) > 0 {
		return errors.New("some steps of the ladders are too high or too low: " + strings.Join(faults, "; "))
	}
	return nil
}

// printLadders prints the ladders of the games of a list from a file of results.
func (c Cmd) printLadders(list []games.Game, stdout io.Writer) error {
	if _, err := os.Stat(c.Results); err != nil {
		return fmt.Errorf("there are no results to print, but parlour arena --all --results FILE plays for some: %w", err)
	}
	b, err := readBook(c.Results)
	if err != nil {
		return err
	}
	return judge(list, b, stdout)
}

// print prints a ladder as a table, and the results of other matches below it.
func (l *ladder) print(out io.Writer) {
	fmt.Fprintf(out, "%s: %s\n", l.name, strings.Join(l.circumstances(), "; "))
	table := tabwriter.NewWriter(out, 0, 0, 3, ' ', 0)
	fmt.Fprintln(table, strings.Join(headings, "\t"))
	for _, r := range l.rungs {
		fmt.Fprintln(table, strings.Join(r.cells(), "\t"))
	}
	table.Flush()
	for _, m := range l.others {
		fmt.Fprintf(out, "%s against %s, seats %d", m.A, m.B, m.Seats)
		if m.Time != "" {
			fmt.Fprintf(out, ", %s a move", m.Time)
		}
		if m.Seats == 1 {
			fmt.Fprintf(out, ": %s; %s\n", m.Alone[0], m.Alone[1])
			continue
		}
		fmt.Fprintf(out, ": %s games; %.1f %% is even\n", shareOf(m.score), 100/float64(m.Seats))
	}
	fmt.Fprintln(out)
}

// headings are those of the columns of a ladder.
var headings = []string{"level", "Elo", "won against the level below", "a move"}

// cells returns what stands in the row of a rung.
func (r rung) cells() []string {
	elo, below, move := "–", "–", "–"
	if r.known {
		elo = fmt.Sprintf("%.0f ± %.0f", r.elo, r.half)
	}
	if r.name == string(games.Easy) {
		elo = "0"
	}
	if r.below.Games > 0 {
		below = shareOf(r.below)
	}
	if r.pace.Moves > 0 {
		move = secondsOf(r.pace.mean())
	}
	return []string{r.name, elo, below, move}
}

// shareOf says how many games were won, with the 95 % interval by Wilson.
func shareOf(s score) string {
	low, high := s.interval()
	return fmt.Sprintf("%.1f %% (%.1f to %.1f) of %d", 100*s.of(), 100*low, 100*high, s.Games)
}

// secondsOf says how long a move took.
func secondsOf(seconds float64) string {
	if seconds < 0.01 {
		return fmt.Sprintf("%.2g ms", 1000*seconds)
	}
	return fmt.Sprintf("%.2f s", seconds)
}

// circumstances says with which seeds and on what machine the games were played.
func (l *ladder) circumstances() []string {
	all := []string{"seed " + numbers(l.seeds), "processors " + numbers(l.processors)}
	if l.load[1] > 0 {
		all = append(all, fmt.Sprintf("load average %.1f to %.1f", l.load[0], l.load[1]))
	}
	return all
}

// numbers lists numbers.
func numbers[T cmp.Ordered](list []T) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(list), "[]"), " ", ", ")
}
