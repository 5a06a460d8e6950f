package message

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"parlour/commands/locale"
	"parlour/games"
	"parlour/storage"
)

// worth says what a move is worth to its seat.
func (p Pen) worth(worth games.Text, seat games.Seat) string {
	if worth.Key == "" {
		return ""
	}
	return p.voice.Say(p.by(worth, seat))
}

// again returns what a move is worth, to be said after the worth of another one.
func again(worth, said games.Text) games.Text {
	if worth.Key == "" || worth.Key != said.Key {
		return worth
	}
	return worth.With("Again", true)
}

// telling returns the game's words for a move.
func (p Pen) telling(s games.State, seat games.Seat, m games.Move) games.Telling {
	if teller, ok := p.Game.(games.Teller); ok {
		return teller.Tell(s.View(seat), seat, m)
	}
	return games.Telling{}
}

// Hint says a move that an opponent would make for the reader and shows it made, with a button that plays it at once.
// The moves hinted at so far, this one last, go with the button for another hint, which is there if there are
// more. The first of them is the best.
func (p Pen) Hint(advice games.Advice, hinted []string, more bool) (Message, error) {
	seat := p.seat
	shown, err := p.sees().trying(advice.Best)
	if err != nil {
		return Message{}, err
	}
	said := sayMove(p.voice, p.State, seat, advice.Best)
	typed := p.Say("hint.typed", "Move", string(advice.Best))
	if games.Fold(said) == games.Fold(string(advice.Best)) {
		typed = "" // it is typed as it is said
	}
	said = p.Say("hint.move", "Said", p.toTry(p.State, seat, advice.Best))
	said = p.reasons(said, p.State, seat, advice, len(hinted) < 2)
	line, others := p.play(p.State, seat, advice), p.nextBest(p.State, seat, advice)
	msg := Message{Content: Lines(said, line, others, typed), Picture: shown.picture()}
	var row []Control
	if steps := games.StepsTo(p.State, seat, advice.Best); steps != nil {
		row = append(row, p.Control(VerbConfirm, "button.play", Good, steps...)) // the picture has shown it
	}
	row = append(row, when(more, p.Button(VerbAnother, Plain, hinted...))...)
	carries := func(c Control) bool { return len(c.ID) > MaxButton } // more than a button can
	msg.Rows = inRows(slices.DeleteFunc(row, carries))
	return msg, nil
}

// practice tells the hint that a person who practises is told unasked, and the game's reason for it. Once they go
// another way, in their steps or to another area, it is told no more.
func (p panel) practice() string {
	tip := p.TipOf(p.Turn)
	if _, ok := p.Practises(); !ok || tip.Move == "" || p.asks() || !p.leadsTo(tip.Move) {
		return ""
	}
	said, why := p.Say("hint.move", "Said", p.toTry(p.State, p.seat, tip.Move)), p.why(p.State, p.seat, tip.Move)
	return strings.TrimSpace(said + " " + p.voice.Say(why))
}

// taught tells a person who practises what came of their last move. Except in a lesson it says nothing of a move that the hint
// has told of, of a bid, whose outcome stands above, or of a move that does little.
func (p Pen) taught() string {
	for _, i := range slices.Backward(p.Standing()) {
		s := p.Steps()[i]
		if !p.Practice || s.Seat != p.seat || s.RequestID == "" {
			continue
		}
		known := p.TipOf(s.Turn).Move == s.Move || games.IsBid(s.Before, s.Move)
		if p.Match.Lesson == 0 && (known || p.comes(s.Before, s.Seat, s.Move).Key == "") {
			return ""
		}
		if games.IsBid(s.Before, s.Move) { // the others' bids may lie open by now
			why := p.voice.Say(p.by(p.why(p.State, s.Seat, s.Move), s.Seat))
			return strings.TrimSpace(p.did(s.Before, s.Seat, s.Move) + " " + why)
		}
		return p.brings(s.Before, s.Seat, s.Move)
	}
	return ""
}

