package commands

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// A seating is a decision about a table, for the asker.
type seating func(*match.Match, storage.Player) error

// atTable is a handler of a decision about the open table of a button, which says what was done. A person who sits down
// is told what they have to know.
func atTable(said string, decide seating) handler {
	return func(c call, ctx context.Context) (Reply, error) {
		key, stood := said, false
		defer c.Env.People.Lock(c.By.ID)()
		m, err := c.change(ctx, func(m *match.Match) ([]games.Ply, error) {
			if err := c.mayCome(ctx, m); err != nil {
				return nil, err
			}
			if stood = m.SeatOf(c.By.ID) == games.Spectator; c.onPublic() {
				m.PressedOn(c.Message)
			}
			return c.Env.Admit(ctx, m, c.By.ID, func() ([]games.Ply, error) { return nil, decide(m, c.By.Player()) })
		})
		if err != nil {
			return Reply{}, err
		}
		switch {
		case key == "table.joined" && m.Phase == storage.Playing:
			key = "table.accepted"
		case (key == "table.joined" || key == "table.engaged") && len(m.Players) == m.Info.MaxSeats:
			key += "-last"
		}
		say := func(m *match.Match) string {
			here := c.Channel == m.Channel || c.Channel == m.Home
			below, at := here && (!m.Thread || m.Live.Message != ""), ""
			if !here && stood && m.SeatOf(c.By.ID) != games.Spectator && message.ThreadLink(m) == "" {
				at = c.say("table.where", "Channel", message.Channels([]string{m.Home}))
			}
			return message.Lines(c.to(m).Say(key, "By", games.Seat(0), "Thread", message.ThreadLink(m), "Below", below,
				"Two", m.Two > 0, "Begins", message.BeginsAt(m.Head)), at)
		}
		reply := tell(say(m), m.Unshown())
		if stood && m.SeatOf(c.By.ID) != games.Spectator {
			reply.Message = c.welcome(ctx, m, reply.Message)
		}
		if m.Phase == storage.Playing { // else the table is there, where it was pressed
			reply = c.told(m.Unshown(), reply)
		}
		if m.Thread && reply.Then != nil { // its table may be about to be posted still
			reply.Then = c.threaded(m, say, reply)
		}
		return reply, nil
	}
}

// threaded returns what follows an answer about a game that gets a thread. The answer is given once more
// when it is known where the board is.
// say words the answer.
func (c call) threaded(m *match.Match, say func(*match.Match) string, reply Reply) func(context.Context) Reply {
	id, before, msg := m.ID, say(m), reply.Message // the publication changes m
	return func(ctx context.Context) Reply {
		follows := reply.Then(ctx)
		if follows.Message.Content != "" {
			return follows
		}
		if now, err := c.Env.Load(ctx, id); err == nil && say(now) != before {
			follows.Message = msg
			follows.Message.Content = strings.Replace(msg.Content, before, say(now), 1)
		}
		return follows
	}
}

// join has the asker sit down. The last to do so may begin the game.
func (c call) join(ctx context.Context) (Reply, error) {
	seen, err := c.numberOr0()
	if err != nil {
		return Reply{}, err
	}
	here, err := c.server(ctx)
	if err != nil {
		return Reply{}, err
	}
	reply, err := atTable("table.joined", func(m *match.Match, p storage.Player) error {
		opener, err := c.Env.Person(ctx, m.Players[0].ID)
		if err != nil {
			return err
		}
		if len(c.Pressed.Steps) > 1 { // of an invitation, or of the ping of a role
			err = m.MayAccept(p.ID, c.Pressed.Steps[1])
		}
		if err != nil {
			return err
		}
		return m.Join(p, seen, opener, c.venue(ctx, here))
	})(c, ctx)
	return c.lookAgain(ctx, reply, err)
}

