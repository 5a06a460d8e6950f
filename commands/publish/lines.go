package publish

import (
	"slices"

	"parlour/commands/match"
	"parlour/storage"
)

// keptLines is how many lines a head remembers. More are hardly ever taken back, and every commit
// writes the head.
const keptLines = 30

// unsettle makes boards of the past again of lines that do not show what was taken back, so that these
// are written anew.
func unsettle(m *match.Match) {
	if m.State == nil {
		return
	}
	m.Lines = match.Without(m.Lines, func(l storage.Line) bool {
		stale := struck(m, l.Board) != l.Struck
		if stale && !amongBoards(m.Old, l.Message) {
			m.Old = append(slices.Clone(m.Old), l.Board)
		}
		return stale
	})
}

// rememberLine keeps a line that was just written, as long as it has something that may be taken back.
func rememberLine(m *match.Match, b storage.Board) {
	m.Lines = match.Without(m.Lines, func(l storage.Line) bool { return l.Message == b.Message })
	n := struck(m, b)
	if len(units(m, b)) == n {
		return
	}
	b.Pinged = nil // nobody has to have read a line
	m.Lines = append(m.Lines, storage.Line{Board: b, Struck: n})
	slices.SortStableFunc(m.Lines, func(a, b storage.Line) int { return a.From - b.From })
	m.Lines = m.Lines[max(0, len(m.Lines)-keptLines):]
}

// units returns the steps of a board that complete a unit of the record.
func units(m *match.Match, b storage.Board) []match.Step {
	steps := m.Steps()
	to := min(b.To, len(steps))
	return match.Without(steps[min(b.From, to):to], func(s match.Step) bool {
		return !s.EndsUnit() || s.Move.BackBy() > 0
	})
}

// struck returns how many units of a board are taken back.
func struck(m *match.Match, b storage.Board) (n int) {
	for _, s := range units(m, b) {
		if s.TakenBack {
			n++
		}
	}
	return n
}

// linesOf returns the lines of a head that was written during a publication, and those that the
// publication wrote of the boards that it settled.
func linesOf(head storage.Head, written []storage.Line, settled []string) []storage.Line {
	all := slices.Clone(head.Lines)
	for _, l := range written {
		known := slices.ContainsFunc(all, func(a storage.Line) bool { return a.Message == l.Message })
		if slices.Contains(settled, l.Message) && !known {
			all = append(all, l)
		}
	}
	return all
}

// amongBoards reports whether a message is one of some boards.
func amongBoards(boards []storage.Board, id string) bool {
	return slices.ContainsFunc(boards, func(b storage.Board) bool { return b.Message == id })
}
