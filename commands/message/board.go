package message

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"parlour/commands/clock"
	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/commands/match/rating"
	"parlour/games"
	"parlour/storage"
)

// maxTold bounds how much a message tells of plies, in characters.
const maxTold = 900

// Board returns what everybody sees of a match now: its table, or its board. The first line of a board says whose turn
// it is and what came before.
func (w *Writer) Board(m *match.Match) Message {
	p := w.Public(m)
	switch {
	case m.Setup.Rules == 0 && p.calls():
		return p.call()
	case m.Setup.Rules == 0:
		return p.table()
	case m.State == nil:
		return Message{Content: p.standing()}
	}
	head, told := p.heading(p.told())
	head = Lines(p.course(), p.inWhich(head))
	msg := Message{Pings: p.pings()}
	msg.Silent = len(msg.Pings) == 0
	if p.Phase == storage.Off {
		msg.Content, msg.Picture = Lines(head, p.matchResult()), p.sees().picture()
		if match.Repeatable(p.Head) {
			msg.Rows = p.endButtons(p.Button(VerbMore, Plain))
		}
		return msg
	}
	soloist, alone := p.Soloist()
	if alone {
		if step, ok := p.StepBoard(soloist, nil, 0, false); ok {
			step.Pings, step.Silent = msg.Pings, msg.Silent
			return step
		}
	}
	begun := ""
	if len(p.Log) == 0 {
		begun = p.colours(p.State)
	}
	said := slices.Concat([]string{head, begun, p.matchResult(), p.ratings(), p.tally()}, newest(told, maxTold), p.news())
	eyes := p.sees()
	if alone {
		eyes.seat = soloist // whose hand nobody else can see
	}
	first, open := p.firstPage()
	asks := ""
	if open {
		asks = p.voice.Say(first.stepAsks())
		if !p.Info.Hidden {
			eyes = first.shown()
		}
	}
	if owe := p.State.ToMove(); p.isFirst() && len(msg.Pings) > 0 && len(owe) == 1 && p.IsPerson(owe[0]) && !p.Bidding() {
		asks = p.Say("board.asks", "Player", owe[0], "Ask", locale.Verbatim(asks))
	}
	said = append(said, asks)
	eyes = eyes.looked()
	said = append(said, p.voice.Say(eyes.words.Warns), p.voice.Say(eyes.words.Score), p.haveBid()) // in the making, without what the question says
	msg.Picture = eyes.picture()
	msg.Picture.Margins = eyes.making != nil
	switch p.Phase {
	case storage.Over:
		msg.Rows = p.endButtons(p.Button(VerbMore, Plain))
	case storage.Playing:
		said = append(said, p.clockLines()...)
		for _, seat := range p.Offered {
			said = append(said, p.Say("board.offered", "Player", seat))
		}
		msg.Rows = p.turnButtons(first, open)
	}
	code := p.boardCode()
	for utf8.RuneCountInString(Lines(Lines(said...), code)) > maxContent { // many long names
		said = said[:len(said)-1] // the seats on offer, which have buttons too
	}
	msg.Content = Lines(Lines(said...), code)
	if storage.BroughtDown(p.Publication) {
		msg.Pings, msg.Silent = nil, true
	}
	return msg
}

// isFirst reports whether the board is the first of its game.
func (p Pen) isFirst() bool { return len(p.Log) == 0 && p.Live.Message == "" }

// pings returns the ids of the people whom a board may notify: all players at the beginning of a match and
// at the end, else those who owe something. People whom a direct message asked for a bid are not
// notified twice, and a board that is changed in place notifies only when it is new.
func (p Pen) pings() []string {
	solo := p.Solo()
	switch {
	case solo && p.Desired.Post <= p.Published.Post, solo && p.isFirst():
		return nil
	case p.Ended == match.Unserved:
		return p.whoGoesOn()
	case p.Phase != storage.Playing, p.isFirst() && p.Two != 2:
		return p.idsOf(p.People())
	}
	return slices.DeleteFunc(p.OwedBy(), p.AskedDirectly)
}

