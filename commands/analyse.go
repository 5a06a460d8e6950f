package commands

import (
	"context"
	"errors"
	"strconv"
	"time"

	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/commands/match/which"
	"parlour/commands/message/button"
	"parlour/commands/message/insight"
	"parlour/commands/think"
	"parlour/games"
)

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
	m, err := s.env.Load(ctx, c.button.Match)
	if err != nil {
		return interaction.Reply{}, err
	}
	return analysis(ctx, s, c, m, 0, true)
}

// showPoint shows another moment, whose number the button carries.
func showPoint(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	m, err := s.env.Load(ctx, c.button.Match)
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

// mayAnalyse returns a refusal for a match that cannot be analysed yet, or not for the asker.
func mayAnalyse(c call, m *match.Match) error {
	switch {
	case !m.Visible(c.By.ID, c.Channel):
		return games.Refuse("refuse.hidden")
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

// tellAfter is how long somebody waits for an analysis until the answer says how far it is, and
// until it says so again.
const tellAfter = 4 * time.Second

// analysis shows one of the moments that decided a match.
func analysis(ctx context.Context, s *Service, c call, m *match.Match, at int, first bool) (interaction.Reply, error) {
	if err := mayAnalyse(c, m); err != nil {
		return interaction.Reply{}, err
	}
	review := s.thinkers.Review(c.By.ID, m)
	if !first { // the message shows another moment, and keeps it until then
		if err := reviewed(ctx, review, func() bool { return false }); err != nil {
			return interaction.Reply{}, err
		}
		return s.moments(c, m, review, at, first)
	}
	return s.reviewAloud(ctx, c, m, review)
}

// reviewAloud goes on with a review. Until it is done, the answer says how far it is and is changed.
func (s *Service) reviewAloud(ctx context.Context, c call, m *match.Match, review *think.Review) (interaction.Reply, error) {
	since := s.Now()
	if err := reviewed(ctx, review, func() bool { return s.Now().Sub(since) >= tellAfter }); err != nil {
		return interaction.Reply{}, err
	}
	if review.Done() {
		return s.moments(c, m, review, 0, true)
	}
	seen, all := review.Seen()
	reply := say(s.say(c, "analyse.so-far", "Seen", seen, "Count", all, "Found", len(review.Points())))
	reply.Then = func(ctx context.Context) interaction.Reply {
		reply, err := s.reviewAloud(ctx, c, m, review)
		if err != nil {
			return say(s.sentence(c.Request, err))
		}
		return reply
	}
	return reply, nil
}

// reviewed goes on with a review until it is done or pauses, and words why it cannot.
func reviewed(ctx context.Context, review *think.Review, pause func() bool) error {
	err := review.Go(ctx, pause)
	if errors.Is(err, think.ErrBusy) {
		return games.Refuse("refuse.analyse.asked")
	}
	return tooLong(err)
}

// moments shows one of the moments that a review has found.
func (s *Service) moments(c call, m *match.Match, review *think.Review, at int, first bool) (interaction.Reply, error) {
	var all []insight.Moment
	for _, p := range review.Points() {
		all = append(all, insight.Moment(p))
	}
	return answer(insight.Analysis(s.writer, c.reader(), m, all, at, first))
}