// lookAgain shows the asker a table with the button that they pressed as it is now, if its options have changed since
// theirs was made.
func (c call) lookAgain(ctx context.Context, reply Reply, err error) (Reply, error) {
	var refusal *games.Refusal
	if !errors.As(err, &refusal) || !slices.Contains(match.Changed, refusal.Text.Key) {
		return reply, err
	}
	m, err := c.seen(ctx)
	if err != nil {
		return Reply{}, err
	}
	msg := c.to(m).Card(false)
	msg.Above(c.sentence(refusal))
	return answer(msg, nil)
}

// startGame begins the game, for the opener of the table.
func (c call) startGame(ctx context.Context) (Reply, error) {
	here, err := c.server(ctx)
	if err != nil {
		return Reply{}, err
	}
	return atTable("table.started", func(m *match.Match, p storage.Player) error {
		return m.Start(p.ID, c.venue(ctx, here))
	})(c, ctx)
}

// cancelTable closes a table, for its opener. A moderator is asked first, as the table is another's.
func (c call) cancelTable(ctx context.Context) (Reply, error) {
	if m := c.overseen(ctx); m != nil {
		return answer(c.to(m).AskToClose(), nil)
	}
	return atTable("table.cancelled", (*match.Match).Cancel)(c, ctx)
}

// declineChallenge declines for the person who is asked. A moderator is asked whether to close it, as a challenge shows
// nobody Cancel.
func (c call) declineChallenge(ctx context.Context) (Reply, error) {
	if m := c.overseen(ctx); m != nil && m.Invited != nil && m.Invited.ID != c.By.ID {
		return answer(c.to(m).AskToClose(), nil)
	}
	return atTable("table.declined", (*match.Match).Decline)(c, ctx)
}

// overseen returns the open table of a button, if the asker moderates its channel and has not opened it; nil otherwise.
func (c call) overseen(ctx context.Context) *match.Match {
	if !c.Moderates {
		return nil
	}
	m, err := c.seen(ctx)
	if err != nil || m.Phase != storage.Open || m.SeatOf(c.By.ID) == 0 || !c.reader().Oversees(m) {
		return nil
	}
	return m
}

// acceptChallenge begins the game of a challenge. The button says how often the options were
// changed before it was made.
func (c call) acceptChallenge(ctx context.Context) (Reply, error) {
	seen, err := c.numberOr0()
	if err != nil {
		return Reply{}, err
	}
	here, err := c.server(ctx)
	if err != nil {
		return Reply{}, err
	}
	reply, err := atTable("table.accepted", func(m *match.Match, p storage.Player) error {
		return m.Accept(p, seen, c.venue(ctx, here))
	})(c, ctx)
	return c.lookAgain(ctx, reply, err)
}

// sayWord opens the form for a word, and takes what was typed there.
func (c call) sayWord(ctx context.Context) (Reply, error) {
	if c.Typed == nil {
		m, err := c.seen(ctx)
		if err == nil {
			err = m.MaySayWord(c.By.ID)
		}
		return c.form("word", match.MaxWord), err
	}
	return atTable("word.said", func(m *match.Match, _ storage.Player) error {
		// as it is seen: without hidden characters and spaces
		return m.SayWord(c.By.ID, strings.Join(strings.Fields(message.Clean(*c.Typed)), " "))
	})(c, ctx)
}

// takeSeat has the asker play on in a seat that is offered.
func (c call) takeSeat(ctx context.Context) (Reply, error) {
	seat, err := c.Pressed.Seat()
	if err != nil {
		return Reply{}, err
	}
	defer c.Env.People.Lock(c.By.ID)()
	m, err := c.change(ctx, func(m *match.Match) ([]games.Ply, error) {
		return c.Env.Admit(ctx, m, c.By.ID, func() ([]games.Ply, error) {
			return m.TakeSeat(seat, c.By.Player(), c.Own, c.Channel)
		})
	})
	if err != nil {
		return Reply{}, err
	}
	reply := tell(c.to(m).Say("seat.taken", "Others", m.Others(seat)), m.Unshown())
	reply.Message.Rows = message.Row(c.to(m).Button(message.VerbView, message.Plain))
	reply.Message = c.welcome(ctx, m, reply.Message)
	return reply, nil
}

