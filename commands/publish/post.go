package publish

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/storage"
)

// sameNonce is how long a channel is trusted to recognise a nonce. After that it is searched
// for the message.
const sameNonce = time.Minute

// searchSince returns since when the channel is to be searched for messages of an interrupted
// publication, zero if nonces are enough.
func searchSince(m *match.Match, now time.Time) time.Time {
	if now.Sub(m.Interrupted) > sameNonce {
		return m.Interrupted
	}
	return time.Time{}
}

// postOnce posts a message of a match. If an interrupted publication may have posted it
// already and its nonce may be forgotten, the channel is searched first, for a message that
// is known by its buttons or, if it has none of another match, says the same.
func (p *Publisher) postOnce(ctx context.Context, m *publication, channel, nonce string, msg message.Message, known func(Posted) bool) (string, error) {
	if !m.searchSince.IsZero() {
		own, err := p.channelOf(m.Head).Own(ctx, channel, m.searchSince)
		if err != nil && !refused(err) {
			return "", err
		}
		for _, found := range own {
			same := strings.TrimSpace(found.Content) == strings.TrimSpace(msg.Content) && !ofAnother(m.ID, found)
			if !knows(m.Head, found.ID) && found.ID != m.Message && (same || known(found)) {
				return found.ID, nil
			}
		}
	}
	return p.channelOf(m.Head).Post(ctx, channel, nonce, msg)
}

// ofAnother reports whether a message has a button of another match: two tables may say the same.
func ofAnother(id string, found Posted) bool {
	return slices.ContainsFunc(found.Buttons, func(custom string) bool {
		b, err := message.ParseButton(custom)
		return err == nil && b.Match != "" && b.Match != id
	})
}

// knows reports whether the head of a match names a message: as its table, its board or one of the
// past.
func knows(head storage.Head, id string) bool {
	return id == head.Table || id == head.Live.Message || amongBoards(head.Old, id)
}

// isTurn recognises a board or a panel of the turn of a match. A question and a call have buttons
// of the turn too.
func isTurn(m *match.Match) func(Posted) bool {
	return func(found Posted) bool {
		return slices.ContainsFunc(found.Buttons, func(id string) bool {
			b, err := message.ParseButton(id)
			return err == nil && b.Match == m.ID && b.Turn == m.Turn && b.Verb != message.VerbYes && b.Verb != message.VerbNo && b.Verb != message.VerbStart
		})
	}
}

// isTable recognises the table of a match, also when its game has begun, so that it has no buttons any more.
func isTable(m *match.Match, coded message.Message) func(Posted) bool {
	turn, said := isTurn(m), strings.TrimSpace(coded.Content)
	return func(p Posted) bool { return turn(p) || len(p.Buttons) == 0 && strings.TrimSpace(p.Content) == said }
}

// isNewest recognises the newest message of a match: its board or, before the game begins, a call.
func isNewest(m *match.Match) func(Posted) bool {
	if m.Setup.Rules == 0 {
		return isCall(m)
	}
	return isTurn(m)
}

// isCall recognises a message that calls the opener of a match to the table. The table has more
// buttons than its one.
func isCall(m *match.Match) func(Posted) bool {
	call := message.Button{Match: m.ID, Verb: message.VerbStart}.String()
	return func(found Posted) bool { return slices.Equal(found.Buttons, []string{call}) }
}

// nonce keeps a message of a match from being posted twice.
func nonce(head storage.Head, post int) string { return head.ID + "-" + strconv.Itoa(post) }