// leadsTo reports whether a move can be made from the steps and the area that are open.
func (p panel) leadsTo(move games.Move) bool {
	to, n := games.StepsTo(p.state, p.seat, move), len(p.steps)
	if n > len(to) || !slices.Equal(p.steps, to[:n]) {
		return n == 0
	}
	area, ok := p.step.Area(p.page)
	return !ok || !slices.ContainsFunc(p.step.Choices, func(c games.Choice) bool { return c.Value == to[n] && !area.Has(c) })
}

// Analysis tells of one moment of a game that is over, by its number from 0 or [Decisive], and shows the move
// that was made and the better one in two pictures, or as text.
func (p Pen) Analysis(all []Moment, at int, asText bool) (Message, error) {
	msg, of := p.analysis(all, at, when(asText, AsText)...)
	if len(all) == 0 {
		return msg, nil
	}
	played, better, err := p.instances(of)
	if err != nil {
		return Message{}, err
	}
	if asText {
		msg.withBoards(p.boards(played, better), p.boards(better))
		return msg, nil
	}
	msg.Picture, msg.Better = played.picture(), better.picture()
	return msg, nil
}

// boards are positions as text below each other, each with its name.
func (p Pen) boards(all ...viewpoint) string {
	var said []string
	signs := ""
	for _, v := range all {
		v = v.looked()
		said = append(said, "**"+p.Label("picture."+v.one)+"**", boardText(v.seen, p.voice, true))
		signs = cmp.Or(p.voice.Say(v.words.Signs), signs)
	}
	return Lines(append(said, signs)...)
}

// withBoards puts the first of some texts after the content that leaves all of it, else the last, for which the content is cut.
func (m *Message) withBoards(texts ...string) {
	for i, text := range texts {
		room := maxContent - utf8.RuneCountInString("\n"+text)
		if i < len(texts)-1 && utf8.RuneCountInString(m.Content) > room {
			continue
		}
		m.Content = Lines(Clip(m.Content, room), text)
		return
	}
}

// analysis tells of one moment of a game that is over, with the buttons about it, which carry the steps, and
// returns the point that is to be shown. There is none where there are no moments.
func (p Pen) analysis(all []Moment, at int, steps ...string) (msg Message, of Point) {
	head := p.Say("analyse.match", "Match", p.MatchName())
	if len(all) == 0 {
		none := "analyse.none"
		if p.Moves() == 0 {
			none = "analyse.empty"
		}
		return Message{Content: Lines(head, p.Say(none))}, of
	}
	about, decisive := "analyse.head", p.decisive(all)
	remark := func(m Moment) bool { return !m[0].Costly }
	if decisive < 0 || p.Log[len(p.Log)-1].Move == games.Leave || slices.ContainsFunc(all, remark) {
		about = "analyse.worth-a-look" // something else decided it, or not all of them did
	}
	if at == Decisive {
		at = decisive
	}
	at = max(min(at, len(all)-1), 0)
	of = shown(all[at])
	msg = Message{Content: Lines(head, p.Say(about, "Count", len(all), "Most", at == decisive, "Others", p.ofOthers(all)),
		p.list(all, at), p.run(all[at]), p.moment(of))}
	if len(all) > 1 {
		turn := func(to int, label string) Control {
			c := p.Control(VerbPoint, label, Plain, append([]string{strconv.Itoa(to)}, steps...)...)
			c.Disabled = to < 0 || to == len(all)
			return c
		}
		msg.Rows = Row(turn(at-1, "button.earlier"), turn(at+1, "button.later"))
	}
	if len(of.Values) > 0 {
		msg.Rows = inRows(append(slices.Concat(msg.Rows...), p.Control(VerbPoint, "button.every", Plain, append([]string{strconv.Itoa(at), EveryMove}, steps...)...)))
	}
	if post := p.postButton(storage.Analysis, strconv.Itoa(at)); post != nil {
		msg.Rows = inRows(append(slices.Concat(msg.Rows...), post...))
	}
	return msg, of
}