// aboutSeat is a handler of a player's decision about the seat that their button names.
func aboutSeat(decide func(m *match.Match, by, seat games.Seat) error, said string) handler {
	return func(c call, ctx context.Context) (Reply, error) {
		seat, err := c.Pressed.Seat()
		if err != nil {
			return Reply{}, err
		}
		return inGame(func(m *match.Match, by games.Seat) ([]games.Ply, error) {
			return nil, decide(m, by, seat)
		}, func(_ *match.Match, by games.Seat) games.Text {
			return games.Say(said, "Player", seat, "Own", by == seat)
		})(c, ctx)
	}
}

// offerOpponents shows a player at an open table the levels of opponents.
func (c call) offerOpponents(ctx context.Context, m *match.Match) (Reply, error) {
	if err := m.MayEngage(c.By.ID); err != nil {
		return Reply{}, err
	}
	tries, err := c.Env.Tries(ctx, c.By.ID, m.Info.Name)
	if err != nil {
		return Reply{}, err
	}
	return answer(c.to(m).OfferLevels(tries), nil)
}

// engageOpponent seats an opponent of the level that the button names, or that was chosen in the menu.
func (c call) engageOpponent(ctx context.Context) (Reply, error) {
	given := append(c.Pressed.Steps, c.Values...)
	if len(given) != 2 {
		return Reply{}, errButton
	}
	var alone games.Game // of a table where nobody else sits yet
	var level games.Level
	reply, err := atTable("table.engaged", func(m *match.Match, _ storage.Player) (err error) {
		if level, err = c.Writer.ParseLevel(m.Opponent(), given[1]); err != nil {
			return err
		}
		if alone = nil; len(m.People()) == 1 {
			alone = m.Game
		}
		return m.Engage(c.By.ID, given[0], c.hire(m, level))
	})(c, ctx)
	if err == nil && alone != nil {
		c.remember(ctx, alone, level)
	}
	return reply, err
}

// dismissOpponent sends away the opponent that sat down last.
func (c call) dismissOpponent(ctx context.Context) (Reply, error) {
	if len(c.Pressed.Steps) == 0 {
		return Reply{}, errButton
	}
	return atTable("table.dismissed", func(m *match.Match, _ storage.Player) error {
		return m.Dismiss(c.By.ID, c.Pressed.Steps[0])
	})(c, ctx)
}

// numberOr0 returns the number that a button carries, 0 if it carries none.
func (c call) numberOr0() (n int, err error) {
	if len(c.Pressed.Steps) > 0 {
		n, _, err = c.Pressed.Numbered()
	}
	return n, err
}

// chooseOptions opens the form for the options of a table, and sets what was changed there, all of it or nothing. The button
// may name a page, and what is filled in.
func (c call) chooseOptions(ctx context.Context, m *match.Match) (Reply, error) {
	page, filled, err := 0, c.Pressed.Steps, m.MayChoose(c.By.ID)
	if err == nil && len(filled) > 0 {
		page, filled, err = c.Pressed.Numbered()
	}
	if err != nil {
		return Reply{}, err
	}
	form, pages := c.to(m).Options(c.Pressed, page)
	opens := message.NewButton(m, message.VerbOption, strconv.Itoa(page))
	return c.fillIn(form.Filled(filled), opens, func(changed map[string][]string) (Reply, error) {
		given, before := c.to(m).OptionsOf(changed), c.to(m).Chosen()
		reply := tell(c.to(m).OptionsSet(before))
		if len(given) > 0 {
			var instead games.Text
			now, err := c.change(ctx, func(m *match.Match) (_ []games.Ply, err error) {
				before = c.to(m).Chosen()
				if instead, err = m.SetOptions(c.By.ID, given); err == nil && m.Rated != nil && before[match.Rated] != m.RatedValue() && !c.public(ctx, m.Head) {
					err = games.Refuse("refuse.rated.hidden")
				}
				return nil, errors.Join(m.MaySee(c.By.ID, c.Channel), err)
			})
			if err != nil {
				return Reply{}, err
			}
			if was, offered := before[match.Rated]; offered && was != now.RatedValue() {
				c.rememberRated(ctx, now.Rated != nil)
			}
			reply = tell(message.Lines(c.to(nil).SayText(instead), c.to(now).OptionsSet(before)), now.Unshown())
		}
		if page+1 < pages {
			next := message.NewButton(m, message.VerbOption, strconv.Itoa(page+1))
			reply.Message.Rows = message.Row(next.Control(c.label("panel.later"), message.Plain))
		}
		return reply, nil
	})
}

