package commands

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"parlour/games"
	"parlour/storage"
)

// person reports whether a person sits in a seat, and no opponent of Parlour's own.
func (m *match) person(s games.Seat) bool { return m.Players[s].Level == "" }

// people are the seats in which people sit, of which there is always one.
func (m *match) people() []games.Seat {
	return slices.DeleteFunc(m.others(games.Spectator), func(s games.Seat) bool { return !m.person(s) })
}

// peopleIn are the seats of people who still play.
func (m *match) peopleIn() []games.Seat {
	return slices.DeleteFunc(slices.Clone(m.state.In()), func(s games.Seat) bool { return !m.person(s) })
}

// deserted reports whether only opponents play on, and wait for people who have left.
func (m *match) deserted() bool {
	return m.Phase == storage.Playing && m.state != nil && len(m.state.In()) > 0 && len(m.peopleIn()) == 0 && len(m.missed()) > 0
}

// missed are the seats of people who have left and can come back.
func (m *match) missed() []games.Seat {
	return slices.DeleteFunc(m.people(), func(s games.Seat) bool { return m.in(s) || !m.canPlay(m.state, s) })
}

// opponent is who plays the game of a match for Parlour, nil where nobody can.
func (m *match) opponent() games.Opponent {
	o, _ := m.game.(games.Opponent)
	return o
}

// levels are the choices for the option level of a game, each with its line of help.
func (h *Host) levels(game string) []MenuOption {
	var all []MenuOption
	for _, level := range games.Levels {
		help := h.label("en", game+".level."+string(level))
		all = append(all, MenuOption{Label: clip(string(level)+": "+help, maxDescription), Value: string(level)})
	}
	return all
}

// levelOf returns the level of the opponent that a table is opened with, "" where it is
// opened for people. A level alone asks for an opponent too.
func levelOf(r Request) (games.Level, error) {
	_, named := r.Options[optionOpponent]
	level, given := r.Options[optionLevel]
	self := r.People[optionOpponent].Self
	switch {
	case !given && !self:
		return "", nil
	case named && !self:
		return "", games.Refuse("refuse.level-person", "Name", r.People[optionOpponent].Name)
	case !given:
		return games.Medium, nil
	}
	return readLevel(level)
}

// readLevel reads a level as it is typed.
func readLevel(text string) (games.Level, error) {
	if slices.Contains(games.Levels, games.Level(text)) {
		return games.Level(text), nil
	}
	var all []string
	for _, l := range games.Levels {
		all = append(all, string(l))
	}
	return "", games.Refuse("refuse.option.value", "Option", optionLevel, "Value", text, "Values", strings.Join(all, ", "))
}

// engageAt seats an opponent at an open table.
func (h *Host) engageAt(m *match, level games.Level) error {
	switch {
	case m.opponent() == nil:
		return games.Refuse("refuse.parlour", "Game", m.info.Title)
	case m.Invited != nil:
		return games.Refuse("refuse.invited", "Name", m.Invited.Name)
	case len(m.Players) == m.info.MaxSeats:
		return games.Refuse("refuse.full-table")
	}
	number := 1
	for slices.ContainsFunc(m.Players, func(p storage.Player) bool { return p.ID == opponentID(number) }) {
		number++
	}
	name := h.plain(m.Lang, nil).Say(games.Say("opponent.name", "Number", number, "Level", games.Say("level."+string(level))))
	m.Players = append(slices.Clone(m.Players), storage.Player{ID: opponentID(number), Name: name, Level: level})
	return nil
}

// opponentID is the id of an opponent, which no person has.
func opponentID(number int) string { return "opponent-" + strconv.Itoa(number) }

// startAtOnce begins the game at a table where everybody sits who is to play.
func (h *Host) startAtOnce(ctx context.Context, r Request, id string) (*match, error) {
	return h.change(ctx, id, func(m *match) ([]games.Ply, error) {
		if m.Phase != storage.Open {
			return nil, nil // the same request has come before
		}
		return nil, h.beginHere(m, r)
	})
}

// offerOpponent shows the levels of opponents to somebody at an open table, and the one
// there is to send away.
func (h *Host) offerOpponent(ctx context.Context, r Request, b button) (Reply, error) {
	m, err := h.load(ctx, b.match)
	if err != nil {
		return Reply{}, err
	}
	if err := mayEngage(m, r); err != nil {
		return Reply{}, err
	}
	said := []string{h.say(r, "opponent.which", "Game", m.info.Title)}
	seated := strconv.Itoa(m.opponents())
	var row []Control
	for _, level := range games.Levels {
		name, help := games.Say("level."+string(level)), games.Say(m.info.Name+".level."+string(level))
		said = append(said, h.say(r, "opponent.level", "Level", name, "Help", help))
		row = append(row, Control{
			ID: m.button("engage", seated, string(level)).String(), Label: h.plain(r.Lang, nil).Say(name), Disabled: len(m.Players) == m.info.MaxSeats,
		})
	}
	if m.opponents() > 0 {
		row = append(row, Control{ID: m.button("dismiss", seated).String(), Label: h.label(r.Lang, "button.dismiss"), Style: Danger})
	}
	return Reply{Message: Message{Content: lines(said...), Rows: [][]Control{row}}}, nil
}

// opponents is how many of the players are opponents of Parlour's own.
func (m *match) opponents() int { return len(m.Players) - len(m.people()) }

// mayEngage refuses who may not seat an opponent.
func mayEngage(m *match, r Request) error {
	switch {
	case m.Phase != storage.Open:
		return tableClosed(m)
	case m.seatOf(r.By.ID) == games.Spectator:
		return games.Refuse("refuse.not-seated-opponent")
	case m.opponent() == nil:
		return games.Refuse("refuse.parlour", "Game", m.info.Title)
	}
	return nil
}

// engage seats an opponent.
func (h *Host) engage(ctx context.Context, r Request, b button) (Reply, error) {
	return h.atTable(ctx, r, b, games.Say("table.engaged"), func(m *match) error {
		if err := m.asSeated(r, b); err != nil {
			return err
		}
		level, err := readLevel(b.steps[len(b.steps)-1])
		if err != nil {
			return err
		}
		m.Desired.Edit++
		return h.engageAt(m, level)
	})
}

// dismiss sends the opponent away who sat down last.
func (h *Host) dismiss(ctx context.Context, r Request, b button) (Reply, error) {
	return h.atTable(ctx, r, b, games.Say("table.dismissed"), func(m *match) error {
		if err := m.asSeated(r, b); err != nil {
			return err
		}
		for i, p := range slices.Backward(m.Players) {
			if p.Level != "" {
				m.Players = slices.Delete(slices.Clone(m.Players), i, i+1)
				m.Desired.Edit++
				return nil
			}
		}
		return games.Refuse("refuse.button")
	})
}

// asSeated refuses who may not seat an opponent, and a button that carries, first, another
// number of opponents than sit at the table: so one click, however often it arrives, seats
// one or sends one away.
func (m *match) asSeated(r Request, b button) error {
	switch err := mayEngage(m, r); {
	case err != nil:
		return err
	case len(b.steps) == 0:
		return games.Refuse("refuse.button")
	case b.steps[0] != strconv.Itoa(m.opponents()):
		return games.Refuse("refuse.reseated")
	}
	return nil
}