// whoGoesOn returns the ids of all people of a match that ended because Parlour does not serve one of them any more, but for
// that one's.
func (p Pen) whoGoesOn() []string {
	all := p.idsOf(p.People())
	if p.Setup.Rules == 0 && p.Invited != nil {
		all = append(all, p.Invited.ID)
	}
	return match.Without(all, func(id string) bool { return id == p.Unserved })
}

// idsOf returns the ids of the players of seats who can be notified.
func (p Pen) idsOf(seats []games.Seat) (ids []string) {
	for _, s := range seats {
		ids = append(ids, p.Players[s].ID)
	}
	return slices.DeleteFunc(ids, storage.IsFormer)
}

// heading returns the first line of a board, all that a notification shows, and what is told
// below it of the plies since the board before. A single ply is told in the first line.
func (p Pen) heading(told []string) (head string, below []string) {
	asked := p.pings()
	say := p.saying("Asked", Mention(asked...))
	late := p.Late()
	switch {
	case p.Phase == storage.Off:
		return say("board.head."+p.Ended, "Name", p.EndedBy), told
	case p.Phase == storage.Over:
		return say("board.head.over", "Outcome", p.outcome(), "Took", p.took()), told
	case late != games.Spectator && len(p.OwedBy()) == 0:
		return say("board.head.up-alone", "Others", p.Others(late), "Late", late), told
	case late != games.Spectator:
		return say("board.head.up", "Late", late), told
	case p.Deserted():
		return say("board.head.deserted", "Missed", p.Missing()), told
	case len(p.OwedBy()) == 0:
		return say("board.head.thinks"), told
	case p.isFirst() && len(asked) > 0:
		first, all := p.State.ToMove(), len(p.State.ToMove()) == len(p.State.In())
		begins := games.Either(p.namesOf(first...))
		return say("board.head.first", "First", begins, "All", all, "Bids", p.Bidding(), "Many", len(asked) > 1,
			"Rated", p.Rated != nil), told
	case p.Bidding() && (len(asked) > 0 || !p.Solo()):
		also := match.Without(p.State.ToMove(), func(s games.Seat) bool { return !p.AskedDirectly(p.Players[s].ID) })
		return say("board.head.all", "Also", locale.Listed(also), "Count", len(asked)+len(also)), told
	}
	last := ""
	if len(told) == 1 {
		last, told = told[0], nil
	}
	return say("board.head.turn", "Last", locale.Verbatim(last)), told
}

// told says every ply since the message before, a line each, and the last ply again where there
// is none. A ply that leaves the words as they were, such as a changed bid, says nothing.
func (p Pen) told() (said []string) {
	if p.Resigned() != nil { // the outcome says it
		return nil
	}
	from := p.ToldFrom()
	if p.Solo() && from+1 < len(p.Log) && p.Log[from].RequestID != "" {
		from++ // the person pressed for that ply, and knows it
	}
	if from = min(from, len(p.Log)-1); from < 0 {
		return nil
	}
	before := ""
	if from > 0 && from == p.ToldFrom() {
		before = strings.Join(p.voice.All(p.StateAt(from).View(games.Spectator).Words().Last), " ")
	}
	steps := p.Steps()[from:]
	for i := range steps {
		last := strings.Join(p.voice.All(match.News(steps[i:], games.Spectator)), " ")
		if last != before && last != "" {
			said = append(said, last)
		}
		before = last
	}
	return said
}

// newest returns the last of some lines that fit into a room of so many characters.
func newest(said []string, room int) []string {
	for i, line := range slices.Backward(said) {
		if room -= utf8.RuneCountInString(line); room < 0 {
			return append([]string{"…"}, said[i+1:]...)
		}
	}
	return said
}

// news returns the news that belongs to this message: who has left, who took a seat.
func (p Pen) news() []string {
	if p.NewsOf < p.Published.Post || p.NewsOf == p.Published.Post && p.Desired.Post > p.Published.Post {
		return nil
	}
	return p.voice.All(p.News)
}

