package match

import (
	"slices"
	"strconv"
	"time"

	"parlour/games"
	"parlour/storage"
)

// holds is how long a seat is held for a person who is asked to a table.
const holds = 24 * time.Hour

// Free returns how many seats a table has that nobody sits in and that are held for nobody.
func Free(head storage.Head, info games.Info) int {
	return ofTable(info, head).MaxSeats - len(head.Players) - len(head.Waiting())
}

// Free is [Free] of the match.
func (m *Match) Free() int { return Free(m.Head, m.Info) }

// MayInvite returns a refusal unless a person may ask others to a table: its opener, as long as a seat is free.
func (m *Match) MayInvite(person string) error {
	switch err := m.atTable(person); {
	case err != nil:
		return err
	case m.SeatOf(person) != 0:
		return games.Refuse("refuse.not-host-invite", "Name", m.Players[0].Name)
	case m.Invited != nil, m.Guild == "": // a challenge is for one person, and elsewhere all see the table
		return games.Refuse("refuse.button")
	case m.Free() <= 0:
		return games.Refuse("refuse.invite.full")
	}
	return nil
}

// Invite asks people to a table, for its opener, by one question. A seat is held for each until they answer.
func (m *Match) Invite(person string, people []storage.Player, now time.Time) error {
	if err := m.MayInvite(person); err != nil {
		return err
	}
	if free := m.Free(); len(people) > free {
		return games.Refuse("refuse.invite.many", "Count", free)
	}
	m.AskCount++
	m.Asks = append(slices.Clone(m.Asks), storage.Ask{Number: m.AskCount, About: AboutInvite, By: person})
	m.Invitations = slices.Clone(m.Invitations)
	for _, p := range people {
		m.Invitations = append(m.Invitations, storage.Invitation{Player: p, Ask: m.AskCount, Until: now.Add(holds)})
	}
	return nil
}

// Asked reports whether a person is or was asked to an open table.
func Asked(head storage.Head, person string) bool {
	return slices.ContainsFunc(head.Invitations, func(i storage.Invitation) bool { return i.ID == person })
}

// AskedIn returns the invitations of a question that wait for an answer.
func AskedIn(head storage.Head, ask int) []storage.Invitation {
	return slices.DeleteFunc(head.Waiting(), func(i storage.Invitation) bool { return i.Ask != ask })
}

// settleInvitation ends the wait for a person's answer to an invitation, so their seat is held no more. Once nobody is
// waited for, the question of the invitation gets an answer. waited is false if nobody waited for the person.
func (m *Match) settleInvitation(person, answer string) (waited bool) {
	i := slices.IndexFunc(m.Invitations, func(i storage.Invitation) bool { return i.ID == person && !i.Answered })
	if i < 0 {
		return false
	}
	m.Invitations = slices.Clone(m.Invitations)
	m.Invitations[i].Answered = true
	number := m.Invitations[i].Ask
	asked := slices.IndexFunc(m.Asks, func(a storage.Ask) bool { return a.Number == number && a.Answer == "" })
	if asked >= 0 && len(AskedIn(m.Head, number)) == 0 {
		m.ask(asked).Answer = answer
	}
	return true
}

// decline has a person turn down an invitation. The seat is open again, and a message tells the opener.
func (m *Match) decline(p storage.Player) error {
	if !m.settleInvitation(p.ID, askAgreed) {
		return m.refuseInvited(p.ID)
	}
	m.tell("news.invite.declined", "Name", p.Name)
	m.reopens()
	m.Redraw()
	m.Repost()
	return nil
}

// MayAccept returns a refusal for a person who presses the button of an invitation that never asked them. The number of
// the question is that of the button.
func (m *Match) MayAccept(person, number string) error {
	if slices.ContainsFunc(m.Asks, func(a storage.Ask) bool {
		return a.About == AboutRole && strconv.Itoa(a.Number) == number
	}) {
		return nil
	}
	if m.Phase == storage.Open && m.SeatOf(person) == games.Spectator && !Asked(m.Head, person) {
		return games.Refuse("refuse.invite.other")
	}
	return nil
}

// refuseInvited is the refusal of a person who answers an invitation that does not wait for them.
func (m *Match) refuseInvited(person string) error {
	switch {
	case m.SeatOf(person) != games.Spectator:
		return games.Refuse("refuse.seated")
	case Asked(m.Head, person):
		return games.Refuse("refuse.invite.answered")
	}
	return games.Refuse("refuse.invite.other")
}

// lapseInvitations opens the seats again that were held long enough, and reports whether there were any.
func (m *Match) lapseInvitations() (lapsed bool) {
	for _, i := range m.Waiting() {
		if m.Now.Before(i.Until) {
			continue
		}
		lapsed = true
		m.settleInvitation(i.ID, askGone)
		m.tell("news.invite.lapsed", "Name", i.Name)
		m.reopens()
	}
	if lapsed {
		m.Redraw()
		m.Repost()
	}
	return lapsed
}

// closeInvitations ends what is asked at a table that is open no more.
func (m *Match) closeInvitations() {
	m.lapseAsks()
	m.Invitations = nil
}
