package commands

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/think"
	"parlour/games"
)

func hintCommand() command {
	return command{
		name: "hint", run: hint, define: options(completing(optionGame)),
		complete: map[string]handler{optionGame: completeGame},
	}
}

func analyseCommand() command {
	return command{
		name: "analyse", run: analyse, define: options(completing(optionGame)),
		complete: map[string]handler{optionGame: completeEnded}, long: true,
	}
}

// hint shows the move that an opponent would make for the asker, where that is no help against
// another person.
func hint(ctx context.Context, s *Service, c call) (Reply, error) {
	m, reply, err := s.find(ctx, c, mine)
	if m == nil {
		return reply, err
	}
	seat := m.SeatOf(c.By.ID)
	switch err := m.Playing(); {
	case err != nil:
		return Reply{}, err
	case len(m.People()) > 1:
		return Reply{}, games.Refuse("refuse.hint")
	case m.Opponent() == nil:
		return Reply{}, games.Refuse("refuse.parlour", "Game", m.Info.Title)
	case !m.In(seat):
		return Reply{}, m.RefuseLeft(seat)
	case !match.MayMove(m, seat):
		return Reply{}, message.Named(m, games.Refuse("refuse.turn", "Player", m.State.ToMove()))
	}
	advice, err := s.thinkers.Hint(ctx, c.By.ID, m, seat)
	if errors.Is(err, think.ErrBusy) {
		return Reply{}, games.Refuse("refuse.hint.asked")
	}
	if err != nil {
		return Reply{}, tooLong(err)
	}
	return answer(s.writer.Hint(c.reader(), m, advice))
}

// analyse shows the turning points of a game that is over.
func analyse(ctx context.Context, s *Service, c call) (Reply, error) {
	if named := c.Options[optionGame]; named != "" {
		c.button = message.Button{Match: named}
		return analyseButton(ctx, s, c)
	}
	m, err := s.lastEnded(ctx, c, games.Refuse("refuse.no-ended"))
	if err != nil {
		return Reply{}, err
	}
	return analysis(ctx, s, c, m)
}

// analyseButton shows the turning points of the game of a button.
func analyseButton(ctx context.Context, s *Service, c call) (Reply, error) {
	m, err := s.env.Load(ctx, c.button.Match)
	if err != nil {
		return Reply{}, err
	}
	return analysis(ctx, s, c, m)
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

// analysis says the turning points of a match, and shows the greatest with the better move made.
func analysis(ctx context.Context, s *Service, c call, m *match.Match) (Reply, error) {
	if err := mayAnalyse(c, m); err != nil {
		return Reply{}, err
	}
	points, err := s.thinkers.TurningPoints(ctx, c.By.ID, m)
	if errors.Is(err, think.ErrBusy) {
		return Reply{}, games.Refuse("refuse.analyse.asked")
	}
	if err != nil {
		return Reply{}, tooLong(err)
	}
	return answer(pointsMessage(s, c, m, points))
}

// pointsMessage tells of turning points, with a button for each.
func pointsMessage(s *Service, c call, m *match.Match, points []think.Point) (message.Message, error) {
	v := s.writer.Voice(c.Lang, m.Names())
	said := []string{v.Say(games.Say("analyse.head", "Game", m.Info.Title, "Players", m.Others(games.Spectator), "Count", len(points)))}
	if len(points) == 0 {
		return message.Message{Content: said[0]}, nil
	}
	var row []message.Control
	for _, p := range points {
		made := m.Log[p.Ply]
		said = append(said, v.Say(games.Say("analyse.point", "Number", p.Ply+1, "Player", made.Seat, "Move", string(made.Move),
			"Made", p.Advice.Made, "Best", string(p.Advice.Best), "Worth", p.Advice.Worth)))
		show := message.ButtonOf(m, "point", strconv.Itoa(p.Ply), string(p.Advice.Best))
		if len(show.String()) <= message.MaxButton {
			label := s.writer.Plain(c.Lang, nil).Say(games.Say("button.point", "Number", p.Ply+1))
			row = append(row, message.Control{ID: show.String(), Label: label})
		}
	}
	worst := slices.MaxFunc(points, func(a, b think.Point) int { return cmp.Compare(a.Advice.Cost, b.Advice.Cost) })
	shown, err := better(s, c, m, worst.Ply, worst.Advice.Best)
	if err != nil {
		return message.Message{}, err
	}
	said = append(said, shown.Content)
	return message.Message{Content: message.Lines(said...), Picture: shown.Picture, Rows: [][]message.Control{row}}, nil
}

// showPoint shows one turning point, with the better move that its button carries made.
func showPoint(ctx context.Context, s *Service, c call) (Reply, error) {
	m, err := s.env.Load(ctx, c.button.Match)
	if err != nil {
		return Reply{}, err
	}
	if err := mayAnalyse(c, m); err != nil {
		return Reply{}, err
	}
	if len(c.button.Steps) != 2 {
		return Reply{}, games.Refuse("refuse.button")
	}
	ply, err := strconv.Atoi(c.button.Steps[0])
	if err != nil || ply < 0 || ply >= len(m.Log) {
		return Reply{}, games.Refuse("refuse.button")
	}
	return answer(better(s, c, m, ply, games.Move(c.button.Steps[1])))
}

// better shows the position before a ply with another move made in its place.
func better(s *Service, c call, m *match.Match, ply int, best games.Move) (message.Message, error) {
	picture, err := s.writer.Better(c.reader(), m, ply, best)
	said := s.writer.Voice(c.Lang, m.Names()).Say(games.Say("analyse.shown", "Number", ply+1, "Best", string(best)))
	return message.Message{Content: said, Picture: picture}, err
}
