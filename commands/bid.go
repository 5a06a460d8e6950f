package commands

import (
	"context"

	"parlour/games"
	"parlour/storage"
)

// optionBid is the option of /bid.
const optionBid = "bid"

// bidding reports whether what is owed in a match is a secret bid.
func (m *match) bidding() bool {
	b, ok := m.state.(games.Bidder)
	return ok && m.Phase == storage.Playing && b.Bidding()
}

// moveLabel is what the button says that opens the panel.
func (m *match) moveLabel() string {
	if m.bidding() {
		return "button.bid"
	}
	return "button.move"
}

// mayBid refuses a match in which nobody bids now.
func mayBid(m *match) error {
	if !m.bidding() {
		return games.Refuse("refuse.no-bid")
	}
	return nil
}

// bid makes a bid that was typed.
func (h *Host) bid(ctx context.Context, r Request) (Reply, error) {
	m, reply, err := h.find(ctx, r, mine)
	if m == nil {
		return reply, err
	}
	if err := mayBid(m); err != nil {
		return Reply{}, err
	}
	move, err := m.parseBid(r.Options[optionBid])
	if err != nil {
		return Reply{}, err
	}
	return h.playMove(ctx, r, m.ID, move, mayBid)
}

// parseBid reads a bid, which need not say again that it is one.
func (m *match) parseBid(typed string) (games.Move, error) {
	move, err := m.game.Parse(typed)
	if err == nil {
		return move, nil
	}
	if move, again := m.game.Parse("bid " + typed); again == nil {
		return move, nil
	}
	return "", err
}

// sealed says a bid in words to who makes it, with a button to change it and one for
// the hand that it is from.
func (h *Host) sealed(r Request, m *match, move games.Move) Message {
	tried := m.sightOf(r)
	tried.tried = move
	return Message{
		Content: h.own(r, m, tried.view().Words()),
		Rows: [][]Control{{
			{ID: m.numbered("page", 0, nil).String(), Label: h.label(r.Lang, "panel.change")},
			{ID: m.button("view").String(), Label: h.label(r.Lang, "button.view")},
		}},
	}
}

// own says what somebody has bid, nothing where there is no such secret.
func (h *Host) own(r Request, m *match, words games.Words) string {
	if words.Own.Key == "" {
		return ""
	}
	return h.voice(r.Lang, m.names()).Say(games.Say("board.own", "Own", words.Own))
}