// EveryMove is the second step of a button that shows the values of all choices at a moment.
const EveryMove = "every"

// EveryMove shows what the first choices of a move could come to at a moment of a game that is over, on the board as it was
// then or as text, with a button back to the moment.
func (p Pen) EveryMove(all []Moment, at int, asText bool) (Message, error) {
	if len(all) == 0 {
		return p.Analysis(all, at, asText)
	}
	at = max(min(at, len(all)-1), 0)
	of := shown(all[at])
	v := p.sees()
	v.state, v.seat, v.now = p.StateAt(of.Ply), p.Log[of.Ply].Seat, false
	step := v.state.Step(v.seat, nil)
	v.making = &making{view: v.state.Shown(v.seat, nil), asks: step.Ask}
	pic := v.picture()
	pic.Values = of.Values
	said, counted := p.everyWorth(step, of.Values)
	pic.Alt = Clip(Lines(said, pic.Alt), maxAlt)
	msg := Message{
		Content: Lines(p.Say("analyse.match", "Match", p.MatchName()), p.Say("analyse.every", "Unit", p.when(of), "Counted", counted, "Drawn", !asText)),
		Picture: pic,
		Rows:    Row(p.Control(VerbPoint, "button.moment", Plain, append([]string{strconv.Itoa(at)}, when(asText, AsText)...)...)),
	}
	if asText {
		msg.Picture = nil
		msg.Below(said)
		msg.withBoards(boardText(v.looked().seen, p.voice, true))
	}
	return msg, nil
}

// everyWorth says which choices of a step win, lead to a tie and lose, and reports whether turns are counted.
func (p Pen) everyWorth(step games.Step, values map[string]games.Value) (said string, counted bool) {
	var by [3][]string
	for _, c := range step.Choices {
		v, ok := values[c.Value]
		if !ok {
			continue
		}
		short := p.voice.Say(c.Short)
		if n := v.Turns(); n > 0 {
			short, counted = p.Say("alt.values.in", "Choice", short, "Turns", n), true
		}
		by[v.Wins+1] = append(by[v.Wins+1], short)
	}
	var lines []string
	for i, key := range []string{"alt.values.lose", "alt.values.draw", "alt.values.win"} {
		if len(by[i]) > 0 {
			lines = append([]string{p.Say(key, "Choices", by[i])}, lines...)
		}
	}
	return Lines(lines...), counted
}

// Analysed says that the analysis of a game is ready, with a button that shows it. An onlooker may not see the game
// from elsewhere, and finds it under its board.
func (p Pen) Analysed() Message {
	msg := Message{Content: p.Say("analyse.ready", "Match", p.MatchName())}
	if p.seat == games.Spectator {
		msg.Below(p.Say("move.look", "Link", Link(p.Guild, p.Channel, p.Message)))
		return msg
	}
	msg.Rows = Row(p.Button(VerbAnalyse, Plain))
	return msg
}

// list says when each of several moments was and whose mistake it was, the one that is shown in bold.
func (p Pen) list(all []Moment, at int) string {
	if len(all) == 1 {
		return ""
	}
	var said []string
	for i, m := range all {
		of := shown(m)
		item := p.Say("analyse.item", "Unit", p.when(of), "Player", p.you(p.Log[of.Ply].Seat))
		if i == at {
			item = "**" + item + "**"
		}
		said = append(said, item)
	}
	return strings.Join(said, " · ")
}

// ofOthers reports whether several moments tell of mistakes, and none of them is one of the reader, who plays too.
func (p Pen) ofOthers(all []Moment) bool {
	own := func(of Point) bool { return !of.Costly || p.Log[of.Ply].Seat == p.seat }
	return p.seat != games.Spectator && !slices.ContainsFunc(all, func(m Moment) bool { return slices.ContainsFunc(m, own) })
}