// playAlike opens a table with the options and times of a match, where its button was pressed.
func (c call) playAlike(ctx context.Context, m *match.Match) (Reply, error) {
	if err := c.mayShow(); err != nil {
		return Reply{}, err
	}
	if m.Setup.Rules == 0 && m.SeatOf(c.By.ID) != 0 { // a challenge that was declined
		return Reply{}, games.Refuse("refuse.not-host-open", "Name", m.Players[0].Name)
	}
	id := c.ID
	if m.Setup.Rules == 0 { // it is opened to anyone once
		id = m.ID + "o"
		if opened, err := c.Env.Load(ctx, id); err == nil {
			return c.show(ctx, opened, false)
		}
	}
	here, err := c.server(ctx)
	if err != nil {
		return Reply{}, err
	}
	if err := c.mayBegin(here, m.Game, c.Channel, c.Above); err != nil {
		return Reply{}, err
	}
	usual, err := c.timeFor(here.TurnTime)
	if err != nil {
		return Reply{}, err
	}
	wanted, err := c.Env.Alike(m, id, c.By.Player(), c.placeOf(here), usual)
	if err != nil {
		return Reply{}, err
	}
	if err := c.wishRated(ctx, wanted, company{}); err != nil {
		return Reply{}, err
	}
	table, err := c.Env.OpenTable(ctx, wanted, false)
	if err != nil {
		return Reply{}, err
	}
	return c.announce(ctx, table, match.Unshown{ID: table.ID}, table.ID != wanted.ID, "")
}

// giveSeat has Parlour play on for a player who is gone.
func (c call) giveSeat(ctx context.Context) (Reply, error) {
	seat, err := c.Pressed.Seat()
	if err != nil {
		return Reply{}, err
	}
	gone := ""
	return inGame(func(m *match.Match, by games.Seat) ([]games.Ply, error) {
		if err := m.MayGive(by, seat); err != nil {
			return nil, err
		}
		gone = m.Players[seat].Name
		return m.GiveSeat(by, seat, c.hire(m, match.StandIn))
	}, func(*match.Match, games.Seat) games.Text {
		return games.Say("give.done", "Name", gone, "Level", match.StandIn.Words())
	})(c, ctx)
}

// lastPlayed returns the id of the match that /rematch is about: of the one that is named, else of that of the
// thread, else of the asker's last one in the channel, else of their last one. It looks at the newest that have ended.
func (c call) lastPlayed(ctx context.Context) (string, error) {
	if named := c.Options[optionGame]; named != "" {
		m, err := c.Env.Load(ctx, named)
		if errors.Is(err, storage.ErrNotFound) {
			m, err = c.called(ctx, named, true)
		}
		if err != nil {
			return "", err
		}
		return m.ID, nil
	}
	meant, err := c.Env.Meant(ctx, c.Channel)
	if err != nil {
		return "", err
	}
	if len(meant) > 0 {
		return meant[0].ID, nil
	}
	ended, err := c.Store.OfPlayer(ctx, c.By.ID, false, storage.Newest(match.MostListed))
	if err != nil {
		return "", err
	}
	ended = slices.DeleteFunc(c.Env.Offered(ended), func(h storage.Head) bool { return !match.Repeatable(h) })
	if len(ended) == 0 {
		return "", games.Refuse("refuse.no-ended")
	}
	for _, head := range ended {
		if head.Channel == c.Channel || head.Home == c.Channel {
			return head.ID, nil
		}
	}
	return ended[0].ID, nil
}

