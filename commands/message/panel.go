package message

import (
	"slices"
	"strconv"
	"strings"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/imaging"
)

// maxLabel is Discord's limit on the label of a button, in characters.
const maxLabel = 80

// maxAsk is Discord's limit on what a menu asks, in characters.
const maxAsk = 150

// Panel returns the panel of a reader who makes a move step by step: the question, the
// picture and the buttons of the next step after some steps, at a page of them, or the preview
// when the steps make a move. It returns [match.ErrStale] if the steps lead nowhere any more.
func (p Pen) Panel(steps []string, page int) (Message, error) {
	made, err := panel{Pen: p, steps: steps, page: page, sure: p.r.Own.Unconfirmed}.complete()
	if err != nil {
		return Message{}, err
	}
	picture, err := made.picture()
	if err != nil {
		return Message{}, err
	}
	picture.Size = imaging.PanelSize
	msg := Message{Content: made.question(), Picture: picture}
	if p.r.direct() || p.r.Channel != p.Channel {
		msg.Below(p.Say("panel.head", "Game", p.Title(), "Others", p.Others(p.seat)))
	} else {
		msg.Content = p.inWhich(msg.Content)
	}
	if p.Bidding() {
		msg.Below(p.DueLine(p.seat))
	}
	var more []Control
	if made.begins() {
		more = append(more, p.Control(VerbType, "panel.type", Plain))
	}
	switch { // a bid has in a direct message the hand as it is; elsewhere, for a person who gets none, direct messages
	case made.asks() || !p.Bidding():
	case p.r.direct():
		more = append(more, p.Button(VerbView, Plain))
	case p.r.Own.NoDirect:
		more = append(more, p.DirectButton())
	}
	msg.Rows = made.rows(more...)
	return msg, nil
}

