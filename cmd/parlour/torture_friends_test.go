package main

import (
	"context"
	"slices"
	"strings"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/commands/world"
)

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
