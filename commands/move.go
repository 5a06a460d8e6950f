package commands

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// typedBid plays the bid that was typed with /bid.
func (c call) typedBid(ctx context.Context, m *match.Match) (Reply, error) {
	if err := m.MayBid(); err != nil {
		return Reply{}, err
	}
	return c.typedMove(ctx, m)
}

// typedMove goes on from the move that was typed with /move, or with /bid.
func (c call) typedMove(ctx context.Context, m *match.Match) (Reply, error) {
	c.Pressed = message.NewButton(m, message.VerbPick)
	return c.typed(ctx, m, c.Options[c.Command])
}

// typed goes on from the steps that a text names, a whole move or a part of one. A text that is refused goes on with what
// was understood of it, below the reason. That goes away once the move is made: wrong moves would pile up beneath a board that
// is changed in place.
func (c call) typed(ctx context.Context, m *match.Match, text string) (Reply, error) {
	if _, made := m.MadeBy(c.ID); made {
		return c.moved(ctx, m)
	}
	if err := m.Playing(); err != nil {
		return Reply{}, err
	}
	steps, page, err := c.to(m).ReadMove(text)
	if err == nil {
		return c.goOn(ctx, m, steps, page)
	}
	err = c.to(m).Named(err)
	if !isRefusal(err) || !m.MayMove(m.SeatOf(c.By.ID)) {
		return Reply{}, err
	}
	if steps = c.to(m).Understood(text); len(steps) == 0 {
		page = message.Asked
	}
	reply, failed := c.showSteps(ctx, m, steps, page)
	reply.Message.Above(c.sentence(err))
	if !reply.Public {
		reply.Until = m.UntilOver()
	}
	return reply, failed
}

// stepOn goes on from the steps of a button: a pick, or what Back and another page lead to. A menu carries the steps
// before the value that was chosen. A number comes first: of an area or a page of a long menu. A button of a public
// board is either.
func (c call) stepOn(ctx context.Context, m *match.Match) (Reply, error) {
	page, steps, err := c.Pressed.Numbered()
	if err != nil {
		return Reply{}, err
	}
	steps = slices.Concat(steps, c.Values)
	if c.Pressed.Verb == message.VerbPage || c.Pressed.Verb == message.VerbOpen && page > 0 {
		return c.showSteps(ctx, m, steps, page)
	}
	return c.goOn(ctx, m, steps, 0)
}

// goOn plays the move that steps make, if it needs no Confirm: a bid, and every move of a person without Confirm.
// Else it shows what comes after the steps.
func (c call) goOn(ctx context.Context, m *match.Match, steps []string, page int) (Reply, error) {
	if cmp.Or(c.thisTurn(m), m.Playing()) == nil {
		seat := m.SeatOf(c.By.ID)
		if !m.Bidding() {
			steps = games.Forward(m.State, seat, steps)
		}
		if m.Bidding() || c.Own.Unconfirmed {
			if _, move := m.Finish(seat, steps); move != "" {
				c.Pressed.Steps = steps
				return c.playMove(ctx)
			}
		}
	}
	return c.showSteps(ctx, m, steps, page)
}

// errReveals is returned by the decision for a bid that reveals all bids and is not confirmed.
var errReveals = errors.New("this bid reveals all bids")

