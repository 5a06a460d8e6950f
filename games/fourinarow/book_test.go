package fourinarow

import (
	"bufio"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

var making = flag.String("book", "", "write book.bin anew; the file keeps what is solved, so that it goes on where it was cut")

// every says which part of the positions behind the book is asked for.
var every = flag.Int("every", 8000, "ask hard at one of so many positions behind the book")

// TestMakeBook writes the book if a flag says so. Every position is solved with a table of 1 GB, which they share.
func TestMakeBook(t *testing.T) {
	if *making == "" {
		t.Skip("make book")
	}
	keep, err := os.OpenFile(*making, os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	b := book{}
	for lines := bufio.NewScanner(keep); lines.Scan(); {
		var key uint32
		var col uint8
		if n, _ := fmt.Sscan(lines.Text(), &key, &col); n == 2 {
			b[key] = col
		}
	}
	s, used := newSolver(usual, 27), book{}
	for p := range booked(b) {
		key, mirror := p.key()
		if _, known := b[key]; !known {
			s.nodes = math.MaxInt
			at := s.best(p)
			if mirror {
				at = p.mirrored(at)
			}
			b[key] = uint8(p.spot(at).Col)
			if _, err := fmt.Fprintln(keep, key, b[key]); err != nil {
				t.Fatal(err)
			}
			t.Log(p.Ply(), len(b))
		}
		used[key] = b[key]
	}
	if err := errors.Join(keep.Close(), os.WriteFile("book.bin", used.write(), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// booked goes through the positions that a side which plays by a book comes to, those with few discs first. The book has to
// have each once it is gone on.
func booked(b book) func(yield func(Position) bool) {
	return func(yield func(Position) bool) {
		layers := [2]map[uint32]Position{{0: {shape: usual}}, {}}
		for _, p := range replies(Position{shape: usual}) {
			key, _ := p.key()
			layers[1][key] = p
		}
		for ply := range bookPlies + 1 {
			next := map[uint32]Position{}
			for _, p := range layers[ply%2] {
				if !yield(p) {
					return
				}
				at, _ := b.best(p)
				for _, q := range replies(p.after(at)) {
					key, _ := q.key()
					next[key] = q
				}
			}
			layers[ply%2] = next
		}
	}
}

// replies returns the positions after each turn of one, without those that are over.
func replies(p Position) (all []Position) {
	for open := p.open(); open != 0 && !p.Over(); open &= open - 1 {
		if q := p.after(open & -open); !q.Over() {
			all = append(all, q)
		}
	}
	return all
}

// best returns the cell of a move that is worth as much as the position.
func (s *solver) best(p Position) Set {
	if win := p.open() & p.spots(p.own); win != 0 {
		return win & -win
	}
	moves, n := s.ordered(p.own, p.all, p.open())
	o := s.outcome(p)
	for _, m := range moves[:n] {
		if !s.atLeast(p.after(m), 1-o) {
			return m
		}
	}
	panic("no move is worth as much as the position")
}

// The book is small, has all positions that a side comes to by it, and its moves give nothing away: here those of a part of
// the positions with the most discs.
func TestBook(t *testing.T) {
	keepsValue(t, func(p Position, n int) bool { return p.Ply() == bookPlies && n%100 == 0 })
}

// The rest of them that a search with a table of 16 MB gets through in minutes.
func TestBookInTheLongRun(t *testing.T) {
	gametest.InTheLongRun(t)
	keepsValue(t, func(p Position, n int) bool { return p.Ply() >= bookPlies-1 })
}

func keepsValue(t *testing.T, solved func(p Position, n int) bool) {
	t.Helper()
	b, n, checked, used := theBook(), 0, 0, map[uint32]bool{}
	s := newSolver(usual, tableBits)
	for p := range booked(b) {
		key, _ := p.key()
		at, ok := b.best(p)
		if used[key] = true; !ok || at == 0 {
			t.Fatalf("the book has no move for\n%v", state{pos: p}.View(0))
		}
		if n++; !solved(p, n) {
			continue
		}
		checked++
		s.nodes = math.MaxInt
		if before, after := s.outcome(p), -s.outcome(p.after(at)); after != before {
			t.Errorf("the book plays %s for %d, want %d in\n%v", Drop(p.spot(at).Col).Move(), after, before, state{pos: p}.View(0))
		}
	}
	if checked == 0 || len(used) != len(b) || len(bookFile) > 300_000 || string(b.write()) != string(bookFile) {
		t.Errorf("%d moves checked; of %d positions %d are reached; %d bytes", checked, len(b), len(used), len(bookFile))
	}
}

// Behind the book hard's searches get through, so that it never loses what it has: at a part of the positions to which the
// book leads, those of the first turn for which it has no move.
func TestHardIsPerfect(t *testing.T) {
	n, asked := 0, 0
	hard, err := Game{}.Player(string(games.Hard), games.Limit{Playouts: 200})
	if err != nil {
		t.Fatal(err)
	}
	for p := range booked(theBook()) {
		if p.Ply() < bookPlies-1 {
			continue
		}
		at, _ := theBook().best(p)
		for _, q := range replies(p.after(at)) {
			if n++; n%*every != 0 {
				continue
			}
			asked++
			s := state{Duel: games.Duel{Ply: q.Ply()}, pos: q}
			view := s.View(0)
			all, ok := view.(View).values()
			m := hard(view, s.Next(), games.Seed{byte(n)})
			if v, _ := games.ValueOf(all, m); !ok || v != games.Best(all) {
				t.Errorf("hard plays %s for %s, of %v, in\n%v", m, v, all, view)
			}
		}
	}
	t.Logf("asked at %d of %d positions", asked, n)
}

// write writes a book: sorted keys, for each the difference to the one before times 8 and the column, in as few bytes as
// hold that.
func (b book) write() (file []byte) {
	var keys []uint32
	for key := range b {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	before := uint32(0)
	for _, key := range keys {
		file = binary.AppendUvarint(file, uint64(key-before)<<3|uint64(b[key]))
		before = key
	}
	return file
}