// endButtons are the buttons of a game that has ended: those that play on, and beneath them those that look back and
// the last ones. A match of two has one rematch for both games. Of two levels of Parlour's the more even one stands out.
func (p Pen) endButtons(last ...Control) [][]Control {
	asked := slices.Contains(p.AskedAbout(match.AboutRematch), p.seat) // they have Accept
	again := when(p.Ends() && !asked, p.Button(VerbRematch, Main))
	if len(p.Tally.Tries) > 0 && p.Opponent() != nil {
		if next, advised := games.NextLevel(p.Opponent().Levels(), p.Tally.Tries); next != "" {
			key, style := "button.rematch-easier", Plain
			if p.Tally.Tries[0].Score > 0 {
				key = "button.rematch-harder"
			}
			if advised {
				again[0].Style, style = Plain, Main
			}
			again = append(again, p.Control(VerbRematch, key, style, string(next)))
		} else if p.Tally.Tries[0].Score < 0 && !p.Practice { // nothing is easier, but there are hints
			again = append(again, p.Button(VerbPractise, Plain, p.Info.Name))
		}
	}
	again = append(again, when(p.Tally.Waits, p.Control(VerbNext, "button.next", Plain))...)
	return append(inRows(again), slices.Concat(
		when(p.Phase == storage.Over && p.Opponent() != nil && p.Moves() > 0, p.Button(VerbAnalyse, Plain)),
		[]Control{p.Button(VerbRecord, Plain)}, last,
	))
}

// turnButtons are the buttons of a turn, in rows: those of the first page of the panel, if it is open, else Move.
func (p Pen) turnButtons(first panel, open bool) [][]Control {
	row := []Control{p.Button(VerbView, Plain), p.Button(VerbMore, Plain)}
	seat, alone := p.Soloist()
	var rows [][]Control
	switch {
	case open:
		rows = first.rows(row...)
	case alone && !p.MayMove(seat):
		rows = [][]Control{row}
	default:
		rows = [][]Control{append([]Control{p.Control(VerbMove, moveLabel(p.Match), Main)}, row...)}
	}
	if p.Late() != games.Spectator && len(p.OwedBy()) > 0 {
		rows = append(rows, p.decisions())
	}
	row = nil
	for _, seat := range p.Offered {
		take := NewButton(p.Match, VerbTake, strconv.Itoa(int(seat)))
		row = append(row, take.Control(p.Label("button.take", "Player", seat), Good))
	}
	return append(rows, inRows(row)...)
}

// moveLabel returns the label of the button that opens the panel.
func moveLabel(m *match.Match) string {
	if m.Bidding() {
		return "button.bid"
	}
	return "button.move"
}

// ratings say what the end of a rated game has changed, or why it has not. A person who has given up their seat is not
// named.
func (p Pen) ratings() string {
	switch {
	case p.Rated == nil || p.Phase != storage.Over:
		return ""
	case p.Rated.Not != "":
		return p.Say("ratings.not." + p.Rated.Not)
	}
	var all []string
	unsure := false
	for s, seat := range p.Rated.Seats {
		if seat.Player == p.Players[s].ID && !storage.IsFormer(seat.Player) {
			unsure = unsure || isUnsure(seat.Before) || isUnsure(seat.After)
			all = append(all, p.Say("ratings.seat", "Player", games.Seat(s), "Before", points(seat.Before), "After", points(seat.After)))
		}
	}
	return p.sayIf(len(all) > 0, "ratings.line", "All", locale.Verbatim(strings.Join(all, " · ")), "Unsure", unsure)
}

// points says how well somebody plays, with a question mark as long as that is not known well.
func points(s storage.Skill) games.Text {
	key := "ratings.known"
	if isUnsure(s) {
		key = "ratings.unsure"
	}
	return games.Say(key, "Points", int(math.Round(s.Mean)))
}

// isUnsure reports whether too few games are known of somebody for their rating to be sure.
func isUnsure(s storage.Skill) bool { return s.Deviation >= rating.Known }

