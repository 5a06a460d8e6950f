package commands

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"parlour/games"
	"parlour/storage"
)

// move plays a move that was typed.
func (h *Host) move(ctx context.Context, r Request) (Reply, error) {
	m, reply, err := h.find(ctx, r, mine)
	if m == nil {
		return reply, err
	}
	typed := r.Options["move"]
	move, err := m.game.Parse(typed)
	if err != nil {
		return Reply{}, err
	}
	return h.playMove(ctx, r, m.ID, move, anyTurn)
}

// playMove makes a move in a match, if a check agrees to that: a button asks for
// its own turn, which a move that was typed cannot know.
func (h *Host) playMove(ctx context.Context, r Request, id string, move games.Move, check func(*match) error) (Reply, error) {
	var sealed Message
	reply, err := h.inGame(ctx, r, id, func(m *match, seat games.Seat) ([]games.Ply, games.Text, error) {
		sealed = Message{} // it may be decided anew, and then reveal
		if err := check(m); err != nil {
			return nil, games.Text{}, err
		}
		made, next, err := m.ply(seat, move)
		if err != nil {
			return nil, games.Text{}, err
		}
		key := "move.played"
		if len(next.Legal(seat)) > 0 && !slices.Contains(next.ToMove(), seat) {
			key, sealed = "move.sealed", h.sealed(r, m, move)
		}
		return made, games.Say(key, "Move", string(move)), nil
	})
	reply.Message.Content = lines(reply.Message.Content, sealed.Content)
	reply.Message.Rows = sealed.Rows
	return reply, err
}

// anyTurn is the check of what was typed, which agrees to every turn.
func anyTurn(*match) error { return nil }

// ply checks a move by playing it, and keeps what the head knows of it: the game
// may be over. A new turn is a new message, and ends offers of a draw, as somebody
// who leaves does; while others still choose, the message that is there changes.
func (m *match) ply(seat games.Seat, move games.Move) (made []games.Ply, next games.State, err error) {
	if next, err = m.state.Play(seat, move); err != nil {
		return nil, nil, m.withNames(err)
	}
	if _, over := next.Result(); over {
		m.Phase = storage.Over
	}
	same := games.SameTurn(m.state, next, seat)
	switch {
	case !same:
		m.Desired.Post++
	case m.info.Hidden, !reflect.DeepEqual(m.state.View(games.Spectator), next.View(games.Spectator)):
		m.Desired.Edit++
	}
	if !same || move == games.Leave {
		m.Offers, m.Declined = nil, ""
	}
	return []games.Ply{{Seat: seat, Move: move}}, next, nil
}

// complete suggests values for the option that is being typed.
func (h *Host) complete(ctx context.Context, r Request) (Reply, error) {
	typed := r.Options[r.Focus]
	switch r.Focus {
	case "game":
		return h.completeGame(ctx, r, typed)
	case "move", optionBid:
		return h.completeMove(ctx, r, typed)
	case optionTurnTime, optionTotalTime:
		return completeLimit(r.Focus, typed), nil
	case optionZone, optionQuiet, optionRemind, optionDigest, optionUntil:
		return h.completeSetting(ctx, r)
	}
	return Reply{}, nil
}

// completeMove lists legal moves that begin with what was typed, and then those
// that have it, give or take capitals, spaces and dashes.
func (h *Host) completeMove(ctx context.Context, r Request, typed string) (Reply, error) {
	m, _, err := h.find(ctx, r, mine)
	if err != nil || m == nil || m.state == nil || r.Focus == optionBid && !m.bidding() {
		return Reply{}, nil // an empty list says it; the command itself will say why
	}
	var begin, have []MenuOption
	for _, move := range m.state.Legal(m.seatOf(r.By.ID)) {
		o := MenuOption{Label: string(move), Value: string(move)}
		switch at := strings.Index(fold(string(move)), fold(typed)); {
		case at == 0:
			begin = append(begin, o)
		case at > 0:
			have = append(have, o)
		}
	}
	found := append(begin, have...)
	return Reply{Choices: found[:min(len(found), maxMenu)]}, nil
}

// fold drops from a text what a person may leave out of a move.
func fold(s string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) || c == '-' {
			return -1
		}
		return unicode.ToLower(c)
	}, s)
}

// withNames puts the names of seats into a refusal that speaks of them.
func (m *match) withNames(err error) error {
	var refusal *games.Refusal
	if !errors.As(err, &refusal) {
		return err
	}
	text := games.Text{Key: refusal.Text.Key, Args: maps.Clone(refusal.Text.Args)}
	for k, arg := range text.Args {
		switch arg := arg.(type) {
		case games.Seat:
			text.Args[k] = m.namesOf(arg)
		case []games.Seat:
			text.Args[k] = m.namesOf(arg...)
		}
	}
	return &games.Refusal{Text: text}
}

// namesOf returns what seats are called.
func (m *match) namesOf(seats ...games.Seat) string {
	var names []string
	for _, s := range seats {
		if s >= 0 && int(s) < len(m.Players) {
			names = append(names, clipAll(m.names())[s])
		}
	}
	return strings.Join(names, ", ")
}
