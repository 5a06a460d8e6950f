package message

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// sayMove says a legal move as people read it, in the words of its steps: "↻ d4, keep d5". A
// move whose steps are not found is said in its notation.
func sayMove(voice locale.Voice, s games.State, seat games.Seat, move games.Move) string {
	picked := pick(s, seat, games.StepsTo(s, seat, move))
	if len(picked) == 0 {
		return voice.Say(games.Say("move.notation", "Move", string(move)))
	}
	return sayPicked(voice, picked)
}

// SaySteps says the steps that a button of a turn of the match carries, as people read them. ok is false where they lead
// to nothing that could be picked then, as far as its reader may know.
func (p Pen) SaySteps(turn int, steps []string) (said string, ok bool) {
	s, seat := p.State, p.seat
	if i := slices.IndexFunc(p.Steps(), func(s match.Step) bool { return s.Turn == turn }); i >= 0 {
		s = p.Steps()[i].Before
	}
	if s != nil && !p.Info.Hidden && len(s.ToMove()) == 1 { // the button may be another player's
		seat = s.ToMove()[0]
	}
	if s == nil || seat == games.Spectator {
		return "", false
	}
	picked := pick(s, seat, steps)
	switch {
	case len(picked) < len(steps) || len(picked) == 0:
		return "", false
	case games.Bids(s): // the card alone, as its button has it
		return p.voice.Say(picked[0].Short), true
	}
	return sayPicked(p.voice, picked), true
}

// sayPicked says what was picked, all of a move or a part of one.
func sayPicked(voice locale.Voice, picked []games.Choice) string {
	if last := picked[len(picked)-1]; last.Value != games.Enough && last.Echo.Key != "" {
		return voice.Say(last.Echo)
	}
	var said []string
	for _, c := range picked {
		switch {
		case c.Value == games.Enough && len(said) > 0: // what is enough was said before
		case c.Echo.Key != "":
			said = []string{voice.Say(c.Echo)}
		default:
			said = append(said, voice.Say(c.Label))
		}
	}
	return strings.Join(said, ", ")
}

// ReadMove returns the steps of a text: of a move in the notation of the game, or of a part of one
// that names steps one after the other, by their values or by what their buttons or menus say. A
// beginning of moves that are all near each other leads to them: to the steps that they share, and to
// their area of the next one. The initials of a button do the same, and letters that can be completed
// lead to the first step, as do a direction and the letter of a cell. A move that breaks off in the middle leads to the step that it lacks. It returns the game's
// refusal of any other text, and of a move or a part of one that cannot be made. A seat that has nothing to choose now is told so of whatever is no whole move.
func (p Pen) ReadMove(text string) (steps []string, area int, err error) {
	seat, text := p.seat, games.Straight(text)
	if move, err := p.parse(text); err == nil {
		if steps := games.StepsTo(p.State, seat, move); len(steps) > 0 {
			return steps, 0, nil
		}
	} else if !p.MayMove(seat) {
		return nil, 0, refuseTurn(p.Match, seat)
	}
	voices := p.typing()
	spell := func(c games.Choice) (said []string) {
		for _, v := range voices {
			said = append(said, v.Say(c.Short), v.Say(c.Label))
		}
		return said
	}
	if steps := games.Typed(p.State, seat, text, spell); len(steps) > 0 {
		return steps, 0, nil
	}
	if steps, area, ok := games.Begun(p.State, seat, text); ok {
		return steps, area, nil
	}
	for _, v := range voices {
		short := func(c games.Choice) string { return v.Say(c.Short) }
		if steps, area, ok := games.Initials(p.State, seat, text, short); ok {
			return steps, area, nil
		}
	}
	other := func(r rune) bool { return !unicode.IsLetter(r) }
	c := p.completion(text)
	if len(c.begin)+len(c.have) > 0 && !strings.ContainsFunc(text, other) {
		return nil, 0, nil
	}
	isMove, refused := p.unmade(text)
	var refusal *games.Refusal
	if isMove || !errors.As(refused, &refusal) {
		return nil, 0, refused
	}
	c.moves(nil, games.Fold(text), games.Fold(text))
	if len(c.begin) > 0 && !p.Bidding() && (len(c.shared) > 0 || refusal.Text.Arg(example) != nil) {
		return c.shared, 0, nil // it only lacks its rest, for which the panel asks
	}
	if refusal.Text.Arg(example) != nil {
		refused = &games.Refusal{Text: refusal.Text.With(example, string(p.AnyMove(seat)))}
	}
	return nil, 0, refused
}

