package message

import (
	"parlour/commands/locale"
	"parlour/commands/match/proof"
)

// Coded returns a Writer whose tables and boards show the code of what is fixed. A message is
// posted without, as a code has no place in a notification, and edited to what this Writer
// writes. Nothing may be revealed before that is done.
func (w *Writer) Coded() *Writer {
	coded := *w
	coded.coded = true
	return &coded
}

// dealLine is the last line of a table, until it is closed without a game: the code of its deal. It
// stays in a rematch, as people noted it; the code of the rematch stands on its first board.
func (p public) dealLine() string {
	key, code := "deal.code", proof.TableCode(p.m)
	if p.m.Deal != "" {
		key, code = "deal.first", p.m.Deal
	}
	closed := p.m.Setup.Rules == 0 && !p.m.Phase.Live()
	if !p.w.coded || code == "" || closed {
		return ""
	}
	return p.say(key, "Code", code)
}

// sealedLine says, while others still choose, whose bids are fixed and by which code.
func (p public) sealedLine() string {
	seats, code := proof.Sealed(p.m), proof.Code(p.m)
	if !p.w.coded || len(seats) == 0 || code == "" {
		return ""
	}
	return p.say("seal.names", "Players", locale.Listed(seats), "Code", code)
}

// haveBid names those who have bid, as long as others still choose. In a game of one person it
// says nothing, as that person owes the bid.
func (p public) haveBid() string {
	if !p.m.Bidding() || p.m.Solo() {
		return ""
	}
	seats := proof.Sealed(p.m)
	if len(seats) == 0 {
		return ""
	}
	return p.say("board.have-bid", "Players", locale.Listed(seats))
}

// boardCode is the last line of a board: whose bids are fixed or, before the first move of a game
// without a table of its own, the code of its deal.
func (p public) boardCode() string {
	if sealed := p.sealedLine(); sealed != "" || !p.w.coded || len(p.m.Log) > 0 {
		return sealed
	}
	return p.firstCode()
}

// firstCode is the code of the deal of a game without a table of its own: of a rematch, and of one
// that began at once in direct messages.
func (p public) firstCode() string {
	code := proof.TableCode(p.m)
	if code == "" || !p.m.Again && (p.m.Guild != "" || p.m.Table != "") {
		return ""
	}
	return p.say("deal.code", "Code", code)
}

// lineCode is the last line of a record's line that tells of plies of the log, from the first
// of them up to the second: the code that fixed the bids which they opened.
func (p public) lineCode(from, to int) string {
	code := proof.LineCode(p.m, from, to)
	if code == "" {
		return ""
	}
	return p.say("seal.code", "Code", code)
}
