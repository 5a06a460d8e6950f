package commands

import (
	"context"

	"parlour/commands/match"
	"parlour/commands/match/lobby"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// watches reports whether the asker looks on at a game that has begun.
func (c call) watches(m *match.Match) bool {
	return m.Phase != storage.Open && m.State != nil && m.SeatOf(c.By.ID) == games.Spectator && m.Visible(c.By.ID, c.Channel)
}

// lookOn answers an onlooker who pressed a button of the players.
func lookOn(ctx context.Context, s *Service, c call, m *match.Match) Reply {
	s.publisher.Rouse(ctx, m)
	return Reply{Message: s.writer.OnlookerCard(c.reader(), m, s.Now())}
}

// playAlike opens a table with the options and times of a match, where its button was pressed.
func playAlike(ctx context.Context, s *Service, c call) (Reply, error) {
	if err := s.place(c.Request); err != nil {
		return Reply{}, err
	}
	m, _, err := s.seen(ctx, c)
	if err != nil {
		return Reply{}, err
	}
	wanted, err := lobby.Alike(s.env, m, c.ID, c.By.player(), storage.Place{
		Palette: c.own.Palette, Lang: c.PlaceLang, Thread: c.Threads, Guild: c.Guild, Home: c.Channel,
	})
	if err != nil {
		return Reply{}, err
	}
	table, err := s.create(ctx, wanted)
	if err != nil {
		return Reply{}, err
	}
	said, err := s.opened(ctx, c, table)
	if err != nil {
		return Reply{}, err
	}
	return Reply{
		Message: welcome(ctx, s, c, table, message.Message{Content: said}),
		Due:     []match.Unshown{{ID: table.ID}},
	}, nil
}

// giveSeat has Parlour play on for a player who is gone.
func giveSeat(ctx context.Context, s *Service, c call) (Reply, error) {
	seat, err := c.button.Seat()
	if err != nil {
		return Reply{}, err
	}
	gone := ""
	return s.inGame(ctx, c, c.button.Match, func(m *match.Match, by games.Seat) ([]games.Ply, error) {
		if err := match.MayGive(m, by, seat); err != nil {
			return nil, err
		}
		gone = m.Players[seat].Name
		return match.GiveSeat(m, by, seat, hire(s, m, games.Medium))
	}, func(*match.Match, games.Seat) games.Text { return games.Say("give.done", "Name", gone) })
}
