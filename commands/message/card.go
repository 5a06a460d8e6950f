package message

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/commands/match/proof"
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

// A private writes what one reader sees of one match, in their language.
type private struct {
	w     *Writer
	r     Reader
	m     *match.Match
	voice locale.Voice
}

func (w *Writer) private(r Reader, m *match.Match) private {
	return private{w, r, m, w.Voice(r.Lang, m.Names())}
}

func (p private) say(key string, pairs ...any) string { return p.voice.Say(games.Say(key, pairs...)) }

// control returns a button about the match.
func (p private) control(verb Verb, label string, s Style, steps ...string) Control {
	return NewButton(p.m, verb, steps...).Control(p.w.Label(p.r.Lang, label), s)
}

// Card returns a match as one person sees it now, as a picture or as text, with a link to
// its board.
func (w *Writer) Card(r Reader, m *match.Match, asText bool, now time.Time) Message {
	return w.private(r, m).card(asText, now)
}

func (p private) card(asText bool, now time.Time) Message {
	if p.m.State == nil {
		msg := Message{Content: Lines(p.standing(), p.link())}
		if p.m.Phase == storage.Open { // its message may be far up, or deleted
			table := p.w.public(p.m)
			msg.Content = Lines(p.standing(), table.terms(), p.link())
			if msg.Rows = table.tableButtons(); p.m.SeatOf(p.r.ID) == games.Spectator {
				msg.Rows = msg.Rows[:1] // the others are for those who sit there
			}
		}
		return msg
	}
	own := p.w.from(p.r, p.m)
	movable := Movable(p.r, p.m, now)
	msg := Message{Rows: p.cardButtons(asText, movable)}
	if asText {
		msg.Content = own.asText(p.link())
		return p.withPlan(msg)
	}
	words := own.state.View(own.seat).Words()
	last, score := Lines(p.voice.All(words.Last)...), p.voice.Say(words.Score)
	msg.Content = Lines(p.standing(), p.ownBid(words), last, score, p.due(), p.link())
	if p.decides() {
		msg.Content = Lines(p.say("board.late", "Late", p.m.Late()), msg.Content)
	}
	if movable {
		msg.Content = Lines(msg.Content, p.w.Say(p.r.Lang, "board.stranded"))
	}
	msg.Picture = own.picture()
	return p.withPlan(msg)
}

// StaleCard answers a click on an old board or panel with the board as it is now.
func (w *Writer) StaleCard(r Reader, m *match.Match, now time.Time) Message {
	msg := w.Card(r, m, false, now)
	msg.Content = Lines(w.Say(r.Lang, "board.stale"), msg.Content)
	return msg
}

// cardButtons are the buttons of a card: its other form and, for a player, what they can do.
func (p private) cardButtons(asText, movable bool) [][]Control {
	var row []Control
	seat := p.m.SeatOf(p.r.ID)
	plays := p.m.Phase == storage.Playing && seat != games.Spectator
	if plays && p.m.MayMove(seat) {
		row = append(row, p.control(VerbMove, moveLabel(p.m), Main))
	}
	if !asText {
		row = append(row, p.control(VerbText, "button.text", Plain))
	} else if seat != games.Spectator {
		row = append(row, p.control(VerbView, "button.view", Plain))
	}
	if plays {
		row = append(row, p.control(VerbMore, "button.more", Plain))
	}
	switch {
	case movable:
		row = append(row, p.control(VerbHere, "button.here", Good))
	case plays && p.r.Channel == p.m.Channel:
		row = append(row, p.control(VerbDown, "button.down", Plain))
	}
	rows := [][]Control{row}
	if len(row) == 0 {
		rows = nil
	}
	if p.decides() {
		claim, grant := p.control(VerbClaim, "button.claim", Good), p.control(VerbGrant, "button.grant", Plain)
		rows = append(rows, []Control{claim, grant})
	}
	return rows
}

// decides reports whether the reader is asked about a clock that has expired.
func (p private) decides() bool {
	return p.m.Phase == storage.Playing && p.m.Late() != games.Spectator && slices.Contains(p.m.OwedBy(), p.r.ID)
}

// Movable reports whether a reader may move a match to their channel: a player, out of a
// channel where nothing can be shown, into another one of the same server.
func Movable(r Reader, m *match.Match, now time.Time) bool {
	return match.Unreachable(m.Head, now) && m.SeatOf(r.ID) != games.Spectator && r.Guild == m.Guild &&
		r.Channel != m.Channel && r.Channel != m.Home && r.Here
}

