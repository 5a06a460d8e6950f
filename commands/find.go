package commands

import (
	"context"
	"slices"
	"strings"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// find returns the match that a command is about: the one that is named, else the one of this
// thread or channel, else the asker's only one. If it is not clear, the match is nil and the reply
// asks; if there is none, the error says so.
func (h *host) find(ctx context.Context, c call, in match.Scope) (*match.Match, Reply, error) {
	part := storage.All
	if c.Focus != "" { // a keystroke, of which many come
		part = storage.Newest(match.MostListed)
	}
	id, err := h.Env.Meant(ctx, c.Options[optionGame], c.Channel, part)
	if err != nil {
		return nil, Reply{}, err
	}
	if id != "" {
		m, err := h.Env.Load(ctx, id)
		if err == nil && in == match.Mine {
			_, err = c.seated(m)
		} else if err == nil {
			err = c.maySee(m)
		}
		if err != nil {
			return nil, Reply{}, message.Named(m, err)
		}
		return m, Reply{}, nil
	}
	here, err := h.Store.OfChannel(ctx, c.Channel, part)
	if err != nil {
		return nil, Reply{}, err
	}
	own, err := h.Store.OfPlayer(ctx, c.By.ID, true, part)
	if err != nil {
		return nil, Reply{}, err
	}
	for _, list := range match.Candidates(in, h.Env.Offered(here), h.Env.Offered(own)) {
		if slices.Contains([]string{"move", "bid", "hint"}, c.Command) && len(list) > 1 {
			list = h.Env.OnTurn(ctx, c.By.ID, c.Command == "bid", list)
		}
		if len(list) == 1 {
			m, err := h.Env.Load(ctx, list[0].ID)
			return m, Reply{}, err
		}
		if len(list) > 1 {
			reply, err := h.askWhich(ctx, c, list)
			return nil, reply, err
		}
	}
	return nil, Reply{}, games.Refuse("refuse.no-game")
}

// carried is the option beside the game that the menu of [host.askWhich] carries on, by
// command.
var carried = map[string]string{"move": optionMove, "bid": optionBid, "board": optionText}

// askWhich asks which of several matches is meant. The menu carries the command.
func (h *host) askWhich(ctx context.Context, c call, list []storage.Head) (Reply, error) {
	b := message.Button{Verb: message.VerbWhich, Steps: []string{c.Command}}
	if value := c.Options[carried[c.Command]]; value != "" {
		b.Steps = append(b.Steps, value)
	}
	if len(b.String()) > message.MaxButton {
		return Reply{}, games.Refuse("refuse.name-game")
	}
	menu := message.Control{ID: b.String(), Label: h.Writer.Label(c.Lang, "which.choose")}
	for _, head := range list[:min(len(list), message.MaxMenu)] {
		menu.Options = append(menu.Options, h.nameOf(c, head))
	}
	asked := h.say(c, "which.ask")
	if more := len(list) - message.MaxMenu; more > 0 {
		asked = message.Lines(asked, h.say(c, "which.more", "Count", more))
	}
	return Reply{Message: message.Message{Content: asked, Rows: [][]message.Control{{menu}}}}, nil
}

// ofChosen returns the call of the command that the menu of [host.askWhich] carries, for the match
// that was chosen.
func (c call) ofChosen() (call, error) {
	chosen, err := c.chosen()
	if err != nil || len(c.Pressed.Steps) == 0 {
		return c, games.Refuse("refuse.button")
	}
	c.Command, c.Options = c.Pressed.Steps[0], map[string]string{optionGame: chosen}
	if len(c.Pressed.Steps) > 1 {
		c.Options[carried[c.Command]] = c.Pressed.Steps[1]
	}
	return c, nil
}

// nameOf names a match of a game that is offered in a menu.
func (h *host) nameOf(c call, head storage.Head) message.MenuOption {
	return h.Writer.Name(c.reader(), h.Env.Game(head.Setup.Game).Info(), head)
}

// completeGame lists those of the asker's newest live matches whose names have what was typed,
// the newest first.
func completeGame(ctx context.Context, h *host, c call) (Reply, error) {
	own, err := h.Store.OfPlayer(ctx, c.By.ID, true, storage.Newest(match.MostListed))
	return h.suggest(c, own), err
}

// completeEnded lists the asker's ended matches in the same way, the last first.
func completeEnded(ctx context.Context, h *host, c call) (Reply, error) {
	ended, err := h.Env.EndedOf(ctx, c.By.ID)
	return h.suggest(c, ended), err
}

// suggest lists the matches whose names have what was typed.
func (h *host) suggest(c call, list []storage.Head) Reply {
	typed := strings.ToLower(c.Options[c.Focus])
	var found []message.MenuOption
	for _, head := range h.Env.Offered(list) {
		if len(found) == message.MaxMenu {
			break
		}
		if o := h.nameOf(c, head); strings.Contains(strings.ToLower(o.Label), typed) {
			found = append(found, o)
		}
	}
	return Reply{Choices: found}
}