// newest returns the id of the last match in a chain of rematches that is over, from one of them on. Of a match of two it
// is the game that ended last.
func (c call) newest(ctx context.Context, id string) (string, error) {
	head, err := c.Store.Get(ctx, id)
	for err == nil {
		to := head.Next
		if !head.Ends() {
			to = head.Twin()
		}
		if to == "" {
			break
		}
		next, lost := c.Store.Get(ctx, to)
		if lost != nil || next.Phase.Live() || to == head.Twin() && !next.Last {
			break // it is still to begin, damaged, or what the asker is to see
		}
		head = next
	}
	return head.ID, err
}

// rematch asks for a rematch of the match of a button, which may name another level of Parlour's, or of a command. If it
// has begun, the asker sees it. If it is over too, what is asked for is the next one.
func (c call) rematch(ctx context.Context) (reply Reply, err error) {
	if c.Command != "" {
		if c.Pressed.Match, err = c.lastPlayed(ctx); err != nil {
			return Reply{}, err
		}
	}
	if c.Pressed.Match, err = c.newest(ctx, c.Pressed.Match); err != nil {
		return Reply{}, err
	}
	defer c.Env.People.Lock(c.By.ID)()
	m, err := c.change(ctx, func(m *match.Match) ([]games.Ply, error) {
		seat, err := c.seated(m)
		if err != nil {
			return nil, err
		}
		m.RequestID = c.ID
		level := games.Level("")
		if len(c.Pressed.Steps) > 0 && m.Opponent() != nil {
			if level, err = c.Writer.ParseLevel(m.Opponent(), c.Pressed.Steps[0]); err != nil {
				return nil, err
			}
		}
		made, err := m.Rematch(seat, level)
		if err != nil {
			return nil, err
		}
		return made, errors.Join(c.mayBeginAgain(ctx, m.Head), c.mayRateAgain(ctx, m), c.Env.MayPlayAgain(ctx, m, c.By.ID))
	})
	if errors.Is(err, match.ErrStale) {
		due := c.beginAgain(ctx, m) // another press may have named it and not come further
		next, err := c.Env.Load(ctx, m.Next)
		if err != nil {
			return Reply{}, err
		}
		reply, err = c.show(ctx, next, false)
		reply.Due = due
		return reply, err
	}
	if err != nil {
		return Reply{}, err
	}
	if asked := m.AskedAbout(match.AboutRematch); len(asked) > 0 {
		return c.told(m.Unshown(), tell(c.to(m).Say("rematch.asked", "Others", asked), m.Unshown())), nil
	}
	if level := cmp.Or(m.NextLevel, match.LevelOf(m.Head)); level != "" {
		c.remember(ctx, m.Game, level)
	}
	reply = tell(c.say("rematch.begun"), append(c.beginAgain(ctx, m), m.Unshown())...)
	if next, err := c.Env.Load(ctx, m.Next); err == nil && m.Alone {
		return c.answered(ctx, next)
	}
	return reply, nil
}

// beginAgain begins the rematch to which all agree, and returns it to be shown. If that fails,
// the publication of the match before does it.
func (c call) beginAgain(ctx context.Context, m *match.Match) []match.Unshown {
	if m.Next == "" {
		return nil
	}
	if err := c.Env.BeginNext(ctx, m); err != nil {
		c.Log.Warn("a rematch does not begin yet", "match", m.ID, "err", err)
		return nil
	}
	return []match.Unshown{{ID: m.Next}}
}
