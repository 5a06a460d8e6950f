package commands

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"parlour/games"
	"parlour/storage"
)

// thinkLimit bounds a request that goes over a whole game, within the 15 minutes in which
// Discord takes the answer; handleLimit bounds all others.
const (
	thinkLimit  = 14 * time.Minute
	handleLimit = time.Minute
)

// Limit is how long a request may take, and whether the end of the bot is to cut it off at
// once, as what takes longer than the bot can wait for.
func (h *Host) Limit(r Request) (limit time.Duration, cut bool) {
	b, err := parseButton(r.Button)
	if r.Command == "analyse" || err == nil && b.verb == "analyse" {
		return thinkLimit, true
	}
	return handleLimit, false
}

// analyse shows the turning points of a game that is over.
func (h *Host) analyse(ctx context.Context, r Request) (Reply, error) {
	if named := r.Options["game"]; named != "" {
		return h.analysed(ctx, r, button{match: named})
	}
	m, err := h.lastEnded(ctx, r, games.Refuse("refuse.no-ended"))
	if err != nil {
		return Reply{}, err
	}
	return h.analysis(ctx, r, m)
}

// analysed shows those of the game of a button.
func (h *Host) analysed(ctx context.Context, r Request, b button) (Reply, error) {
	m, err := h.load(ctx, b.match)
	if err != nil {
		return Reply{}, err
	}
	return h.analysis(ctx, r, m)
}

// mayAnalyse refuses a match of which nothing may be said yet, or to who asks.
func (m *match) mayAnalyse(r Request) error {
	switch {
	case !m.visible(r):
		return games.Refuse("refuse.hidden")
	case m.Phase == storage.Open || m.Phase == storage.Playing:
		return games.Refuse("refuse.analyse.playing", "Game", m.info.Title)
	case m.Setup.Rules == 0:
		return tableClosed(m)
	case m.state == nil:
		return games.ErrRules
	case m.opponent() == nil:
		return games.Refuse("refuse.parlour", "Game", m.info.Title)
	}
	return nil
}

// analysis says the turning points of a match, and shows the greatest with the better
// move made.
func (h *Host) analysis(ctx context.Context, r Request, m *match) (Reply, error) {
	if err := m.mayAnalyse(r); err != nil {
		return Reply{}, err
	}
	done, ok := h.minds.ask("game " + r.By.ID)
	if !ok {
		return Reply{}, games.Refuse("refuse.analyse.asked")
	}
	defer done()
	points, err := h.turningPoints(ctx, m)
	if err != nil {
		return Reply{}, tooLong(err)
	}
	msg, err := h.pointsMessage(r, m, points)
	return Reply{Message: msg}, err
}

// pointsMessage tells of turning points, with a button for each.
func (h *Host) pointsMessage(r Request, m *match, points []point) (Message, error) {
	v := h.voice(r.Lang, m.names())
	said := []string{v.Say(games.Say("analyse.head", "Game", m.info.Title, "Players", m.others(games.Spectator), "Count", len(points)))}
	if len(points) == 0 {
		return Message{Content: said[0]}, nil
	}
	var row []Control
	for _, p := range points {
		made := m.Log[p.ply]
		said = append(said, v.Say(games.Say("analyse.point", "Number", p.ply+1, "Player", made.Seat, "Move", string(made.Move),
			"Made", p.advice.Made, "Best", string(p.advice.Best), "Worth", p.advice.Worth)))
		show := m.button("point", strconv.Itoa(p.ply), string(p.advice.Best))
		if len(show.String()) <= maxButton {
			row = append(row, Control{ID: show.String(), Label: h.plain(r.Lang, nil).Say(games.Say("button.point", "Number", p.ply+1))})
		}
	}
	worst := slices.MaxFunc(points, func(a, b point) int { return cmp.Compare(a.advice.Cost, b.advice.Cost) })
	picture, err := h.better(r, m, worst.ply, worst.advice.Best)
	if err != nil {
		return Message{}, err
	}
	said = append(said, v.Say(games.Say("analyse.shown", "Number", worst.ply+1, "Best", string(worst.advice.Best))))
	return Message{Content: lines(said...), Picture: picture, Rows: [][]Control{row}}, nil
}

// point shows one turning point, with the better move that its button carries made.
func (h *Host) point(ctx context.Context, r Request, b button) (Reply, error) {
	m, err := h.load(ctx, b.match)
	if err != nil {
		return Reply{}, err
	}
	if err := m.mayAnalyse(r); err != nil {
		return Reply{}, err
	}
	if len(b.steps) != 2 {
		return Reply{}, games.Refuse("refuse.button")
	}
	ply, err := strconv.Atoi(b.steps[0])
	if err != nil || ply < 0 || ply >= len(m.Log) {
		return Reply{}, games.Refuse("refuse.button")
	}
	picture, err := h.better(r, m, ply, games.Move(b.steps[1]))
	if err != nil {
		return Reply{}, err
	}
	said := h.voice(r.Lang, m.names()).Say(games.Say("analyse.shown", "Number", ply+1, "Best", b.steps[1]))
	return Reply{Message: Message{Content: said, Picture: picture}}, nil
}

// better is a picture of the position before a ply with another move made in its place,
// as its player saw it.
func (h *Host) better(r Request, m *match, ply int, best games.Move) (*Picture, error) {
	before := *m
	var err error
	if before.state, _, err = games.Replay(m.game, m.Setup, plies(m.Log[:ply])); err != nil {
		return nil, err
	}
	seen := before.sightOf(r)
	seen.seat = m.Log[ply].Seat
	if seen, err = seen.trying(best); err != nil {
		return nil, err
	}
	seen.instead = true
	return h.picture(seen), nil
}