// Understood returns the steps that a text names which is refused as a move. A bid is picked anew, and what takes a
// position to be read does not name steps in their order.
func (p Pen) Understood(text string) []string {
	_, reads := p.State.(games.Reader)
	if _, unread := p.Game.Parse(games.Straight(text)); p.Bidding() || reads && unread != nil {
		return nil
	}
	return games.Understood(p.State, p.seat, games.Straight(text))
}

// example is the name of a move in the sentence that refuses a text which is none. The game's own may not be possible
// now, nor lie on the board.
const example = "Example"

// typing returns the voices in whose words the reader may type: that of their language, and English.
func (p Pen) typing() []locale.Voice {
	if p.w.Language(p.r.Lang) == "" {
		return []locale.Voice{p.plain()}
	}
	return []locale.Voice{p.plain(), p.w.Plain("en", p.names())}
}

// parse reads a move of the reader's.
func (p Pen) parse(text string) (games.Move, error) {
	return games.Read(p.Game, p.State, p.seat, text)
}

// unmade returns why a text that no step offers cannot be played, and whether it is a move, or a part of one.
func (p Pen) unmade(text string) (isMove bool, why error) {
	move, why := p.parse(text)
	if c, ok := p.State.(games.Completer); ok && why != nil {
		move = c.Complete(p.seat, text)
	}
	if move == "" {
		return false, why
	}
	if _, err := p.State.Play(p.seat, move); err != nil || why == nil {
		return true, err
	}
	return false, why
}

// maxMove bounds a move that is typed into a form, in characters.
const maxMove = 60

// MoveForm returns the form for a move as text, with an example. A plan asks for moves of both players.
func (p Pen) MoveForm(b Button) *Form {
	about := "type"
	if b.Verb == VerbPlan {
		about = "plan.type"
	}
	return p.Form(b, about, maxMove, "Move", string(p.AnyMove(p.seat)))
}

// SuggestMoves suggests how a text that names steps may go on: with the choices of the step that it
// has come to that begin with the rest of it, then those that have it. A text in the notation of
// the game goes on with the moves that begin so. If a move or a part of one cannot be made, the only line says why.
func (p Pen) SuggestMoves(typed string) []MenuOption {
	typed = games.Straight(typed)
	c := p.completion(typed)
	c.moves(nil, games.Fold(typed), games.Fold(typed))
	all := append(c.begin, c.have...)
	var found []MenuOption
	for _, o := range all {
		if !slices.ContainsFunc(found, func(f MenuOption) bool { return f.Value == o.Value }) {
			found = append(found, o)
		}
	}
	if len(found) == 0 && p.MayMove(p.seat) && len(typed) <= maxLine {
		var refusal *games.Refusal
		if isMove, why := p.unmade(typed); isMove && errors.As(p.Named(why), &refusal) {
			found = append(found, Choice(p.plain().Say(refusal.Text), typed))
		}
	}
	return found[:min(len(found), MaxMenu)]
}

// SuggestMovesOfTwo is [Pen.SuggestMoves] in a game of a match of two. Each suggestion says which game it is, as
// [CutGame] reads it.
func (p Pen) SuggestMovesOfTwo(typed string) (all []MenuOption) {
	for _, o := range p.SuggestMoves(typed) {
		o.Label = Clip(p.Label("two.choice", "Number", p.Two, "Move", o.Label), maxLabel)
		o.Value = fmt.Sprintf("game %d %s", p.Two, o.Value)
		all = append(all, o)
	}
	return all
}

// gameOfTwo matches what stands before a move that names its game of a match of two.
var gameOfTwo = regexp.MustCompile(`(?i)^\s*game\s*([12])[\s:,]+`)

// CutGame returns the number of the game that a typed move names, of a match of two, and the move without it. The number is
// 0 if it names none.
func CutGame(typed string) (two int, move string) {
	found := gameOfTwo.FindStringSubmatch(typed)
	if found == nil {
		return 0, typed
	}
	two, _ = strconv.Atoi(found[1])
	return two, typed[len(found[0]):]
}

