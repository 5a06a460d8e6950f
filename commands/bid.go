package commands

import (
	"context"
	"errors"

	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/commands/match/guest"
	"parlour/commands/match/which"
	"parlour/commands/message"
	"parlour/commands/message/button"
	"parlour/commands/message/insight"
	"parlour/games"
	"parlour/storage"
)

// optionBid is the option of /bid.
const optionBid = "bid"

func bidCommand() command {
	return command{
		name: "bid", run: typedBid, define: options(required(completing(optionBid)), completing(optionGame)),
		complete: map[string]handler{optionBid: completeMove, optionGame: completeGame},
	}
}

// typedBid makes a bid that was typed.
func typedBid(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	m, reply, err := s.find(ctx, c, which.Mine)
	if m == nil {
		return reply, err
	}
	if err := m.MayBid(); err != nil {
		return interaction.Reply{}, err
	}
	c.button = button.Of(m, "pick")
	return s.typed(ctx, c, m, c.Options[optionBid])
}

// errReveals is returned by the decision for a bid that reveals all bids, if that is to be asked.
var errReveals = errors.New("this bid reveals all bids")

// playSteps plays the move that some steps make. A bid that is the last one, perhaps by a race,
// is asked about first, unless it is confirmed.
func playSteps(ctx context.Context, s *Service, c call, steps []string, confirmed bool) (interaction.Reply, error) {
	m, err := s.env.Change(ctx, c.button.Match, func(m *match.Match) ([]games.Ply, error) {
		if _, made := m.MadeBy(c.ID); made {
			return nil, nil
		}
		if err := errors.Join(c.thisTurn(m), m.Playing()); err != nil {
			return nil, err
		}
		if c.onPublic() {
			guest.PressedOn(m, c.Message)
		}
		seat, move := m.SeatOf(c.By.ID), games.Move("")
		switch steps, move = match.Finish(m, seat, steps); {
		case move == "":
			return nil, match.ErrStale
		case m.Bidding() && !confirmed && match.Reveals(m, seat, move):
			return nil, errReveals
		}
		m.RequestID, m.Here = c.ID, c.Guild != ""
		match.AdoptDirect(m, c.direct(m))
		return match.Play(m, seat, move)
	})
	switch {
	case errors.Is(err, errReveals):
		return showSteps(ctx, s, c, steps, 0, false)
	case errors.Is(err, match.ErrStale):
		return s.stale(ctx, c, m), nil
	case err != nil:
		return interaction.Reply{}, message.Named(m, err)
	}
	return s.moved(ctx, c, m)
}

// moved answers a move that was made. A bid that may change keeps its panel, a board is shown on.
// Where the board is not to be seen, the answer stays.
func (s *Service) moved(ctx context.Context, c call, m *match.Match) (interaction.Reply, error) {
	unshown, seat := m.Unshown(), m.SeatOf(c.By.ID)
	switch {
	case c.onBoard(m):
		return interaction.Reply{Message: s.writer.Coded().Board(match.Timed(m)), Public: true, Shows: &unshown}, nil
	case match.Bid(m, seat) != "":
		msg, err := s.writer.Panel(c.reader(), m, seat, nil, 0)
		return interaction.Reply{Message: msg, Due: []match.Unshown{unshown}, Until: match.UntilRevealed(m)}, err
	}
	reply := say(insight.Played(s.writer, c.reader(), m, c.ID))
	reply.Vanish, reply.Due = c.Alone && (c.Guild != "" || m.Guild == ""), []match.Unshown{unshown}
	if m.Guest && m.Channel != c.Channel {
		reply.Vanish, reply.Message.Content = false, message.Lines(reply.Message.Content, s.say(c, "guest.elsewhere"))
	}
	return withNext(ctx, s, c, reply), nil
}

// direct returns the direct message that asks for a bid whose button was pressed; zero for any
// other message.
func (c call) direct(m *match.Match) storage.Direct {
	if c.Guild != "" || m.Guild == "" || c.Alone || c.Message == "" || c.Channel != c.own.Direct {
		return storage.Direct{}
	}
	return storage.Direct{Player: c.By.ID, Turn: c.button.Turn, Channel: c.Channel, Message: c.Message}
}

// wantDirects sends direct messages again to a person who asks for them: one at once, which
// shows whether they come, and then those with what is owed.
func wantDirects(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	closed, err := s.publisher.Directs.TryAgain(ctx, c.By.ID, "direct-"+match.IDOf(c.ID), say(s.say(c, "direct.again")).Message)
	if err != nil {
		return interaction.Reply{}, err
	}
	if closed {
		return say(s.say(c, "direct.closed")), nil
	}
	reply := say(s.say(c, "direct.on"))
	reply.Due, err = s.publisher.AskAgain(ctx, c.By.ID)
	return reply, err
}