// you names the player of a seat to the reader, to whom it says "you".
func (p Pen) you(seat games.Seat) any {
	if seat == p.seat {
		return games.Say("name.you")
	}
	return seat
}

// when says when a move was made.
func (p Pen) when(of Point) games.Text {
	made := p.Log[of.Ply]
	when := p.telling(p.StateAt(of.Ply), made.Seat, made.Move).When
	if when.Key == "" {
		when = games.Say("analyse.move", "Number", p.unit(of.Ply))
	}
	return when
}

// moment says what was played at a point, what came of it, and what was better.
func (p Pen) moment(shown Point) string {
	a, made := shown.Advice, p.Log[shown.Ply]
	before := p.StateAt(shown.Ply)
	telling := p.telling(before, made.Seat, made.Move)
	did, when := telling.Did, p.when(shown)
	if did.Key == "" {
		did = games.Say("analyse.did", "Player", made.Seat, "Made", p.named(before, made.Seat, made.Move))
	}
	did = did.With("Player", p.you(made.Seat))
	lost, worth := a.Cost >= lostGame, p.worth(a.Made, made.Seat)
	switch {
	case lost:
		if !loses(a.Made) {
			worth = "" // nothing is left to win, and nothing more is known
		}
		if telling.When.Key == "" {
			when = games.Say("analyse.threw", "Number", p.unit(shown.Ply))
		}
	case !shown.Costly: // the remark says what came of it
		worth = ""
	}
	moment := p.Say("analyse.moment", "Unit", when, "Did", did, "Lost", lost && telling.When.Key != "")
	if other, gets := p.gave(before, shown); gets.Key != "" {
		var said any = telling.Noun
		if telling.Noun.Key == "" {
			said = p.toTry(before, made.Seat, made.Move)
		}
		moment = p.voice.Say(p.by(games.Say("analyse.gave", "Unit", when, "By", "", "Made", said, "Other", p.you(other), "Gets", gets), made.Seat))
		if strings.HasSuffix(a.Made.Key, "worth.lost") { // as that said
			worth = ""
		}
	}
	if worth != "" {
		moment += " " + worth
		a.Worth = again(a.Worth, a.Made)
	}
	if a.Remark.Key != "" {
		moment += " " + p.voice.Say(p.by(a.Remark, made.Seat))
	}
	instead := p.reasons(p.Say("analyse."+best(a), "Best", p.named(before, made.Seat, a.Best)), before, made.Seat, a, true)
	return Lines(moment, instead, p.play(before, made.Seat, a))
}

// best ends the keys by which the best move is called: "better" than the one that was made, or a "defence" where all lose.
func best(a games.Advice) string {
	if loses(a.Worth) {
		return "defence"
	}
	return "better"
}

// gave returns what the best answer to a mistake brings another seat, zero for nothing and for what it would have had
// after the better move too.
func (p Pen) gave(before games.State, of Point) (other games.Seat, gets games.Text) {
	if of.Reply == "" {
		return other, gets
	}
	made := p.Log[of.Ply]
	after, err := before.Play(made.Seat, made.Move)
	if err != nil || len(after.ToMove()) != 1 {
		return other, gets
	}
	other = after.ToMove()[0]
	gets = p.telling(after, other, of.Reply).Gets
	better, err := before.Play(made.Seat, of.Advice.Best)
	if err != nil {
		return other, games.Text{}
	}
	if _, err := better.Play(other, of.Reply); err == nil && p.telling(better, other, of.Reply).Gets.String() == gets.String() {
		return other, games.Text{}
	}
	return other, gets
}

// instances returns two positions as the player of a move saw them: after the move that was made, and after the
// better one.
func (p Pen) instances(of Point) (played, better viewpoint, err error) {
	made, v := p.Log[of.Ply], p.sees()
	v.state, v.seat = p.StateAt(of.Ply), made.Seat
	played, err = v.trying(made.Move)
	better, failed := v.trying(of.Advice.Best)
	played.one, better.one = "played", best(of.Advice)
	return played, better, errors.Join(err, failed)
}

