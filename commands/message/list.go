package message

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"parlour/commands/clock"
	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// A Listed is a match in the list of a person.
type Listed struct {
	storage.Head
	Info    games.Info // of a game that is not offered, its title alone
	Want    match.Want
	Refusal string // why it cannot be played now; empty if it can
}

// A Leaf says which page of a list is shown, and how.
type Leaf struct {
	Page int    // from 0
	With string // the step of a button for the person whose games with the reader are listed; empty for all
	Over bool   // whether only those with that person are listed that are over
	Text bool   // whether all that fits is one text, with a menu in place of the buttons
}

// An entry is a line of a list.
type entry struct {
	group  string // the key of what is said of all its group, by the names in it; empty where the entry says all itself
	says   string
	button Control     // that stands beside it; no ID for none
	option *MenuOption // that opens it in a menu; nil for none
}

// List returns the list of a person's matches: those that wait for them first, each with
// the time left, and a button that opens it. Offered are the tables that they may join. With more it says that
// there are older ones besides; with ended a button shows those that are finished.
func (p Pen) List(all []Listed, offered []*match.Match, more, ended bool, leaf Leaf) Message {
	finished := when(ended, p.Button(VerbFinished, Plain, leaf.steps(0)...))
	if len(all) == 0 {
		return p.leafed(p.Say("list.none", "Ended", ended), nil, offered, leaf, VerbGames, "list.choose", append(finished, p.start()...))
	}
	var waiting, turns, tables, asleep, barred []entry
	for i, label := range p.apart(all, p.listed) {
		l, choice := all[i], Choice(label, all[i].ID)
		name := p.linked(l, label)
		e := entry{says: name, button: p.entering(l)}
		switch {
		case l.Refusal != "":
			barred = append(barred, entry{says: p.Say("list.barred", "Name", locale.Verbatim(name), "Refusal", locale.Verbatim(l.Refusal))})
		case l.Asleep:
			e.group, e.option = "list.asleep", &choice
			asleep = append(asleep, e)
		case l.Want != match.WantNothing || p.unseen(l):
			e.says, e.option = p.wanted(l, name), &choice
			waiting = append(waiting, e)
		case l.Phase == storage.Open:
			e.group = "list.tables"
			tables = append(tables, e)
		default:
			e.group = "list.others"
			turns = append(turns, e)
		}
	}
	head := Lines(p.Say("list.head", "Count", len(waiting)), p.sayIf(more, "list.newest", "Count", len(all)))
	return p.leafed(head, slices.Concat(waiting, turns, tables, asleep, barred), offered, leaf, VerbGames, "list.choose", finished)
}

// entering is the button that opens a listed match.
func (p Pen) entering(l Listed) Control {
	return Button{Match: l.ID, Verb: VerbEnter}.Control(p.Label("button.enter"), Plain)
}

// steps are those of a button that turns to a page of the list.
func (l Leaf) steps(page int) []string {
	switch {
	case l.Text:
		return []string{AsText}
	case l.With != "" && l.Over:
		return []string{strconv.Itoa(page), l.With, string(VerbFinished)}
	case l.With != "":
		return []string{strconv.Itoa(page), l.With}
	case page > 0:
		return []string{strconv.Itoa(page)}
	}
	return nil
}

// AsText is the step of a button that answers with a text.
const AsText = "text"

// ReadLeaf reads the steps of a button that turns to a page, but for Text.
func ReadLeaf(steps []string) (l Leaf) {
	if len(steps) > 0 {
		l.Page, _ = strconv.Atoi(steps[0])
	}
	if len(steps) > 1 {
		l.With, l.Over = steps[1], len(steps) > 2
	}
	return l
}

