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

// mostWith is how many people /play can ask to a table, by the options with: and with-2: to with-5:.
const mostWith = 5

// withOptions are the options of /play by which people are asked to the table.
func withOptions() (all []Option) {
	for n := range mostWith {
		name := optionWith
		if n > 0 {
			name += "-" + strconv.Itoa(n+1)
		}
		all = append(all, Option{Name: name, key: "option.play.with", Person: true})
	}
	return all
}

// friends returns the people that /play names for its table, each once.
func (c call) friends() (all []Person, err error) {
	for _, o := range withOptions() {
		if _, given := c.Options[o.Name]; !given {
			continue
		}
		p := c.People[o.Name]
		if p.ID == c.By.ID {
			continue // they are at the table anyway
		}
		if !slices.ContainsFunc(all, func(other Person) bool { return other.ID == p.ID }) {
			all = append(all, p)
		}
	}
	switch {
	case all == nil:
		return nil, nil
	case c.withBot():
		return nil, games.Refuse("refuse.dm")
	case c.Guest:
		return nil, games.Refuse("refuse.invite.guest")
	}
	return all, nil
}

// mayInvite returns a refusal for a person whom nobody can ask to a table in the channel.
func (c call) mayInvite(p Person) error {
	if p.ID == "" || p.ID == c.By.ID || p.Bot || !p.Sees {
		return match.RefuseToAsk(p.Name)
	}
	return nil
}

// offerInvites shows the opener of a table the people whom they may ask to it.
func (c call) offerInvites(_ context.Context, m *match.Match) (Reply, error) {
	if err := m.MayInvite(c.By.ID); err != nil {
		return Reply{}, err
	}
	return answer(c.to(m).Invite(c.ID), nil)
}

// invite asks the people that were chosen in the menu to a table. As long as a seat is free, others can be chosen.
func (c call) invite(ctx context.Context) (Reply, error) {
	picked, names := slices.Compact(slices.Sorted(slices.Values(c.Values))), []string{c.By.ID}
	if picked == nil {
		return Reply{}, errButton
	}
	var all, asked []storage.Player
	var named []Person
	var left string // what is said of those who aren't asked
	for _, id := range picked {
		names, named = append(names, id), append(named, c.People[id])
		if c.mayInvite(c.People[id]) == nil {
			all = append(all, c.People[id].Player())
		}
	}
	defer c.Env.People.Lock(names...)()
	own, err := c.Store.OfPlayer(ctx, c.By.ID, true, storage.All)
	if err != nil {
		return Reply{}, err
	}
	m, err := c.change(ctx, func(m *match.Match) ([]games.Ply, error) {
		before := m.Head
		if err := cmp.Or(m.MaySee(c.By.ID, c.Channel), m.MayInvite(c.By.ID)); err != nil {
			return nil, err
		}
		if asked, err = c.Env.Invitable(ctx, own, before, all); err != nil {
			return nil, err
		}
		if left = c.uninvited(named, asked); len(asked) == 0 {
			return nil, match.ErrStale
		}
		if err := m.Invite(c.By.ID, asked, c.Now()); err != nil {
			return nil, err
		}
		m.Redraw()
		return nil, c.Env.MayInvite(ctx, own, before, match.AskedIn(m.Head, m.AskCount))
	})
	if errors.Is(err, match.ErrStale) {
		msg := c.to(m).Invite(c.ID)
		msg.Content = left
		return answer(msg, nil)
	}
	if err != nil && (!isRefusal(err) || m == nil) {
		return Reply{}, err
	}
	if err != nil {
		now, failed := c.seen(ctx) // without those who were refused
		if failed != nil || now.MayInvite(c.By.ID) != nil {
			return Reply{}, err
		}
		msg := c.to(now).Invite(c.ID)
		msg.Content = c.sentence(err)
		return answer(msg, nil)
	}
	if err := c.Env.NoteInvites(ctx, c.By.ID, len(asked)); err != nil {
		c.Log.Warn("invitations are not counted", "match", m.ID, "err", err)
	}
	said, err := c.invited(ctx, asked)
	if err != nil {
		return Reply{}, err
	}
	said = message.Lines(said, left)
	msg := message.Message{Content: said}
	if m.Free() > 0 {
		msg = c.to(m).Invite(c.ID)
		msg.Content = said // the menu asks for more
	}
	return Reply{Message: msg, Due: []match.Unshown{m.Unshown()}}, nil
}

// uninvited says which of the people that were named are not asked. It says why of the asker, of bots, and of those who
// don't see the channel. Of others nobody learns why.
func (c call) uninvited(named []Person, asked []storage.Player) string {
	var said, names []string
	for _, p := range named {
		switch {
		case slices.ContainsFunc(asked, func(a storage.Player) bool { return a.ID == p.ID }):
		case p.ID == c.By.ID:
			said = append(said, c.say("invite.self"))
		case p.Self:
			said = append(said, c.say("invite.parlour"))
		case p.Bot:
			said = append(said, c.say("invite.bot", "Name", p.Name))
		case p.ID != "" && !p.Sees:
			said = append(said, c.say("invite.unseen", "Name", p.Name))
		default:
			names = append(names, p.Name)
		}
	}
	if names != nil {
		said = append(said, c.sentence(match.RefuseToAsk(names...)))
	}
	return message.Lines(said...)
}

// asks asks people to a table that is not stored yet: those who can be asked. left says who can't. Where nobody can,
// all are asked, which is refused unless the table is there already.
func (c call) asks(ctx context.Context, wanted *match.Match, with company) (left string, err error) {
	own, err := c.Store.OfPlayer(ctx, c.By.ID, true, storage.All)
	if err != nil {
		return "", err
	}
	asked, err := c.Env.Invitable(ctx, own, wanted.Head, with.asked)
	if err != nil {
		return "", err
	}
	left = c.uninvited(with.named, asked)
	if asked == nil {
		asked = with.asked
	}
	return left, wanted.Invite(c.By.ID, asked, c.Now())
}

// invited tells the opener of a table which people were asked, and which of these are away.
func (c call) invited(ctx context.Context, asked []storage.Player) (string, error) {
	var names, away []string
	for _, p := range asked {
		own, err := storage.People.Get(ctx, c.Store, p.ID)
		if err != nil {
			return "", err
		}
		names, away = append(names, p.Name), append(away, c.to(nil).AwayLine(p.Name, own))
	}
	return message.Lines(append([]string{c.say("table.challenged", "Name", names)}, away...)...), nil
}