// better returns one picture of the positions of a point side by side.
func (p Pen) better(of Point) (*Picture, error) {
	played, better, err := p.instances(of)
	if err != nil {
		return nil, err
	}
	better = better.looked()
	d := played.drawing()
	d.Preview, d.Better = "", better.seen
	d.Heads = [2]string{p.Label("picture." + played.one), p.Label("picture." + better.one)}
	better.made = played.tried
	return &Picture{Drawing: d, Alt: better.inWords(p.w.Plain, false, "")}, nil
}

// lostGame is the least cost of a move that lost a won game, and halfGame that of one that gave half a game away.
const (
	lostGame = 0.95
	halfGame = 0.5
)

// A Point is a move of a game that is worth a look.
type Point struct {
	Ply    int // index in the log
	Advice games.Advice
	Reply  games.Move             // the best answer to it; empty if none is known
	Values map[string]games.Value // what the first choices of a move could come to; nil where that is not known
	Costly bool                   // whether it gave much away; else there is a remark about it
}

// A Moment is what is told at once of a game: a point, or mistakes that two players made in turn.
type Moment []Point

// shown returns the point of a moment that is shown. Of mistakes in turn it is the one after which the game changed
// hands no more: the last that cost half a game or, if none did, the one that cost most.
func shown(m Moment) Point { return m[turning(m)] }

// turning returns the number of the last point that cost half a game or, if none did, of the one that cost most. Of equals
// it is the later one.
func turning(points []Point) (at int) {
	for i, of := range points {
		if of.Advice.Cost >= min(halfGame, points[at].Advice.Cost) {
			at = i
		}
	}
	return at
}

// Decisive stands for the number of the moment that decided a game or, if none is known to, the first.
const Decisive = -1

// decisive returns the number of the moment that decided the game: the last that cost half a game or, if none did, the
// one that cost most. It is -1 if that was no mistake of a player who lost, because then something else did.
func (p Pen) decisive(all []Moment) int {
	var points []Point
	for _, m := range all {
		points = append(points, shown(m))
	}
	at := turning(points)
	if !points[at].Costly || !p.lost(p.Log[points[at].Ply].Seat) {
		return -1
	}
	return at
}

// lost reports whether another player came out ahead of a seat.
func (p Pen) lost(seat games.Seat) bool {
	result, over := p.State.Result()
	ahead := func(o games.Seat) bool { return result.Places[o] < result.Places[seat] }
	return over && slices.ContainsFunc(p.Others(seat), ahead)
}

// run tells of several mistakes in turn: their moves, whose is shown, and which of the reader's own went unpunished. It is
// empty for a single mistake.
func (p Pen) run(m Moment) string {
	if len(m) == 1 {
		return ""
	}
	at, unpunished := turning(m), 0
	of := p.Log[m[at].Ply]
	if p.seat != games.Spectator && p.seat != of.Seat && at > 0 {
		unpunished = p.unit(m[at-1].Ply)
	}
	run := games.Say("analyse.run", "By", "", "Onlooker", p.seat == games.Spectator, "Count", len(m), "Worst", at < len(m)-1,
		"First", p.unit(m[0].Ply), "Last", p.unit(m[len(m)-1].Ply), "Unpunished", unpunished)
	return p.voice.Say(p.by(run, of.Seat))
}

// unit returns the number by which players know a move.
func (p Pen) unit(ply int) int { return p.Steps()[ply].After.View(games.Spectator).Words().Unit }

