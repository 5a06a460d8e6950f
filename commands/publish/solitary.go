package publish

import (
	"parlour/commands/match"
	"parlour/storage"
)

// withoutTable reports whether a match has no table message: in direct messages nobody else
// could sit down, so a game begins at once and its board is the first message. A table that a
// crash left open there is shown, so that it can be started or closed. Where Parlour is a guest,
// the table becomes the board.
func withoutTable(m *match.Match) bool { return solitary(m.Head) && m.Phase != storage.Open }

// solitary reports whether a match is played in direct messages, with the bot or of others. Nobody
// can leave these as they leave a server, and there nobody is asked elsewhere.
func solitary(head storage.Head) bool { return head.Guild == "" }