// playMove plays the move that the steps of a button make, and goes on to a plan if the button says so. The last bid,
// which reveals all, is asked about first unless it is confirmed; a race may have made it the last.
func (c call) playMove(ctx context.Context) (Reply, error) {
	steps, confirmed := c.Pressed.Steps, c.Pressed.Verb == message.VerbConfirm
	m, err := c.change(ctx, func(m *match.Match) ([]games.Ply, error) {
		if _, made := m.MadeBy(c.ID); made {
			return nil, nil
		}
		if err := cmp.Or(c.thisTurn(m), m.Playing()); err != nil {
			return nil, err
		}
		if c.onPublic() {
			m.PressedOn(c.Message)
		}
		seat, move := m.SeatOf(c.By.ID), games.Move("")
		switch steps, move = m.Finish(seat, steps); {
		case move == "" && !m.Owes(seat):
			return nil, games.Refuse("refuse.turn", "Player", m.State.ToMove())
		case move == "":
			return nil, match.ErrStale
		case m.Bidding() && !confirmed && m.Reveals(seat, move):
			return nil, errReveals
		}
		m.RequestID, m.Here = c.ID, c.Guild != ""
		m.AdoptDirect(c.direct(m))
		m.BidBeside(seat, c.direct(m))
		m.AskOnTheSpot(seat, move, c.direct(m))
		return m.Play(seat, move)
	})
	switch {
	case errors.Is(err, errReveals):
		return c.showSteps(ctx, m, steps, 0)
	case errors.Is(err, match.ErrStale):
		return c.stale(ctx, m), nil
	case err != nil:
		return Reply{}, err
	}
	if c.Pressed.Verb == message.VerbAhead && m.MayPlan(m.SeatOf(c.By.ID)) == nil {
		return c.planNext(m)
	}
	return c.moved(ctx, m)
}

// planNext answers a move after which its player plans ahead. The panel of the plan comes after the new board:
// above it, it would be off the screen of a phone.
func (c call) planNext(m *match.Match) (Reply, error) {
	msg, err := c.to(m).PlanPanel("", nil, 0)
	if err != nil {
		return Reply{}, err
	}
	reply := tell(c.say("move.played"), m.Unshown())
	if reply.Vanish = c.Alone && c.Guild != ""; !reply.Vanish {
		msg.Above(reply.Message.Content)
		reply.Message = msg
		return reply, nil
	}
	reply.Then = func(context.Context) Reply { return Reply{Message: msg} }
	return reply, nil
}

// moved answers a move that was made. A bid that may change keeps its panel, a move that begins an auction is answered
// with the next bid, and a board that was pressed shows the next turn. An answer stays where the board is elsewhere.
func (c call) moved(ctx context.Context, m *match.Match) (Reply, error) {
	unshown, seat := m.Unshown(), m.SeatOf(c.By.ID)
	switch {
	case m.Alone:
		return c.answered(ctx, m)
	case c.onBoard(m):
		return Reply{Message: c.publicNow(ctx, m), Public: true, Shows: &unshown}, nil
	case m.Bid(seat) != "":
		msg, err := c.to(m).Panel(nil, 0)
		return Reply{Message: msg, Due: []match.Unshown{unshown}, Until: m.UntilRevealed()}, err
	case m.AskedOnTheSpot(seat):
		msg, err := c.to(m).NextBid(c.ID)
		return Reply{Message: msg, Due: []match.Unshown{unshown}, Until: m.UntilRevealed()}, err
	}
	reply := tell(c.to(m).Played(c.ID))
	reply.Vanish, reply.Due = c.Alone && (c.Guild != "" || m.Guild == ""), []match.Unshown{unshown}
	if m.Guest && m.Channel != c.Channel {
		reply.Vanish, reply.Message.Content = false, message.Lines(reply.Message.Content, c.say("guest.elsewhere"))
	}
	if reply = c.leadToEnd(ctx, m, reply); reply.Message.Rows != nil {
		return reply, nil
	}
	return c.withNext(ctx, m, reply), nil
}

// leadToEnd adds to an answer after which a game is over the way to its end, whose board may be far above or elsewhere,
// and what one presses there. Where nothing is posted the answer is that board.
func (c call) leadToEnd(ctx context.Context, m *match.Match, reply Reply) Reply {
	switch {
	case m.Phase.Live() || m.Guest || !m.Solo() && m.Channel == c.Channel:
		return reply
	case m.Alone:
		reply.Message = c.publicNow(ctx, m)
		return reply
	}
	if err := c.Env.ReadTally(ctx, m); err != nil {
		c.Log.Warn("an answer does not tell of other matches", "match", m.ID, "err", err)
	}
	c.to(m).LeadToEnd(&reply.Message)
	reply.Vanish = false
	return reply
}

