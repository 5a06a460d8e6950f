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
// thread or channel, else the asker's only one. If that is not clear, the error is an [*unclear]; if there is
// none, it says so.
func (c call) find(ctx context.Context, in match.Scope) (*match.Match, error) {
	part := storage.All
	if c.Focus != "" { // a keystroke, of which many come
		part = storage.Newest(match.MostListed)
	}
	id, err := c.Env.Meant(ctx, c.Options[optionGame], c.Channel, part)
	if err != nil {
		return nil, err
	}
	if id != "" {
		m, err := c.Env.Load(ctx, id)
		if err == nil && in == match.Mine {
			_, err = c.seated(m)
		} else if err == nil {
			err = c.maySee(m)
		}
		if err != nil {
			return nil, message.Named(m, err)
		}
		return m, nil
	}
	here, err := c.Store.OfChannel(ctx, c.Channel, part)
	if err != nil {
		return nil, err
	}
	own, err := c.Store.OfPlayer(ctx, c.By.ID, true, part)
	if err != nil {
		return nil, err
	}
	for _, list := range match.Candidates(in, c.Env.Offered(here), c.Env.Offered(own)) {
		if slices.Contains([]string{"move", "bid", "hint"}, c.Command) && len(list) > 1 {
			list = c.Env.OnTurn(ctx, c.By.ID, c.Command == "bid", list)
		}
		if len(list) == 1 {
			return c.Env.Load(ctx, list[0].ID)
		}
		if len(list) > 1 {
			return nil, c.askWhich(list)
		}
	}
	return nil, games.Refuse("refuse.no-game")
}

// carried is the option beside the game that the menu of [call.askWhich] carries on, by
// command.
var carried = map[string]string{"move": optionMove, "bid": optionBid, "board": optionText}

// An unclear is the error of a call that may be about several matches. The answer asks which.
type unclear struct{ asks Reply }

func (*unclear) Error() string { return "it is not clear which match is meant" }

// askWhich asks which of several matches is meant. The menu carries the command.
func (c call) askWhich(list []storage.Head) error {
	b := message.Button{Verb: message.VerbWhich, Steps: []string{c.Command}}
	if value := c.Options[carried[c.Command]]; value != "" {
		b.Steps = append(b.Steps, value)
	}
	if len(b.String()) > message.MaxButton {
		return games.Refuse("refuse.name-game")
	}
	menu := b.Control(c.label("which.choose"), message.Plain)
	for _, head := range list[:min(len(list), message.MaxMenu)] {
		menu.Options = append(menu.Options, c.nameOf(head))
	}
	asked := c.say("which.ask")
	if more := len(list) - message.MaxMenu; more > 0 {
		asked = message.Lines(asked, c.say("which.more", "Count", more))
	}
	return &unclear{Reply{Message: message.Message{Content: asked, Rows: [][]message.Control{{menu}}}}}
}

// ofChosen returns the call of the command that the menu of [call.askWhich] carries, for the match
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
func (c call) nameOf(head storage.Head) message.MenuOption {
	return c.Writer.Name(c.reader(), c.Env.Game(head.Setup.Game).Info(), head)
}

// completeGame lists those of the asker's newest live matches whose names have what was typed,
// the newest first.
func (c call) completeGame(ctx context.Context) (Reply, error) {
	own, err := c.Store.OfPlayer(ctx, c.By.ID, true, storage.Newest(match.MostListed))
	return c.suggest(own), err
}

// completeEnded lists the asker's ended matches in the same way, the last first.
func (c call) completeEnded(ctx context.Context) (Reply, error) {
	ended, err := c.Env.EndedOf(ctx, c.By.ID)
	return c.suggest(ended), err
}

// suggest lists the matches whose names have what was typed.
func (c call) suggest(list []storage.Head) Reply {
	typed := strings.ToLower(c.Options[c.Focus])
	var found []message.MenuOption
	for _, head := range c.Env.Offered(list) {
		if len(found) == message.MaxMenu {
			break
		}
		if o := c.nameOf(head); strings.Contains(strings.ToLower(o.Label), typed) {
			found = append(found, o)
		}
	}
	return Reply{Choices: found}
}
