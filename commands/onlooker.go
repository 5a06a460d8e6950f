package commands

import (
	"context"

	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/commands/match/lobby"
	"parlour/games"
	"parlour/storage"
)

// watches reports whether the asker looks on at a game that has begun.
func (c call) watches(m *match.Match) bool {
	return m.Phase != storage.Open && m.State != nil && m.SeatOf(c.By.ID) == games.Spectator && m.Visible(c.By.ID, c.Channel)
}

// lookOn answers an onlooker who pressed a button of the players.
func lookOn(ctx context.Context, s *Service, c call, m *match.Match) interaction.Reply {
	s.publisher.Rouse(ctx, m)
	return interaction.Reply{Message: s.writer.OnlookerCard(c.reader(), m, s.Now())}
}

// playAlike opens a table with the options and times of a match, where its button was pressed.
func playAlike(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	if err := s.place(c.Request); err != nil {
		return interaction.Reply{}, err
	}
	m, _, err := s.seen(ctx, c)
	switch {
	case err != nil:
		return interaction.Reply{}, err
	case m.Setup.Rules == 0 && m.SeatOf(c.By.ID) != 0: // a challenge that was declined
		return interaction.Reply{}, games.Refuse("refuse.not-host-open", "Name", m.Players[0].Name)
	}
	wanted, err := lobby.Alike(s.env, m, c.ID, c.By.Player(), storage.Place{
		Palette: c.own.Palette, Lang: c.PlaceLang, Thread: c.Threads, Guild: c.Guild, Guest: c.Guest, Home: c.Channel,
	})
	if err != nil {
		return interaction.Reply{}, err
	}
	table, err := s.gate.Open(ctx, s.env, wanted, false)
	if err != nil {
		return interaction.Reply{}, err
	}
	return announce(ctx, s, c, table, match.Unshown{ID: table.ID})
}

// giveSeat has Parlour play on for a player who is gone.
func giveSeat(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	seat, err := c.button.Seat()
	if err != nil {
		return interaction.Reply{}, err
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
