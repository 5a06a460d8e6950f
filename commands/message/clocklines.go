package message

import (
	"slices"
	"strings"
	"time"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// clockLines say on a board when clocks expire, who is away, and how much is left of the
// time for the whole game.
func (p public) clockLines() []string {
	m := p.m
	said := p.dueLines()
	for i, c := range m.Clocks {
		if seat := games.Seat(i); !c.Away.IsZero() && c.ExpiredAt.IsZero() && m.In(seat) {
			key := "clock.away"
			if m.TurnTime == 0 && m.TotalTime == 0 {
				key = "clock.away-only"
			}
			said = append(said, p.say(key, "Player", seat, "Until", Dated(c.Away)))
		}
	}
	if m.TotalTime == 0 || len(m.PeopleIn()) == 0 {
		return said
	}
	var left []string
	for i, c := range m.Clocks {
		if seat := games.Seat(i); m.In(seat) && m.IsPerson(seat) {
			left = append(left, p.say("clock.left", "Player", seat, "Left", Span(m.TotalTime-c.Spent)))
		}
	}
	return append(said, p.say("clock.total", "Left", locale.Verbatim(strings.Join(left, ", "))))
}

// dueLines say when clocks expire: in one line if they all do at the same time.
func (p public) dueLines() []string {
	m := p.m
	if late := m.Late(); late != games.Spectator {
		key := "clock.up"
		if len(m.OwedBy()) == 0 {
			key = "clock.up-alone"
		}
		return []string{p.say(key, "Late", late, "Others", m.Others(late), "Count", len(m.Others(late)), "End", relative(m.Clocks[late].Due))}
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
		return []string{p.say("clock.due", "Due", relative(due), "Date", Dated(due))}
	}
	var said []string
	for seat, c := range m.Clocks {
		if running(c) {
			said = append(said, p.say("clock.due-of", "Player", games.Seat(seat), "Due", relative(c.Due), "Date", Dated(c.Due)))
		}
	}
	return said
}

// DueLine says to the player of a seat when their clock expires, nothing if it never does.
func (w *Writer) DueLine(m *match.Match, seat games.Seat) string {
	if int(seat) >= len(m.Clocks) || m.Clocks[seat].Due.IsZero() {
		return ""
	}
	due := m.Clocks[seat].Due
	return w.public(m).say("clock.due", "Due", relative(due), "Date", Dated(due))
}
