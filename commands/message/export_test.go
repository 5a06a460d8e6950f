package message

import "parlour/commands/match"

// LineCode is the last line of a record's line that tells of plies of the log.
func (w *Writer) LineCode(m *match.Match, from, to int) string { return w.public(m).lineCode(from, to) }