// answered has Parlour answer in a match that is shown in private answers alone, and shows it there.
func (c call) answered(ctx context.Context, m *match.Match) (Reply, error) {
	if err := c.thinkers.Answer(ctx, m.ID); err != nil { // the next press shows the rest
		c.Log.Warn("an opponent does not move", "match", m.ID, "err", err)
	}
	now, err := c.Env.Load(ctx, m.ID)
	if err != nil {
		return Reply{}, err
	}
	return Reply{Message: c.publicNow(ctx, now), Due: []match.Unshown{m.Unshown()}}, nil
}

// direct returns the direct message that asks for a bid whose button was pressed; zero for any
// other message.
func (c call) direct(m *match.Match) storage.Direct {
	if c.Guild != "" || m.Guild == "" || c.Alone || c.Message == "" || c.Channel != c.Own.Direct {
		return storage.Direct{}
	}
	return storage.Direct{Player: c.By.ID, Turn: c.Pressed.Turn, Channel: c.Channel, Message: c.Message}
}

// showSteps shows what comes after some steps where their button was pressed: on a panel, or on
// the public board of a match of one person.
func (c call) showSteps(ctx context.Context, m *match.Match, steps []string, page int) (Reply, error) {
	var public, early bool
	var until *match.Moment
	reply, err := c.seeTurn(ctx, m, func(seat games.Seat) (message.Message, error) {
		if !m.MayMove(seat) && m.MayPlan(seat) == nil {
			early = true
			return c.to(m).NotYet(), nil
		}
		if c.onBoard(m) || c.onPublic() {
			var msg message.Message
			if msg, public = c.Writer.Coded().Public(m).StepBoard(seat, steps, page, c.Own.Unconfirmed); public {
				public = !m.Alone
				return msg, nil
			}
		}
		until = m.UntilRevealed()
		msg, err := c.to(m).Panel(steps, page)
		if len(steps) == 0 {
			msg.Below(c.to(m).NoteLine())
		}
		return msg, err
	})
	reply.Public, reply.Until = reply.Public || public, until
	if early {
		reply = c.withNext(ctx, m, reply)
	}
	return reply, err
}

// openPanel opens the panel on which a move is made step by step.
func (c call) openPanel(ctx context.Context, m *match.Match) (Reply, error) {
	return c.showSteps(ctx, m, nil, message.Asked)
}

// typeMove opens the form for a move as text, and takes what was typed there.
func (c call) typeMove(ctx context.Context, m *match.Match) (Reply, error) {
	if c.Typed != nil && c.thisTurn(m) == nil {
		return c.typed(ctx, m, *c.Typed)
	}
	var form *message.Form
	reply, err := c.seeTurn(ctx, m, func(games.Seat) (message.Message, error) {
		form = c.to(m).MoveForm(c.Pressed)
		return message.Message{Content: c.say("type.late")}, nil
	})
	reply.Form = form
	return reply, err
}

// completeMove lists how a text that names the steps of a move may go on. An empty list means
// that there is no move; the command itself will say why. Where it may be a move of both games of a match of two, it
// lists those of both, and each says of which.
func (c call) completeMove(ctx context.Context) (Reply, error) {
	typed := c.Options[c.Focus]
	m, err := c.find(ctx, match.Mine)
	var which *unclear
	if errors.As(err, &which) && len(which.list) == 2 && which.list[0].Twin() == which.list[1].ID {
		var all []message.MenuOption
		for _, head := range which.list {
			of, err := c.Env.Load(ctx, head.ID)
			if err != nil || of.State == nil {
				return Reply{}, nil
			}
			part := c.to(of).SuggestMovesOfTwo(typed)
			all = append(all, part[:min(len(part), message.MaxMenu/2)]...)
		}
		return Reply{Choices: all}, nil
	}
	if err != nil || m.State == nil || c.Command == "bid" && !m.Bidding() {
		return Reply{}, nil
	}
	if c.Options[c.Focus] != typed { // it names the game
		return Reply{Choices: c.to(m).SuggestMovesOfTwo(c.Options[c.Focus])}, nil
	}
	return Reply{Choices: c.to(m).SuggestMoves(typed)}, nil
}

