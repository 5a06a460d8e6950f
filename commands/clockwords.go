package commands

import (
	"slices"
	"strings"
	"time"

	"parlour/commands/clock"
	"parlour/commands/locale"
	"parlour/games"
	"parlour/storage"
)

// timeOf says at a table how much time there is.
func (h *Host) timeOf(m *match) games.Text {
	turn, total := clock.FormatLimit(m.TurnTime), clock.FormatLimit(m.TotalTime)
	switch {
	case m.TurnTime == 0 && m.TotalTime == 0:
		return games.Say("time.none")
	case m.TotalTime == 0:
		return games.Say("time.turn", "Turn", turn)
	case m.TurnTime == 0:
		return games.Say("time.total", "Total", total)
	}
	return games.Say("time.both", "Turn", turn, "Total", total)
}

// clockLines say on a board when time is up for those who owe a move, who is away, and
// how much is left of the time for the whole game.
func (h *Host) clockLines(m *match) []string {
	v := h.voice(m.Lang, m.names())
	said := h.dueLines(m)
	for seat, c := range m.Clocks {
		if !c.Away.IsZero() && c.ExpiredAt.IsZero() && m.in(games.Seat(seat)) {
			key := "clock.away"
			if m.TurnTime == 0 && m.TotalTime == 0 {
				key = "clock.away-only"
			}
			said = append(said, v.Say(games.Say(key, "Player", games.Seat(seat), "Until", dated(c.Away))))
		}
	}
	if m.TotalTime == 0 || len(m.peopleIn()) == 0 {
		return said
	}
	var left []string
	for seat, c := range m.Clocks {
		if m.in(games.Seat(seat)) && m.person(games.Seat(seat)) {
			left = append(left, v.Say(games.Say("clock.left", "Player", games.Seat(seat), "Left", span(m.TotalTime-c.Spent))))
		}
	}
	return append(said, v.Say(games.Say("clock.total", "Left", locale.Verbatim(strings.Join(left, ", ")))))
}

// dueLines say when time is up, once for all where it is up for all at the same time.
func (h *Host) dueLines(m *match) []string {
	v := h.voice(m.Lang, m.names())
	if late := m.late(); late != games.Spectator {
		key := "clock.up"
		if len(m.asked()) == 0 {
			key = "clock.up-alone"
		}
		return []string{v.Say(games.Say(key, "Late", late, "Others", m.others(late), "End", relative(m.Clocks[late].Due)))}
	}
	running := func(c storage.Clock) bool { return !c.Since.IsZero() && !c.Due.IsZero() }
	first := slices.IndexFunc(m.Clocks, running)
	if first < 0 {
		return nil
	}
	due := m.Clocks[first].Due
	apart := slices.ContainsFunc(m.Clocks, func(c storage.Clock) bool {
		return running(c) && c.Due.Sub(due).Abs() >= time.Minute
	})
	if !apart {
		return []string{v.Say(games.Say("clock.due", "Due", relative(due), "Date", dated(due)))}
	}
	var said []string
	for seat, c := range m.Clocks {
		if running(c) {
			said = append(said, v.Say(games.Say("clock.due-of", "Player", games.Seat(seat), "Due", relative(c.Due), "Date", dated(c.Due))))
		}
	}
	return said
}

// dueLine says to the player of a seat when their time is up.
func (h *Host) dueLine(m *match, seat games.Seat) string {
	if int(seat) >= len(m.Clocks) || m.Clocks[seat].Due.IsZero() {
		return ""
	}
	due := m.Clocks[seat].Due
	return h.voice(m.Lang, m.names()).Say(games.Say("clock.due", "Due", relative(due), "Date", dated(due)))
}

// news is what a message says besides, once: who has left, who plays on for whom.
func (h *Host) news(m *match) []string {
	if m.NewsOf < m.Published.Post || m.NewsOf == m.Published.Post && m.Desired.Post > m.Published.Post {
		return nil
	}
	return h.voice(m.Lang, m.names()).All(m.News)
}
