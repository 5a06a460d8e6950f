package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
	"parlour/commands/message"
	"parlour/commands/world"
)

// A table is a channel in which the same people play one game after the other.
type table struct {
	w         *torture
	game      string
	who       []string // the first of them asks for the game
	challenge bool     // the second is challenged, and else all join
	opponent  bool     // Parlour joins too, or several times where that is not heard of
	inPlace   bool     // the games get no threads
	home      string
	rng       world.Chance
	doing     string   // what its people do, for a test that is stuck; [torture.mu] guards it, and match
	match     string   // id of the newest match
	sat       []string // ids of the messages at which they have sat down
}

// done is what people do who have played enough.
const done = "have played enough"

// does notes what the people of a table do.
func (at *table) does(format string, args ...any) {
	at.w.mu.Lock()
	defer at.w.mu.Unlock()
	at.doing = fmt.Sprintf(format, args...)
}

// gather has the people play until the last life of the bot.
func (at *table) gather(ctx context.Context) {
	at.playOn(ctx, func(ctx context.Context, p *player) { p.play(ctx) })
}

// playOn has the people sit down and play, one game after the other, until the last life of the bot.
// Their last game ends when it is over, or when enough moves were made in that life.
func (at *table) playOn(ctx context.Context, play func(context.Context, *player)) {
	for ctx.Err() == nil {
		match, channel, err := at.sitDown(ctx)
		if err != nil {
			return
		}
		playing, stop := context.WithCancel(ctx)
		var left sync.Mutex
		moves := 2 * len(at.who) // to be made in the last life
		made := func() {
			left.Lock()
			defer left.Unlock()
			if moves--; moves == 0 {
				stop()
			}
		}
		var seats sync.WaitGroup
		for _, who := range at.who {
			p := &player{
				w: at.w, name: who, user: at.w.user(who), match: match, channel: channel,
				rng: world.NewChance(at.rng.Uint64()), made: made, tried: -1, moved: -1,
			}
			seats.Go(func() { play(playing, p) })
		}
		seats.Wait()
		stop()
		if at.w.inLastLife() {
			at.does(done)
			return
		}
	}
}

// sitDown brings the people to a new game, and returns its match and its channel.
func (at *table) sitDown(ctx context.Context) (match, channel string, err error) {
	open, err := at.open(ctx)
	if err != nil {
		return "", "", err
	}
	o, _ := about(open)
	at.does("sit down at message %s of match %s", open.ID, o.match)
	at.w.mu.Lock()
	at.match, at.sat = o.match, append(at.sat, open.ID)
	at.w.mu.Unlock()
	begun := func(all []sandbox.Message) bool {
		channel = at.begun(all, open.ID, o.match)
		return channel != ""
	}
	for !begun(at.w.discord.User("eve").Sees(at.home)) {
		answered := false
		if err := at.w.act(ctx, func(life context.Context) { answered = at.begin(life, open.ID) }); err != nil {
			return "", "", err
		}
		if !answered {
			continue
		}
		if _, err := at.w.await(ctx, at.w.discord.User("eve"), at.home, begun); err != nil && !errors.Is(err, errAgain) {
			return "", "", err
		}
	}
	at.does("play match %s in channel %s", o.match, channel)
	return o.match, channel, nil
}

// open asks for a game until there is a table, and returns the table.
func (at *table) open(ctx context.Context) (open sandbox.Message, err error) {
	line := fmt.Sprintf("/play game:%s total-time:%dh", at.game, 100+len(at.sat)) // the same again is refused for a minute
	if at.challenge {
		line += " opponent:@" + at.who[1]
	}
	waits := func(all []sandbox.Message) (found bool) {
		open, found = openTable(all, at.sat...)
		return found
	}
	for !waits(at.w.discord.User("eve").Sees(at.home)) {
		answered := false
		if err := at.w.act(ctx, func(life context.Context) {
			_, err := at.w.user(at.who[0]).Slash(life, at.home, line)
			answered = !at.w.unheard(life, err)
		}); err != nil {
			return open, err
		}
		if !answered {
			continue
		}
		if _, err := at.w.await(ctx, at.w.discord.User("eve"), at.home, waits); err != nil && !errors.Is(err, errAgain) {
			return open, err
		}
	}
	return open, nil
}