// planAhead shows the asker's plan, or goes a step on in a line of it: the opponent's move, then the asker's answer.
func (c call) planAhead(ctx context.Context, m *match.Match) (Reply, error) {
	theirs, does, steps, page, err := c.planStep()
	if err != nil {
		return Reply{}, err
	}
	if does == message.VerbType {
		return c.typePlan(ctx, m, theirs)
	}
	whole := does == message.VerbConfirm || does == message.VerbElse
	if whole && theirs != "" {
		return c.planMade(ctx, theirs, steps, does == message.VerbElse)
	}
	return c.seeTurn(ctx, m, func(seat games.Seat) (message.Message, error) {
		if err := m.MayPlan(seat); err != nil {
			return message.Message{}, err
		}
		if len(c.Pressed.Steps) == 0 && m.PlanOf(c.By.ID) != nil {
			return c.to(m).PlanCard(""), nil
		}
		theirs, steps := theirs, steps
		if whole {
			if theirs = games.Made(m.State, 1-seat, steps); theirs == "" {
				return message.Message{}, match.ErrStale
			}
			steps = nil
		}
		return c.to(m).PlanPanel(theirs, steps, page)
	})
}

// typePlan opens the form for a move of a plan as text, and goes on from what was typed there as [call.typed] does.
func (c call) typePlan(ctx context.Context, m *match.Match, theirs games.Move) (Reply, error) {
	var form *message.Form
	reply, err := c.seeTurn(ctx, m, func(seat games.Seat) (message.Message, error) {
		as, err := c.to(m).Planning(theirs)
		if err = cmp.Or(m.MayPlan(seat), err); err != nil {
			return message.Message{}, err
		}
		if c.Typed == nil {
			form = as.MoveForm(c.Pressed)
			return message.Message{Content: c.say("type.late")}, nil
		}
		steps, page, refused := as.ReadMove(*c.Typed)
		if refused != nil {
			if refused = as.Named(refused); !isRefusal(refused) {
				return message.Message{}, refused
			}
			if steps = as.Understood(*c.Typed); len(steps) == 0 {
				page = message.Asked
			}
		}
		msg, err := c.to(m).PlanPanel(theirs, steps, page)
		if refused != nil {
			msg.Above(c.sentence(refused))
		}
		return msg, err
	})
	reply.Form = form
	return reply, err
}

// planStep reads the button or the menu of a plan.
func (c call) planStep() (theirs games.Move, does message.Verb, steps []string, page int, err error) {
	given := c.Pressed.Steps
	if len(given) < 2 {
		return "", "", nil, 0, nil
	}
	theirs, does, steps = games.Move(given[0]), message.Verb(given[1]), given[2:]
	if does == message.VerbConfirm || does == message.VerbElse || does == message.VerbType {
		return theirs, does, steps, 0, nil
	}
	if len(steps) == 0 {
		return "", "", nil, 0, errButton
	}
	if page, err = strconv.Atoi(steps[0]); err != nil {
		return "", "", nil, 0, errButton
	}
	steps = append(steps[1:len(steps):len(steps)], c.Values...)
	if does == message.VerbPick {
		page = 0
	}
	return theirs, does, steps, page, nil
}

// planMade notes a line of a plan: the answer to a move or, with others, to all moves that no other line names.
func (c call) planMade(ctx context.Context, theirs games.Move, steps []string, others bool) (Reply, error) {
	return c.changePlan(ctx, "plan.made", func(m *match.Match, seat games.Seat) error {
		next, err := m.AfterTheirs(seat, theirs)
		if err != nil {
			return err
		}
		answer := games.Made(next, seat, steps)
		if answer == "" {
			return match.ErrStale
		}
		return m.PlanAhead(seat, storage.PlanLine{If: theirs, Then: answer, Else: others})
	})
}

// forgetPlan drops the line of a plan that was picked from a menu or, by a button, all of them.
func (c call) forgetPlan(ctx context.Context) (Reply, error) {
	return c.changePlan(ctx, "plan.dropped", func(m *match.Match, seat games.Seat) error {
		return m.ForgetPlan(seat, func(l storage.PlanLine) bool {
			return len(c.Values) == 0 || slices.Contains(c.Values, message.PlanValue(l))
		})
	})
}

