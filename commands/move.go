package commands

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
)

// optionMove is the option of /move.
const optionMove = "move"

func moveCommand() command {
	return command{
		name: "move", run: typedMove, define: options(required(completing(optionMove)), completing(optionGame)),
		complete: map[string]handler{optionMove: completeMove, optionGame: completeGame},
	}
}

// typedMove plays a move that was typed.
func typedMove(ctx context.Context, s *Service, c call) (Reply, error) {
	m, reply, err := s.find(ctx, c, mine)
	if m == nil {
		return reply, err
	}
	move, err := m.Game.Parse(c.Options[optionMove])
	if err != nil {
		return Reply{}, err
	}
	return s.playMove(ctx, c, m.ID, move, (*match.Match).Playing)
}

// playMove plays a move that was typed, if a check of the match agrees.
func (s *Service) playMove(ctx context.Context, c call, id string, move games.Move, check func(*match.Match) error) (Reply, error) {
	var played playedMove
	reply, err := s.inGame(ctx, c, id, func(m *match.Match, seat games.Seat) ([]games.Ply, error) {
		if err := check(m); err != nil {
			return nil, err
		}
		return match.Play(m, seat, move)
	}, played.said(move))
	return played.answer(s, c, reply), err
}

// confirmMove plays the move that the steps of a button lead to.
func confirmMove(ctx context.Context, s *Service, c call) (Reply, error) {
	var move games.Move
	var played playedMove
	reply, err := s.inTurn(ctx, c, func(m *match.Match, seat games.Seat) ([]games.Ply, error) {
		picked := message.Pick(m.State, seat, c.button.Steps)
		if len(picked) == 0 || len(picked) != len(c.button.Steps) || picked[len(picked)-1].Move == "" {
			return nil, match.ErrStale
		}
		move = picked[len(picked)-1].Move
		return match.Play(m, seat, move)
	}, func(m *match.Match, seat games.Seat) games.Text { return played.said(move)(m, seat) })
	if err != nil || move == "" {
		return reply, err
	}
	return s.withNext(ctx, c, played.answer(s, c, reply)), nil
}

// A playedMove is what the answer to a move is made from.
type playedMove struct {
	sealed *match.Match // the match in which the move is sealed; nil for an open move
	move   games.Move
}

// said says that a move was played, or sealed.
func (p *playedMove) said(move games.Move) func(*match.Match, games.Seat) games.Text {
	return func(m *match.Match, seat games.Seat) games.Text {
		key := "move.played"
		if len(m.State.Legal(seat)) > 0 && !slices.Contains(m.State.ToMove(), seat) {
			key = "move.sealed"
			p.sealed, p.move = m, move
		}
		return games.Say(key, "Move", string(move))
	}
}

// answer adds to the reply what a sealed move is, and how it can be changed.
func (p *playedMove) answer(s *Service, c call, reply Reply) Reply {
	if p.sealed != nil {
		sealed := s.writer.Sealed(c.reader(), p.sealed, p.move)
		reply.Message.Content = message.Lines(reply.Message.Content, sealed.Content)
		reply.Message.Rows = sealed.Rows
	}
	return reply
}

// completeMove lists the legal moves that begin with what was typed, then those that have it.
// An empty list means that there is no move; the command itself will say why.
func completeMove(ctx context.Context, s *Service, c call) (Reply, error) {
	m, _, err := s.find(ctx, c, mine)
	if err != nil || m == nil || m.State == nil {
		return Reply{}, nil
	}
	return Reply{Choices: fitting(m.State.Legal(m.SeatOf(c.By.ID)), c.Options[c.Focus])}, nil
}

// fitting returns the moves that begin with what was typed, then those that have it, as many
// as a menu takes. Capitals, spaces and hyphens make no difference.
func fitting(moves []games.Move, typed string) []message.MenuOption {
	var begin, have []message.MenuOption
	for _, move := range moves {
		o := message.MenuOption{Label: string(move), Value: string(move)}
		switch at := strings.Index(fold(string(move)), fold(typed)); {
		case at == 0:
			begin = append(begin, o)
		case at > 0:
			have = append(have, o)
		}
	}
	found := append(begin, have...)
	return found[:min(len(found), message.MaxMenu)]
}

// fold drops what a person may leave out of a text that they type.
func fold(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '-' {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

// openPanel opens the panel on which a move is made step by step.
func openPanel(ctx context.Context, s *Service, c call) (Reply, error) {
	return panel(ctx, s, c, nil, 0)
}

// pickStep goes a step on. The menu carries its number on the panel, then the steps before; the
// value that was chosen follows them.
func pickStep(ctx context.Context, s *Service, c call) (Reply, error) {
	if len(c.button.Steps) == 0 || len(c.Values) != 1 {
		return stalePanel(ctx, s, c)
	}
	return panel(ctx, s, c, append(slices.Clone(c.button.Steps[1:]), c.Values[0]), 0)
}

// turnPage opens the panel at some steps, for Back, and at a page of a long menu.
func turnPage(ctx context.Context, s *Service, c call) (Reply, error) {
	if len(c.button.Steps) == 0 {
		return stalePanel(ctx, s, c)
	}
	page, err := strconv.Atoi(c.button.Steps[0])
	if err != nil {
		return stalePanel(ctx, s, c)
	}
	return panel(ctx, s, c, c.button.Steps[1:], page)
}

// panel shows the panel at some steps.
func panel(ctx context.Context, s *Service, c call, steps []string, page int) (Reply, error) {
	return s.seeTurn(ctx, c, func(m *match.Match, seat games.Seat) (message.Message, error) {
		return s.writer.Panel(c.reader(), m, seat, steps, page)
	})
}

// stalePanel answers a button of the panel that says nothing that it could.
func stalePanel(ctx context.Context, s *Service, c call) (Reply, error) {
	return s.seeTurn(ctx, c, func(*match.Match, games.Seat) (message.Message, error) {
		return message.Message{}, match.ErrStale
	})
}