// errAgain says that what an answer leads to has not come for so long that the answer may have asked to try again, as
// it does while the database is away.
var errAgain = errors.New("nothing has come of the answer")

// await waits for what an answer leads to. Where people have a patience it returns [errAgain] after that.
func (w *torture) await(ctx context.Context, who actor, channel string, done func([]sandbox.Message) bool) ([]sandbox.Message, error) {
	if w.patience == 0 {
		return who.Await(ctx, channel, done)
	}
	waits, end := context.WithTimeoutCause(ctx, w.patience, errAgain)
	defer end()
	all, err := who.Await(waits, channel, done)
	if err != nil && context.Cause(waits) == errAgain {
		return all, errAgain
	}
	return all, err
}

// openTable returns the first message in which people sit down, of all but some.
func openTable(all []sandbox.Message, but ...string) (m sandbox.Message, found bool) {
	i := slices.IndexFunc(all, func(m sandbox.Message) bool {
		o, is := about(m)
		return is && o.table && !slices.Contains(but, m.ID)
	})
	if i < 0 {
		return m, false
	}
	return all[i], true
}

// begin has everybody sit down and the game begin. It returns false if one of the answers
// did not come.
func (at *table) begin(life context.Context, open string) bool {
	if at.challenge {
		_, err := at.w.user(at.who[1]).Click(life, open, "Accept")
		return !at.w.unheard(life, err)
	}
	if at.opponent {
		host := at.w.user(at.who[0])
		levels, err := host.Click(life, open, "Add Parlour")
		if at.w.unheard(life, err) || levels == nil {
			return false
		}
		if _, err := host.Click(life, levels.ID, "easy"); at.w.unheard(life, err) {
			return false
		}
	}
	for _, who := range at.who[1:] {
		if _, err := at.w.user(who).Click(life, open, "Join"); at.w.unheard(life, err) {
			return false
		}
	}
	if _, err := at.w.discord.User("eve").Await(life, at.home, func(all []sandbox.Message) bool {
		i := slices.IndexFunc(all, func(m sandbox.Message) bool { return m.ID == open })
		return i >= 0 && (len(all[i].Rows) == 0 || slices.Contains(bottest.Labels(all[i]), "Start"))
	}); err != nil {
		return false
	}
	_, err := at.w.user(at.who[0]).Click(life, open, "Start")
	return !at.w.unheard(life, err)
}

// begun returns the channel of the game of a table, or "" if it has not begun.
func (at *table) begun(all []sandbox.Message, open, match string) string {
	for _, m := range all {
		if m.ID == open && m.Thread != "" {
			return m.Thread
		}
	}
	if _, found := newestBoard(all, match); found {
		return at.home
	}
	return ""
}

// channels returns the table's channel and the threads of its games.
func (at *table) channels() []string {
	all := []string{at.home}
	for _, m := range at.w.discord.User("eve").Sees(at.home) {
		if m.Thread != "" {
			all = append(all, m.Thread)
		}
	}
	return all
}

// unheard reports whether an answer did not come. If so it waits until the bot's death is noticed; people who have
// a patience soon ask again, as another process may answer, or as the bot lives and a fault took the answer.
func (w *torture) unheard(life context.Context, err error) bool {
	if life.Err() == nil && !errors.Is(err, discord.ErrNoAnswer) {
		return false
	}
	w.Happened(aLoss)
	if w.patience == 0 {
		<-life.Done()
	} else {
		world.Rests(life, looksAgainAfter)
	}
	return true
}

// newestBoard returns the newest board of a match that has buttons.
func newestBoard(all []sandbox.Message, match string) (sandbox.Message, bool) {
	for _, m := range slices.Backward(all) {
		if o, is := about(m); is && !m.Ephemeral && !o.table && o.ask == 0 && o.match == match {
			return m, true
		}
	}
	return sandbox.Message{}, false
}

// about returns the match and the turn of a message, from its first button.
func about(m sandbox.Message) (origin, bool) {
	if m.Ephemeral || len(m.Rows) == 0 || len(m.Rows[0]) == 0 {
		return origin{}, false
	}
	o := originOf(m.Rows[0][0].CustomID)
	return o, o.match != ""
}

