package page_test

import (
	"slices"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/games"
)

// walks clicks on the page until the steps of a move are picked, as [walk] does without one. It
// begins at the newest message with a button that leads to a move.
func (p *person) walks(r *bottest.Rig, channel string, s games.State, seat games.Seat, steps []string) sandbox.Message {
	p.Helper()
	var from sandbox.Message
	p.awaits(r, channel, func(all []sandbox.Message) bool {
		i := len(all) - 1
		for ; i >= 0 && bottest.TurnOf(all[i]) < 0; i-- {
		}
		if i >= 0 {
			from = all[i]
		}
		return i >= 0
	})
	return bottest.Walk(p, p.name, from, s, seat, steps, func(_ string, on sandbox.Message, t bottest.Touch) (after sandbox.Message) {
		at := slices.IndexFunc(bottest.Controls(on), func(c sandbox.Component) bool { return c.CustomID == t.Control })
		if c := bottest.Controls(on)[at]; t.Value != "" {
			p.pick(c.Options[slices.IndexFunc(c.Options, func(o sandbox.Option) bool { return o.Value == t.Value })].Label)
		} else {
			p.click(c.Label)
		}
		p.awaits(r, channel, func(all []sandbox.Message) bool {
			i := slices.IndexFunc(all, func(m sandbox.Message) bool {
				if m.ID == on.ID {
					return !slices.EqualFunc(slices.Concat(m.Rows...), slices.Concat(on.Rows...), func(a, b sandbox.Component) bool {
						return a.CustomID == b.CustomID && a.Disabled == b.Disabled
					})
				}
				return m.Ephemeral && m.ID > on.ID && (bottest.TurnOf(m) >= 0 || bottest.Confirming(m) != nil)
			})
			if i >= 0 {
				after = all[i]
			}
			return i >= 0
		})
		return after
	})
}

// awaits waits until a person has messages in a channel that satisfy ok.
func (p *person) awaits(r *bottest.Rig, channel string, ok func([]sandbox.Message) bool) {
	p.Helper()
	if _, err := r.Discord.User(p.name).Await(r.Soon(), channel, ok); err != nil {
		p.fails(err)
	}
}
