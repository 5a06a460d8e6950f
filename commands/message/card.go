package message

import (
	"slices"
	"strconv"
	"strings"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// maxNotation bounds the moves of a match as they are shown, in bytes.
const maxNotation = 1500

// notation lists the moves of a match as they are written; of too many, the last.
func notation(m *match.Match) locale.Verbatim {
	var all []string
	for _, e := range m.Log {
		all = append(all, string(e.Move))
	}
	text := strings.Join(all, " ")
	if len(text) > maxNotation {
		text = "… " + text[len(text)-maxNotation:]
	}
	return locale.Verbatim(locale.Markdown(text))
}

// Card returns the match as the reader sees it now, as a picture or as text, with a link to its board.
func (p Pen) Card(asText bool) Message {
	if p.State == nil {
		msg := Message{Content: Lines(p.standing(), p.link())}
		if p.Phase == storage.Open { // its message may be far up, or deleted
			msg.Content = Lines(p.standing(), p.terms(), p.warning(), p.link())
			if msg.Rows = p.tableButtons(); p.seat == games.Spectator {
				msg.Rows = msg.Rows[:1] // the others are for those who sit there
			}
		}
		return msg
	}
	own := p.sees().looked()
	movable := Movable(p.r, p.Match)
	msg := Message{Rows: p.cardButtons(asText, movable)}
	if asText {
		msg.Content = own.inWords(p.w.Voice, true, p.link())
		return p.withPlan(msg)
	}
	words := own.words
	last, score := Lines(p.voice.All(words.Last)...), p.voice.Say(words.Score)
	late := p.sayIf(p.decides(), "board.late", "Late", p.Late())
	bid := p.sayIf(words.Own.Key != "", "board.own", "Own", words.Own)
	due := ""
	if p.Owes(p.seat) {
		due = p.DueLine(p.seat)
	}
	stranded := p.sayIf(movable, "board.stranded")
	msg.Content = Lines(late, p.standing(), bid, last, p.voice.Say(words.Warns), score, due, p.link(), stranded)
	msg.Picture = own.picture()
	return p.withPlan(msg)
}

// StaleCard answers a click on an old board or panel with the board as it is now.
func (p Pen) StaleCard() Message {
	msg := p.Card(false)
	msg.Above(p.Say("board.stale"))
	return msg
}

// cardButtons are the buttons of a card: its other form and, for a player, what they can do.
func (p Pen) cardButtons(asText, movable bool) [][]Control {
	seated := p.seat != games.Spectator
	plays := p.Phase == storage.Playing && seated
	form := slices.Concat(when(!asText, p.Button(VerbText, Plain)), when(asText && seated, p.Control(VerbView, "button.picture", Plain)))
	if match.Repeatable(p.Head) && seated {
		return p.endButtons(form...)
	}
	rows := inRows(slices.Concat(
		when(plays && p.MayMove(p.seat), p.Control(VerbMove, moveLabel(p.Match), Main)),
		form,
		when(plays, p.Button(VerbMore, Plain)),
		when(movable, p.Button(VerbHere, Good)),
		when(!movable && plays && p.r.Channel == p.Channel, p.Button(VerbDown, Plain)),
	))
	if p.decides() {
		rows = append(rows, p.decisions())
	}
	return rows
}

// decisions are the buttons about a clock that has expired.
func (p Pen) decisions() []Control {
	return []Control{p.Button(VerbClaim, Good), p.Button(VerbGrant, Plain)}
}

// decides reports whether the reader is asked about a clock that has expired.
func (p Pen) decides() bool {
	return p.Phase == storage.Playing && p.Late() != games.Spectator && slices.Contains(p.OwedBy(), p.r.ID)
}

// Movable reports whether a reader may move a match to their channel: a player, out of a
// channel where nothing can be shown, into another one of the same server.
func Movable(r Reader, m *match.Match) bool {
	return match.Unreachable(m.Head, r.Now) && m.SeatOf(r.ID) != games.Spectator && r.Guild == m.Guild &&
		r.Channel != m.Channel && r.Channel != m.Home && r.Here
}

// link points at the newest public message of the match.
func (p Pen) link() string {
	key := "board.link"
	if p.Phase == storage.Open {
		key = "table.link"
	}
	return p.sayIf(p.Message != "" && !match.Unreachable(p.Head, p.r.Now), key, "Link", Link(p.Guild, p.Channel, p.Message))
}

// LeadToEnd adds to the answer to a player whose game is over the way to its end, and the buttons that stand there.
func (p Pen) LeadToEnd(msg *Message) {
	link := Link(p.Guild, p.Channel, "") // where the end is about to be posted
	if p.Solo() {
		link = Link(p.Guild, p.Channel, p.Message)
	}
	msg.Below(p.sayIf(p.Message != "" && !match.Unreachable(p.Head, p.r.Now), "end.link", "Link", link))
	if match.Repeatable(p.Head) {
		msg.Rows = append(p.endButtons(), msg.Rows...)
	}
}

// Elsewhere says in which channel or thread the board is.
func (p Pen) Elsewhere() string {
	return p.Say("next.elsewhere", "Direct", p.Guild == "", "Channel", Channels([]string{p.Channel}))
}

// standing says in one line which match this is and what it waits for.
func (p Pen) standing() string {
	m := p.Match
	say := p.saying("Match", p.MatchName(), "Game", p.Title())
	switch {
	case m.Phase == storage.Open && m.Invited != nil && m.Invited.ID == p.r.ID:
		return say("standing.challenged", "By", m.Players[0].Name)
	case m.Phase == storage.Open && m.Invited != nil:
		return say("standing.challenge", "Name", m.Invited.Name)
	case m.Phase == storage.Open && m.Awaits(p.r.ID):
		return say("standing.invited", "By", m.Players[0].Name)
	case m.Phase == storage.Open:
		return say("standing.open")
	case m.Phase == storage.Off:
		return say("standing." + match.EndKey(m.Head))
	case m.State == nil && m.Info.Hidden && m.Phase == storage.Playing: // its moves may be sealed
		return say("standing.rules-hidden", "Rules", m.Setup.Rules)
	case m.State == nil:
		return say("standing.rules", "Rules", m.Setup.Rules, "Moves", notation(m))
	case m.Phase == storage.Over:
		return say("standing.over", "Outcome", outcome(m, m.State))
	case m.Owes(p.seat):
		return say("standing.yours")
	case m.Deserted():
		return say("standing.deserted", "Missed", m.Missing())
	}
	turn, head := m.State.ToMove(), m.Head
	if p.seat != games.Spectator && slices.Equal(turn, m.Others(p.seat)) { // whom the match is named by
		head.Players = nil
	}
	name := p.ListName(m.Info, head)
	return p.Say("standing.theirs", "Match", name, "Game", p.Title(), "Turn", turn, "Count", len(turn))
}

// MatchName names the match as lists do.
func (p Pen) MatchName() string { return p.ListName(p.Info, p.Head) }

// More shows what else can be done in a game, in rows: what to read, moves and seats, and apart from these a menu of
// what leaves or ends it.
func (p Pen) More() Message {
	read := append(p.readButtons(), when(len(p.People()) > 1, p.Button(VerbBlock, Plain))...)
	rows := slices.Concat([][]Control{read}, inRows(append(p.moveButtons(), p.seatOffers()...)), p.endMenu())
	said := append([]string{p.Say("more.head", "Match", p.MatchName()), p.NoteLine()}, p.planLines()...)
	return Message{Content: Lines(said...), Rows: rows}
}

// NoteLine says what the reader has written to themselves about the match, nothing if that is nothing. It belongs into
// what they alone see.
func (p Pen) NoteLine() string {
	note := p.r.Own.NoteOn(p.ID)
	return p.sayIf(note != "", "note.line", "Note", note)
}

// MaxNote bounds a note, in characters.
const MaxNote = 200

// NoteForm returns the form for a note about the match.
func (p Pen) NoteForm(b Button) *Form {
	f := p.Form(b, "note", MaxNote)
	f.Fields[0].Given, f.Fields[0].Least = []string{p.r.Own.NoteOn(p.ID)}, 0
	return f
}

// endMenu is a menu of what leaves the match or ends it, each with a line of what it does.
func (p Pen) endMenu() [][]Control {
	menu, in := p.Control(VerbAsk, "more.end", Plain), p.In(p.seat)
	add := func(may bool, what Verb, label string, steps ...string) {
		if may {
			o := Choice(p.Label(label), strings.Join(append([]string{string(what)}, steps...), " "))
			o.About = Clip(p.plain().Say(p.does(what, p.seat)), maxLine)
			menu.Options = append(menu.Options, o)
		}
	}
	seats := p.Phase == storage.Playing && len(p.Players) > 1
	add(seats && p.MayOffer(p.seat, p.seat) == nil, VerbSeat, "button.offer-own", strconv.Itoa(int(p.seat)))
	add(in && p.MayCallOff(), VerbOff, "button.off")
	add(in, VerbResign, "button.resign")
	add(p.r.Oversees(p.Match) && p.Phase.Live(), VerbClose, "button.close")
	if menu.Options == nil {
		return nil
	}
	return Row(menu)
}

// readButtons are the buttons of More for everybody: the rules, the record and the proof.
func (p Pen) readButtons() []Control {
	return slices.Concat(
		[]Control{p.Button(VerbRules, Plain, p.Info.Name)},
		when(!p.Secretive() && !match.Repeatable(p.Head), p.Button(VerbRecord, Plain)), // at the end it stands below the board
		when(p.Info.Chance, p.Button(VerbProof, Plain)),
	)
}

// seatOffers are the buttons of More about seats: to keep the reader's own, which is on offer, and those of others who
// have missed their turns or are gone.
func (p Pen) seatOffers() (row []Control) {
	m, seat := p.Match, p.seat
	if m.Phase != storage.Playing || m.State == nil || len(m.Players) < 2 {
		return nil
	}
	button := func(verb Verb, label string, s games.Seat, before ...string) {
		steps := append(before, strconv.Itoa(int(s)))
		row = append(row, NewButton(m, verb, steps...).Control(p.Label(label, "Player", s), Plain))
	}
	for _, s := range m.People() {
		if m.MayGive(seat, s) == nil {
			button(VerbAsk, "button.give", s, string(VerbGive))
		}
	}
	for s := range games.Seat(len(m.Players)) {
		switch {
		case s == seat && slices.Contains(m.Offered, s):
			button(VerbKeepSeat, "button.keep-seat", s)
		case s != seat && m.MayOffer(seat, s) == nil:
			button(VerbAsk, "button.offer-other", s, string(VerbSeat))
		}
	}
	return row
}

// inRows parts buttons into rows.
func inRows(row []Control) [][]Control { return slices.Collect(slices.Chunk(row, inRow)) }

// when returns buttons, or steps of one, that stand there in a case alone.
func when[T any](is bool, some ...T) []T {
	if is {
		return some
	}
	return nil
}

// DirectButton asks for direct messages.
func (p Pen) DirectButton() Control {
	p.Match = nil
	return p.Button(VerbDirect, Plain)
}

// moveButtons are the buttons of More about moves.
func (p Pen) moveButtons() []Control {
	in := p.In(p.seat)
	hints := in && len(p.People()) == 1 && p.Opponent() != nil && p.MayMove(p.seat)
	plans, planned := p.MayPlan(p.seat) == nil, p.PlanOf(p.r.ID) != nil
	return slices.Concat(
		when(hints, p.Control(VerbAnother, "button.hint", Plain)), // another besides none is the first
		when(p.MayTakeBack(p.seat) == nil, p.Button(VerbTakeback, Plain)),
		when(plans && planned, p.Control(VerbPlan, "button.plan-change", Plain)),
		when(plans && !planned, p.Button(VerbPlan, Plain)),
		when(in && len(p.PeopleIn()) > 1, p.Control(VerbOffer, "button.draw", Plain)),
		when(match.MayReturn(p.State, p.seat), p.Button(VerbReturn, Good)),
		when(p.MayPause(p.seat) == nil, p.Button(VerbPause, Plain)),
		when(p.MayEndPause(p.seat) == nil, p.Button(VerbUnpause, Plain)),
		[]Control{p.Button(VerbNote, Plain)},
	)
}

// Confirmation asks once more before a game is given up or a seat is offered. what is the
// verb of the button that means it.
func (p Pen) Confirmation(what Verb, about games.Seat, steps ...string) Message {
	means := "button.yes-" + string(what)
	if what == VerbOff && len(p.OffNeeds(p.seat)) > 0 {
		means = "button.yes-off-ask"
	}
	said := p.Say("ask."+string(what), "Does", p.does(what, about), "Player", about, "Own", about == p.seat, "Rated", p.Counts(),
		"Level", match.StandIn.Words())
	return Message{Content: p.inWhich(said), Rows: Row(p.Button(VerbKeep, Plain), p.Control(what, means, Danger, steps...))}
}

// does says what comes of leaving the match or ending it, or of giving a seat away.
func (p Pen) does(what Verb, about games.Seat) games.Text {
	key, others := "does."+string(what), []games.Seat(nil)
	switch what {
	case VerbOff:
		if others = p.OffNeeds(p.seat); len(others) > 0 {
			key += "-ask"
		}
	case VerbResign:
		next, err := p.State.Play(p.seat, games.Leave)
		if err != nil {
			break
		}
		self := func(s games.Seat) bool { return s == p.seat || int(s) >= len(p.Players) }
		result, over := next.Result()
		switch {
		case over:
			others = slices.DeleteFunc(result.First(), self)
		case len(p.PeopleIn()) == 1:
		case match.MayReturn(next, p.seat):
			key += ".back"
		default:
			key, others = key+".on", match.Without(next.In(), self)
		}
	}
	return games.Say(key, "Others", others, "Count", len(others), "Player", about)
}

// Sure is the step of a button whose presser was asked and means it.
const Sure = "sure"

// AskToClose asks a moderator once more before the match is closed.
func (p Pen) AskToClose() Message {
	key := "ask.close"
	if p.Phase == storage.Open {
		key += ".table"
	}
	return Message{Content: p.Say(key, "Does", p.does(VerbClose, p.seat)), Rows: Row(
		p.Control(VerbKeep, "button.keep-open", Plain, string(VerbClose)),
		p.Control(VerbClose, "button.yes-close", Danger, Sure),
	)}
}

// OnlookerCard shows the board to a person without a seat who pressed a button of the players,
// and offers them a game of their own.
func (p Pen) OnlookerCard() Message {
	msg := p.Card(false)
	msg.Above(p.whoPlays())
	msg.Rows = append(Row(p.Button(VerbLike, Main)), msg.Rows...)
	return msg
}

// whoPlays tells a person without a seat who plays, or played.
func (p Pen) whoPlays() string {
	return p.Say(p.OnlookerKey(), "Players", p.Others(games.Spectator), "Count", len(p.Players))
}

// OnlookerHere tells a person without a seat who pressed a button right at the board, where they see
// it, what they can do.
func (p Pen) OnlookerHere() Message {
	said := p.Say("onlooker.here", "Thread", p.Channel != p.Home)
	rows := Row(p.Button(VerbLike, Main))
	return Message{Content: Lines(p.whoPlays(), said), Rows: rows}
}

// MoreToRead shows what a person without a seat can do, and anybody once the game has ended: read the rules, see the
// proof, have the record, and play one like it. A moderator can close the game.
func (p Pen) MoreToRead() Message {
	like := append([]Control{p.Button(VerbLike, Plain)}, when(p.seat != games.Spectator && len(p.People()) > 1, p.Button(VerbBlock, Plain))...)
	rows := [][]Control{p.readButtons(), like}
	if p.Phase.Live() {
		rows = append(rows, p.endMenu()...)
	}
	return Message{Content: p.Say("more.head", "Match", p.MatchName()), Rows: rows}
}

// Unseen tells a player that nobody sees their table or game, as its channel refuses it, and what would
// help: to try again there, or to move it to where they are. private says that they are in a private
// thread.
func (p Pen) Unseen(private bool) Message {
	r, m := p.r, p.Match
	what, where := []any{"Channel", Channels([]string{m.Home})}, []Control{p.Button(VerbAgain, Main)}
	mend := "unseen.mend"
	switch there := r.Channel == m.Home || r.Channel == m.Channel; {
	case there && private:
		what, mend = nil, "unseen.mend-thread"
	case there:
		what = nil
	case Movable(r, m):
		where, mend = []Control{p.Button(VerbHere, Good)}, "unseen.move"
	}
	said := p.Say("unseen.table", what...)
	asked, unasked := match.Unasked(m.Head, p.r.Now)
	unasked = unasked && asked.About != match.AboutInvite // that is seen with its table
	switch {
	case unasked && !match.Unreachable(m.Head, p.r.Now):
		others := m.AskedBy(asked)
		what = append(what, "Others", others, "Count", len(others))
		said, mend = p.Say("unseen.question", what...), "unseen.mend-question"
	case m.Phase == storage.Playing:
		said = p.Say("unseen.game", what...)
	case m.Invited != nil:
		said = p.Say("unseen.challenge", append(what, "Name", m.Invited.Name)...)
	}
	if m.Phase == storage.Open && p.seat == 0 {
		where = append(where, p.Button(VerbCancel, Danger))
	}
	return Message{Content: Lines(said, p.Say(mend)), Rows: Row(where...)}
}