// originOf says what a message is from the id of its first button.
func originOf(id string) origin {
	p := pressOf(id)
	if p.Verb == message.VerbStart { // it calls the opener to the table
		return origin{}
	}
	o := origin{match: p.Match, turn: p.Turn, table: p.Verb == message.VerbAccept || p.Verb == message.VerbJoin}
	if p.Verb == message.VerbYes {
		o.ask, _, _ = p.Numbered()
	}
	return o
}

// A circle is people who play one game after the other where the bot can only answer. One of them
// acts at a time.
type circle struct {
	w       *torture
	game    string
	who     []string
	channel string
	rng     world.Chance
}

// befriend has people play among friends too.
func (w *torture) befriend() {
	pair, group := w.discord.Stage().Befriend()
	w.circles = []*circle{
		{w, "magic", []string{"ann", "ben"}, pair, w.draws(101)},
		{w, "permutu options:symbols=9", []string{"ann", "ben", "cleo"}, group, w.draws(102)},
	}
}

// gather has the people play until enough moves were made in the last life of the bot. In an earlier
// life they act at most once: their moves wait for no limit of requests, so more of them would end the
// life before the tables have played.
func (c *circle) gather(ctx context.Context) {
	for left := 2 * len(c.who); left > 0; {
		last, moved := false, false
		if c.w.act(ctx, func(life context.Context) {
			if last = c.w.inLastLife(); last || c.rng.IntN(3) == 0 {
				moved = c.step(life)
			}
			if !last {
				<-life.Done()
			}
		}) != nil {
			return
		}
		if last && moved {
			left--
		}
	}
}

// step has somebody do what comes next, and reports whether that was a move which was shown.
func (c *circle) step(life context.Context) (moved bool) {
	newest, found := newestThere(c.w.discord.User(c.who[0]).Sees(c.channel))
	o, _ := about(newest)
	switch {
	case !found || slices.Contains(bottest.Labels(newest), "Record"):
		_, err := c.somebody().Slash(life, c.channel, "/play game:"+c.game)
		c.w.unheard(life, err)
	case o.table:
		for _, label := range []string{"Join", "Start"} {
			for _, who := range c.who {
				_, err := c.w.discord.User(who).Click(life, newest.ID, label)
				if c.w.unheard(life, err) {
					return false
				}
			}
		}
	default:
		for _, who := range c.who {
			if strings.Contains(newest.Content, c.w.discord.User(who).Mention()) && life.Err() == nil && c.move(life, who, newest) {
				return true
			}
		}
	}
	return false
}

func (c *circle) somebody() *sandbox.User { return c.w.discord.User(c.who[c.rng.IntN(len(c.who))]) }

// newestThere returns the newest message with buttons of a match, other than a question.
func newestThere(all []sandbox.Message) (sandbox.Message, bool) {
	for _, m := range slices.Backward(all) {
		if o, is := about(m); is && o.ask == 0 {
			return m, true
		}
	}
	return sandbox.Message{}, false
}

// move has a person move on the board, and reports whether the board after it was shown. A board that
// a death has left behind first shows the game as it is now.
func (c *circle) move(life context.Context, who string, board sandbox.Message) bool {
	user := c.w.discord.User(who)
	m, _, err := walk(&board, c.rng, func(m *sandbox.Message, b sandbox.Component, values ...string) (*sandbox.Message, error) {
		return use(life, user, m, b, values...)
	})
	if err != nil || m == nil || !slices.Contains(bottest.Labels(*m), "Confirm") {
		c.w.unheard(life, err)
		return false
	}
	by := confirmOf(*m)
	a := attempt{turn: by.Turn, steps: by.Steps, heard: unknown}
	if _, err = user.Click(life, m.ID, "Confirm"); err == nil {
		_, err = user.Await(life, c.channel, func(all []sandbox.Message) bool {
			newest, _ := newestThere(all)
			now, _ := about(newest)
			return now.match == by.Match && now.turn > by.Turn
		})
	}
	if err == nil {
		a.heard = played
	}
	c.w.note(by.Match, who, a)
	return !c.w.unheard(life, err) && err == nil
}