// pick follows steps from the first and returns the choices that they name, as far as they
// lead.
func pick(s games.State, seat games.Seat, steps []string) []games.Choice {
	var picked []games.Choice
	for i := range steps {
		choices := s.Step(seat, steps[:i]).Accepted()
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

// perPage is how many choices the menus of a panel have.
const perPage = MaxMenu * maxMenus

// menus returns the menus of the page of a step, and the buttons to the other pages of a long one.
func (p panel) menus() (rows [][]Control, pages []Control) {
	plain, choices := p.plain(), p.step.Options()
	last := (len(choices) - 1) / perPage
	page := max(min(p.page, last), 0)
	for part := range slices.Chunk(choices[page*perPage:min((page+1)*perPage, len(choices))], MaxMenu) {
		menu := p.numbered(VerbPick, len(rows)+1, p.steps).Control(Clip(plain.Say(p.step.Ask), maxAsk), Plain)
		for _, c := range part {
			menu.Options = append(menu.Options, Choice(plain.Say(c.Label), c.Value))
		}
		if len(choices) > MaxMenu {
			menu.Label = p.Label("panel.choose-from", "First", part[0].Short, "Last", part[len(part)-1].Short)
		}
		rows = append(rows, []Control{menu})
	}
	turn := func(to int, label string) Control {
		return p.numbered(VerbPage, to, p.steps).Control(p.Label(label), Plain)
	}
	return rows, slices.Concat(
		when(page > 0, turn(page-1, "panel.earlier")), when(page < last, turn(page+1, "panel.later")))
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

// A panel is a move in the making: the steps picked so far, and what comes next: a step, or the
// question whether the move that they make is played.
type panel struct {
	Pen
	state     games.State // of the match, which recalls its steps
	steps     []string
	picked    []games.Choice
	step      games.Step // the next; the last one once the steps make a move
	move      games.Move // that they make; empty while they make none
	page      int        // the area of a Grid, or the page of a List
	sure      bool       // whether a move is played without Confirm
	made      bool       // whether the steps are a bid that is made and may change
	public    bool       // whether it stands on the public board
	opens     bool       // whether its buttons open the panel of one person, as the board is that of several
	filled    bool       // whether the first step of a bid is picked together with the rest of its list
	untouched bool       // whether it is that board before anything was picked or asked for: the step is named in its margins
	exercised bool       // whether it is that of an exercise, in which no bid is filled with the rest of its list
	single    bool       // whether nothing can be added to a bid
}

// complete fills in the rest of a panel with steps and a page. It goes over steps with a single
// choice, and on to the first version of a Turn; a board shows nothing that nobody has picked, and that of several asks
// for the first step in any case.
// It returns [match.ErrStale] if the steps lead nowhere any more.
func (p panel) complete() (panel, error) {
	seat := p.seat
	if p.state = games.Recall(p.State); p.State == nil || len(p.state.Step(seat, nil).Options()) == 0 {
		return p, refuseTurn(p.Match, seat)
	}
	p.untouched = p.public && len(p.steps) == 0 && p.page == 0
	filled := p.page == Filled
	p.page = max(p.page, 0)
	switch bid := p.Bid(seat); {
	case bid != "" && len(p.steps) == 0:
		p.steps, p.made = match.Without(games.StepsTo(p.State, seat, bid), isEnough), true
	case !p.Bidding() && !p.opens:
		p.steps = games.Forward(p.state, seat, p.steps)
		if n := len(p.steps) - 1; p.untouched && games.Made(p.state, seat, p.steps) != "" { // which somebody has to press
			p.steps = p.steps[:n]
		}
	}
	p.filled = filled && len(p.steps) == 0 && p.restOf(nil).Value != ""
	if p.step = p.state.Step(seat, p.steps); !p.untouched && p.previews(p.step) {
		p.steps = append(slices.Clone(p.steps), p.step.Choices[0].Value)
	}
	p.picked = pick(p.state, seat, p.steps)
	if len(p.picked) < len(p.steps) {
		return p, match.ErrStale
	}
	if p.move = games.Made(p.state, seat, p.steps); p.move != "" && !p.made {
		p.step = p.state.Step(seat, p.steps[:len(p.steps)-1])
		return p, nil
	}
	named, _ := p.list()
	p.step = p.state.Step(seat, named)
	if _, ok := p.step.Area(p.page); !ok && len(p.step.Areas()) > 0 {
		p.page = 0
	}
	if only := onlyArea(p.step); only > 0 && !p.waits() {
		p.page = only
	}
	if len(p.step.Options()) == 0 && !p.made {
		return p, match.ErrStale
	}
	return p, nil
}

// Asked is the page of a first step that was asked for, with the names of its choices. The public board is plain before.
const Asked = -1

// Filled is the page of the first step of a bid whose choices add the rest of a list, such as an order of takes.
const Filled = -2

// waits reports whether the step of a plain board has to be asked for, as its choices can only be named on the board.
// Others have their names in the margins: the areas of a board, its rows and columns, and a few cells.
func (p panel) waits() bool {
	named := p.step.Lies != games.Grid || p.step.Few() || p.step.Named
	return p.untouched && !named && (!p.parted() || onlyArea(p.step) > 0)
}

// isEnough reports whether a step ends a move that could go on.
func isEnough(step string) bool { return step == games.Enough }

// refuseTurn returns why a seat has nothing to choose.
func refuseTurn(m *match.Match, seat games.Seat) error {
	if !m.In(seat) {
		return m.RefuseLeft(seat)
	}
	if own := m.State.View(seat).Words().Own; own.Key != "" {
		return games.Refuse("refuse.turn.own", "Player", m.State.ToMove(), "Own", own)
	}
	return games.Refuse("refuse.turn", "Player", m.State.ToMove())
}

// previews reports whether a step is passed by, as its first choice is shown at once.
func (p panel) previews(s games.Step) bool {
	return s.Lies == games.Turn && !p.sure && len(s.Choices) > 0 && s.Done == "" && !p.Bidding() &&
		!slices.ContainsFunc(s.Choices, func(c games.Choice) bool { return c.Move == "" })
}

// begins reports whether it is the panel that opens: nothing is picked yet, or only what a public board may offer.
func (p panel) begins() bool {
	picked := len(p.before())
	return !p.asks() && (picked == 0 || picked == 1 && !p.Bidding() && len(p.state.Step(p.seat, nil).Areas()) == 0)
}

// asks reports whether the panel asks if the move is played.
func (p panel) asks() bool { return p.move != "" && !p.made }

// before returns the steps that a person has picked, without those that took themselves.
func (p panel) before() (own []string) {
	for i := range p.steps {
		if s := p.state.Step(p.seat, p.steps[:i]); len(s.Options()) > 1 || p.Bidding() {
			own = append(own, p.steps[i])
		}
	}
	return own
}

// question says what is asked: that of the step, or whether the move is played.
func (p panel) question() string {
	switch {
	case p.made:
		return Lines(p.Say("move.sealed", "Card", p.steps[0], "Done", p.r.direct()), p.wishes(), p.voice.Say(p.stepAsks()))
	case p.asks() && p.Bidding():
		return Lines(p.Say("panel.reveal", "Card", p.steps[0]), p.wishes())
	case p.asks() && p.Info.Hidden:
		return p.SayText(p.sureOf())
	case p.asks():
		if sure := p.picked[len(p.picked)-1].Sure; sure.Key != "" {
			return p.voice.Say(sure)
		}
		return strings.Join(match.Without([]string{p.only(), p.ends(), p.Say("panel.preview")}, isEmpty), " ")
	}
	warns := p.State.Shown(p.seat, p.steps).Words().Warns
	return Lines(p.voice.Say(warns), p.voice.Say(p.stepAsks()), p.wishes())
}

// only says the move that is asked about if its last step took itself.
func (p panel) only() string {
	last := len(p.steps) - 1
	if len(p.state.Step(p.seat, p.steps[:last]).Options()) > 1 {
		return ""
	}
	picked := p.picked[last].Label
	if echo := p.picked[last].Echo; echo.Key != "" {
		picked = echo
	}
	return p.Say("panel.only", "Picked", picked)
}

// ends says that the move which is asked about ends the game, and how. Where hands are hidden it says nothing.
func (p panel) ends() string {
	next, err := p.state.Play(p.seat, p.move)
	if err != nil || p.Info.Hidden {
		return ""
	}
	result, over := next.Result()
	return p.sayIf(over, "panel.ends", "Outcome", locale.Verbatim(locale.Upper(p.voice.Say(result.Outcome()))))
}

// wishes says what is picked beside the card of a bid and what that costs, nothing if the card is all.
func (p panel) wishes() string {
	picked := match.Without(p.picked, func(c games.Choice) bool { return c.Value == games.Enough })
	switch {
	case !p.Bidding():
		return ""
	case p.filled:
		picked = []games.Choice{p.restOf(nil)}
	case len(picked) < 2:
		return ""
	default:
		picked = picked[1:]
	}
	return Lines(p.Say("panel.wishes", "Wishes", p.labels(picked)), p.voice.Say(p.state.Step(p.seat, nil).Note))
}

// restOf returns the choice that adds the rest of a list to a bid which begins with some steps: with the first choice, if
// there are none yet. It is zero where there is none.
func (p panel) restOf(steps []string) games.Choice {
	if !p.Bidding() || p.exercised {
		return games.Choice{}
	}
	if first := p.state.Step(p.seat, nil).Choices; len(steps) == 0 && len(first) > 0 {
		steps = []string{first[0].Value}
	}
	choices := p.state.Step(p.seat, steps).Choices
	if i := slices.IndexFunc(choices, func(c games.Choice) bool { return c.Rest.Key != "" }); i >= 0 {
		return choices[i]
	}
	return games.Choice{}
}

// list returns the steps of a bid that name something, and the rest of the list if they end with that.
func (p panel) list() (named, rest []string) {
	named = match.Without(p.steps, isEnough)
	if last := len(named) - 1; last > 0 && named[last] == p.restOf(named[:last]).Value {
		return named[:last], named[last:]
	}
	return named, nil
}

// stepAsks is the question of the step: about its areas, or its choices. A bid that names all it can stands, and asks for
// nothing.
func (p panel) stepAsks() games.Text {
	switch _, rest := p.list(); {
	case p.made && (len(rest) > 0 || len(p.steps) > 1 && len(p.step.Choices) == 0):
		return games.Say("panel.order")
	case p.untouched && len(p.step.Options()) == 1 && games.Made(p.state, p.seat, games.Forward(p.state, p.seat, p.steps)) != "":
		return games.Say("panel.one")
	case p.waits(): // nothing can be picked yet
		return p.State.View(p.seat).Words().Owes
	case !p.parted() || p.page > 0 || onlyArea(p.step) > 0:
		return p.step.Ask
	case p.step.AskArea.Key != "":
		return p.step.AskArea
	}
	return games.Say("panel.area", "Ask", p.step.Ask)
}

// sureOf asks whether the picked choices are played.
func (p panel) sureOf() games.Text {
	return games.Say("panel.sure", "Move", locale.Verbatim(locale.Upper(string(p.labels(p.picked)))))
}

// labels says choices one after the other.
func (p panel) labels(picked []games.Choice) locale.Verbatim {
	var said []string
	for _, c := range picked {
		if c.Value != games.Enough {
			said = append(said, p.voice.Say(c.Label))
		}
	}
	return locale.Verbatim(strings.Join(said, ", "))
}

// parted reports whether the step shows areas before its choices.
func (p panel) parted() bool {
	return !p.asks() && !p.few() && len(p.step.Areas()) > 0 && layOut(p.step, 0) != nil
}

// few reports whether a plain board has the few choices of a step in a line, where their labels say all.
func (p panel) few() bool { return p.untouched && p.step.Few() }

// picture draws the move in the making, or the board after it.
func (p panel) picture() (*Picture, error) {
	if p.asks() {
		tried, err := p.sees().trying(p.move)
		if err != nil {
			return nil, err
		}
		return tried.picture(), nil
	}
	v := p.shown()
	pic := v.picture()
	if pic.Margins = v.making != nil && (p.untouched || p.parted() && p.page == 0); p.parted() && !p.untouched {
		pic.Area = p.page
	}
	return pic, nil
}

// shown is what is seen of the move in the making. A board with areas stays as it is where it has few choices.
func (p panel) shown() viewpoint {
	v := p.sees()
	if !p.few() || len(p.step.Areas()) == 0 {
		v.making = &making{p.State.Shown(p.seat, p.steps), p.stepAsks(), p.picked}
	}
	return v
}

// rows returns the buttons and menus of the panel with some more, before which stand the choices without a place, and then
// Back.
func (p panel) rows(more ...Control) [][]Control {
	switch {
	case p.asks():
		ahead := when(!p.public && !p.Guest && p.MayPlanAfter(p.seat, p.move),
			p.Control(VerbAhead, "panel.ahead", Plain, p.steps...))
		rows, added := p.additions()
		return pack(rows, slices.Concat([]Control{p.confirm(p.steps)}, added, ahead, p.versions(), p.back(), more))
	case p.made:
		return p.bidRows(more)
	}
	if p.waits() {
		asks := p.numbered(VerbPage, Asked, nil).Control(p.Label(moveLabel(p.Match)), Main)
		return Row(append([]Control{asks, p.Button(VerbView, Plain)}, more...)...)
	}
	if rest := p.restOf(nil); rest.Value != "" && len(p.steps) == 0 {
		more = append([]Control{p.fill(rest)}, more...)
	}
	rest := p.rest()
	spots := layOut(p.step, p.page)
	if p.few() {
		spots = inLine(p.step)
	}
	if spots == nil {
		rows, pages := p.menus()
		return pack(rows, slices.Concat(pages, p.back(), more))
	}
	var after []string
	if p.filled {
		after = []string{p.restOf(nil).Value}
	}
	rows := p.buttons(spots, p.steps, after)
	back := p.back()
	if first := p.first(); len(first)+len(rows) <= maxRows && len(first) > 0 && len(rest) == 0 {
		rows = append(first, rows...)
		if len(p.before()) == 1 {
			back = nil
		}
	}
	return pack(rows, slices.Concat(rest, back, more))
}

// confirm is the button that plays the move that steps make.
func (p panel) confirm(steps []string) Control {
	return p.Control(VerbConfirm, "panel.confirm", Good, steps...)
}

// rest are the buttons of the choices without a place, where no area is open. Of a move that more may be added to it is
// Confirm, as the picture shows that move already.
func (p panel) rest() (row []Control) {
	if p.parted() && p.page > 0 && onlyArea(p.step) == 0 {
		return nil
	}
	if layOut(p.step, p.page) == nil {
		return nil // they are in the menus
	}
	for _, c := range unplaced(p.step) {
		switch {
		case c.Value != games.Enough:
			row = append(row, p.choice(c, p.short(c), p.steps, nil))
		case !p.Bidding():
			row = append(row, p.confirm(append(slices.Clip(p.steps), c.Value)))
		}
	}
	return row
}

// first are the buttons of the first step, as long as they leave room for those of the next: to
// pick another one of them needs no Back. Further on only a bid keeps them, since what was picked
// after the first step would be lost.
func (p panel) first() [][]Control {
	step := p.state.Step(p.seat, nil)
	if len(p.steps) == 0 || len(p.steps) > 2 && !p.Bidding() {
		return nil
	}
	if len(step.Options()) < 2 || len(step.Areas()) > 0 || len(unplaced(step)) > 0 {
		return nil
	}
	var wishes []string // of a bid, which a new first step keeps
	if p.Bidding() {
		wishes = p.steps[1:]
	}
	return p.buttons(layOut(step, 0), nil, wishes)
}

// fill is the button that adds the rest of a list to the bid that is to be picked, or leaves it out again.
func (p panel) fill(rest games.Choice) Control {
	page, style := Filled, Plain
	if p.filled {
		page, style = 0, Main
	}
	return p.numbered(VerbPage, page, nil).Control(p.short(rest), style)
}

// additions are the buttons that add something to a bid: a choice comes before the rest of the list, which has a button
// in the second row, beside one that drops all of it.
func (p panel) additions() (rows [][]Control, more []Control) {
	if !p.Bidding() || p.single {
		return nil, nil
	}
	named, after := p.list()
	step, rest := p.state.Step(p.seat, named), p.restOf(named)
	if rest.Value != "" && len(after) == 0 {
		more = append(more, p.choice(rest, p.short(rest), named, nil))
	}
	if len(named)+len(after) > 1 {
		more = append(more, p.Control(VerbPick, "panel.clear", Plain, "0", named[0]))
	}
	if len(step.Choices) > 0 && p.restOf(append(slices.Clone(named), step.Choices[0].Value)).Value == "" {
		after = nil
	}
	return p.buttons(layOut(step, 0), named, after), more
}

// bidRows are the buttons of a bid that is made: the hand, to bid another card, and what can be
// added to the bid as long as there is room.
func (p panel) bidRows(more []Control) [][]Control {
	rows := p.first()
	added, beside := p.additions()
	more = append(beside, more...)
	if rows == nil {
		hand := p
		hand.steps, hand.step = nil, p.state.Step(p.seat, nil)
		menus, pages := hand.menus()
		rows, more = menus, append(pages, more...)
	}
	if len(rows)+len(added) <= maxRows {
		rows = append(rows, added...)
	}
	return pack(rows, more)
}

// buttons are the buttons of spots, each of which leads from some steps on. Steps may follow its
// value.
func (p panel) buttons(spots [][]spot, from, after []string) [][]Control {
	var rows [][]Control
	plain := p.plain()
	tellApart(spots, plain.Say)
	empty := blank(spots, plain.Say)
	for y, line := range spots {
		var row []Control
		for x, s := range line {
			c := Control{Label: empty, Disabled: s.Empty}
			switch {
			case s.Area > 0:
				c.Style = p.style()
				c.ID, c.Label = p.numbered(VerbPage, s.Area, from).String(), strconv.Itoa(s.Area)
				if only, ok := p.onlyIn(s.Area); ok {
					c.ID = p.numbered(VerbPick, 0, append(slices.Clip(from), only.Value)).String()
				}
				if s.Area <= len(p.step.AreaNames) {
					c.Label = plain.Say(p.step.AreaNames[s.Area-1])
				}
			case s.Empty:
				c.ID = p.numbered(verbNone, y*inRow+x, from).String()
			default:
				c = p.choice(s.Choice, plain.Say(label(s.Choice)), from, after)
			}
			row = append(row, c)
		}
		rows = append(rows, row)
	}
	return rows
}

// onlyIn returns the only choice of an area, which a press on the area picks. A move that is played without Confirm is
// shown first.
func (p panel) onlyIn(area int) (only games.Choice, ok bool) {
	a, _ := p.step.Area(area)
	in := match.Without(p.step.Choices, func(c games.Choice) bool { return !c.Placed() || !a.Has(c) })
	if len(in) != 1 || p.sure && in[0].Move != "" {
		return games.Choice{}, false
	}
	return in[0], true
}

// choice is the button of a choice, with a label. One that is picked already is bright.
func (p panel) choice(c games.Choice, label string, from, after []string) Control {
	made := p.numbered(VerbPick, 0, slices.Concat(from, []string{c.Value}, after)).Control(Clip(label, maxLabel), p.style())
	if len(from) < len(p.steps) && p.steps[len(from)] == c.Value {
		made.Style, made.Disabled = Main, true
	}
	return made
}

// short says a choice where no place says the rest.
func (p panel) short(c games.Choice) string {
	if c.Rest.Key != "" {
		return p.plain().Say(c.Rest)
	}
	c.Tiny = games.Text{}
	return p.plain().Say(label(c))
}

// style is that of a choice or an area. Where a board is that of several, it is that of Move, whose place they take.
func (p panel) style() Style {
	if p.opens {
		return Main
	}
	return Plain
}

// numbered returns a button whose first step is a number.
func (p panel) numbered(verb Verb, n int, steps []string) Button {
	if p.opens && verb != verbNone {
		verb = VerbOpen
	}
	return NewButton(p.Match, verb, append([]string{strconv.Itoa(n)}, steps...)...)
}

// versions are the other versions of what a Turn shows.
func (p panel) versions() (row []Control) {
	last := len(p.steps) - 1
	if !p.previews(p.step) {
		return nil
	}
	for _, c := range p.step.Choices {
		if c.Value == p.steps[last] {
			continue
		}
		row = append(row, p.choice(c, p.short(c), p.steps[:last], nil))
	}
	return row
}

// back returns the button that takes the last pick back, if there is one. It leads to the area
// of that pick, from an open area to all areas, and from what was asked for to the plain board.
func (p panel) back() []Control {
	to := func(page int, steps []string) []Control {
		return []Control{p.numbered(VerbPage, page, steps).Control(p.Label("panel.back"), Plain)}
	}
	asked := p.public && !p.untouched && len(p.steps) == 0 && p.step.Lies == games.Grid
	if p.parted() && p.page > 0 && onlyArea(p.step) == 0 || asked && !(p.parted() && p.page == 0) {
		return to(0, p.steps)
	}
	for i := len(p.steps) - 1; i >= 0; i-- {
		step := p.state.Step(p.seat, p.steps[:i])
		if p.Bidding() {
			return to(0, nil)
		}
		if len(step.Options()) < 2 || p.previews(step) {
			continue
		}
		lies := func(a games.Area) bool { return p.picked[i].Placed() && a.Has(p.picked[i]) }
		page := 1 + slices.IndexFunc(step.Areas(), lies) // 0 where a step has no areas
		at := p
		at.step = step
		if _, only := at.onlyIn(page); only {
			page = 0
		}
		if layOut(step, page) == nil {
			is := func(c games.Choice) bool { return c.Value == p.steps[i] }
			page = slices.IndexFunc(step.Options(), is) / perPage
		}
		if p.public && i == 0 && page == 0 && step.Lies == games.Grid { // where the names are
			page = Asked
		}
		return to(page, p.steps[:i])
	}
	return nil
}
