package commands

import (
	"context"
	"errors"
	"strconv"

	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/commands/match/which"
	"parlour/commands/message/button"
	"parlour/commands/message/insight"
	"parlour/commands/think"
	"parlour/games"
)

// analyseCommand defines /analyse.
func analyseCommand() command {
	return command{
		name: "analyse", run: analyse, define: options(completing(optionGame)),
		complete: map[string]handler{optionGame: completeEnded}, long: true,
	}
}

// analyse shows the first moment that decided a game that is over.
func analyse(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	if named := c.Options[optionGame]; named != "" {
		c.button = button.Button{Match: named}
		return analyseButton(ctx, s, c)
	}
	m, err := which.LastEnded(ctx, s.env, c.By.ID, c.Channel, games.Refuse("refuse.no-ended"))
	if err != nil {
		return interaction.Reply{}, err
	}
	return analysis(ctx, s, c, m, 0, true)
}

// analyseButton shows the first moment of the game of a button.
func analyseButton(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	m, _, err := s.seen(ctx, c)
	if err != nil {
		return interaction.Reply{}, err
	}
	return analysis(ctx, s, c, m, 0, true)
}

// showPoint shows another moment, whose number the button carries.
func showPoint(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	m, _, err := s.seen(ctx, c)
	if err != nil {
		return interaction.Reply{}, err
	}
	if len(c.button.Steps) == 0 {
		return interaction.Reply{}, games.Refuse("refuse.button")
	}
	at, err := strconv.Atoi(c.button.Steps[0])
	if err != nil {
		return interaction.Reply{}, games.Refuse("refuse.button")
	}
	return analysis(ctx, s, c, m, at, false)
}

// mayAnalyse returns a refusal for a match that cannot be analysed, or not yet.
func mayAnalyse(m *match.Match) error {
	switch {
	case m.Phase.Live():
		return games.Refuse("refuse.analyse.playing", "Game", m.Info.Title)
	case m.Setup.Rules == 0:
		return m.RefuseClosed()
	case m.State == nil:
		return games.ErrRules
	case m.Opponent() == nil:
		return games.Refuse("refuse.parlour", "Game", m.Info.Title)
	}
	return nil
}

// analysis shows one of the moments that decided a match.
func analysis(ctx context.Context, s *Service, c call, m *match.Match, at int, first bool) (interaction.Reply, error) {
	if err := mayAnalyse(m); err != nil {
		return interaction.Reply{}, err
	}
	points, err := s.thinkers.TurningPoints(ctx, c.By.ID, m)
	if errors.Is(err, think.ErrBusy) {
		return interaction.Reply{}, games.Refuse("refuse.analyse.asked")
	}
	if err != nil {
		return interaction.Reply{}, tooLong(err)
	}
	var all []insight.Moment
	for _, p := range points {
		all = append(all, insight.Moment(p))
	}
	return answer(insight.Analysis(s.writer, c.reader(), m, all, at, first))
}
