package commands

import (
	"slices"
	"strconv"
	"time"

	"parlour/commands/clock"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// maxGameMenus bounds the menus of games on the panel, which has two other rows.
const maxGameMenus = 3

// A panel shows what is set for a server, with buttons and menus to set it.
type panel struct {
	h *host
	c call
	s storage.Server
}

// message returns the panel.
func (p panel) message() message.Message {
	said := []string{p.channels(), p.games(), p.h.say(p.c, "server.turn", "Turn", p.turn(p.usual())), p.threads(), p.h.say(p.c, "server.goes-on")}
	rows := slices.Concat([][]message.Control{p.buttons()}, p.gameMenus(), [][]message.Control{{p.turnMenu()}})
	return message.Message{Content: message.Lines(said...), Rows: rows}
}

// channels says where games can begin.
func (p panel) channels() string {
	if len(p.s.Channels) == 0 {
		return p.h.say(p.c, "server.anywhere")
	}
	return p.h.say(p.c, "server.channels", "Channels", message.Channels(p.s.Channels))
}

// games says which games are offered.
func (p panel) games() string {
	var titles []string
	for _, g := range p.h.Games {
		if info := g.Info(); p.h.Offers(p.s, info.Name) {
			titles = append(titles, info.Title)
		}
	}
	if len(titles) == len(p.h.Games) {
		return p.h.say(p.c, "server.games-all")
	}
	return p.h.say(p.c, "server.games", "Games", titles)
}

// threads says whether games get threads.
func (p panel) threads() string {
	if p.s.Flat {
		return p.h.say(p.c, "server.flat")
	}
	return p.h.say(p.c, "server.threads")
}

// usual returns the usual time for a turn.
func (p panel) usual() time.Duration {
	if p.s.TurnTime == nil {
		return match.UsualTurn
	}
	return *p.s.TurnTime
}

// turn says a time for a turn.
func (p panel) turn(turn time.Duration) games.Text {
	if turn == 0 {
		return games.Say("time.none")
	}
	return games.Say("time.turn", "Turn", clock.FormatLimit(turn))
}

// control returns a button or a menu that sets something.
func (p panel) control(label string, steps ...string) message.Control {
	return message.Control{ID: message.Button{Verb: message.VerbServer, Steps: steps}.String(), Label: p.h.Writer.Label(p.c.Lang, label)}
}

// buttons are those about channels and threads.
func (p panel) buttons() []message.Control {
	var row []message.Control
	named := slices.Contains(p.s.Channels, settingPlace(p.c))
	switch {
	case len(p.s.Channels) == 0:
		row = append(row, p.control("button.server-only", setHere))
	case !named:
		row = append(row, p.control("button.server-here", setHere))
	case len(p.s.Channels) > 1:
		row = append(row, p.control("button.server-away", setAway))
	}
	if len(p.s.Channels) > 0 {
		row = append(row, p.control("button.server-anywhere", setAnywhere))
	}
	if p.s.Flat {
		return append(row, p.control("button.server-threads", setThreads))
	}
	return append(row, p.control("button.server-flat", setFlat))
}

// gameMenus are the menus that offer games or leave them out, in rows. Their ids change with what is
// set, as a client sends nothing for the same choice in the same menu.
func (p panel) gameMenus() (rows [][]message.Control) {
	if len(p.h.Games) < 2 {
		return nil
	}
	plain := p.h.Writer.Plain(p.c.Lang, nil)
	for part := range slices.Chunk(p.h.Games[:min(len(p.h.Games), maxGameMenus*message.MaxMenu)], message.MaxMenu) {
		menu := p.control("server.choose-games", setGame, strconv.Itoa(len(rows)), strconv.Itoa(len(p.s.Without)))
		for _, g := range part {
			info := g.Info()
			key, value := "server.leave-out", "-"+info.Name
			if !p.h.Offers(p.s, info.Name) {
				key, value = "server.offer", info.Name
			}
			menu.Options = append(menu.Options, message.MenuOption{Label: plain.Say(games.Say(key, "Game", info.Title)), Value: value})
		}
		rows = append(rows, []message.Control{menu})
	}
	return rows
}

// turnMenu is the menu of usual times for a turn.
func (p panel) turnMenu() message.Control {
	menu, plain := p.control("server.choose-turn", setTurn, p.usual().String()), p.h.Writer.Plain(p.c.Lang, nil)
	for _, turn := range match.TurnTimes() {
		menu.Options = append(menu.Options, message.MenuOption{Label: plain.Say(p.turn(turn)), Value: turn.String()})
	}
	return menu
}
