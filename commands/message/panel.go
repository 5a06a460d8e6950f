package message

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
)

// maxLabel is Discord's limit on the label of a button, in characters.
const maxLabel = 80

// maxAsk is Discord's limit on what a menu asks, in characters.
const maxAsk = 150

// Panel returns the panel of a reader who makes a move step by step: the question, the
// picture and the buttons of the next step after some steps, at a page of them, or the preview
// when the steps make a move. It returns [match.ErrStale] if the steps lead nowhere any more.
func (w *Writer) Panel(r Reader, m *match.Match, seat games.Seat, steps []string, page int) (Message, error) {
	p, err := panel{w: w, m: m, seat: seat, lang: r.Lang, steps: steps, page: page, sure: r.Own.Unconfirmed}.complete()
	if err != nil {
		return Message{}, err
	}
	voice := w.Voice(r.Lang, m.Names())
	picture, err := p.picture(w.from(r, m))
	if err != nil {
		return Message{}, err
	}
	msg := Message{Content: p.question(voice), Picture: picture}
	if r.direct() {
		msg.Content = Lines(msg.Content, voice.Say(games.Say("panel.head", "Game", m.Info.Title, "Others", m.Others(seat))))
	}
	var more []Control
	if p.begins() {
		more = append(more, p.control(VerbType, "panel.type", plain, nil))
	}
	if !p.asks() {
		more = append(more, w.bidButtons(r, m)...)
	}
	msg.Rows = p.rows(more...)
	return msg, nil
}

// pick follows steps from the first and returns the choices that they name, as far as they
// lead.
func pick(s games.State, seat games.Seat, steps []string) []games.Choice {
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

// upper begins a text with a capital.
func upper(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	if n == 0 {
		return text
	}
	return string(unicode.ToUpper(r)) + text[n:]
}

// menus returns the menus of the page of a step.
func (p panel) menus() [][]Control {
	plain, choices := p.plain(), p.step.Options()
	p.page = max(min(p.page, (len(choices)-1)/(MaxMenu*maxMenus)), 0)
	from := p.page * MaxMenu * maxMenus
	var rows [][]Control
	for part := range slices.Chunk(choices[from:min(from+MaxMenu*maxMenus, len(choices))], MaxMenu) {
		menu := Control{ID: numberedButton(p.m, VerbPick, len(rows)+1, p.steps).String(), Label: Clip(plain.Say(p.step.Ask), maxAsk)}
		for _, c := range part {
			menu.Options = append(menu.Options, MenuOption{Label: Clip(plain.Say(c.Label), 100), Value: c.Value})
		}
		if len(choices) > MaxMenu {
			menu.Label = plain.Say(games.Say("panel.choose-from", "First", part[0].Short, "Last", part[len(part)-1].Short))
		}
		rows = append(rows, []Control{menu})
	}
	return rows
}

// pages returns the buttons to the other pages of a long step.
func (p panel) pages() (row []Control) {
	turnTo := func(page int, key string) Control {
		return Control{ID: numberedButton(p.m, VerbPage, page, p.steps).String(), Label: p.w.Label(p.lang, key)}
	}
	last := (len(p.step.Options()) - 1) / (MaxMenu * maxMenus)
	page := max(min(p.page, last), 0)
	if page > 0 {
		row = append(row, turnTo(page-1, "panel.earlier"))
	}
	if page < last {
		row = append(row, turnTo(page+1, "panel.later"))
	}
	return row
}

// bidButtons are the buttons of a bid beside those of its steps: in a direct message, the
// hand as it is; elsewhere, for a person who gets none, direct messages.
func (w *Writer) bidButtons(r Reader, m *match.Match) []Control {
	switch {
	case !m.Bidding():
		return nil
	case r.direct():
		return []Control{w.ViewButton(r.Lang, m)}
	case r.Own.NoDirect:
		return []Control{w.DirectButton(r.Lang)}
	}
	return nil
}

// pack adds buttons to the rows of a panel: in rows of their own or, where there are five rows
// already, as the fifth of the last ones.
func pack(rows [][]Control, more []Control) [][]Control {
	packed, free, wide := slices.Clone(rows), maxRows-len(rows), across
	if len(more) > free*across {
		wide = inRow
	}
	fifths := max(len(more)-free*wide, 0)
	beneath := slices.Chunk(more[fifths:], wide)
	for i := len(packed) - 1; i >= 0 && fifths > 0; i-- {
		if len(packed[i]) < inRow && len(packed[i][0].Options) == 0 {
			fifths--
			packed[i] = append(slices.Clone(packed[i]), more[fifths])
		}
	}
	return slices.AppendSeq(packed, beneath)
}