// link points at the newest public message of the match.
func (p private) link() string {
	if p.m.Message == "" {
		return ""
	}
	key := "board.link"
	if p.m.Phase == storage.Open {
		key = "table.link"
	}
	return p.w.Say(p.r.Lang, key, "Link", Link(p.m.Guild, p.m.Channel, p.m.Message))
}

// standing says in one line which match this is and what it waits for.
func (p private) standing() string { return p.voice.Say(p.w.standing(p.r.Lang, p.m, p.r.ID)) }

// standing says in one line which match this is and what it waits for, to a reader who may
// have a seat.
func (w *Writer) standing(lang string, m *match.Match, reader string) games.Text {
	pairs := []any{"Match", w.ListName(lang, m.Info, m.Head, reader), "Game", m.Info.Title}
	switch {
	case m.Phase == storage.Open && m.Invited != nil && m.Invited.ID == reader:
		return games.Say("standing.challenged", append(pairs, "By", m.Players[0].Name)...)
	case m.Phase == storage.Open && m.Invited != nil:
		return games.Say("standing.challenge", append(pairs, "Name", m.Invited.Name)...)
	case m.Phase == storage.Open:
		return games.Say("standing.open", pairs...)
	case m.Phase == storage.Off:
		return games.Say("standing."+match.EndKey(m.Head), pairs...)
	case m.State == nil && m.Info.Hidden && m.Phase == storage.Playing: // its moves may be sealed
		return games.Say("standing.rules-hidden", append(pairs, "Rules", m.Setup.Rules)...)
	case m.State == nil:
		return games.Say("standing.rules", append(pairs, "Rules", m.Setup.Rules, "Moves", notation(m))...)
	case m.Phase == storage.Over:
		return games.Say("standing.over", append(pairs, "Outcome", outcome(m, m.State))...)
	case m.Owes(m.SeatOf(reader)):
		return games.Say("standing.yours", pairs...)
	case m.Deserted():
		return games.Say("standing.deserted", append(pairs, "Missed", m.Missing())...)
	}
	turn := m.State.ToMove()
	if s := m.SeatOf(reader); s != games.Spectator && slices.Equal(turn, m.Others(s)) { // whom the match is named by
		bare := m.Head
		bare.Players = nil
		pairs[1] = w.ListName(lang, m.Info, bare, reader)
	}
	return games.Say("standing.theirs", append(pairs, "Turn", turn, "Count", len(turn))...)
}

// due says when the clock of the reader expires, nothing while none runs.
func (p private) due() string {
	seat := p.m.SeatOf(p.r.ID)
	if !p.m.Owes(seat) {
		return ""
	}
	return p.w.DueLine(p.m, seat)
}

// ownBid says what the reader has bid, nothing where there is no such secret.
func (p private) ownBid(words games.Words) string {
	if words.Own.Key == "" {
		return ""
	}
	return p.say("board.own", "Own", words.Own)
}

// More shows what else can be done in a game, in rows: what to read, moves, seats, and at last what
// ends it.
func (w *Writer) More(r Reader, m *match.Match, seat games.Seat) Message {
	p := w.private(r, m)
	rows := slices.Concat([][]Control{p.readButtons()}, p.moveButtons(seat), p.seatOffers(seat))
	var ends []Control
	if m.In(seat) {
		ends = append(ends, p.control(VerbAsk, "button.resign", Danger, string(VerbResign)))
	}
	if m.In(seat) && m.MayCallOff() {
		ends = append(ends, p.control(VerbAsk, "button.off", Plain, string(VerbOff)))
	}
	switch {
	case len(rows) >= maxRows: // many seats are on offer
		rows[0] = append(rows[0], ends...)
	case ends != nil:
		rows = append(rows, ends)
	}
	if len(m.People()) > 1 && len(rows[0]) < inRow {
		rows[0] = append(rows[0], p.control(VerbBlock, "button.block", Plain))
	}
	rows = pack(rows, p.closeButton())
	return Message{Content: Lines(p.moreHead(), p.planLine()), Rows: rows}
}

// moreHead names the match.
func (p private) moreHead() string {
	return p.say("more.head", "Match", p.w.ListName(p.r.Lang, p.m.Info, p.m.Head, p.r.ID))
}