// changePlan changes the asker's plan, and shows what it is then.
func (c call) changePlan(ctx context.Context, done string, change func(*match.Match, games.Seat) error) (Reply, error) {
	var changed *match.Match
	reply, err := inTurn(func(m *match.Match, seat games.Seat) ([]games.Ply, error) {
		return nil, change(m, seat)
	}, func(m *match.Match, _ games.Seat) games.Text {
		changed = m
		return games.Say(done)
	})(c, ctx)
	if changed != nil {
		reply.Message = c.to(changed).PlanCard(done)
	}
	return reply, err
}

// nextGame shows the asker the game that waits for them most urgently, until they have moved there. Those of this channel
// come first. Of another channel or thread the answer says which. Where no game waits, it shows the newest one that asks
// them something.
func (c call) nextGame(ctx context.Context) (Reply, error) {
	m, err := c.mostUrgent(ctx, "")
	if err == nil && m == nil {
		if m, err = c.newestAnswer(ctx); m != nil {
			return c.openHere(ctx, m)
		}
	}
	if err == nil && m == nil {
		err = games.Refuse("refuse.no-next", "Any", len(c.Pressed.Steps) > 0)
	}
	if err != nil {
		return Reply{}, err
	}
	reply, err := c.show(ctx, m, false)
	if m.Channel != c.Channel && !m.Alone {
		reply.Message.Above(c.to(m).Elsewhere())
	}
	reply.Until = untilMoved(m)
	return reply, err
}

// mostUrgent returns the game that waits for the asker most urgently besides one, of this channel if one does there, nil
// for none. A game that cannot be read hides none of the others.
func (c call) mostUrgent(ctx context.Context, but string) (*match.Match, error) {
	own, err := c.Store.OfPlayer(ctx, c.By.ID, true, storage.All)
	if err != nil {
		return nil, err
	}
	waiting := match.Waiting(c.Env.Offered(own), c.By.ID)
	for _, head := range append(match.Without(waiting, c.isElsewhere), match.Without(waiting, c.isHere)...) {
		if head.ID == but {
			continue
		}
		if m, err := c.Env.Load(ctx, head.ID); err == nil && m.Owes(m.SeatOf(c.By.ID)) {
			return m, nil
		}
	}
	return nil, nil
}

// newestAnswer returns the newest match that waits for an answer of the asker, nil for none.
func (c call) newestAnswer(ctx context.Context) (*match.Match, error) {
	for _, live := range []bool{true, false} {
		own, err := c.Store.OfPlayer(ctx, c.By.ID, live, storage.Newest(match.MostListed))
		if err != nil {
			return nil, err
		}
		for _, head := range c.Env.Answers(ctx, own, c.By.ID) {
			if m, err := c.Env.Load(ctx, head.ID); err == nil {
				return m, nil
			}
		}
	}
	return nil, nil
}

// withNext adds a button to the answer to a move in a match, made or too early, if another game waits for the asker. Such
// an answer stays until the match moves on.
func (c call) withNext(ctx context.Context, m *match.Match, reply Reply) Reply {
	if row := c.nextRow(ctx, m.ID); row != nil {
		reply.Message.Rows = append(reply.Message.Rows, row...)
		reply.Vanish, reply.Until = false, untilMoved(m)
	}
	return reply
}

// nextRow returns the button that leads to another game that waits for the asker, nil if none does.
func (c call) nextRow(ctx context.Context, but string) [][]message.Control {
	next, err := c.mostUrgent(ctx, but)
	if err != nil || next == nil {
		return nil
	}
	return message.Row(message.Button{Verb: message.VerbNext}.Control(c.label("button.next"), message.Main))
}

// untilMoved returns the end of the turn of a match; nil once the match is over, as what is said then
// stays.
func untilMoved(m *match.Match) *match.Moment {
	if m.Phase != storage.Playing {
		return nil
	}
	return &match.Moment{Match: m.ID, Turn: m.Turn}
}
