package look

import (
	"context"
	"errors"
	"strconv"

	"parlour/commands/host"
	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/commands/match/which"
	"parlour/commands/message/button"
	"parlour/commands/message/insight"
	"parlour/commands/think"
	"parlour/games"
)

// AnalyseCommand defines /analyse.
func AnalyseCommand() host.Command {
	return host.Command{
		Name: "analyse", Run: analyse, Define: host.Options(host.Completing(host.OptionGame)),
		Complete: map[string]host.Handler{host.OptionGame: host.CompleteEnded}, Long: true,
	}
}

// analyse shows the first moment that decided a game that is over.
func analyse(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	if named := c.Options[host.OptionGame]; named != "" {
		c.Pressed = button.Button{Match: named}
		return AnalyseButton(ctx, h, c)
	}
	m, err := which.LastEnded(ctx, h.Env, c.By.ID, c.Channel, games.Refuse("refuse.no-ended"))
	if err != nil {
		return interaction.Reply{}, err
	}
	return analysis(ctx, h, c, m, 0, true)
}

// AnalyseButton shows the first moment of the game of a button.
func AnalyseButton(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	m, _, err := h.Seen(ctx, c)
	if err != nil {
		return interaction.Reply{}, err
	}
	return analysis(ctx, h, c, m, 0, true)
}

// ShowPoint shows another moment, whose number the button carries.
func ShowPoint(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	m, _, err := h.Seen(ctx, c)
	if err != nil {
		return interaction.Reply{}, err
	}
	if len(c.Pressed.Steps) == 0 {
		return interaction.Reply{}, games.Refuse("refuse.button")
	}
	at, err := strconv.Atoi(c.Pressed.Steps[0])
	if err != nil {
		return interaction.Reply{}, games.Refuse("refuse.button")
	}
	return analysis(ctx, h, c, m, at, false)
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
func analysis(ctx context.Context, h *host.Host, c host.Call, m *match.Match, at int, first bool) (interaction.Reply, error) {
	if err := mayAnalyse(m); err != nil {
		return interaction.Reply{}, err
	}
	points, err := h.Thinkers.TurningPoints(ctx, c.By.ID, m)
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
	return host.Answer(insight.Analysis(h.Writer, c.Reader(), m, all, at, first))
}
