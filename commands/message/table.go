package message

import (
	"slices"
	"strconv"
	"strings"

	"parlour/commands/clock"
	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// Table returns the message of a table, also after its game has begun.
func (w *Writer) Table(m *match.Match) Message {
	if m.State == nil || !m.Ends() {
		return w.Public(m).table()
	}
	return w.Public(m).ended()
}

// table returns the message of a table: the game and the players and, as long as it is open,
// what is to be agreed on, and the buttons.
func (p Pen) table() Message {
	if p.Phase != storage.Open {
		return Message{Content: Lines(p.tableHead(), p.dealLine())}
	}
	msg := Message{Rows: p.tableButtons()}
	if p.Invited != nil {
		msg.Content = Lines(p.tableHead(), p.terms(), p.warning(), p.paceLine(), p.dealLine())
		msg.Pings = []string{p.Invited.ID}
		return msg
	}
	about := p.Say("table.about", "About", p.Info.About(), "Terms", locale.Verbatim(p.terms()))
	seated := p.Say("table.seated", "Players", locale.Listed(p.Others(games.Spectator)))
	barred := p.Opponent() != nil && !p.admitsParlour()
	without := p.sayIf(barred, "table.without", "Rated", p.Rated != nil)
	msg.Content = Lines(p.tableHead(), about, p.warning(), without, p.paceLine(), seated, p.invitedLine(), p.dealLine())
	return msg
}

// admitsParlour reports whether Parlour may sit down at the table, as far as its options say.
func (p Pen) admitsParlour() bool { return p.Rated == nil && p.Two == 0 }

// invitedLine names the people who are asked to the table and have not answered.
func (p Pen) invitedLine() string {
	names := namesIn(p.Waiting())
	return p.sayIf(len(names) > 0, "table.invited", "Names", names)
}

// namesIn returns the names of the people of some invitations.
func namesIn(all []storage.Invitation) (names []string) {
	for _, i := range all {
		names = append(names, i.Name)
	}
	return clipAll(names)
}

// Invite shows the opener of a table a menu of people to ask to it. A client sends nothing for the same choice in the
// same menu, so each has the id of the request that it answers.
func (p Pen) Invite(request string) Message {
	menu := p.Control(VerbInvited, "invite.menu", Plain, request)
	menu.People = p.Free()
	return Message{Content: p.Say("invite.which"), Rows: Row(menu)}
}

// invitation is the message that asks people to a table, or what it becomes if not all of them answer. It says nothing
// once all have answered.
func (p Pen) invitation(a storage.Ask) Message {
	if a.Answer != "" {
		return Message{Content: p.sayIf(a.Answer == match.Lapsed, "ask.invite.gone", "By", p.SeatOf(a.By), "Game", p.Title())}
	}
	var ids []string
	for _, i := range match.AskedIn(p.Head, a.Number) {
		ids = append(ids, i.ID)
	}
	said := p.Say("ask.invite", "Asked", Mention(ids...), "By", p.SeatOf(a.By), "Game", p.Title())
	return Message{Content: Lines(said, string(p.wished()), p.warning(), p.tableLink()), Rows: Row(p.invitedButtons(a.Number)...), Pings: ids}
}

// roleCall is the message that pings a role for an open table, or what it says while no seat is free, and at the end.
func (p Pen) roleCall(a storage.Ask) Message {
	say := p.saying("Role", MentionRole(a.Role), "By", p.SeatOf(a.By), "Game", p.tableTitle(), "Terms", p.wished())
	switch {
	case p.Phase == storage.Off && p.Setup.Rules == 0:
		return Message{Content: say("ask.role.closed")}
	case p.Phase != storage.Open && len(p.Players) < p.Info.MaxSeats:
		return Message{Content: say("ask.role.begun")}
	case p.Phase != storage.Open || p.Free() <= 0:
		return Message{Content: say("ask.role.full")}
	}
	join := p.Control(VerbJoin, "button.join", Main, strconv.Itoa(p.Changes), strconv.Itoa(a.Number))
	return Message{Content: Lines(say("ask.role"), p.warning(), p.tableLink()), Rows: Row(join), Role: a.Role}
}

// tableLink points at the table.
func (p Pen) tableLink() string {
	return p.sayIf(p.Table != "", "table.link", "Link", Link(p.Guild, p.Home, p.Table))
}

// invitedButtons are those of a person who is asked to the table by a question.
func (p Pen) invitedButtons(ask int) []Control {
	return []Control{
		p.Control(VerbJoin, "button.accept", Good, strconv.Itoa(p.Changes), strconv.Itoa(ask)), p.Button(VerbDecline, Plain), p.Button(VerbBlock, Plain),
	}
}

// paceLine says how fast the opener moves, if they want that.
func (p Pen) paceLine() string {
	return p.sayIf(p.Pace > 0, "table.pace", "Player", games.Seat(0), "Time", clock.Span(p.Pace))
}

// warning tells people who sit down that there are two games, that clocks run on while they are away, and that the game
// is rated.
func (p Pen) warning() string {
	return Lines(p.sayIf(p.Two > 0, "table.two"), p.sayIf(p.Strict && p.Limits().Limited(), "table.strict"), p.sayIf(p.Rated != nil, "table.rated"))
}

// tableHead is the first line of a table, all that a notification shows.
func (p Pen) tableHead() string {
	say := p.saying("Game", p.tableTitle(), "By", games.Seat(0))
	switch {
	case p.Phase == storage.Off && p.Setup.Rules == 0:
		return say("table.head."+p.Ended, "Name", p.EndedBy)
	case p.Phase != storage.Open:
		return say("table.head.started", "Count", len(p.Players), "Players", p.Others(games.Spectator))
	case p.Invited != nil:
		return say("table.head.challenge", "Invited", Mention(p.Invited.ID))
	case len(p.Players) < p.Info.MaxSeats:
		return say("table.head.open")
	}
	return say("table.head.ready", "Begins", BeginsAt(p.Head))
}

// terms say on one line how many play at a table that is open to anybody, and what there is to agree on.
func (p Pen) terms() string {
	var said []string
	if p.Invited == nil {
		said = append(said, p.voice.Say(p.Info.Players()))
	}
	return strings.Join(append(said, p.wishes()...), " · ")
}

// FirstMove says who moves first at a table if a wish is granted.
func FirstMove(m *match.Match, wish string) games.Text {
	switch {
	case wish == "me":
		return games.Say("first.moves", "Name", games.Seat(0))
	case wish == "them" && m.Invited != nil:
		return games.Say("first.moves", "Name", m.Invited.Name)
	case wish == "them":
		return games.Say("first.last", "Name", games.Seat(0))
	}
	return games.Say("first.random")
}

// tableButtons are the buttons of an open table: above those for everybody, beneath those that are not needed to begin.
// A person who is invited has only the buttons that answer.
func (p Pen) tableButtons() [][]Control {
	if p.Invited != nil {
		return p.challengeButtons()
	}
	unless := func(off bool, verb Verb, s Style) Control {
		c := p.Button(verb, s)
		c.Disabled = off
		return c
	}
	for _, i := range p.Waiting() {
		if i.ID == p.r.ID {
			return [][]Control{p.invitedButtons(i.Ask)}
		}
	}
	seats := len(p.Players)
	join := p.joining()
	join.Disabled = seats == p.Info.MaxSeats
	above := []Control{
		join,
		unless(len(p.People()) == 1, VerbLeave, Plain),
		unless(seats < p.Info.MinSeats, VerbStart, Good),
	}
	full := p.Free() <= 0 && p.Opponents() == 0
	company := slices.Concat(
		when(p.Guild != "" && p.Info.MaxSeats > 1, unless(p.Free() <= 0, VerbInvite, Plain)),
		when(p.Opponent() != nil && p.admitsParlour(), unless(full, VerbOpponent, Plain)),
		[]Control{p.Button(VerbOptions, Plain)},
	)
	last := slices.Concat(
		when(p.Info.Chance, p.Button(VerbWord, Plain), p.Button(VerbProof, Plain)),
		[]Control{p.Button(VerbCancel, Plain)},
	)
	if len(company)+len(last) <= across {
		return [][]Control{above, slices.Concat(company, last)}
	}
	return [][]Control{above, company, last}
}

// challengeButtons are the buttons of a challenge. Its message has those that answer it, and a private message to the
// challenger those that change it: they refuse everybody else. Among friends nothing is private.
func (p Pen) challengeButtons() [][]Control {
	learn := p.Button(VerbLearn, Plain, p.Info.Name)
	word := when(p.Info.Chance, p.Button(VerbWord, Plain))
	own := slices.Concat([]Control{p.Button(VerbOptions, Plain)}, word, []Control{p.Button(VerbCancel, Plain)})
	switch {
	case p.seat != games.Spectator:
		return Row(own...)
	case p.r.ID != "" && p.r.ID != p.Invited.ID:
		return Row(learn)
	}
	accept := p.Button(VerbAccept, Good)
	if p.Changes > 0 {
		accept = p.Button(VerbAccept, Good, strconv.Itoa(p.Changes))
	}
	answers := []Control{accept, p.Button(VerbDecline, Plain), learn, p.Button(VerbBlock, Plain)}
	if p.Guest {
		return [][]Control{answers, own}
	}
	return append([][]Control{answers}, inRows(word)...)
}

// Challenge adds to the answer to a challenger the buttons that change their challenge.
func (p Pen) Challenge(msg *Message) {
	if p.Phase == storage.Open && p.Invited != nil && !p.Guest {
		msg.Rows = append(msg.Rows, p.challengeButtons()...)
	}
}

// TimeOf says how much time there is.
func TimeOf(a storage.Allowance) games.Text {
	pairs := []any{"Turn", Limit(a.TurnTime), "Total", Limit(a.TotalTime), "Gain", Limit(a.Gain), "Cap", Limit(a.Cap)}
	switch {
	case a.Gain > 0:
		return games.Say("time.bank", pairs...)
	case !a.Limited():
		return games.Say("time.none")
	case a.TotalTime == 0:
		return games.Say("time.turn", pairs...)
	case a.TurnTime == 0:
		return games.Say("time.total", pairs...)
	}
	return games.Say("time.both", pairs...)
}

// A tableOption is what the opener of a table can choose: an option of the game or of the table.
type tableOption struct {
	name   string
	about  games.Text
	values []string
	now    string
	words  func(value string) string
}

// onOff returns the values of an option that is on or off.
func (o tableOption) onOff() (off, on string, ok bool) {
	for _, two := range [][]string{match.OffOn, {"false", "true"}, match.Matches} {
		if len(o.values) == 2 && slices.Contains(o.values, two[0]) && slices.Contains(o.values, two[1]) {
			return two[0], two[1], true
		}
	}
	return "", "", false
}

// tableOptions lists what the opener of a table can choose: the game's options, who moves first
// where somebody does, the time for a turn, and whether it is strict and, in a server, rated and for two games.
func (p Pen) tableOptions() (all []tableOption) {
	v := p.plain()
	saying := func(about string) func(string) string {
		return func(value string) string { return v.Say(games.Say(about + value)) }
	}
	for _, o := range p.Info.Options {
		words := func(value string) string { return locale.OptionValue(v, p.Info.Name, o.Name, value) }
		all = append(all, tableOption{o.Name, games.Say(p.Info.Name + ".option." + o.Name), o.Values, o.Of(p.Setup.Options), words})
	}
	if p.MovesFirst() && p.Rated == nil && p.Two == 0 {
		words := func(value string) string { return v.Say(FirstMove(p.Match, value)) }
		all = append(all, tableOption{match.FirstMove, games.Say("options.first-move"), match.Firsts, p.First, words})
	}
	all = append(all, p.timeOption(v),
		tableOption{match.Strict, games.Say("options.strict-time"), match.OffOn, p.StrictValue(), saying("strict.")})
	if p.Guild != "" && p.Info.MaxSeats > 1 {
		all = append(all, tableOption{match.Rated, games.Say("options.rated-game"), match.OffOn, p.RatedValue(), saying("rated.")})
	}
	if p.Guild != "" && match.ForTwo(p.Game.Info()) {
		all = append(all, tableOption{match.TwoGames, games.Say("options.match-games"), match.Matches, p.MatchValue(), saying("two.")})
	}
	return all
}

// timeOption is the time of a table: the usual times for a turn, the usual banks, and as it is now.
func (p Pen) timeOption(v locale.Voice) tableOption {
	o := tableOption{name: match.TurnTime, about: games.Say("options.turn-time"), now: clock.FormatTime(p.Limits())}
	for _, turn := range match.TurnTimes() {
		o.values = append(o.values, clock.FormatTime(storage.Allowance{TurnTime: turn}))
	}
	for _, bank := range match.UsualBanks() {
		o.values = append(o.values, clock.FormatTime(bank))
	}
	o.values = slices.DeleteFunc(o.values, func(value string) bool { _, may := p.TimeWith(value); return !may })
	if !slices.Contains(o.values, o.now) {
		o.values = append([]string{o.now}, o.values...)
	}
	o.words = func(value string) string {
		time, _ := p.TimeWith(value)
		if time.TurnTime > 0 {
			time.TotalTime = 0 // it stays as it is
		}
		return v.Say(TimeOf(time))
	}
	return o
}

// boxesField is the name of the field of a table's form that has all options that are on or off.
const boxesField = "boxes"

// Options returns a form for what the opener of a table can choose, as it is now: a field for each option, and one with a
// box for each that is on or off. What does not fit is on a later page.
func (p Pen) Options(b Button, page int) (f Form, pages int) {
	boxes := Field{Kind: FieldBoxes, Name: boxesField, Label: p.Label("options.boxes")}
	var fields []Field
	for _, o := range p.tableOptions() {
		about := Clip(p.plain().Say(o.about), maxAsked)
		if _, on, ok := o.onOff(); ok {
			box := Choice(o.words(on), o.name)
			box.About = about
			boxes.Options = append(boxes.Options, box)
			if boxes.Most++; o.now == on {
				boxes.Given = append(boxes.Given, o.name)
			}
			continue
		}
		field := Field{Kind: FieldMenu, Name: o.name, Label: about, Given: []string{o.now}, Least: 1, Most: 1}
		for _, value := range o.values {
			field.Options = append(field.Options, Choice(o.words(value), value))
		}
		fields = append(fields, field)
	}
	each := slices.Collect(slices.Chunk(append(fields, boxes), MaxFields))
	page = min(max(page, 0), len(each)-1)
	b.Steps = []string{strconv.Itoa(page)}
	return Form{ID: b.String(), Title: Clip(p.Label("options.title", "Game", p.Info.Title), maxAsked), Fields: each[page]}, len(each)
}

// OptionsOf returns the options that were changed in a form of [Pen.Options], by their names.
func (p Pen) OptionsOf(changed map[string][]string) map[string]string {
	all := map[string]string{}
	ticked, boxes := changed[boxesField]
	for _, o := range p.tableOptions() {
		off, on, isBox := o.onOff()
		given := changed[o.name]
		switch {
		case isBox && boxes && slices.Contains(ticked, o.name):
			all[o.name] = on
		case isBox && boxes:
			all[o.name] = off
		case len(given) == 1:
			all[o.name] = given[0]
		}
	}
	return all
}

// Chosen is what is chosen at the table, by the names of the options.
func (p Pen) Chosen() map[string]string {
	all := map[string]string{}
	for _, o := range p.tableOptions() {
		all[o.name] = o.now
	}
	return all
}

// OptionsSet says what is chosen at the table that was not before.
func (p Pen) OptionsSet(before map[string]string) string {
	var said []string
	for _, o := range p.tableOptions() {
		if was, offered := before[o.name]; offered && o.now != was {
			said = append(said, o.words(o.now))
		}
	}
	return p.Say("options.set", "Options", said, "Count", len(said))
}

// OfferLevels shows the levels of opponents at a table: those with a name as buttons, the others in a menu beneath. A
// button sends an opponent away. The tries are the reader's.
func (p Pen) OfferLevels(tries []games.Try) Message {
	seated, levels := strconv.Itoa(p.Opponents()), p.Opponent().Levels()
	_, next := tryNext(p.Opponent(), tries)
	said := []string{p.Say("opponent.which"), p.voice.Say(next)}
	if len(p.Players) == p.Info.MaxSeats {
		said, levels = []string{p.Say("opponent.full", "Count", p.Info.MaxSeats)}, nil
	}
	var row []Control
	menu := p.Control(VerbEngage, "opponent.steps", Plain, seated)
	for _, level := range levels {
		if !level.Named() {
			menu.Options = append(menu.Options, p.levelOption(p.Opponent(), level, tries))
			continue
		}
		help := locale.Verbatim(p.voice.Say(levelHelp(p.Opponent(), level, tries)))
		said = append(said, p.Say("opponent.level", "Level", level.Words(), "Step", level.Step(levels), "Help", help))
		button := NewButton(p.Match, VerbEngage, seated, string(level))
		row = append(row, button.Control(p.plain().Say(level.Words()), Plain))
	}
	rows := inRows(append(row, when(p.Opponents() > 0, p.Button(VerbDismiss, Danger, seated))...))
	for _, name := range p.w.programs(p.Game) {
		if levels != nil && len(menu.Options) < MaxMenu {
			menu.Options = append(menu.Options, levelLine(p.plain(), string(name), name.Words(), 0, games.Say("level.program.help")))
		}
	}
	if menu.Options != nil {
		rows = append(rows, []Control{menu})
	}
	return Message{Content: Lines(said...), Rows: rows}
}

// Ask returns the message of a question, or the line that it becomes once it has an answer.
func (w *Writer) Ask(m *match.Match, a storage.Ask) Message { return w.Public(m).ask(a) }

// ask is [Writer.Ask] in the language of the reader.
func (p Pen) ask(a storage.Ask) Message {
	switch a.About {
	case match.AboutInvite:
		return p.invitation(a)
	case match.AboutRole:
		return p.roleCall(a)
	}
	m := p.Match
	key, asked, game, inWhich := "ask."+a.About, m.AskedBy(a), p.Title(), p.inWhich
	if a.About == match.AboutRematch { // which is about both games
		game, inWhich = p.tableTitle(), func(said string) string { return said }
	}
	var agreed []games.Seat // besides the person who asks
	for _, id := range a.Agreed {
		if s := m.SeatOf(id); s != games.Spectator && id != a.By {
			agreed = append(agreed, s)
		}
	}
	pairs := []any{"By", m.SeatOf(a.By), "Agreed", agreed, "Name", a.AnsweredBy, "Game", game}
	switch a.About {
	case match.AboutTakeback:
		if s, more, ok := m.AskedBack(a); ok {
			pairs = append(pairs, "Move", p.named(s.Before, s.Seat, s.Move), "More", more)
		}
	case match.AboutPause:
		pairs = append(pairs, "Until", Dated(a.Until))
	case match.AboutRematch:
		pairs = append(pairs, "First", firstAgain(m, a), "Players", m.Others(games.Spectator), "Rated", m.RatedAgain())
	}
	if a.Answer != "" {
		return Message{Content: inWhich(p.Say(key+"."+a.Answer, pairs...)), Bare: true}
	}
	ids := p.idsOf(asked)
	answer := func(verb Verb, s Style) Control {
		return p.Control(verb, "button."+a.About+"-"+string(verb), s, strconv.Itoa(a.Number))
	}
	row := []Control{answer(VerbYes, Good), answer(VerbNo, Plain)}
	if a.About == match.AboutRematch {
		row = append(row, p.Button(VerbBlock, Plain))
	}
	return Message{Content: inWhich(p.Say(key, append(pairs, "Asked", Mention(ids...))...)), Rows: Row(row...), Pings: ids}
}

// firstAgain says who moves first in a rematch of two people: "you" for the one who is asked,
// "by" for the other. It is empty where nobody does, and for two games.
func firstAgain(m *match.Match, a storage.Ask) string {
	start := m.StateAt(0)
	switch asked := m.AskedBy(a); {
	case len(m.Players) != 2 || m.Two > 0 || len(asked) != 1 || start == nil || len(start.ToMove()) != 1:
		return ""
	case m.FirstAgain() == asked[0]:
		return "you"
	}
	return "by"
}

// Asked shows the reader the match with the first question that waits for their answer, in which they
// can answer it. ok is false if none does.
func (p Pen) Asked() (msg Message, ok bool) {
	for _, a := range p.Asks {
		if a.Answer == "" && slices.Contains(p.AskedBy(a), p.seat) {
			msg, question := p.Card(false), p.ask(a)
			msg.Above(question.Content)
			msg.Rows = append(question.Rows, msg.Rows...)
			return msg, true
		}
	}
	return Message{}, false
}

// Answered is [Pen.Asked] once the reader has answered a question. It says what they said, unless that has
// ended the game, and shows the board where no other question waits.
func (p Pen) Answered(a storage.Ask, yes bool) Message {
	shown := *p.Match
	if p.Match = &shown; shown.Desired.Post > shown.Published.Post {
		shown.Message = "" // the message to link to is not posted yet
	}
	msg, more := p.Asked()
	if !more {
		msg = p.Card(false)
	}
	said := "ask.no"
	switch {
	case yes:
		said = "ask.yes"
	case a.About == match.AboutRematch:
		said = "ask.rematch.no"
	}
	if shown.Phase == storage.Playing || a.About == match.AboutRematch {
		msg.Above(p.Say(said))
	}
	return msg
}