// tally says who leads in a game that two people have played more than once.
func (p Pen) tally() string {
	won := p.Tally.Won
	leads := games.Seat(0)
	if won[1] > won[0] {
		leads = 1
	}
	key := "tally.leads"
	switch {
	case won[0]+won[1] < 2:
		return ""
	case won[0] == won[1]:
		key = "tally.level"
	}
	more, fewer := won[leads], won[1-leads]
	return p.Say(key, "Leader", leads, "Other", 1-leads, "More", more, "Fewer", fewer, "Game", p.Info.Title,
		"Lately", p.Tally.Lately)
}

// clockLines say on a board when clocks expire, who is away, and how much is left of the
// time for the whole game.
func (p Pen) clockLines() []string {
	said := append(p.dueLines(), p.sayIf(p.Asleep, "board.asleep"))
	if p.Paused && p.Phase == storage.Playing {
		said = append(said, p.Say("clock.paused", "Until", Dated(match.PauseEnd(p.Head))))
	}
	for i, c := range p.Clocks {
		if seat := games.Seat(i); !c.Away.IsZero() && c.ExpiredAt.IsZero() && p.In(seat) {
			key := "clock.away"
			switch {
			case !p.Limited():
				key = "clock.away-only"
			case p.Strict:
				key = "clock.away-strict"
			case p.ByItself(seat):
				key = "clock.away-auto"
			}
			said = append(said, p.Say(key, "Player", seat, "Until", Dated(c.Away)))
		}
	}
	if p.TotalTime == 0 || len(p.PeopleIn()) == 0 {
		return said
	}
	var left []string
	for i, c := range p.Clocks {
		if seat := games.Seat(i); p.In(seat) && p.IsPerson(seat) {
			left = append(left, p.Say("clock.total-of", "Player", seat, "Left", clock.Span(p.TotalTime-c.Spent)))
		}
	}
	key := "clock.total"
	if p.Gain > 0 {
		key = "clock.bank"
	}
	return append(said, p.Say(key, "Left", locale.Verbatim(strings.Join(left, ", "))))
}

// dueLines say when clocks expire: in one line if they all do at the same time.
func (p Pen) dueLines() []string {
	if late := p.Late(); late != games.Spectator {
		key := "clock.up"
		if len(p.OwedBy()) == 0 {
			key = "clock.up-alone"
		}
		others := p.Others(late)
		return []string{p.Say(key, "Late", late, "Others", others, "Count", len(others),
			"Left", leftUntil(p.Clocks[late].Due, p.r.Now))}
	}
	var said []string
	first, apart := time.Time{}, false
	for i, c := range p.Clocks {
		if c.Since.IsZero() || c.Due.IsZero() {
			continue
		}
		if said == nil {
			first = c.Due
		}
		apart = apart || c.Due.Sub(first).Abs() >= time.Minute
		said = append(said, p.Say("clock.due-of", "Player", games.Seat(i), "Left", leftUntil(c.Due, p.r.Now)))
	}
	if said != nil && !apart {
		return []string{p.Say("clock.due", "Left", leftUntil(first, p.r.Now))}
	}
	return said
}

// DueLine says to the player of a seat when their clock expires, nothing if it never does.
func (p Pen) DueLine(seat games.Seat) string {
	if int(seat) >= len(p.Clocks) || p.Clocks[seat].Due.IsZero() {
		return ""
	}
	return p.Say("clock.due", "Left", leftUntil(p.Clocks[seat].Due, p.r.Now))
}

// leftUntil says how much time is left until a moment, in words because a notification shows no other, and when that
// is on the reader's own clock. Less than a day calls for attention.
func leftUntil(due, now time.Time) games.Text {
	left := max(due.Sub(now), 1)
	if left < 24*time.Hour {
		return games.Say("clock.soon", "Span", clock.Span(left), "Due", stamp(due, 't'))
	}
	return games.Say("clock.left", "Span", clock.Span(left), "Due", stamp(due, 'F'))
}

