package commands

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// find returns the match that a command is about: the one that is named, else the one of this
// thread or channel, else the asker's only one. If that is not clear, the error is an [*unclear]; if there is
// none, it says so.
func (c call) find(ctx context.Context, in match.Scope) (*match.Match, error) {
	if typed := c.Options[optionGame]; typed != "" {
		m, err := c.Env.Load(ctx, typed)
		if errors.Is(err, storage.ErrNotFound) {
			return c.called(ctx, typed, false)
		}
		return c.mayMean(m, in, err)
	}
	meant, err := c.Env.Meant(ctx, c.Channel)
	if err != nil {
		return nil, err
	}
	if len(meant) > 0 {
		return c.oneOf(ctx, in, meant)
	}
	list, err := c.Env.Candidates(ctx, in, c.By.ID, c.Channel)
	if err != nil {
		return nil, err
	}
	if alone := c.meantHere(list); len(alone) > 0 {
		list = alone
	}
	switch list = c.onTurn(ctx, list); len(list) {
	case 0:
		return nil, games.Refuse("refuse.no-game")
	case 1:
		return c.Env.Load(ctx, list[0].ID)
	}
	return nil, c.askWhich(list)
}

// taking narrows matches down to those in which the text of a move, or of a part of one, can be played, if there are any.
func (c call) taking(ctx context.Context, list []storage.Head) []storage.Head {
	text := c.Options[c.Command]
	if text == "" || len(list) > message.MaxMenu { // each is replayed
		return list
	}
	narrow := match.Without(list, func(head storage.Head) bool {
		m, err := c.Env.Load(ctx, head.ID)
		if err == nil && m.State != nil {
			_, _, err = c.to(m).ReadMove(text)
		}
		return err != nil || m.State == nil
	})
	if len(narrow) == 0 {
		return list
	}
	return narrow
}

// onTurn narrows matches down to those in which the asker is to move, and can move as they type, for a command that moves.
func (c call) onTurn(ctx context.Context, list []storage.Head) []storage.Head {
	if len(list) < 2 || !slices.Contains([]string{"move", "bid", "hint"}, c.Command) {
		return list
	}
	return c.taking(ctx, c.Env.OnTurn(ctx, c.By.ID, c.Command == "bid", list))
}

// mayMean returns a match that was loaded, or the error, unless the asker may not mean it.
func (c call) mayMean(m *match.Match, in match.Scope, err error) (*match.Match, error) {
	if err == nil && in == match.Mine {
		_, err = c.seated(m)
	} else if err == nil {
		err = c.maySee(m)
	}
	if err != nil {
		return nil, c.to(m).Named(err)
	}
	return m, nil
}

// oneOf returns the match of the asker's thread. Where both games of a match of two are played, or have ended, it is the
// one in which they are to move, for a command that moves; else they are asked which. A typed move may name the game, which
// is cut off it.
func (c call) oneOf(ctx context.Context, in match.Scope, meant []storage.Head) (*match.Match, error) {
	own := match.Without(meant, func(h storage.Head) bool { return match.SeatIn(h, c.By.ID) == games.Spectator })
	if in == match.Mine && len(own) > 0 {
		meant = own
	}
	if two, text := message.CutGame(c.Options[c.Command]); two > 0 && meant[0].Two > 0 {
		c.Options[c.Command] = text
		if named := match.Without(meant, func(h storage.Head) bool { return h.Two != two }); len(named) > 0 {
			meant = named
		}
	}
	meant = c.onTurn(ctx, meant)
	m, err := c.Env.Load(ctx, meant[0].ID)
	if m, err = c.mayMean(m, in, err); err != nil || len(meant) == 1 {
		return m, err
	}
	return nil, c.askWhich(meant)
}

// called finds a match of the asker whose name they typed without picking it: one that goes on or, if over is set, rather
// one that has ended. If several have the name, the error asks which.
func (c call) called(ctx context.Context, typed string, over bool) (*match.Match, error) {
	live, err := c.Store.OfPlayer(ctx, c.By.ID, true, storage.Newest(match.MostListed))
	if err != nil {
		return nil, err
	}
	ended, err := c.Env.EndedOf(ctx, c.By.ID)
	if err != nil {
		return nil, err
	}
	lists, none := [][]storage.Head{live, ended}, "refuse.no-game"
	if over {
		lists, none = [][]storage.Head{ended, live}, "refuse.no-ended"
	}
	if len(live)+len(ended) == 0 {
		return nil, games.Refuse(none)
	}
	for _, list := range lists {
		list = match.FirstGamesFirst(c.meantHere(c.Env.Offered(list)))
		var found []storage.Head
		for i, o := range c.namesOf(list) {
			if strings.Contains(strings.ToLower(o.Label), strings.ToLower(typed)) {
				found = append(found, list[i])
			}
		}
		switch len(found) {
		case 0:
		case 1:
			return c.Env.Load(ctx, found[0].ID)
		default:
			return nil, c.askWhich(found)
		}
	}
	return nil, storage.ErrNotFound
}

