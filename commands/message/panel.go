package message

import (
	"slices"
	"strings"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
)

// Panel returns the panel of a reader who makes a move step by step: the question, the
// picture and the menus of the next step after some steps, at a page of them, or the preview
// when the steps make a move. It returns [match.ErrStale] if the steps lead nowhere any more.
func (w *Writer) Panel(r Reader, m *match.Match, seat games.Seat, steps []string, page int) (Message, error) {
	p := w.private(r, m)
	picked := Pick(m.State, seat, steps)
	if len(picked) < len(steps) {
		return Message{}, match.ErrStale
	}
	if len(picked) > 0 && picked[len(picked)-1].Move != "" {
		return p.preview(steps, picked)
	}
	step := m.State.Step(seat, steps)
	choices := step.Options()
	if len(choices) == 0 && !m.In(seat) {
		return Message{}, m.RefuseLeft(seat)
	}
	if len(choices) == 0 {
		return Message{}, games.Refuse("refuse.turn", "Player", m.State.ToMove())
	}
	page = max(min(page, (len(choices)-1)/(MaxMenu*maxMenus)), 0)
	shown := w.from(r, m)
	shown.making = &making{m.State.Shown(seat, steps), step.Ask, picked}
	msg := Message{
		Content: Lines(p.say("panel.head", "Game", m.Info.Title, "Others", m.Others(seat)), echo(p.voice, picked), p.voice.Say(step.Ask)),
		Picture: shown.picture(),
	}
	msg.Rows = p.menus(steps, choices, page)
	if row := append(p.navigation(steps, len(choices), page), p.bidButtons()...); len(row) > 0 {
		msg.Rows = append(msg.Rows, row)
	}
	return msg, nil
}

// Pick follows steps from the first and returns the choices that they name, as far as they
// lead.
func Pick(s games.State, seat games.Seat, steps []string) []games.Choice {
	var picked []games.Choice
	for i := range steps {
		choices := s.Step(seat, steps[:i]).Options()
		at := slices.IndexFunc(choices, func(c games.Choice) bool { return c.Value == steps[i] })
		if at < 0 {
			return picked
		}
		picked = append(picked, choices[at])
	}
	return picked
}

// echo says what was picked so far.
func echo(voice locale.Voice, picked []games.Choice) string {
	if len(picked) == 0 {
		return ""
	}
	if n := len(picked); n > 1 && picked[n-1].Value == games.Enough { // what is enough was said before
		picked = picked[:n-1]
	}
	if last := picked[len(picked)-1]; last.Echo.Key != "" {
		return voice.Say(games.Say("panel.picked", "Picked", last.Echo))
	}
	var labels []string
	for _, c := range picked {
		labels = append(labels, voice.Say(c.Label))
	}
	return voice.Say(games.Say("panel.picked", "Picked", locale.Verbatim(strings.Join(labels, " · "))))
}

// menus returns the menus of one page of choices.
func (p private) menus(steps []string, choices []games.Choice, page int) [][]Control {
	plain := p.w.Plain(p.r.Lang, p.m.Names())
	var rows [][]Control
	from := page * MaxMenu * maxMenus
	for part := range slices.Chunk(choices[from:min(from+MaxMenu*maxMenus, len(choices))], MaxMenu) {
		menu := Control{ID: numbered(p.m, "pick", len(rows), steps).String()}
		for _, c := range part {
			menu.Options = append(menu.Options, MenuOption{Label: Clip(plain.Say(c.Label), 100), Value: c.Value})
		}
		menu.Label = plain.Say(games.Say("panel.choose"))
		if len(choices) > MaxMenu {
			menu.Label = plain.Say(games.Say("panel.choose-from", "First", part[0].Short, "Last", part[len(part)-1].Short))
		}
		rows = append(rows, []Control{menu})
	}
	return rows
}

// navigation returns the buttons below the menus: back a step, and other pages.
func (p private) navigation(steps []string, choices, page int) []Control {
	plain := p.w.Plain(p.r.Lang, p.m.Names())
	turnTo := func(page int, key string) Control {
		return Control{ID: numbered(p.m, "page", page, steps).String(), Label: plain.Say(games.Say(key))}
	}
	var row []Control
	if len(steps) > 0 {
		row = append(row, p.back(steps))
	}
	if page > 0 {
		row = append(row, turnTo(page-1, "panel.earlier"))
	}
	if choices > (page+1)*MaxMenu*maxMenus {
		row = append(row, turnTo(page+1, "panel.later"))
	}
	return row
}

// back returns the button that takes the last step back.
func (p private) back(steps []string) Control {
	label := p.w.Plain(p.r.Lang, p.m.Names()).Say(games.Say("panel.back"))
	return Control{ID: numbered(p.m, "page", 0, steps[:len(steps)-1]).String(), Label: label}
}

// bidButtons are the buttons of a bid beside those of its steps: in a direct message, the
// hand as it is; elsewhere, for a person who gets none, direct messages.
func (p private) bidButtons() []Control {
	switch {
	case !p.m.Bidding():
		return nil
	case p.r.Guild == "":
		return []Control{p.w.ViewButton(p.r.Lang, p.m)}
	case p.r.Own.NoDirect:
		return []Control{p.w.DirectButton(p.r.Lang)}
	}
	return nil
}

// preview shows the board after a move, and asks.
func (p private) preview(steps []string, picked []games.Choice) (Message, error) {
	move := picked[len(picked)-1].Move
	shown, err := p.w.from(p.r, p.m).trying(move)
	if err != nil {
		return Message{}, err
	}
	key := "panel.sure"
	if !p.m.Info.Hidden {
		key = "panel.preview"
	}
	return Message{
		Content: Lines(p.say(key, "Move", string(move)), echo(p.voice, picked)),
		Picture: shown.picture(),
		Rows:    [][]Control{{p.control("confirm", "panel.confirm", Good, steps...), p.back(steps)}},
	}, nil
}

// Sealed says a bid that was made to its player, with a button to change it and one for the
// hand that it is from.
func (w *Writer) Sealed(r Reader, m *match.Match, move games.Move) Message {
	p := w.private(r, m)
	tried := p.w.from(r, m)
	tried.tried = move
	return Message{
		Content: p.ownBid(tried.view().Words()),
		Rows: [][]Control{{
			{ID: numbered(m, "page", 0, nil).String(), Label: w.Label(r.Lang, "panel.change")},
			p.w.ViewButton(r.Lang, m),
		}},
	}
}