// StepBoard returns the public board of a match at some steps of a seat's move. sure reports
// whether its player plays moves without Confirm. ok is false where the steps do not stand on the
// board, or lead nowhere.
func (p Pen) StepBoard(seat games.Seat, steps []string, page int, sure bool) (msg Message, ok bool) {
	plays := p.Phase == storage.Playing && p.MayMove(seat)
	if !plays || !p.StepsOnBoard(seat) || p.asksOthers() {
		return Message{}, false
	}
	making := panel{Pen: p, steps: steps, page: page, sure: sure, public: true}
	making.seat = seat // whose hand nobody else can see: see StepsOnBoard
	making, err := making.complete()
	if err != nil {
		return Message{}, false
	}
	picture, err := making.picture()
	if err != nil {
		return Message{}, false
	}
	said := []string{making.question(), making.practice()}
	if len(steps) == 0 {
		said = append([]string{making.taught()}, said...)
	}
	if p.Owes(seat) {
		last := Clip(p.since(seat), maxTold)
		if p.Guest && !p.Solo() && len(p.Log) == 0 {
			last = p.colours(p.State) // to all, as all see it
		}
		asked := Mention(p.OwedBy()...)
		if p.Direct() { // where a message notifies nobody else
			asked = ""
		}
		begins := len(p.Log) == 0 && len(p.State.ToMove()) == 1 && len(p.Players) > 1
		said = append([]string{p.inWhich(p.Say("board.yours", "Asked", asked, "First", begins, "Last", locale.Verbatim(last)))}, said...)
	}
	said = append([]string{p.course()}, said...)
	return Message{
		Content: Lines(slices.Concat(said, p.news(), p.clockLines(), []string{p.boardCode()})...),
		Picture: picture,
		Rows:    making.rows(p.Button(VerbMore, Plain)),
		Pings:   p.pings(),
	}, true
}

// colours says what each seat plays as in a state, nothing where seats are alike.
func (p Pen) colours(s games.State) string {
	view := s.View(games.Spectator)
	if view.Words().Sides == nil {
		return ""
	}
	return p.Say("board.line", "Line", sides(p.voice, p.Match, view))
}

// since says what the others have done since the last move of a seat. Before the first move of a person who is alone or
// with Parlour it begins with what they play as.
func (p Pen) since(seat games.Seat) string {
	var said []string
	_, alone := p.Soloist()
	if sides := p.State.View(seat).Words().Sides; alone && int(seat) < len(sides) {
		said = append(said, p.Say("board.side", "Side", sides[seat]))
	}
	if p.Ahead > 0 {
		said = append(said, p.Say("lesson.ahead"))
	}
	steps := p.Steps()
	for i, s := range steps {
		switch {
		case i < p.Ahead, s.TakenBack || s.Move.BackBy() > 0:
			continue
		case s.Seat == seat && !s.Move.System():
			said = nil
			continue
		}
		words := s.After.View(seat).Words()
		last := strings.Join(p.voice.All(match.News(steps[i:], seat)), " ")
		if len(words.Last) == 0 && words.Line.Key != "" { // a system move
			last = p.Say("board.line", "Line", words.Line)
		}
		if n := len(said); last != "" && (n == 0 || said[n-1] != last) {
			said = append(said, last)
		}
	}
	return strings.Join(said, " ")
}

// firstPage returns the first page of the panel of the one person who is to move, if its buttons stand on the public
// board in place of Move: they have their names in its margins, and tell nothing that an onlooker may not know.
func (p Pen) firstPage() (first panel, ok bool) {
	owe := p.State.ToMove()
	if p.Phase != storage.Playing || len(owe) != 1 || !p.IsPerson(owe[0]) || p.Bidding() || p.asksOthers() {
		return panel{}, false
	}
	first = panel{Pen: p, public: true, opens: true}
	first.seat = owe[0]
	first, err := first.complete()
	return first, err == nil && first.step.Open && !first.waits() && layOut(first.step, first.page) != nil
}

// asksOthers reports whether a board has buttons of a clock that has expired, or of a seat that is on offer. They take
// the room of the steps of a move.
func (p Pen) asksOthers() bool { return len(p.Offered) > 0 || p.Late() != games.Spectator }
