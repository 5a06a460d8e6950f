package commands

import (
	"context"

	"parlour/commands/match"
	"parlour/games"
)

// optionBid is the option of /bid.
const optionBid = "bid"

func bidCommand() command {
	return command{
		name: "bid", run: typedBid, define: options(required(completing(optionBid)), completing(optionGame)),
		complete: map[string]handler{optionBid: completeBid, optionGame: completeGame},
	}
}

// typedBid makes a bid that was typed.
func typedBid(ctx context.Context, s *Service, c call) (Reply, error) {
	m, reply, err := s.find(ctx, c, mine)
	if m == nil {
		return reply, err
	}
	if err := m.MayBid(); err != nil {
		return Reply{}, err
	}
	move, err := m.State.(games.Bidder).ParseBid(c.Options[optionBid])
	if err != nil {
		return Reply{}, err
	}
	return s.playMove(ctx, c, m.ID, move, (*match.Match).MayBid)
}

// completeBid lists legal bids as [completeMove] lists moves.
func completeBid(ctx context.Context, s *Service, c call) (Reply, error) {
	m, _, err := s.find(ctx, c, mine)
	if err != nil || m == nil || !m.Bidding() {
		return Reply{}, nil
	}
	return Reply{Choices: fitting(m.State.Legal(m.SeatOf(c.By.ID)), c.Options[c.Focus])}, nil
}

// wantDirects sends direct messages again to a person who asks for them: one at once, which
// shows whether they come, and then those with what is owed.
func wantDirects(ctx context.Context, s *Service, c call) (Reply, error) {
	closed, err := s.publisher.Directs.TryAgain(ctx, c.By.ID, "direct-"+match.IDOf(c.ID), say(s.say(c, "direct.again")).Message)
	if err != nil {
		return Reply{}, err
	}
	if closed {
		return say(s.say(c, "direct.closed")), nil
	}
	reply := say(s.say(c, "direct.on"))
	reply.Due, err = s.publisher.AskAgain(ctx, c.By.ID)
	return reply, err
}
