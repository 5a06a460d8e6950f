// Package ending decides about tables and games that a moderator closes.
//
// Its policy is that of package match: a decision changes the match that it is handed or returns a
// refusal, and [match.Env.Change] commits it.
//
// The entry point is [Close].
package ending

import (
	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// Ended is what the head of a match says that a moderator has closed.
const Ended = "moderated"

// Key ends the keys of sentences that say how a match ended without a result.
func Key(head storage.Head) string {
	if head.Ended == Ended {
		return Ended
	}
	return "off"
}

// May returns a refusal unless a match still goes on, so that it can be closed.
func May(m *match.Match) error {
	switch {
	case m.Phase.Live():
		return nil
	case m.Setup.Rules == 0:
		return m.RefuseClosed()
	}
	return games.Refuse("refuse.over")
}

// Close ends a table or a game without a result, for a moderator. A new message tells the players.
// The head names the moderator only if they play: nothing is kept about others.
func Close(m *match.Match, by storage.Player) error {
	if err := May(m); err != nil {
		return err
	}
	name := ""
	if m.SeatOf(by.ID) != games.Spectator {
		name = by.Name
	}
	match.End(m, Ended, name)
	if m.Setup.Rules == 0 {
		match.Redraw(m)
	}
	match.Repost(m)
	return nil
}