// reasons says after the words for a move what speaks for it: the game's reason and, on a line of its own, its
// worth. Of a move that ends the game the reason is enough. If the move is the best and loses, all of them do.
func (p Pen) reasons(words string, s games.State, seat games.Seat, a games.Advice, isBest bool) string {
	worth := p.worth(a.Worth, seat)
	switch {
	case isBest && a.Worth.Key == "worth.lost": // which says no more
		worth = p.Say("hint.worth.least")
	case isBest && loses(a.Worth):
		worth = p.Say("hint.worth.least") + " " + worth
	}
	why := fitting(p.why(s, seat, a.Best), a)
	switch {
	case why.Key == "":
		return strings.TrimSpace(words + " " + worth)
	case ends(s, seat, a.Best):
		worth = ""
	}
	return Lines(words+" "+p.voice.Say(p.by(why, seat)), worth)
}

// fitting returns a reason without what would contradict the worth or another good move that is said beside it: see
// [games.Reasoner].
func fitting(why games.Text, a games.Advice) games.Text {
	worth := a.Worth
	if slices.ContainsFunc(a.Others, func(c games.Candidate) bool { return c.Good }) {
		why = without(why, "Only")
	}
	chance, known := worth.Arg("Wins").(int)
	switch {
	case wins(worth):
		chance, known = 100, true
	case loses(worth):
		chance, known = 0, true
	}
	if known && chance < 50 {
		why = without(why, "Ahead")
	}
	if known && chance > 50 {
		if behind, _ := why.Arg("Behind").(int); behind > 0 {
			why = without(why, "Grown") // it grew to what is ahead now
		}
		why = without(why, "Behind")
	}
	return why
}

// without returns a reason that does not say one of its numbers, if it has that.
func without(why games.Text, number string) games.Text {
	if why.Arg(number) == nil {
		return why
	}
	return why.With(number, 0)
}

// answered says the reason for an answer or a later move. It does not say who leads or that no other move does as much,
// because neither chances nor other moves stand beside it, and nothing of a move for which nothing speaks.
func (p Pen) answered(s games.State, seat games.Seat, m games.Move) string {
	why := p.why(s, seat, m)
	if why.Arg("Cost") != nil {
		return ""
	}
	for _, number := range []string{"Ahead", "Behind", "Only"} {
		why = without(why, number)
	}
	return p.voice.Say(p.by(why, seat))
}

// loses reports whether a worth is that of a move that surely loses.
func loses(worth games.Text) bool {
	return strings.HasSuffix(worth.Key, "worth.loss") || strings.HasSuffix(worth.Key, "worth.lost")
}

// wins reports whether a worth is that of a move that surely wins.
func wins(worth games.Text) bool {
	return strings.HasSuffix(worth.Key, "worth.win") || strings.HasSuffix(worth.Key, "worth.won")
}

// ends reports whether a move ends the game.
func ends(s games.State, seat games.Seat, m games.Move) bool {
	after, err := s.Play(seat, m)
	if err != nil {
		return false
	}
	_, over := after.Result()
	return over
}

// why returns the game's reason for a move, zero for none.
func (p Pen) why(s games.State, seat games.Seat, m games.Move) games.Text {
	if reasoner, ok := p.Game.(games.Reasoner); ok {
		return reasoner.Why(s.View(seat), seat, m)
	}
	return games.Text{}
}

// by adds to a sentence that speaks to the player of a seat: to other readers it names that player. It also adds
// [games.Heard].
func (p Pen) by(said games.Text, seat games.Seat) games.Text {
	if seat != p.seat {
		said = said.With("By", seat)
	}
	return said.With("You", p.seat != games.Spectator && said.Arg("Player") == p.seat).With("Over", p.Phase == storage.Over)
}