// readButtons are the buttons of More for everybody: the rules, the record and the proof.
func (p private) readButtons() []Control {
	row := []Control{p.control(VerbRules, "button.rules", Plain, p.m.Info.Name)}
	if !proof.Secretive(p.m) {
		row = append(row, p.control(VerbRecord, "button.record", Plain))
	}
	if p.m.Info.Chance {
		row = append(row, p.control(VerbProof, "button.proof", Plain))
	}
	return row
}

// seatOffers are the buttons of More about seats, in rows: the reader's own to offer or to
// keep, and those of others who have missed their turns or are gone.
func (p private) seatOffers(seat games.Seat) [][]Control {
	m := p.m
	if m.Phase != storage.Playing || m.State == nil || len(m.Players) < 2 {
		return nil
	}
	var row []Control
	for _, s := range m.People() {
		if m.MayGive(seat, s) == nil {
			label := p.w.Plain(p.r.Lang, m.Names()).Say(games.Say("button.give", "Player", s))
			row = append(row, NewButton(m, VerbAsk, string(VerbGive), strconv.Itoa(int(s))).Control(label, Plain))
		}
	}
	for s := range games.Seat(len(m.Players)) {
		key, verb := "button.offer-other", VerbAsk
		steps := []string{string(VerbSeat), strconv.Itoa(int(s))}
		if s == seat {
			key = "button.offer-own"
		}
		if slices.Contains(m.Offered, s) && s == seat {
			key, verb, steps = "button.keep-seat", VerbKeepSeat, steps[1:]
		} else if m.MayOffer(seat, s) != nil {
			continue
		}
		label := p.w.Plain(p.r.Lang, m.Names()).Say(games.Say(key, "Player", s))
		row = append(row, NewButton(m, verb, steps...).Control(label, Plain))
	}
	return slices.Collect(slices.Chunk(row, inRow))
}

// ViewButton shows a player their own view of a match.
func (w *Writer) ViewButton(lang string, m *match.Match) Control {
	return NewButton(m, VerbView).Control(w.Label(lang, "button.view"), Plain)
}

// DirectButton asks for direct messages.
func (w *Writer) DirectButton(lang string) Control {
	return Button{Verb: VerbDirect}.Control(w.Label(lang, "button.direct"), Plain)
}

// moveButtons are the buttons of More about moves, in rows.
func (p private) moveButtons(seat games.Seat) [][]Control {
	var row []Control
	if p.m.In(seat) && len(p.m.People()) == 1 && p.m.Opponent() != nil && p.m.MayMove(seat) {
		row = append(row, p.control(VerbAnother, "button.hint", Plain)) // another besides none is the first
	}
	if p.m.MayTakeBack(seat) == nil {
		row = append(row, p.control(VerbTakeback, "button.takeback", Plain))
	}
	switch mayPlan := p.m.MayPlan(seat) == nil; {
	case mayPlan && p.m.PlanOf(p.r.ID) != nil:
		row = append(row, p.control(VerbPlan, "button.plan-change", Plain))
		row = append(row, p.control(VerbForget, "button.plan-drop", Plain))
	case mayPlan:
		row = append(row, p.control(VerbPlan, "button.plan", Plain))
	}
	if p.m.In(seat) && len(p.m.PeopleIn()) > 1 {
		row = append(row, p.control(VerbOffer, "button.draw", Plain))
	}
	if match.MayReturn(p.m.State, seat) {
		row = append(row, p.control(VerbReturn, "button.return", Good))
	}
	return slices.Collect(slices.Chunk(row, inRow))
}

// Confirmation asks once more before a game is given up or a seat is offered. Does is the
// verb of the button that means it.
func (w *Writer) Confirmation(r Reader, m *match.Match, does Verb, about games.Seat, steps ...string) Message {
	p, seat, means := w.private(r, m), m.SeatOf(r.ID), does
	key, others := "ask."+string(does), m.Others(seat)
	switch {
	case does == VerbSeat && about == seat:
		key = "ask.seat.own"
	case does == VerbOff && len(m.OffNeeds(seat)) > 0:
		means = "off-ask"
		key, others = "ask.off-ask", m.OffNeeds(seat)
	case does == VerbResign:
		if next, err := m.State.Play(seat, games.Leave); err == nil {
			if _, over := next.Result(); !over && len(m.PeopleIn()) == 1 {
				key, others = "ask.resign.ends", nil
			} else if result, over := next.Result(); over {
				others = slices.DeleteFunc(result.First(),
					func(s games.Seat) bool { return s == seat || int(s) >= len(m.Players) })
			} else {
				key, others = "ask.resign.on", match.Without(next.In(), func(s games.Seat) bool { return s == seat })
				if match.MayReturn(next, seat) {
					key = "ask.resign.back"
				}
			}
		}
	}
	return Message{
		Content: p.say(key, "Game", m.Info.Title, "Others", others, "Count", len(others), "Player", about),
		Rows: [][]Control{{
			p.control(VerbKeep, "button.keep", Plain),
			p.control(does, "button.yes-"+string(means), Danger, steps...),
		}},
	}
}

