package publish

import (
	"slices"

	"parlour/commands/match"
	"parlour/storage"
)

// keptLines is how many lines a head remembers. More are hardly ever taken back, and every commit
// writes the head.
const keptLines = 30

// unsettle makes boards of the past of the lines in which more plies were taken back than they
// show, so that they are written anew.
func (m *publication) unsettle() {
	if m.State == nil {
		return
	}
	m.Lines = slices.DeleteFunc(slices.Clone(m.Lines), func(b storage.Board) bool {
		stale := struck(m.Match, b) != b.Struck
		if stale && !has(m.Old, b.Message) {
			m.Old = append(slices.Clone(m.Old), b)
		}
		return stale
	})
}

// remember keeps a line that was just written, as long as it has something that may be taken back.
func (m *publication) remember(b storage.Board) {
	b.Struck, b.Pinged = struck(m.Match, b), nil
	m.Lines = slices.DeleteFunc(slices.Clone(m.Lines), func(l storage.Board) bool { return l.Message == b.Message })
	if len(units(m.Match, b)) == b.Struck {
		return
	}
	m.Lines = append(m.Lines, b)
	slices.SortStableFunc(m.Lines, func(a, b storage.Board) int { return a.From - b.From })
	m.Lines = m.Lines[max(0, len(m.Lines)-keptLines):]
}

// units returns the steps of a board that complete a unit of the record.
func units(m *match.Match, b storage.Board) []match.Step {
	steps := m.Steps()
	to := min(b.To, len(steps))
	return slices.DeleteFunc(slices.Clone(steps[min(b.From, to):to]), func(s match.Step) bool {
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

// linesOf returns the lines of a head that another process has written meanwhile, with those that
// were written here.
func linesOf(head storage.Head, shown outcome) []storage.Board {
	all := slices.Clone(head.Lines)
	for _, b := range shown.Lines {
		if slices.Contains(shown.settled, b.Message) && !has(all, b.Message) {
			all = append(all, b)
		}
	}
	return all
}

// has reports whether a message is among boards.
func has(all []storage.Board, message string) bool {
	return slices.ContainsFunc(all, func(b storage.Board) bool { return b.Message == message })
}