// meantHere leaves out the matches that the command cannot mean: hints are for games of one person.
func (c call) meantHere(list []storage.Head) []storage.Head {
	return match.Without(list, func(head storage.Head) bool {
		return c.Command == "hint" && storage.SeriesOf(head) != ""
	})
}

// carried is the option beside the game that the menu of [call.askWhich] carries on, by
// command.
var carried = map[string]string{"move": optionMove, "bid": optionBid, "board": optionText, "analyse": optionText}

// An unclear is the error of a call that may be about several matches. The answer asks which.
type unclear struct {
	asks Reply
	list []storage.Head // of these
}

func (*unclear) Error() string { return "it is not clear which match is meant" }

// askWhich asks which of several matches is meant. The menu carries the command.
func (c call) askWhich(list []storage.Head) error {
	b := message.Button{Verb: message.VerbWhich, Steps: []string{c.Command}}
	if value := c.Options[carried[c.Command]]; value != "" {
		b.Steps = append(b.Steps, value)
	}
	if len(b.String()) > message.MaxButton {
		return games.Refuse("refuse.name-game")
	}
	menu := b.Control(c.label("which.choose"), message.Plain)
	menu.Options = c.namesOf(list[:min(len(list), message.MaxMenu)])
	asked := c.say("which.ask")
	if len(list) > message.MaxMenu {
		asked = message.Lines(asked, c.say("which.newest", "Count", message.MaxMenu))
	}
	return &unclear{Reply{Message: message.Message{Content: asked, Rows: message.Row(menu)}}, list}
}

// namesOf names matches of games that are offered in a menu.
func (c call) namesOf(list []storage.Head) []message.MenuOption {
	var all []message.Listed
	for _, head := range list {
		all = append(all, c.listed(head))
	}
	return c.to(nil).Names(all)
}

// completeGame lists those of the asker's matches whose names have what was typed: the newest live ones, the newest
// first, or the ended ones, the last first, or both.
func completeGame(live, ended bool) handler {
	return func(c call, ctx context.Context) (Reply, error) {
		var list, over []storage.Head
		var err error
		if live {
			list, err = c.Store.OfPlayer(ctx, c.By.ID, true, storage.Newest(match.MostListed))
		}
		if err == nil && ended {
			over, err = c.Env.EndedOf(ctx, c.By.ID)
		}
		return c.suggest(append(list, over...)), err
	}
}

// suggest lists the matches whose names have what was typed.
func (c call) suggest(list []storage.Head) Reply {
	typed := strings.ToLower(c.Options[c.Focus])
	var found []message.MenuOption
	for _, o := range c.namesOf(match.FirstGamesFirst(c.meantHere(c.Env.Offered(list)))) {
		if len(found) < message.MaxMenu && strings.Contains(strings.ToLower(o.Label), typed) {
			found = append(found, o)
		}
	}
	return Reply{Choices: found}
}

// maySee returns a refusal unless the asker may see a match from their channel. In direct messages there
// can be a panel from before its person gave up the seat, or was forgotten.
func (c call) maySee(m *match.Match) error {
	err := m.MaySee(c.By.ID, c.Channel)
	forgot := func(p storage.Player) bool { return storage.IsFormer(p.ID) }
	left := slices.Contains(m.Past, c.By.ID) || slices.ContainsFunc(m.Players, forgot)
	if err != nil && left && c.Guild == "" {
		return games.Refuse("refuse.left-before")
	}
	return err
}

// seated returns the seat of the asker, or a refusal. To a stranger it does not say who plays.
func (c call) seated(m *match.Match) (games.Seat, error) {
	if err := c.maySee(m); err != nil {
		return games.Spectator, err
	}
	seat, err := m.Seated(c.By.ID)
	return seat, c.to(m).Named(err)
}

// seen returns the match of a button that the asker sees, or a refusal.
func (c call) seen(ctx context.Context) (*match.Match, error) {
	m, err := c.Env.Load(ctx, c.Pressed.Match)
	if err == nil && c.maySee(m) != nil { // a board can be seen before its thread is noted
		m, err = c.LoadNoted(ctx, c.Pressed.Match)
	}
	if err == nil {
		err = c.maySee(m)
	}
	return m, err
}

// mine finds the match of the asker that a command is about.
func (c call) mine(ctx context.Context) (*match.Match, error) { return c.find(ctx, match.Mine) }

