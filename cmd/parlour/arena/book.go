package arena

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
)

// A meeting is all that the results of a match depend on. Games of different meetings are never counted together,
// but for those that differ in the seed alone.
type meeting struct {
	Game    string    `json:"game"`
	Options string    `json:"options,omitempty"` // every option, such as "size=9 swap=on"
	Seats   int       `json:"seats"`
	Time    string    `json:"time,omitempty"` // for a move, if players think by the clock: "300ms"
	A       string    `json:"a"`
	B       string    `json:"b"`
	Marks   [2]string `json:"marks"` // by which A and B are known: see examine
	Seed    uint64    `json:"seed"`
}

// compare puts meetings in order: those of the same players, seats and time stand together.
func (m meeting) compare(o meeting) int {
	return cmp.Or(cmp.Compare(m.Game, o.Game), cmp.Compare(m.A, o.A), cmp.Compare(m.B, o.B),
		cmp.Compare(m.Seats, o.Seats), cmp.Compare(m.Time, o.Time), cmp.Compare(m.Options, o.Options),
		cmp.Compare(m.Seed, o.Seed), slices.Compare(m.Marks[:], o.Marks[:]))
}

// A line holds the results of consecutive games of a meeting. As text it is an object of JSON.
type line struct {
	meeting
	First int `json:"first"` // the number of the first of them, from 1
	score
	Processors int `json:"processors"`
}

// next returns the number of the first game after those of a line.
func (l line) next() int { return l.First + l.Games }

// A book keeps the results of matches: in memory and, if it has a file, there too. Each game is appended to the
// file once it is over, so that a program which is killed loses only the games that it was playing. Several may append
// to one file.
type book struct {
	path   string // "" for none
	mu     sync.Mutex
	lines  map[meeting][]line // in the order of their games, with as few lines as possible
	broken error              // why nothing can be appended any more
}

// readBook reads a file of results. A file that does not exist is an empty book. The last line is left out if
// it was not written to its end.
func readBook(path string) (*book, error) {
	b := &book{path: path, lines: map[meeting][]line{}}
	text, err := wholeLines(path)
	if err != nil {
		return nil, fmt.Errorf("the results can't be read: %w", err)
	}
	n := 0
	for one := range bytes.Lines(text) {
		n++
		var l line
		if err := json.Unmarshal(one, &l); err != nil || l.Game == "" || l.First < 1 || l.Games < 1 {
			return nil, fmt.Errorf("line %d of %s isn't the result of a game: delete that line, or name another file with --results", n, path)
		}
		b.insert(l)
	}
	return b, nil
}

// wholeLines returns the lines of a file that were written to their ends; none if there is no file.
func wholeLines(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) { // as is "", the file of a book in memory alone
		err = nil
	}
	return text[:bytes.LastIndexByte(text, '\n')+1], err
}

// insert adds a line to those in memory, unless they hold one of its games.
func (b *book) insert(l line) {
	all := b.lines[l.meeting]
	at, _ := slices.BinarySearchFunc(all, l.First, func(l line, first int) int { return cmp.Compare(l.First, first) })
	if at > 0 && all[at-1].next() > l.First || at < len(all) && l.next() > all[at].First {
		return
	}
	all = slices.Insert(all, at, l)
	for _, i := range []int{at, at - 1} { // joins it with the line behind and the one before
		if i >= 0 && i+1 < len(all) && all[i].next() == all[i+1].First && all[i].Processors == all[i+1].Processors {
			all[i].score = all[i].plus(all[i+1].score)
			all = slices.Delete(all, i+1, i+2)
		}
	}
	b.lines[l.meeting] = all
}

// add keeps a line.
func (b *book) add(l line) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.insert(l)
	if b.path == "" || b.broken != nil {
		return b.broken
	}
	b.broken = appendLine(b.path, l)
	return b.broken
}

// appendLine appends a line to a file.
func appendLine(path string, l line) error {
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o644)
	if err == nil {
		_, err = f.Write(append(text, '\n'))
		err = cmp.Or(err, f.Close())
	}
	if err != nil {
		return fmt.Errorf("a result can't be kept, so this stops: %w", err)
	}
	return nil
}

// fold reads the file again, leaves out the meetings that are gone, and writes the file anew with one line for as many
// games as possible. It is whole at every moment.
func (b *book) fold(gone func(meeting) bool) error {
	now, err := readBook(b.path)
	if err != nil || b.path == "" {
		return err
	}
	var lines []string
	for m, all := range now.lines {
		if gone(m) {
			delete(now.lines, m)
			continue
		}
		for _, l := range all {
			text, err := json.Marshal(l)
			if err != nil {
				return err
			}
			lines = append(lines, string(text)+"\n")
		}
	}
	slices.Sort(lines)
	part := b.path + ".part"
	err = os.WriteFile(part, []byte(strings.Join(lines, "")), 0o644)
	if err == nil {
		err = os.Rename(part, b.path)
	}
	if err != nil {
		return fmt.Errorf("the results can't be written, so name another file with --results: %w", err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lines = now.lines
	return nil
}

// has reports whether game n of a meeting, counted from 0, is over.
func (b *book) has(m meeting, n int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.ContainsFunc(b.lines[m], func(l line) bool { return l.First <= n+1 && n+1 < l.next() })
}

// score returns the results of a meeting.
func (b *book) score(m meeting) (s score) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, l := range b.lines[m] {
		s = s.plus(l.score)
	}
	return s
}
