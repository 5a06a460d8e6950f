package bot_test

import (
	"slices"

	"parlour/bot/sandbox"
	"parlour/games"
)

// walks clicks on the page until the steps of a move are picked, as [walk] does without one. It
// begins at the newest message with a button that leads to a move.
func (p *person) walks(r *rig, channel string, s games.State, seat games.Seat, steps []string) sandbox.Message {
	p.t.Helper()
	var from sandbox.Message
	r.sees(p, channel, func(all []sandbox.Message) bool {
		i := len(all) - 1
		for ; i >= 0 && turnOf(all[i]) < 0; i-- {
		}
		if i >= 0 {
			from = all[i]
		}
		return i >= 0
	})
	return walk(p.t, p.name, from, s, seat, steps, func(_ string, on sandbox.Message, t touch) (after sandbox.Message) {
		at := slices.IndexFunc(controls(on), func(c sandbox.Component) bool { return c.CustomID == t.control })
		if c := controls(on)[at]; t.value != "" {
			p.pick(c.Options[slices.IndexFunc(c.Options, func(o sandbox.Option) bool { return o.Value == t.value })].Label)
		} else {
			p.click(c.Label)
		}
		r.sees(p, channel, func(all []sandbox.Message) bool {
			i := slices.IndexFunc(all, func(m sandbox.Message) bool {
				if m.ID == on.ID {
					return !slices.EqualFunc(slices.Concat(m.Rows...), slices.Concat(on.Rows...), func(a, b sandbox.Component) bool {
						return a.CustomID == b.CustomID && a.Disabled == b.Disabled
					})
				}
				return m.Ephemeral && m.ID > on.ID && (turnOf(m) >= 0 || confirming(m) != nil)
			})
			if i >= 0 {
				after = all[i]
			}
			return i >= 0
		})
		return after
	})
}

// sees waits until a person has messages in a channel that satisfy ok.
func (r *rig) sees(p *person, channel string, ok func([]sandbox.Message) bool) {
	r.t.Helper()
	if _, err := r.discord.User(p.name).Await(r.soon(), channel, ok); err != nil {
		p.fail(err)
	}
}