// OnlookerCard shows the board to a person without a seat who pressed a button of the players,
// and offers them a game of their own.
func (w *Writer) OnlookerCard(r Reader, m *match.Match, now time.Time) Message {
	p := w.private(r, m)
	msg := p.card(false, now)
	if m.Phase == storage.Playing && m.State != nil && !m.Deserted() { // the first sentence names game and players
		watched := p.say("standing.watched", "Turn", m.State.ToMove())
		msg.Content = watched + strings.TrimPrefix(msg.Content, p.standing())
	}
	msg.Content = Lines(p.whoPlays(), msg.Content)
	msg.Rows = append([][]Control{{p.control(VerbLike, "button.like", Main)}}, msg.Rows...)
	return msg
}

// whoPlays tells a person without a seat who plays, or played.
func (p private) whoPlays() string {
	return p.say(p.m.OnlookerKey(), "Players", p.m.Others(games.Spectator), "Count", len(p.m.Players))
}

// OnlookerHere tells a person without a seat who pressed a button right at the board, where they see
// it, what they can do.
func (w *Writer) OnlookerHere(r Reader, m *match.Match) Message {
	p := w.private(r, m)
	said := p.say("onlooker.here", "Thread", m.Channel != m.Home)
	rows := [][]Control{{p.control(VerbLike, "button.like", Main)}}
	return Message{Content: Lines(p.whoPlays(), said), Rows: rows}
}

// MoreForOnlookers shows what a person without a seat can do: read the rules, see the proof, and have the record.
func (w *Writer) MoreForOnlookers(r Reader, m *match.Match) Message {
	p := w.private(r, m)
	like := []Control{p.control(VerbLike, "button.like", Plain)}
	rows := [][]Control{p.readButtons(), append(like, p.closeButton()...)}
	return Message{Content: p.moreHead(), Rows: rows}
}

// closeButton is the button with which a moderator closes the game, none for anybody else.
func (p private) closeButton() []Control {
	if !p.r.Oversees(p.m) || !p.m.Phase.Live() {
		return nil
	}
	return []Control{p.control(VerbClose, "button.close", Danger)}
}

// Unseen tells a player that nobody sees their table or game, as its channel refuses it, and what would
// help: to try again there, or to move it to where they are. private says that they are in a private
// thread.
func (w *Writer) Unseen(r Reader, m *match.Match, private bool, now time.Time) Message {
	say := func(key string, pairs ...any) string { return w.Say(r.Lang, key, pairs...) }
	control := func(verb Verb, label string, s Style) Control {
		return NewButton(m, verb).Control(w.Label(r.Lang, label), s)
	}
	what, where := []any{"Channel", Channels([]string{m.Home})}, []Control{control(VerbAgain, "button.again", Main)}
	mend := "unseen.mend"
	switch there := r.Channel == m.Home || r.Channel == m.Channel; {
	case there && private:
		what, mend = nil, "unseen.mend-thread"
	case there:
		what = nil
	case Movable(r, m, now):
		where, mend = []Control{control(VerbHere, "button.here", Good)}, "unseen.move"
	}
	said := say("unseen.table", what...)
	asked, unasked := match.Unasked(m.Head, now)
	switch {
	case unasked && !match.Unreachable(m.Head, now):
		others := m.AskedBy(asked)
		what = append(what, "Others", others, "Count", len(others))
		said, mend = w.Voice(r.Lang, m.Names()).Say(games.Say("unseen.question", what...)), "unseen.mend-question"
	case m.Phase == storage.Playing:
		said = say("unseen.game", what...)
	case m.Invited != nil:
		said = say("unseen.challenge", append(what, "Name", m.Invited.Name)...)
	}
	if m.Phase == storage.Open && m.SeatOf(r.ID) == 0 {
		where = append(where, control(VerbCancel, "button.cancel", Danger))
	}
	return Message{Content: Lines(said, say(mend)), Rows: [][]Control{where}}
}
