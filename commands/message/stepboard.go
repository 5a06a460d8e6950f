package message

import (
	"slices"
	"strings"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// StepBoard returns the public board of a match at some steps of a seat's move. sure reports
// whether its player plays moves without Confirm. ok is false where the steps do not stand on the
// board, or lead nowhere.
func (w *Writer) StepBoard(m *match.Match, seat games.Seat, steps []string, page int,
	sure bool) (msg Message, ok bool) {
	return w.public(m).stepBoard(seat, steps, page, sure)
}

// stepBoard is [Writer.StepBoard].
func (p public) stepBoard(seat games.Seat, steps []string, page int, sure bool) (Message, bool) {
	m := p.m
	plays := m.Phase == storage.Playing && m.MayMove(seat)
	if !plays || !m.StepsOnBoard(seat) || len(m.Offered) > 0 || m.Late() != games.Spectator {
		return Message{}, false
	}
	making := panel{w: p.w, m: m, seat: seat, lang: m.Lang, steps: steps, page: page, sure: sure, board: true}
	making, err := making.complete()
	if err != nil {
		return Message{}, false
	}
	eyes := p.w.fromOutside(m)
	eyes.seat = seat // whose hand nobody else can see: see StepsOnBoard
	picture, err := making.picture(eyes)
	if err != nil {
		return Message{}, false
	}
	said := []string{making.question(p.voice)}
	if m.Owes(seat) {
		last := Clip(p.since(seat), maxTold)
		if m.Guest && !m.Solo() && len(m.Log) == 0 {
			last = "" // it would say to all what one of them plays
		}
		said = append([]string{p.say("board.yours", "Asked", p.asked(), "Last", locale.Verbatim(last))}, said...)
	}
	return Message{
		Content: Lines(slices.Concat(said, p.news(), p.clockLines(), []string{p.boardCode()})...),
		Picture: picture,
		Rows:    making.rows(p.button(VerbMore, Plain)),
		Pings:   p.pings(),
	}, true
}

// asked mentions the person who is to move, where a message notifies nobody else.
func (p public) asked() locale.Verbatim {
	if p.m.Direct() {
		return ""
	}
	return Mention(p.m.OwedBy()...)
}

// since says what the others have done since the last move of a seat. Before the first move it
// says what the seat plays as.
func (p public) since(seat games.Seat) string {
	if sides := p.m.State.View(seat).Words().Sides; len(p.m.Log) == 0 && int(seat) < len(sides) {
		return p.say("board.side", "Side", sides[seat])
	}
	var said []string
	steps := p.m.Steps()
	for i, s := range steps {
		switch {
		case s.TakenBack || s.Move.BackBy() > 0:
			continue
		case s.Seat == seat && !s.Move.System():
			said = nil
			continue
		}
		words := s.After.View(seat).Words()
		last := strings.Join(p.voice.All(match.News(steps[i:], seat)), " ")
		if len(words.Last) == 0 && words.Line.Key != "" { // a system move
			last = p.say("board.line", "Line", words.Line)
		}
		if n := len(said); last != "" && (n == 0 || said[n-1] != last) {
			said = append(said, last)
		}
	}
	return strings.Join(said, " ")
}

// openStep returns the step of the one person who is to move, if it tells nothing an onlooker may
// not know and has few choices: these are buttons of the public board, in place of Move.
func (p public) openStep() (games.Seat, games.Step, bool) {
	m := p.m
	owe := m.State.ToMove()
	if m.Phase != storage.Playing || len(owe) != 1 || !m.IsPerson(owe[0]) || m.Late() != games.Spectator ||
		m.Bidding() {
		return games.Spectator, games.Step{}, false
	}
	step := m.State.Step(owe[0], nil)
	return owe[0], step, step.Open && step.Few()
}

// openRows are the buttons of [public.openStep], if there is one.
func (p public) openRows() [][]Control {
	_, step, ok := p.openStep()
	if !ok {
		return nil
	}
	var row []Control
	for _, c := range inOrder(step) {
		label := Clip(p.w.Plain(p.m.Lang, p.m.Names()).Say(c.Short), maxLabel)
		row = append(row, NewButton(p.m, VerbOpen, c.Value).Control(label, Main))
	}
	return Evenly(row)
}