// completion gathers the choices that a text may go on with.
func (p Pen) completion(text string) completion {
	c := completion{voices: p.typing(), state: p.State, seat: p.seat}
	c.step(nil, games.Fold(text))
	return c
}

// A completion gathers what may be typed next.
type completion struct {
	voices      []locale.Voice // of the reader, and in which they may type
	state       games.State
	seat        games.Seat
	begin, have []MenuOption
	shared      []string // the steps before all of begin
}

// begins adds a choice after some steps that begins with the text.
func (c *completion) begins(picked []string, choice games.Choice) {
	shares := 0
	for shares < min(len(c.shared), len(picked)) && c.shared[shares] == picked[shares] {
		shares++
	}
	if len(c.begin) == 0 {
		shares = len(picked)
	}
	c.shared, c.begin = picked[:shares], append(c.begin, c.option(picked, choice))
}

// step gathers choices after some steps that fit the rest of a text, and goes on through those
// that the rest begins with.
func (c *completion) step(picked []string, rest string) {
	if len(c.begin) >= MaxMenu {
		return
	}
	var on []string
	step := c.state.Step(c.seat, picked)
	for _, choice := range step.Choices {
		value := games.Fold(choice.Value)
		named, begun := false, false
		for _, v := range c.voices {
			_, is := games.Initial(v.Say(choice.Short), rest)
			named, begun = named || is, begun || strings.HasPrefix(games.Fold(v.Say(choice.Label)), rest)
		}
		switch at := strings.Index(value, rest); {
		case at == 0, begun:
			c.begins(picked, choice)
		case at > 0, named && step.Lies == games.Grid:
			c.have = append(c.have, c.option(picked, choice))
		}
		if value != "" && choice.Move == "" && strings.HasPrefix(rest, value) {
			on = append(on, choice.Value)
		}
	}
	for _, value := range on {
		c.step(append(slices.Clip(picked), value), strings.TrimPrefix(rest, games.Fold(value)))
	}
}

// moves gathers the moves that begin with a text, among those of the steps that it names. It may end in the middle of
// one: "ce" turns e1, or another face of that column. What the steps picked say is not in the rest of the text any more, so
// "c3W" flips c3 and does not name the square for a new tile.
func (c *completion) moves(picked []string, text, rest string) {
	lettered := text != "" && unicode.IsLetter(rune(text[len(text)-1]))
	for _, choice := range c.state.Step(c.seat, picked).Accepted() {
		value := games.Fold(choice.Value)
		switch {
		case choice.Move != "":
			if len(picked) > 0 && strings.HasPrefix(games.Fold(string(choice.Move)), text) {
				c.begins(picked, choice)
			}
		case value != "" && (strings.Contains(rest, value) || lettered && (len(picked) > 0 && isNumber(value) || strings.HasSuffix(text, value[:1]))):
			c.moves(append(slices.Clip(picked), choice.Value), text, strings.Replace(rest, value, "", 1))
		}
	}
}

// option is a choice after some steps: as a move if it makes one, else as the steps. Its label says it in words
// too. If both read alike, but for spaces and the like, the label has the words alone.
func (c *completion) option(picked []string, choice games.Choice) MenuOption {
	value := strings.Join(append(slices.Clip(picked), choice.Value), " ")
	if choice.Move != "" {
		value = string(choice.Move)
	}
	said := c.voices[0].Say(choice.Label)
	if games.Fold(said) == games.Fold(value) { // "g4" for the steps "g 4"
		return Choice(said, value)
	}
	return Choice(value+" · "+said, value)
}

// Played answers the move of a request. If it ended the game, it says so. If it was the last bid, it says what came of it, or that all
// bids are in as long as their code is not shown, and links the board in another channel.
func (p Pen) Played(request string) string {
	i := slices.IndexFunc(p.Steps(), func(s match.Step) bool {
		return s.RequestID == request && s.EndsTurn && games.IsBid(s.Before, s.Move)
	})
	if i < 0 {
		return p.ownMove()
	}
	s := p.Steps()[i]
	said := p.voice.All(s.After.View(p.seat).Words().Last)
	if p.Unproven() >= 0 {
		said = []string{p.Say("move.all", "Card", games.StepsTo(s.Before, s.Seat, s.Move)[0])}
	}
	if p.r.Channel != p.Channel && p.Phase != storage.Over {
		said = append(said, p.Say("move.look", "Link", Link(p.Guild, p.Channel, "")))
	}
	return Lines(said...)
}