// leafed returns a page of a list below its head, with buttons that turn to others. As text it is all that fits, and a menu. verb
// turns to another page, and choose asks in the menu.
func (p Pen) leafed(head string, list []entry, offered []*match.Match, leaf Leaf, verb Verb, choose string, below []Control) Message {
	offers, joins := p.offers(offered, false)
	if leaf.Text {
		menu := p.Control(VerbGame, choose, Plain)
		for _, e := range list {
			if e.option != nil && len(menu.Options) < MaxMenu {
				menu.Options = append(menu.Options, *e.option)
			}
		}
		said := []string{head}
		for _, s := range p.sections(list) {
			said = append(said, s.Says)
		}
		msg := Message{Content: Lines(append([]string{p.fit(said, maxContent-len(Lines(offers...)))}, offers...)...)}
		if len(menu.Options) > 0 {
			msg.Rows = Row(menu)
		}
		msg.Rows = slices.Concat(msg.Rows, inRows(joins), inRows(below))
		return msg
	}
	for i, said := range offers {
		joins[i].Label = p.Label("button.join") // the words beside it say whom
		list = append(list, entry{says: said, button: joins[i]})
	}
	pages := p.pages(list, maxLaidOut-utf8.RuneCountInString(head))
	msg := Message{Content: head}
	if n := len(pages); n > 1 {
		at := max(0, min(leaf.Page, n-1))
		turn := func(to int, label string) Control {
			c := p.Control(verb, label, Plain, leaf.steps(to)...)
			c.Disabled = to < 0 || to == n
			return c
		}
		msg.Below(p.Say("list.page", "Page", at+1, "Count", n))
		below = append([]Control{turn(at-1, "button.page-back"), turn(at+1, "button.page-on")}, below...)
		msg.Sections = pages[at]
	} else if n == 1 {
		msg.Sections = pages[0]
	}
	msg.Rows = inRows(below)
	return msg
}

// Bounds of a page of a list. Ten sections have 30 of the 40 components that a message may have, which leaves room for
// the words above, for three groups, and for a row of five buttons.
const (
	onPage     = 10
	maxLaidOut = 3900 // characters of text in all, with room to number the pages
)

// pages parts a list into pages of at most ten entries, and of fewer where their words have more than room characters.
func (p Pen) pages(list []entry, room int) (pages [][]Section) {
	for len(list) > 0 {
		n := min(onPage, len(list))
		page := p.sections(list[:n])
		for n > 1 && utf8.RuneCountInString(Message{Sections: page}.Said()) > room {
			n--
			page = p.sections(list[:n])
		}
		pages, list = append(pages, page), list[n:]
	}
	return pages
}

// sections says a list, each entry with its button. Several of a group stand under one head; a single one stands in the
// line of the head.
func (p Pen) sections(list []entry) (all []Section) {
	for len(list) > 0 {
		n, key := 1, list[0].group
		for n < len(list) && list[n].group == key {
			n++
		}
		if key != "" && n > 1 {
			all = append(all, Section{Says: strings.TrimSpace(p.Say(key, "Name", ""))})
		}
		for _, e := range list[:n] {
			if key != "" && n == 1 {
				e.says = p.Say(key, "Name", locale.Verbatim(e.says))
			}
			all = append(all, Section{e.says, e.button})
		}
		list = list[n:]
	}
	return all
}

// A Score is what the reader and another player have come to in a game.
type Score struct {
	match.Score
	Info games.Info
}

// Finished returns the list of a person's finished matches, the newest first, each with a button that opens it. With
// somebody it has their matches with the reader, those that go on before the finished ones, and begins with the scores.
func (p Pen) Finished(all, running []Listed, with string, scores []Score, leaf Leaf) Message {
	if len(all)+len(running) == 0 {
		return Message{Content: p.Say("finished.none", "Name", with), Rows: p.StartRow()}
	}
	labels := p.apart(slices.Concat(running, all), p.ListName)
	var list []entry
	for i, l := range slices.Concat(running, all) {
		choice := Choice(labels[i], l.ID)
		e := entry{group: "list.running", says: p.linked(l, labels[i]), button: p.entering(l), option: &choice}
		if i >= len(running) {
			e.group, e.says = "", p.Say("list."+p.fared(l.Head), "Name", locale.Verbatim(e.says), "Place", p.placeIn(l.Head), "Count", len(l.Places))
		}
		list = append(list, e)
	}
	said := []string{p.Say("finished.head", "Name", with, "Ended", len(running) == 0)}
	for _, s := range scores {
		said = append(said, p.Say("finished.score",
			"Game", s.Info.Title, "Name", with, "Won", s.Won, "Lost", s.Lost, "Drawn", s.Drawn))
	}
	return p.leafed(Lines(said...), list, nil, leaf, VerbFinished, "finished.choose", nil)
}

