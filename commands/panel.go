package commands

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"parlour/commands/locale"
	"parlour/games"
)

// Discord's limits on menus: lines in one, and menus that leave room for a row
// of buttons.
const (
	maxMenu  = 25
	maxMenus = 4
)

// errStale says that a button was made in a turn that is over. Who clicked it is
// shown the board as it is.
var errStale = errors.New("the turn of this button is over")

// openPanel opens the panel on which a move is made step by step.
func (h *Host) openPanel(ctx context.Context, r Request, b button) (Reply, error) {
	return h.inTurn(ctx, r, b, func(m *match, seat games.Seat) (Reply, error) {
		return h.panel(r, m, seat, nil, 0)
	})
}

// pick goes a step on: the value chosen in a menu follows the steps that the
// menu carries, after its number on the panel.
func (h *Host) pick(ctx context.Context, r Request, b button) (Reply, error) {
	return h.inTurn(ctx, r, b, func(m *match, seat games.Seat) (Reply, error) {
		if len(b.steps) == 0 || len(r.Values) != 1 {
			return Reply{}, errStale
		}
		return h.panel(r, m, seat, append(slices.Clone(b.steps[1:]), r.Values[0]), 0)
	})
}

// page opens the panel at some steps, for Back, and at a page of a long menu.
func (h *Host) page(ctx context.Context, r Request, b button) (Reply, error) {
	return h.inTurn(ctx, r, b, func(m *match, seat games.Seat) (Reply, error) {
		if len(b.steps) == 0 {
			return Reply{}, errStale
		}
		page, err := strconv.Atoi(b.steps[0])
		if err != nil {
			return Reply{}, errStale
		}
		return h.panel(r, m, seat, b.steps[1:], page)
	})
}

// confirm makes the move that the steps of the button lead to.
func (h *Host) confirm(ctx context.Context, r Request, b button) (Reply, error) {
	return h.inTurn(ctx, r, b, func(m *match, seat games.Seat) (Reply, error) {
		picked := choose(m.state, seat, b.steps)
		if len(picked) == 0 || len(picked) != len(b.steps) || picked[len(picked)-1].Move == "" {
			return Reply{}, errStale
		}
		return h.playMove(ctx, r, m.ID, picked[len(picked)-1].Move, b.inItsTurn)
	})
}

// inTurn does something for a seated player if the turn of the button is still
// on, and otherwise shows the board as it is now.
func (h *Host) inTurn(ctx context.Context, r Request, b button, do func(*match, games.Seat) (Reply, error)) (Reply, error) {
	m, err := h.load(ctx, b.match)
	if err != nil {
		return Reply{}, err
	}
	seat, err := m.seated(r)
	if err != nil {
		return Reply{}, err
	}
	if m.state != nil && b.turn != m.turn {
		return h.stale(ctx, r, m), nil
	}
	if err := m.playing(); err != nil {
		return Reply{}, err
	}
	reply, err := do(m, seat)
	if !errors.Is(err, errStale) {
		return reply, err
	}
	if m, err = h.load(ctx, b.match); err != nil {
		return Reply{}, err
	}
	return h.stale(ctx, r, m), nil
}

// inItsTurn refuses a button whose turn is over.
func (b button) inItsTurn(m *match) error {
	if b.turn != m.turn {
		return errStale
	}
	return nil
}

// stale answers a click on an old board or panel with the board as it is now. It may be
// old because the bot could not post there, which now may be otherwise.
func (h *Host) stale(ctx context.Context, r Request, m *match) Reply {
	msg := h.card(ctx, r, m, false)
	msg.Content = lines(h.say(r, "board.stale"), msg.Content)
	reply := Reply{Message: msg}
	if stranded(m.Head, h.Now()) && r.here(m.Head) && h.touch(ctx, m.ID) == nil {
		reply.Show = []string{m.ID}
	}
	return reply
}

// panel shows the next step of a move, or the preview when the steps make one.
func (h *Host) panel(r Request, m *match, seat games.Seat, steps []string, page int) (Reply, error) {
	picked := choose(m.state, seat, steps)
	if len(picked) < len(steps) {
		return Reply{}, errStale
	}
	if len(picked) > 0 && picked[len(picked)-1].Move != "" {
		return h.preview(r, m, steps, picked)
	}
	choices := m.state.Choices(seat, steps)
	if len(choices) == 0 && !m.in(seat) {
		return Reply{}, m.outRefusal(seat)
	}
	if len(choices) == 0 {
		return Reply{}, m.withNames(games.Refuse("refuse.turn", "Player", m.state.ToMove()))
	}
	page = max(min(page, (len(choices)-1)/(maxMenu*maxMenus)), 0)
	v := h.voice(r.Lang, m.names())
	msg := Message{Content: lines(
		v.Say(games.Say("panel.head", "Game", m.info.Title, "Others", m.others(seat), "Owes", m.state.View(seat).Words().Owes)),
		h.echo(v, picked),
	)}
	if m.info.Hidden { // the board in the channel lacks what is theirs alone
		msg.Picture = h.picture(m.sightOf(r))
	}
	plain := h.plain(r.Lang, m.names())
	msg.Rows = h.menus(plain, m, steps, choices, page)
	if row := append(h.steer(plain, m, steps, len(choices), page), h.beside(r, m)...); len(row) > 0 {
		msg.Rows = append(msg.Rows, row)
	}
	return Reply{Message: msg}, nil
}

