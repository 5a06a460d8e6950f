package commands

import (
	"context"
	"fmt"

	"parlour/commands/locale"
	"parlour/games"
	"parlour/storage"
)

// rules tells the rules of the game that is named, else of the one that is played
// here or by the asker, else of one to be chosen.
func (h *Host) rules(ctx context.Context, r Request) (Reply, error) {
	if name := r.Options["game"]; name != "" {
		return h.rulesOf(r, name)
	}
	if m, _, err := h.find(ctx, r, anyone); err == nil && m != nil {
		return h.rulesOf(r, m.info.Name)
	}
	menu := Control{ID: button{verb: "rules"}.String(), Label: h.label(r.Lang, "rules.choose")}
	for _, g := range h.Games {
		menu.Options = append(menu.Options, MenuOption{Label: g.Info().Title, Value: g.Info().Name})
	}
	return Reply{Message: Message{Content: h.say(r, "rules.ask"), Rows: [][]Control{{menu}}}}, nil
}

// ruled tells the rules of the game that a button names or a menu chose.
func (h *Host) ruled(_ context.Context, r Request, b button) (Reply, error) {
	names := append(b.steps, r.Values...)
	if len(names) != 1 {
		return Reply{}, games.Refuse("refuse.button")
	}
	return h.rulesOf(r, names[0])
}

// rulesOf tells the rules of a game, whose they are, and where they are published,
// with a picture.
func (h *Host) rulesOf(r Request, name string) (Reply, error) {
	game, ok := h.games[name]
	if !ok {
		return Reply{}, games.Refuse("refuse.game", "Game", name)
	}
	info := game.Info()
	picture, err := h.example(r, game)
	if err != nil {
		return Reply{}, err
	}
	return Reply{Message: Message{Content: lines(
		h.say(r, "rules.head", "Game", info.Title, "Designer", info.Designer, "Players", info.Players()),
		h.say(r, info.Name+".rules"),
		h.say(r, "rules.source", "Source", locale.Verbatim(info.Source)),
	), Picture: picture}}, nil
}

// example draws the position with which a game teaches its rules. Who looks is "You",
// and the others have numbers.
func (h *Host) example(r Request, game games.Game) (*Picture, error) {
	e := game.Example()
	state, _, err := games.Replay(game, e.Setup, e.Log)
	if err != nil {
		return nil, fmt.Errorf("the example of %s: %w", e.Setup.Game, err)
	}
	m := &match{game: game, info: game.Info(), state: state}
	m.Setup = e.Setup
	for seat := range games.Seat(e.Setup.Seats) {
		name := games.Say("rules.player", "Number", int(seat)+1)
		if seat == e.Seat {
			name = games.Say("rules.you")
		}
		m.Players = append(m.Players, storage.Player{Name: h.plain(r.Lang, nil).Say(name)})
	}
	p := h.drawn(sight{match: m, state: state, seat: e.Seat, lang: r.Lang, palette: r.own.Palette})
	v := h.plain(r.Lang, m.names())
	p.Score, p.Alt = v.Say(e.Caption), lines(v.Say(e.Alt), p.View.String())
	return p, nil
}