// fared returns the key of how the reader fared in a match that has ended.
func (p Pen) fared(head storage.Head) string {
	switch place := p.placeIn(head); {
	case head.Phase == storage.Off:
		return match.EndKey(head)
	case place == 0 || len(head.Places) == 1:
		return "over"
	case slices.Max(head.Places) == 1:
		return "draw"
	case place == 1:
		return "won"
	case len(head.Places) == 2:
		return "lost"
	}
	return "place"
}

// placeIn returns the place of the reader in a match that has ended, 0 if they have none.
func (p Pen) placeIn(head storage.Head) int {
	seat := int(match.SeatIn(head, p.r.ID))
	if seat < 0 || seat >= len(head.Places) {
		return 0
	}
	return head.Places[seat]
}

// linked makes of the name of a listed match Markdown with a link to its newest message, or to the question that
// its reader is to answer.
func (p Pen) linked(l Listed, name string) string {
	if l.Message == "" {
		return locale.Markdown(name)
	}
	link := Link(l.Guild, l.Channel, l.Message)
	if l.Want == match.WantAnswer {
		link = linkToAnswer(l.Head, p.r.ID)
	}
	return p.Say("list.link", "Name", name, "Link", link)
}

// linkToAnswer links to the question of a match that a person is to answer, else to its newest message.
func linkToAnswer(head storage.Head, person string) locale.Verbatim {
	channel, id := head.Channel, head.Message
	for _, a := range head.Asks {
		if a.Message != "" && match.WaitsFor(a, person) {
			channel, id = a.Channel, a.Message
		}
	}
	return Link(head.Guild, channel, id)
}

// unseen reports whether a listed match is a table of its reader's that nobody sees.
func (p Pen) unseen(l Listed) bool {
	return match.Untabled(l.Head, p.r.Now) && match.SeatIn(l.Head, p.r.ID) != games.Spectator
}

// wanted says what a listed match wants of its reader, and how much time is left for a move.
func (p Pen) wanted(l Listed, name string) string {
	say := p.saying("Name", locale.Verbatim(name))
	switch {
	case p.unseen(l):
		return say("list.unseen", "Channel", Channels([]string{l.Home}))
	case l.Phase == storage.Open:
		return say("list.challenge")
	case l.Want == match.WantAnswer && !l.Phase.Live():
		return say("list.rematch")
	case l.Want == match.WantAnswer:
		return say("list.answer")
	case l.Want == match.WantReturn:
		return say("list.coming")
	}
	var own storage.Clock
	if seat := match.SeatIn(l.Head, p.r.ID); int(seat) < len(l.Clocks) {
		own = l.Clocks[seat]
	}
	switch {
	case l.Head.Paused:
		return say("list.turn-paused", "Until", Dated(match.PauseEnd(l.Head)))
	case own.Due.IsZero():
		return say("list.turn")
	case !own.ExpiredAt.IsZero() || !own.Due.After(p.r.Now):
		return say("list.up")
	}
	return say("list.turn-left", "Left", clock.Span(own.Due.Sub(p.r.Now)))
}

// fit joins as many lines as there is room for, in bytes, and says how many are left out.
func (p Pen) fit(said []string, room int) string {
	for i := range said {
		if len(Lines(said[:i+1]...)) > room {
			return Lines(append(said[:i:i], p.Say("list.more", "Count", len(said)-i))...)
		}
	}
	return Lines(said...)
}

// ListName names a match in lists and menus, as plain text: the game, its options and who plays, without the person who
// reads it. What is "Permute 12 · Ann – Ben" to others is "Permute 12 · Ben" to Ann, and the third such game ends
// with " · game 3", or a game of a match of two with " · game 1 of 2". It takes a head, so that a list need not replay its matches.
func (p Pen) ListName(info games.Info, head storage.Head) string {
	names := p.w.called(p.r.Lang, head.Players...)
	if head.Invited != nil {
		names = append(names, head.Invited.Name)
	}
	pair, two := head.Two > 0 && head.Setup.Rules == 0, head.Two
	if pair {
		two = 0
	}
	return shortened(names, maxLine, []int{maxName, maxName / 2, maxName / 4}, func(names []string) string {
		voice := p.w.Plain(p.r.Lang, names)
		return voice.Say(games.Say("list.name", "Game", gameName(voice, info, head.Setup.Options),
			"Players", company(head, p.r.ID, names), "Number", head.Number, "Pair", pair, "Two", two))
	})
}

