package fourinarow

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"testing"
	"time"
)

var making = flag.String("book", "", "write book.bin anew; the file keeps what is solved")

// TestMakeBook writes the book if a flag says so. What it has solved is in a file, so that it can be stopped and goes on.
func TestMakeBook(t *testing.T) {
	if *making == "" {
		t.Skip("make book")
	}
	solved := book{}
	if file, err := os.Open(*making); err == nil {
		for lines := bufio.NewScanner(file); lines.Scan(); {
			var key uint32
			var col uint8
			if n, _ := fmt.Sscan(lines.Text(), &key, &col); n == 2 {
				solved[key] = col
			}
		}
		file.Close()
	}
	keep, err := os.OpenFile(*making, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer keep.Close()
	shape := newShape(7, 6)
	s := newSolver(shape, 27)
	b := book{}
	began := time.Now()
	at := map[uint32]Position{}
	for ply := range bookPlies + 1 { // the positions with so many stones that a side comes to that plays by the book
		if ply < 2 {
			at = following(map[uint32]Position{0: {shape: shape}}, ply)
		}
		_ = at
	}
	layers := [2]map[uint32]Position{{0: {shape: shape}}, following(map[uint32]Position{0: {shape: shape}}, 1)}
	for ply := 0; ply <= bookPlies; ply++ {
		next, searched := map[uint32]Position{}, 0
		for key, p := range layers[ply%2] {
			col, ok := solved[key]
			if !ok {
				col = s.bestColumn(p)
				_, mirror := p.key()
				if mirror {
					col = 6 - col
				}
				fmt.Fprintln(keep, key, col)
				searched++
				if searched%100 == 0 || ply < 5 {
					t.Log(ply, searched, time.Since(began))
					fmt.Println(ply, searched, time.Since(began))
				}
			}
			b[key] = col
			solved[key] = col
			m, _ := b.best(p)
			p.put(m)
			if p.Over() {
				continue
			}
			for k, q := range following(map[uint32]Position{0: p}, 1) {
				next[k] = q
			}
		}
		fmt.Println("ply", ply, len(layers[ply%2]), "searched", searched, time.Since(began))
		layers[ply%2] = next
	}
	if err := os.WriteFile("book.bin", b.write(), 0o644); err != nil {
		t.Fatal(err)
	}
	fmt.Println(len(b), "positions", len(b.write()), "bytes")
}

// following returns positions after some more stones, by their keys.
func following(at map[uint32]Position, plies int) map[uint32]Position {
	for range plies {
		next := map[uint32]Position{}
		for _, p := range at {
			for open := p.open(); open != 0; open &= open - 1 {
				q := p
				q.put(open & -open)
				if !q.Over() {
					key, _ := q.key()
					next[key] = q
				}
			}
		}
		at = next
	}
	return at
}

// bestColumn returns the column of a move that is worth as much as the position.
func (s *solver) bestColumn(p Position) uint8 {
	col := func(m Set) uint8 { return uint8(m.first() / s.rows) }
	if win := p.open() & p.spots(p.own); win != 0 {
		return col(win)
	}
	s.nodes = 1 << 62
	open, lost := s.sound(p.own, p.all)
	if lost { // stop one of the threats
		if threats := p.open() & p.spots(p.other()); threats != 0 {
			return col(threats)
		}
		return col(p.open())
	}
	moves, n := s.ordered(p.own, p.all, open)
	o := s.outcome(p)
	for _, m := range moves[:n] {
		next := p
		next.put(m)
		if !s.atLeast(next, 1-o) {
			return col(m)
		}
	}
	panic("no best")
}
