package message

import (
	"cmp"
	"slices"
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

// List returns the list of a person's matches: those that wait for them first, each with
// the time left, and a menu that opens one of these. Offered are the tables that they may join. With more it says that
// there are older ones besides; with ended a button shows those that are finished.
func (p Pen) List(all []Listed, offered []*match.Match, more, ended bool) Message {
	offers, joins := p.offers(offered, false)
	finished := when(ended, p.Button(VerbFinished, Plain))
	if len(all) == 0 {
		return Message{Content: Lines(append([]string{p.Say("list.none", "Ended", ended)}, offers...)...), Rows: append(inRows(joins), inRows(append(finished, p.start()...))...)}
	}
	var said, turns, tables, asleep, barred []string
	var sleeping []MenuOption
	menu, labels := p.Control(VerbGame, "list.choose", Plain), p.apart(all, p.listed)
	for i, l := range all {
		label := labels[i]
		name := p.linked(l, label)
		switch {
		case l.Refusal != "":
			barred = append(barred, p.Say("list.barred", "Name", locale.Verbatim(name), "Refusal", locale.Verbatim(l.Refusal)))
		case l.Asleep:
			asleep = append(asleep, name)
			sleeping = append(sleeping, Choice(label, l.ID))
		case l.Want != match.WantNothing || p.unseen(l):
			said = append(said, p.wanted(l, name))
			if len(menu.Options) < MaxMenu {
				menu.Options = append(menu.Options, Choice(label, l.ID))
			}
		case l.Phase == storage.Open:
			tables = append(tables, name)
		default:
			turns = append(turns, name)
		}
	}
	head := Lines(p.Say("list.head", "Count", len(said)), p.sayIf(more, "list.newest", "Count", len(all)))
	said = append([]string{head}, said...)
	said = append(said, p.group("list.others", turns)...)
	said = append(said, p.group("list.tables", tables)...)
	said = append(said, p.group("list.asleep", asleep)...)
	menu.Options = append(menu.Options, sleeping[:min(len(sleeping), MaxMenu-len(menu.Options))]...)
	room := maxContent - len(Lines(offers...))
	msg := Message{Content: Lines(append([]string{p.fit(append(said, barred...), room)}, offers...)...)}
	if len(menu.Options) > 0 {
		msg.Rows = Row(menu)
	}
	msg.Rows = slices.Concat(msg.Rows, inRows(joins), inRows(finished))
	return msg
}

// A Score is what the reader and another player have come to in a game.
type Score struct {
	match.Score
	Info games.Info
}

// Finished returns the list of a person's finished matches, the newest first, and a menu that opens one of these. With
// somebody it has their matches with the reader, those that go on before the finished ones, and begins with the scores.
func (p Pen) Finished(all, running []Listed, with string, scores []Score) Message {
	if len(all)+len(running) == 0 {
		return Message{Content: p.Say("finished.none", "Name", with), Rows: p.StartRow()}
	}
	menu, labels := p.Control(VerbGame, "finished.choose", Plain), p.apart(slices.Concat(running, all), p.ListName)
	var names []string
	for i, l := range running {
		names = append(names, p.linked(l, labels[i]))
		menu.Options = append(menu.Options, Choice(labels[i], l.ID))
	}
	said, labels := p.group("list.running", names), labels[len(running):]
	if len(all) > 0 {
		said = append(said, p.Say("finished.head", "Name", with))
	}
	for _, s := range scores {
		said = append(said, p.Say("finished.score",
			"Game", s.Info.Title, "Name", with, "Won", s.Won, "Lost", s.Lost, "Drawn", s.Drawn))
	}
	for i, l := range all {
		said = append(said, p.Say("list."+p.fared(l.Head), "Name", locale.Verbatim(p.linked(l, labels[i])),
			"Place", p.placeIn(l.Head), "Count", len(l.Places)))
		menu.Options = append(menu.Options, Choice(labels[i], l.ID))
	}
	menu.Options = menu.Options[:min(len(menu.Options), MaxMenu)]
	return Message{Content: p.fit(said, maxContent), Rows: Row(menu)}
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

// group says several matches under one head. A single one stands in the line of the head.
func (p Pen) group(key string, names []string) []string {
	switch len(names) {
	case 0:
		return nil
	case 1:
		return []string{p.Say(key, "Name", locale.Verbatim(names[0]))}
	}
	head := strings.TrimSpace(p.Say(key, "Name", ""))
	return append([]string{head}, names...)
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