// about is a handler about a match, which is found first.
func about(find func(call, context.Context) (*match.Match, error),
	run func(call, context.Context, *match.Match) (Reply, error)) handler {
	return func(c call, ctx context.Context) (Reply, error) {
		m, err := find(c, ctx)
		if err != nil {
			return Reply{}, err
		}
		wakes := m.Asleep && m.SeatOf(c.By.ID) != games.Spectator
		m.Asleep = m.Asleep && !wakes // as the answer shows it
		reply, err := run(c, ctx, m)
		if wakes {
			c.wake(ctx, m.ID, !reply.Public && !m.Guest)
		}
		return reply, err
	}
}

// wake wakes a game in which its player has pressed or asked something. Its board is changed unless an answer does
// that. A failure is of no matter: the next press wakes the game too.
func (c call) wake(ctx context.Context, id string, redraw bool) {
	_, err := c.Env.Amend(ctx, id, func(m *match.Match) ([]games.Ply, error) {
		if err := m.Wake(); err != nil || !redraw {
			return nil, err
		}
		m.Redraw()
		return nil, nil
	})
	if err != nil && !errors.Is(err, match.ErrStale) {
		c.Log.Warn("a game sleeps on though its player pressed", "match", id, "err", err)
	}
}

// pressed is a handler about the match of a button.
func pressed(run func(call, context.Context, *match.Match) (Reply, error)) handler {
	return about(call.seen, run)
}

// show shows a match to the asker, if they may see it.
func (c call) show(ctx context.Context, m *match.Match, asText bool) (Reply, error) {
	if err := c.maySee(m); err != nil {
		return Reply{}, err
	}
	if match.Untabled(m.Head, c.Now()) && m.SeatOf(c.By.ID) != games.Spectator {
		return c.unseen(m), nil
	}
	m = c.Rouse(ctx, m, c.Channel)
	msg := c.to(m).Card(asText)
	msg.Below(c.to(m).NoteLine())
	return answer(msg, nil)
}

// seeTurn shows a player something in the turn of their button. If that turn is over, it shows
// the board as it is now or, to the request that ended it, that it is done.
func (c call) seeTurn(ctx context.Context, m *match.Match,
	see func(games.Seat) (message.Message, error)) (Reply, error) {
	if c.watches(m) {
		return c.lookOn(ctx, m), nil
	}
	msg, err := message.Message{}, cmp.Or(c.thisTurn(m), m.Playing())
	if err == nil {
		msg, err = see(m.SeatOf(c.By.ID))
	}
	if err == match.ErrStale {
		if _, made := m.MadeBy(c.ID); made {
			return c.moved(ctx, m)
		}
		return c.stale(ctx, m), nil
	}
	return answer(msg, c.to(m).Named(err))
}

// stale answers a click on an old board or panel with the board as it is now, where it stands
// if it is that of a match of one person. The board may be old because the bot could not post
// there, so it is tried again.
func (c call) stale(ctx context.Context, m *match.Match) Reply {
	m = c.Rouse(ctx, m, c.Channel)
	switch {
	case c.onBoard(m):
		return Reply{Message: c.publicNow(ctx, m), Public: !m.Alone}
	case c.onPublic() && !c.pressedTwice(m):
		return c.showHere(ctx, m)
	}
	reply := Reply{Message: c.to(m).StaleCard()}
	here := (c.Channel == m.Channel || c.Channel == m.Home) && len(c.Lacks) == 0
	if match.Unreachable(m.Head, c.Now()) && here && c.Env.Touch(ctx, m.ID) == nil {
		reply.Due = []match.Unshown{{ID: m.ID}}
	}
	reply.Message.Above(c.untaken(m))
	direct := c.direct(m)
	reply.Apart = c.Env.Fleet != nil && (c.Alone || direct.Message != "") // another process may just take the panel away
	reply.Due = append(reply.Due, c.PressedLate(ctx, m, direct)...)
	return reply
}

// mayShow returns a refusal for a channel in which a game cannot be shown.
func (c call) mayShow() error {
	switch {
	case len(c.Lacks) == 0:
		return nil
	case slices.Contains(c.Lacks, enter):
		return games.Refuse("refuse.private")
	}
	var lacks []string
	for _, right := range c.Lacks {
		lacks = append(lacks, c.say("right."+string(right)))
	}
	return games.Refuse("refuse.rights", "Rights", lacks)
}

// watches reports whether the asker looks on at a game that has begun.
func (c call) watches(m *match.Match) bool {
	begun := m.Phase != storage.Open && m.State != nil
	return begun && m.SeatOf(c.By.ID) == games.Spectator && m.Visible(c.By.ID, c.Channel)
}

// lookOn answers an onlooker who pressed a button of the players: in words at the newest board, and
// elsewhere with that board.
func (c call) lookOn(ctx context.Context, m *match.Match) Reply {
	if c.Message != "" && c.Message == m.Message {
		return Reply{Message: c.to(m).OnlookerHere()}
	}
	return Reply{Message: c.to(c.Rouse(ctx, m, c.Channel)).OnlookerCard()}
}