// NextBid returns the panel of the bid that the move of a request makes its player owe, below what came of that move.
func (p Pen) NextBid(request string) (Message, error) {
	timed := p
	timed.Match = p.Timed()
	msg, err := timed.Panel(nil, 0)
	msg.Above(Lines(p.Played(request), p.Say("move.next-bid")))
	return msg, err
}

// BidsAreIn is what a direct message that asked for a bid becomes.
func (p Pen) BidsAreIn() Message {
	said := p.Say("direct.done", "Game", p.Title(), "Others", p.Others(p.seat), "Link", Link(p.Guild, p.Channel, ""))
	return Message{Content: said, Bare: true}
}

// ownMove says to the reader that their move was made, and how the game ended if it did.
func (p Pen) ownMove() string {
	if p.Phase != storage.Over {
		return p.Say("move.played")
	}
	result, _ := p.State.Result()
	if len(result.Places) > 1 && slices.Equal(result.First(), []games.Seat{p.seat}) {
		return p.Say("move.won")
	}
	return p.Say("move.over", "Outcome", p.outcome())
}

// planLines says the reader's own plan, each line by itself; nothing without one.
func (p Pen) planLines() (said []string) {
	if plan := p.PlanOf(p.r.ID); plan != nil {
		said = append(said, p.Say("plan.private"))
		for _, l := range plan.Lines {
			said = append(said, p.planLine(p.voice, l))
		}
	}
	return said
}

// planLine says one line of a plan.
func (p Pen) planLine(voice locale.Voice, l storage.PlanLine) string {
	key, opponent, answer := "plan.line", 1-p.seat, string(l.Then)
	if next, err := p.State.Play(opponent, l.If); err == nil {
		answer = sayMove(voice, next, p.seat, l.Then)
	}
	if l.Else {
		key = "plan.else"
	}
	theirs := locale.Verbatim(sayMove(voice, p.State, opponent, l.If))
	more := len(p.Plan.Lines) > 1
	return voice.Say(games.Say(key, "Player", opponent, "If", theirs, "Then", locale.Verbatim(answer), "More", more))
}

// withPlan adds the reader's own plan to a card, and a button to change it.
func (p Pen) withPlan(msg Message) Message {
	if said := p.planLines(); said != nil {
		msg.Below(said...)
		msg.Rows = append(msg.Rows, []Control{p.Control(VerbPlan, "button.plan-change", Plain)})
	}
	return msg
}

// PlanCard shows the reader's plan, with what can be added to it or dropped. done says what was just done to it.
func (p Pen) PlanCard(done string) Message {
	plan := p.PlanOf(p.r.ID)
	if plan == nil {
		return Message{Content: p.Say("plan.forgotten")}
	}
	msg := Message{Content: Lines(append([]string{p.Say(done)}, p.planLines()...)...)}
	add := NewButton(p.Match, VerbPlan, "", string(VerbPage), "0").Control(p.Label("button.plan-add"), Plain)
	drop := p.Control(VerbForget, "plan.drop", Plain, "line")
	for _, l := range plan.Lines {
		drop.Options = append(drop.Options, Choice(p.planLine(p.plain(), l), PlanValue(l)))
	}
	msg.Rows = Row(append(when(len(plan.Lines) < match.MostPlanned, add), p.Control(VerbForget, "button.plan-drop", Plain))...)
	if len(plan.Lines) > 1 {
		msg.Rows = append(msg.Rows, []Control{drop})
	}
	return msg
}

// PlanValue is what a menu carries of a line of a plan.
func PlanValue(l storage.PlanLine) string {
	if l.Else {
		return string(VerbElse)
	}
	return string(l.If)
}

