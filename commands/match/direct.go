package match

import (
	"slices"

	"parlour/storage"
)

// AdoptDirect notes a direct message that was pressed and that the match does not know, as a crash
// came between its post and the note. It reports whether there was anything to note.
func (m *Match) AdoptDirect(d storage.Direct) bool {
	if d.Message == "" || slices.ContainsFunc(m.Asked, func(a storage.Direct) bool { return a.Message == d.Message }) {
		return false
	}
	m.Asked = append(slices.Clone(m.Asked), d)
	return true
}