// play says the moves that are expected after the first of a line: "Ben's best answer is b3 dark. Then you'd reply with
// a1 dark." It says none of a game with hidden hands, because what can be played there depends on them. An
// answer to a move that surely wins is a defence. If the game has no reason for the first move, each later move comes with
// its own.
func (p Pen) play(s games.State, seat games.Seat, a games.Advice) string {
	if p.Info.Hidden {
		return ""
	}
	last, bare := seat, p.why(s, seat, a.Best).Key == "" // the seat of the move before
	var said []string
	for i, move := range a.Line {
		after, err := s.Play(seat, move)
		if err != nil {
			break
		}
		if i > 0 {
			key := "hint.answer"
			switch {
			case seat == last:
				key = "hint.after"
			case i > 1:
				key = "hint.then"
			}
			said = append(said, p.Say(key, "Player", seat, "You", seat == p.seat, "Lost", wins(a.Worth), "Move", p.toTry(s, seat, move)))
			if bare {
				said = append(said, p.answered(s, seat, move))
			}
		}
		if s = after; len(s.ToMove()) != 1 {
			break
		}
		last, seat = seat, s.ToMove()[0]
	}
	return spoken(said)
}

// spoken joins those of some sentences that say something.
func spoken(all []string) string {
	return strings.Join(slices.DeleteFunc(all, func(s string) bool { return s == "" }), " ")
}

// toTry says a move so that it can follow "Try".
func (p Pen) toTry(s games.State, seat games.Seat, move games.Move) locale.Verbatim {
	if try := p.telling(s, seat, move).Try; try.Key != "" {
		return locale.Verbatim(p.voice.Say(try))
	}
	return p.named(s, seat, move)
}

// nextBest says which moves are as good as the best one and which one comes next: what that is worth, if none is as good, and
// what it lets the other side do. Beside a move that ends the game no other is of use.
func (p Pen) nextBest(s games.State, seat games.Seat, a games.Advice) string {
	if ends(s, seat, a.Best) {
		return ""
	}
	var good []string
	for _, c := range a.Others {
		if c.Good && len(good) < mostGood {
			good = append(good, string(p.named(s, seat, c.Move)))
		}
	}
	said := []string{}
	if len(good) > 0 {
		said = append(said, p.Say("hint.good", "Moves", locale.Verbatim(strings.Join(good, " · "))))
	}
	at := slices.IndexFunc(a.Others, func(c games.Candidate) bool { return !c.Good })
	if at < 0 {
		return spoken(said)
	}
	next := a.Others[at]
	gain := func(worth games.Text) int { n, _ := worth.Arg("Points").(int); return n }
	if gain(next.Worth) > gain(a.Worth) { // what it brings at once is not what makes it worse
		next.Worth = without(without(next.Worth, "Points"), "Also")
	}
	worth, allows := p.worth(again(next.Worth, a.Worth), seat), p.allows(s, seat, a.Best, next)
	if next.Worth.String() == a.Worth.String() {
		worth = ""
	}
	if len(good) == 0 || worth != "" && allows != "" {
		said = append(said, p.Say("hint.next", "Move", p.named(s, seat, next.Move)), worth, allows)
	}
	return spoken(said)
}

// allows says with which answer another move lets the other side do what it can't do after the best one, by the game's
// reason for that answer; it is empty for none.
func (p Pen) allows(s games.State, seat games.Seat, best games.Move, other games.Candidate) string {
	if p.Info.Hidden || len(other.Line) < 2 {
		return ""
	}
	answer := other.Line[1]
	gains := func(m games.Move) (after games.State, by games.Seat, why string) {
		after, err := s.Play(seat, m)
		if err != nil || len(after.ToMove()) != 1 {
			return after, seat, ""
		}
		by = after.ToMove()[0]
		if _, err := after.Play(by, answer); err == nil { // after the best move the answer may not be legal
			why = p.answered(after, by, answer)
		}
		return after, by, why
	}
	after, by, why := gains(other.Move)
	if _, _, still := gains(best); by == seat || why == "" || why == still {
		return ""
	}
	return p.Say("hint.allows", "Player", by, "Move", p.toTry(after, by, answer)) + " " + why
}

// mostGood is how many moves that are as good as the best are named.
const mostGood = 3

// named says a move by its steps.
func (p Pen) named(s games.State, seat games.Seat, m games.Move) locale.Verbatim {
	return locale.Verbatim(sayMove(p.voice, s, seat, m))
}