// PlanPanel returns the panel on which a reader plans ahead, at some steps and a page: the opponent's
// move as long as theirs is empty, and then the answer to it.
func (p Pen) PlanPanel(theirs games.Move, steps []string, page int) (Message, error) {
	as, err := p.Planning(theirs)
	if err != nil {
		return Message{}, err
	}
	opponent := 1 - p.seat
	msg, err := as.Panel(steps, page)
	if err != nil {
		return Message{}, err
	}
	rows, sure, unanswered, err := p.planRows(msg.Rows, theirs)
	key, says, said := "plan.theirs", "", locale.Verbatim("")
	if theirs != "" {
		key, says, said = "plan.answer", msg.Content, p.named(p.State, opponent, theirs)
		msg.Picture.Preview = p.Label("picture.preview") // also before the answer is picked, as their move is on it
	}
	if sure {
		key, says = key+"-sure", ""
	}
	if len(steps) == 0 && page <= 0 {
		rows = pack(rows, p.planBack(theirs))
	}
	question := p.Say(key, "Player", opponent, "Move", said)
	if sure && unanswered != nil {
		question = p.SayText(unanswered.Text)
	}
	msg.Content, msg.Rows = Lines(question, says), rows
	return msg, err
}

// Planning returns what reads and shows a step of a plan: of the opponent's move or, after it, of the reader's answer.
func (p Pen) Planning(theirs games.Move) (as Pen, err error) {
	hypothetical := *p.Match
	as, as.Match, as.r.Own = p, &hypothetical, storage.Person{Palette: p.r.Own.Palette}
	if theirs == "" {
		as.seat = 1 - p.seat // nothing is hidden between the two
		return as, nil
	}
	hypothetical.State, err = p.AfterTheirs(p.seat, theirs)
	return as, err
}

// planBack is Back on the first step of a plan: from an answer to the opponent's move, and from that to the plan, if any.
func (p Pen) planBack(theirs games.Move) []Control {
	back := NewButton(p.Match, VerbPlan)
	if theirs != "" {
		back = NewButton(p.Match, VerbPlan, "", string(VerbPage), "0")
	}
	return when(theirs != "" || p.PlanOf(p.r.ID) != nil, back.Control(p.Label("panel.back"), Plain))
}

// NotYet tells a player whose turn it is not yet, and offers to plan ahead.
func (p Pen) NotYet() Message {
	return Message{
		Content: p.Say("refuse.turn", "Player", p.State.ToMove()),
		Rows:    Row(p.Button(VerbPlan, Plain)),
	}
}

// planRows makes buttons of a plan of those of a panel. Others are left out. Beside the one that plans an answer stands
// one that plans it for all other moves. sure reports whether the panel shows a whole move and asks whether it is meant,
// and unanswered says why no answer can follow it.
func (p Pen) planRows(rows [][]Control, theirs games.Move) (kept [][]Control, sure bool, unanswered *games.Refusal, err error) {
	for _, row := range rows {
		var controls []Control
		for _, c := range row {
			b, err := ParseButton(c.ID)
			if err != nil {
				return nil, false, nil, err
			}
			if !c.Disabled && !slices.Contains([]Verb{VerbPick, VerbPage, VerbConfirm, VerbType}, b.Verb) {
				continue
			}
			as := []Verb{b.Verb}
			if b.Verb == VerbConfirm {
				sure = sure || !slices.ContainsFunc(b.Steps, isEnough) // more may be added to that
				if theirs == "" {
					if _, no := p.AfterTheirs(p.seat, games.Made(p.State, 1-p.seat, b.Steps)); no != nil {
						errors.As(p.Named(no), &unanswered)
						continue
					}
					c.Label = p.Label("button.plan-answer")
				} else {
					as = append(as, VerbElse)
				}
			}
			steps := b.Steps
			for _, verb := range as {
				if verb == VerbElse {
					c.Style = Plain
					c.Label = Clip(p.Label("button.plan-else", "Player", 1-p.seat, "More", p.PlanOf(p.r.ID) != nil), maxLabel)
				}
				b.Verb, b.Steps = VerbPlan, append([]string{string(theirs), string(verb)}, steps...)
				if c.ID = b.String(); len(c.ID) > MaxButton {
					return nil, false, nil, games.Refuse("refuse.plan.long")
				}
				controls = append(controls, c)
			}
		}
		if len(controls) > 0 {
			kept = append(kept, controls)
		}
	}
	return kept, sure, unanswered, nil
}
