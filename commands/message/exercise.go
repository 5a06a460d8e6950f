package message

import (
	"slices"

	"parlour/games"
	"parlour/imaging"
)

// An exercise is a task that its reader solves by a move: a lesson, or a puzzle. The match of its [Pen] is stored nowhere,
// so its buttons carry which one it is.
type exercise struct {
	head   string              // what stands above the task
	task   games.Text          // what is to be done
	hint   games.Text          // said beside the first step; zero for none
	brief  bool                // whether the task and the buttons say enough beside a hint, or a question of several sentences
	single bool                // whether the task is a bid to which nothing is added
	carry  func(Button) Button // makes a button of the panel one of the exercise
	more   []Control           // beside the first step, behind the one to type a move
	shown  *games.Task         // what the picture says above the board; nil for nothing
}

// exercise returns the task at some steps of a move, at a page of them: the same panel as in play. It returns
// [match.ErrStale] if the steps lead nowhere.
func (p Pen) exercise(e exercise, steps []string, page int) (Message, error) {
	made, err := panel{
		Pen: p, steps: steps, page: page, sure: p.r.Own.Unconfirmed, exercised: true, single: e.single,
	}.complete()
	if err != nil {
		return Message{}, err
	}
	picture, err := made.picture()
	if err != nil {
		return Message{}, err
	}
	picture.Size, picture.Task = imaging.PanelSize, e.shown
	asks, hint := made.stepAsks(), games.Text{}
	var more []Control
	switch {
	case made.asks() && made.Bidding():
		asks = games.Say("lesson.bid", "Card", made.steps[0])
	case made.asks() && p.Info.Hidden:
		asks = made.sureOf()
	case made.asks():
		asks = games.Say("lesson.sure")
	case len(made.before()) == 0 && (made.page == 0 || onlyArea(made.step) > 0):
		hint, more = e.hint, append([]Control{p.Control(VerbType, "panel.type", Plain)}, e.more...)
	}
	asked := p.voice.Say(asks)
	if e.brief && (hint.Key != "" || sentences(asked) > 1) {
		asked = ""
	}
	return Message{
		Content: Lines(e.head, p.voice.Say(e.task), p.voice.Say(hint), asked),
		Picture: picture,
		Rows:    e.carried(made.rows(more...)),
	}, nil
}

// carried makes buttons of the exercise of those of a panel. Others are left out.
func (e exercise) carried(rows [][]Control) (kept [][]Control) {
	for _, row := range rows {
		var controls []Control
		for _, c := range row {
			b, err := ParseButton(c.ID)
			switch {
			case slices.ContainsFunc(e.more, func(m Control) bool { return m.ID == c.ID }):
				controls = append(controls, c)
			case err == nil && (c.Disabled || slices.Contains([]Verb{VerbPick, VerbPage, VerbConfirm, VerbType}, b.Verb)):
				c.ID = e.carry(b).String()
				controls = append(controls, c)
			}
		}
		if len(controls) > 0 {
			kept = append(kept, controls)
		}
	}
	return kept
}

// brings says what the reader's move did and what it leads to. Where it leads to nothing, it says that the move does little.
func (p Pen) brings(before games.State, seat games.Seat, made games.Move) string {
	comes := p.comes(before, seat, made)
	if comes.Key == "" {
		comes = games.Say("lesson.quiet")
	}
	return p.did(before, seat, made) + " " + p.voice.Say(p.by(comes, seat))
}

// comes is what comes of a move: the game's reason for it, or what it lets the other side do; zero for little.
func (p Pen) comes(before games.State, seat games.Seat, made games.Move) games.Text {
	if why := p.why(before, seat, made); why.Key != "" {
		return why
	}
	return p.telling(before, seat, made).Lets
}