// listed is [Pen.ListName] beside other matches. Those of one person have no number, so it says how many moves they
// have had.
func (p Pen) listed(info games.Info, head storage.Head) string {
	name := p.ListName(info, head)
	if storage.SeriesOf(head) != "" || head.Plies == 0 {
		return name
	}
	return p.Label("list.moves", "Name", name, "Count", head.Plies)
}

// apart names matches that stand in one list. Two that would read alike say since when they are there, too.
func (p Pen) apart(list []Listed, name func(games.Info, storage.Head) string) (names []string) {
	alike := map[string]int{}
	for _, l := range list {
		names = append(names, name(l.Info, l.Head))
		alike[names[len(names)-1]]++
	}
	for i, l := range list {
		if alike[names[i]] > 1 {
			since := l.Created
			if !l.Began.IsZero() {
				since = l.Began
			}
			since = since.In(cmp.Or(clock.ZoneOf(p.r.Own), time.UTC))
			names[i] = p.Label("list.since", "Name", names[i], "Day", soon(since), "Time", since.Format("15:04"))
		}
	}
	return names
}

// gameName says which game is played, and its options where they differ from the usual: "Permute 19, no swap".
func gameName(voice locale.Voice, info games.Info, chosen map[string]string) locale.Verbatim {
	said := info.Brief()
	for _, o := range info.Options {
		switch value := chosen[o.Name]; {
		case value == "" || value == o.Default:
		case isNumber(value):
			said += " " + value
		default:
			said += ", " + locale.OptionValue(voice, info.Name, o.Name, value)
		}
	}
	return locale.Verbatim(said)
}

// shortened returns what is said of names as one line, with the names cut to the first of some lengths at which it
// fits into a number of characters.
func shortened(names []string, room int, lengths []int, say func(names []string) string) string {
	said := ""
	for _, most := range lengths {
		if said = say(clipEach(names, most)); utf8.RuneCountInString(said) <= room {
			break
		}
	}
	return Clip(said, maxLine)
}

// Names names any matches in a menu of the reader, and says of one that is not played whether it is
// over.
func (p Pen) Names(list []Listed) (all []MenuOption) {
	for i, name := range p.apart(list, p.listed) {
		head, key := list[i].Head, string(list[i].Phase)
		switch head.Phase {
		case storage.Playing:
			all = append(all, Choice(name, head.ID))
			continue
		case storage.Off:
			key = match.EndKey(head)
		}
		all = append(all, Choice(p.Label("list."+key, "Name", name), head.ID))
	}
	return all
}

// company names the players besides the reader: "Ann – Ben" for a pair, else "Ann, Ben, Cleo". A
// person who is challenged counts as a player, and is the last of the names.
func company(head storage.Head, reader string, names []string) any {
	var all []any
	var seats []games.Seat
	for i, p := range head.Players {
		if s := games.Seat(i); p.ID != reader {
			all, seats = append(all, s), append(seats, s)
		}
	}
	if head.Phase == storage.Open && head.Invited != nil && head.Invited.ID != reader {
		all = append(all, names[len(head.Players)])
	}
	switch {
	case len(all) == 2 && match.SeatIn(head, reader) == games.Spectator:
		return games.Say("list.pair", "First", all[0], "Second", all[1])
	case len(all) == 1:
		return all[0]
	}
	return locale.Listed(seats)
}

// OpponentName returns the name of an opponent at a table, by its number there.
func (p Pen) OpponentName(level games.Level, number int) string {
	return p.Label("opponent.name", "Number", number, "Level", level.Words())
}

// sideBar is how much of the name of a thread a side bar shows, in characters, and sideName how much of each name of a
// person stays where that is not enough.
const sideBar, sideName = 22, 8

