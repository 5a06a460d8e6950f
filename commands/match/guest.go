package match

import (
	"slices"

	"parlour/games"
	"parlour/storage"
)

// ShownIn notes in the head of a match where Parlour is a guest that a message shows it as it is
// now: the answer to a command, or a message that was pressed. The message becomes its newest board,
// or its table. The board before it is to be a line, unless it shows the same turn.
func ShownIn(head *storage.Head, shown *Match, message string) {
	if head.Published.Post > shown.Desired.Post {
		return // a later one was posted meanwhile
	}
	posted := shown.Desired.Post > head.Published.Post
	pinged := pingedBy(*head, shown, message)
	head.Published = shown.Desired
	head.Old = Without(head.Old, func(b storage.Board) bool { return b.Message == message })
	if shown.Setup.Rules == 0 {
		head.Table, head.Message = message, message
		return
	}
	if head.Table == message {
		head.Table = "" // it is the board from now on
	}
	from := head.AnnouncedBefore
	if posted {
		from = max(from, head.Announced)
	}
	if !storage.BroughtDown(head.Publication) {
		head.AnnouncedBefore = from
	}
	before := head.Live
	switch {
	case before.Message == message:
		from = before.From
	case before.Message != "" && before.Turn != shown.Turn:
		head.Old = append(head.Old, before)
	}
	head.Live = shown.Shows(message, from, pinged)
	head.Live.Channel = head.Channel
	head.Message, head.Announced = message, shown.Plies
}

// pingedBy returns the ids of the people whom a message notified when it was posted. One that nobody
// noted, as a crash or a failure came between, may have notified everybody. A call to a table does not
// say whom.
func pingedBy(head storage.Head, shown *Match, message string) []string {
	for _, b := range append(slices.Clone(head.Old), head.Live) {
		if b.Message == message && !b.Call {
			return b.Pinged
		}
	}
	var all []string
	for _, seat := range shown.People() {
		all = append(all, shown.Players[seat].ID)
	}
	return all
}

// Shows returns a message as the board that shows the match as it is now, from a ply on.
func (m *Match) Shows(message string, from int, pinged []string) storage.Board {
	return storage.Board{
		Channel: m.Channel, Message: message, From: from, To: m.Plies, Turn: m.Turn, Posted: m.Plies, Pinged: pinged,
	}
}

// PressedOn notes the id of the public message that somebody pressed where Parlour is a guest, as that
// of the table or of the board. It may be unknown until then: it was posted just now, or before a
// crash.
func (m *Match) PressedOn(message string) {
	switch {
	case !m.Guest:
	case m.Phase == storage.Open && !called(m.Head, message):
		m.Table, m.Message, m.Published.Post = message, message, max(m.Published.Post, 1)
	case m.Live.Message != "" && m.Live.Turn == m.Turn:
		m.Live.Message, m.Message = message, message
	}
}

// ShowsTable reports whether a message is the table of a match, or calls its opener there, and no board.
func (m *Match) ShowsTable(message string) bool {
	return m.Table == message || called(m.Head, message)
}

// called reports whether a message calls the opener of a match to the table.
func called(head storage.Head, message string) bool {
	return slices.ContainsFunc(head.Old, func(b storage.Board) bool { return b.Call && b.Message == message })
}

// WaitsOnlyFor reports whether a match where Parlour is a guest waits only for the person who has just
// pressed. Its board is changed in place then, as nobody has to be notified.
func (m *Match) WaitsOnlyFor(person string) bool {
	if m.Phase != storage.Playing || m.State == nil {
		return false
	}
	owed := m.OwedBy()
	return len(owed) == 1 && owed[0] == person
}

// StepsOnBoard reports whether the steps of a seat's move may stand on the public board: those of
// the only person, and those of everybody where Parlour is a guest and nothing is hidden.
func (m *Match) StepsOnBoard(seat games.Seat) bool {
	only, alone := m.Soloist()
	return alone && seat == only || !alone && m.Guest && !m.Info.Hidden && seat != games.Spectator
}