// choose follows steps from the first and returns the choices that they name, as
// far as they lead.
func choose(s games.State, seat games.Seat, steps []string) []games.Choice {
	var picked []games.Choice
	for i := range steps {
		choices := s.Choices(seat, steps[:i])
		at := slices.IndexFunc(choices, func(c games.Choice) bool { return c.Value == steps[i] })
		if at < 0 {
			return picked
		}
		picked = append(picked, choices[at])
	}
	return picked
}

// echo says what was picked so far.
func (h *Host) echo(v locale.Voice, picked []games.Choice) string {
	if n := len(picked); n > 0 && picked[n-1].Echo.Key != "" {
		return v.Say(games.Say("panel.picked", "Picked", picked[n-1].Echo))
	}
	var said string
	for i, c := range picked {
		if i > 0 {
			said += " · "
		}
		said += v.Say(c.Label)
	}
	if said == "" {
		return ""
	}
	return v.Say(games.Say("panel.picked", "Picked", locale.Verbatim(said)))
}

// menus makes the menus of one page of choices.
func (h *Host) menus(v locale.Voice, m *match, steps []string, choices []games.Choice, page int) [][]Control {
	var rows [][]Control
	from := page * maxMenu * maxMenus
	for part := range slices.Chunk(choices[from:min(from+maxMenu*maxMenus, len(choices))], maxMenu) {
		menu := Control{ID: m.numbered("pick", len(rows), steps).String()}
		for _, c := range part {
			menu.Options = append(menu.Options, MenuOption{Label: clip(v.Say(c.Label), 100), Value: c.Value})
		}
		menu.Label = v.Say(games.Say("panel.choose"))
		if len(choices) > maxMenu {
			first, last := menu.Options[0].Label, menu.Options[len(part)-1].Label
			menu.Label = clip(v.Say(games.Say("panel.choose-from", "First", first, "Last", last)), 150)
		}
		rows = append(rows, []Control{menu})
	}
	return rows
}

// steer makes the buttons below the menus: back a step, and other pages.
func (h *Host) steer(v locale.Voice, m *match, steps []string, choices, page int) []Control {
	var row []Control
	if len(steps) > 0 {
		row = append(row, h.back(v, m, steps))
	}
	if page > 0 {
		row = append(row, Control{ID: m.numbered("page", page-1, steps).String(), Label: v.Say(games.Say("panel.earlier"))})
	}
	if choices > (page+1)*maxMenu*maxMenus {
		row = append(row, Control{ID: m.numbered("page", page+1, steps).String(), Label: v.Say(games.Say("panel.later"))})
	}
	return row
}

// back takes the last step back.
func (h *Host) back(v locale.Voice, m *match, steps []string) Control {
	return Control{ID: m.numbered("page", 0, steps[:len(steps)-1]).String(), Label: v.Say(games.Say("panel.back"))}
}

// numbered returns a button whose first step is a number.
func (m *match) numbered(verb string, n int, steps []string) button {
	return m.button(verb, append([]string{strconv.Itoa(n)}, steps...)...)
}

// preview shows how the board would look after a move, and asks.
func (h *Host) preview(r Request, m *match, steps []string, picked []games.Choice) (Reply, error) {
	move := picked[len(picked)-1].Move
	shown, err := m.sightOf(r).trying(move)
	if err != nil {
		return Reply{}, m.withNames(err)
	}
	key := "panel.sure"
	if !m.info.Hidden {
		key = "panel.preview"
	}
	v := h.voice(r.Lang, m.names())
	return Reply{Message: Message{
		Content: lines(v.Say(games.Say(key, "Move", string(move))), h.echo(v, picked)),
		Picture: h.picture(shown),
		Rows: [][]Control{{
			{ID: m.button("confirm", steps...).String(), Label: h.label(r.Lang, "panel.confirm"), Style: Good},
			h.back(h.plain(r.Lang, m.names()), m, steps),
		}},
	}}, nil
}