// ThreadName returns the name of the thread of a match: who plays, and which game. Once it has ended it says who
// won, by how much, which stays true while a rematch is played there, or that it was called off. Without people it
// names nobody, for a server that forbids some words.
func (p Pen) ThreadName(people bool) string {
	return shortened(p.names(), sideBar, []int{maxName, sideName}, func(names []string) string {
		for i, player := range p.Players {
			if player.Level != "" { // which is left out, so that the number needn't be
				names[i] = p.Label("opponent.name", "Number", match.OpponentNumber(player))
			}
		}
		who, number := company(p.Head, "", names), p.Number
		switch {
		case p.Two > 0:
			if halves, from := p.Points(); from > 0 {
				who = games.Say("thread.pair", "First", games.Seat(0), "Second", games.Seat(1), "Ours", half(halves[0]), "Theirs", half(halves[1]))
			}
		case p.Phase == storage.Over:
			who, number = threadResult(p.Match), 0
		case p.Phase == storage.Off:
			who, number = games.Say("ending."+match.EndKey(p.Head), "Players", who), 0
		}
		if !people {
			who, number = "", 0
		}
		voice := p.w.Plain(p.r.Lang, names)
		return voice.Say(games.Say("thread.name", "Game", gameName(voice, p.Info, p.Setup.Options), "Over", !p.Phase.Live(),
			"Who", who, "Number", number, "Two", p.Two > 0))
	})
}

// threadResult says who won a match that is over, in the name of its thread.
func threadResult(m *match.Match) games.Text {
	result, _ := m.State.Result()
	dummy := func(s games.Seat) bool { return int(s) >= len(m.Players) }
	first, others := result.First(), m.Others(games.Spectator)
	others = slices.DeleteFunc(others, func(s games.Seat) bool { return slices.Contains(first, s) })
	if len(others) < len(m.Players) { // a dummy that shares a place is not worth a word
		first = slices.DeleteFunc(first, dummy)
	}
	switch {
	case len(result.Places) == 1:
		return outcome(m, m.State)
	case len(result.Places) == 2 && len(result.Scores) == 2 && scored(result):
		return games.Say("thread.pair", "First", games.Seat(0), "Second", games.Seat(1),
			"Ours", result.Scores[0], "Theirs", result.Scores[1])
	case len(others) == 0:
		return games.Say("thread.draw", "Players", first)
	}
	return games.Say("thread.win", "Winners", first, "Others", others)
}

// scored reports whether the scores of two players say who won, which they do not when one has left.
// A score of 1 to 0 is no more than a win, and would look like a score of several games.
func scored(r games.Result) bool {
	ours, theirs := r.Scores[0], r.Scores[1]
	return max(ours, theirs) > 1 && cmp.Compare(ours, theirs) == cmp.Compare(r.Places[1], r.Places[0])
}

// Bounds of a direct message, in bytes.
const (
	maxDigest   = 1800 // leaves room to say that there is more
	maxReminded = 1700 // with what it reminds of: leaves room for the head of a digest
)

// RemindLine says how much time is left of a turn, first, then in which game, what is owed,
// and where the board is, in a language. In a channel it mentions the person.
func (w *Writer) RemindLine(lang string, m *match.Match, seat games.Seat, mentioned string, now time.Time) string {
	say, sees := w.To(Reader{Lang: lang}, m).Say, seat
	if mentioned != "" {
		sees = games.Spectator
	}
	pairs := []any{
		"Game", titleOf(m.Head, m.Info), "Others", m.Others(seat), "Owes", m.State.View(sees).Words().Owes,
		"Link", Link(m.Guild, m.Channel, m.Message),
	}
	if mentioned != "" {
		pairs = append(pairs, "Who", Mention(mentioned))
	}
	due := m.Clocks[seat].Due
	switch {
	case !m.Clocks[seat].ExpiredAt.IsZero():
		return say("remind.up", pairs...)
	case due.IsZero():
		return say("remind.calm", pairs...)
	}
	return say("remind.turn", append(pairs, "Left", leftUntil(due, now))...)
}

// AnswerLine says of a match that a person's answer is waited for, and where they give it.
func (w *Writer) AnswerLine(lang string, m *match.Match, person string) string {
	return w.To(Reader{Lang: lang}, m).Say("remind.answer", "Game", m.Info.Title,
		"Others", m.Others(m.SeatOf(person)), "Link", linkToAnswer(m.Head, person))
}

// FitsNotice reports whether the lines of a notice leave room for the rest of a direct message.
func FitsNotice(said []string) bool { return len(Lines(said...)) <= maxReminded }

// Notice joins the lines of a direct message: what a person is told, and what they owe. A digest has a head; lines that
// do not fit are counted.
func (w *Writer) Notice(lang string, digest bool, told, said []string) string {
	p := w.In(lang)
	if digest && len(said) > 0 {
		said = append([]string{p.Say("digest.head", "Count", len(said))}, said...)
	}
	return p.fit(slices.Concat(told, said), maxDigest)
}
