package commands

import (
	"context"
	"slices"
	"strings"

	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/commands/match/which"
	"parlour/commands/message"
	"parlour/commands/message/button"
	"parlour/games"
	"parlour/storage"
)

// find returns the match that a command is about: the one that is named, else the one of this
// thread or channel, else the asker's only one. If it is not clear, the match is nil and the reply
// asks; if there is none, the error says so.
func (s *Service) find(ctx context.Context, c call, in which.Scope) (*match.Match, interaction.Reply, error) {
	id, err := which.Meant(ctx, s.env, c.Options[optionGame], c.Channel)
	if err != nil {
		return nil, interaction.Reply{}, err
	}
	if id != "" {
		m, err := s.env.Load(ctx, id)
		if err == nil && in == which.Mine {
			_, err = c.seated(m)
		} else if err == nil {
			err = m.MaySee(c.By.ID, c.Channel)
		}
		if err != nil {
			return nil, interaction.Reply{}, message.Named(m, err)
		}
		return m, interaction.Reply{}, nil
	}
	here, err := s.Store.OfChannel(ctx, c.Channel)
	if err != nil {
		return nil, interaction.Reply{}, err
	}
	own, err := s.Store.OfPlayer(ctx, c.By.ID, true)
	if err != nil {
		return nil, interaction.Reply{}, err
	}
	for _, list := range which.Candidates(in, s.env.Offered(here), s.env.Offered(own)) {
		if slices.Contains([]string{"move", "bid", "hint"}, c.Command) && len(list) > 1 {
			list = which.OnTurn(ctx, s.env, c.By.ID, c.Command == "bid", list)
		}
		if len(list) == 1 {
			m, err := s.env.Load(ctx, list[0].ID)
			return m, interaction.Reply{}, err
		}
		if len(list) > 1 {
			reply, err := askWhich(ctx, s, c, list)
			return nil, reply, err
		}
	}
	return nil, interaction.Reply{}, games.Refuse("refuse.no-game")
}

// carried is the option beside the game that the menu of [Service.askWhich] carries on, by
// command.
var carried = map[string]string{"move": optionMove, "bid": optionBid, "board": optionText}

// askWhich asks which of several matches is meant. The menu carries the command.
func askWhich(ctx context.Context, s *Service, c call, list []storage.Head) (interaction.Reply, error) {
	b := button.Button{Verb: "which", Steps: []string{c.Command}}
	if value := c.Options[carried[c.Command]]; value != "" {
		b.Steps = append(b.Steps, value)
	}
	if len(b.String()) > button.Max {
		return interaction.Reply{}, games.Refuse("refuse.name-game")
	}
	menu := message.Control{ID: b.String(), Label: s.writer.Label(c.Lang, "which.choose")}
	for _, head := range list[:min(len(list), message.MaxMenu)] {
		menu.Options = append(menu.Options, s.nameOf(c, head))
	}
	asked := s.say(c, "which.ask")
	if more := len(list) - message.MaxMenu; more > 0 {
		asked = message.Lines(asked, s.say(c, "which.more", "Count", more))
	}
	return interaction.Reply{Message: message.Message{Content: asked, Rows: [][]message.Control{{menu}}}}, nil
}

// ofChosen returns the call of the command that the menu of [Host.askWhich] carries, for the match
// that was chosen.
func (c call) ofChosen() (call, error) {
	chosen, err := c.chosen()
	if err != nil || len(c.button.Steps) == 0 {
		return c, games.Refuse("refuse.button")
	}
	c.Command, c.Options = c.button.Steps[0], map[string]string{optionGame: chosen}
	if len(c.button.Steps) > 1 {
		c.Options[carried[c.Command]] = c.button.Steps[1]
	}
	return c, nil
}

// runForChosen carries out the command of a menu for the match that was chosen.
func runForChosen(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	c, err := c.ofChosen()
	if err != nil {
		return interaction.Reply{}, err
	}
	for _, command := range commandTable() {
		if command.name == c.Command {
			return command.run(ctx, s, c)
		}
	}
	return interaction.Reply{}, games.Refuse("refuse.button")
}

// nameOf names a match of a game that is offered in a menu.
func (s *Service) nameOf(c call, head storage.Head) message.MenuOption {
	return s.writer.Name(c.reader(), s.env.Game(head.Setup.Game).Info(), head)
}

// completeGame lists the asker's live matches whose names have what was typed.
func completeGame(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	own, err := s.Store.OfPlayer(ctx, c.By.ID, true)
	return s.complete(c, own), err
}

// completeEnded lists the asker's ended matches in the same way, the last first.
func completeEnded(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	ended, err := which.Ended(ctx, s.env, c.By.ID)
	return s.complete(c, ended), err
}

// completeAny lists the asker's live matches, then the ended ones.
func completeAny(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	own, err := s.Store.OfPlayer(ctx, c.By.ID, true)
	if err != nil {
		return interaction.Reply{}, err
	}
	ended, err := which.Ended(ctx, s.env, c.By.ID)
	return s.complete(c, append(own, ended...)), err
}

// complete lists the matches whose names have what was typed.
func (s *Service) complete(c call, list []storage.Head) interaction.Reply {
	typed := strings.ToLower(c.Options[c.Focus])
	var found []message.MenuOption
	for _, head := range s.env.Offered(list) {
		if len(found) == message.MaxMenu {
			break
		}
		if o := s.nameOf(c, head); strings.Contains(strings.ToLower(o.Label), typed) {
			found = append(found, o)
		}
	}
	return interaction.Reply{Choices: found}
}

// played finds a match to look back at, if the asker may see it: the one that [Service.find]
// finds, else the asker's last one, else the channel's.
func (s *Service) played(ctx context.Context, c call) (*match.Match, interaction.Reply, error) {
	m, reply, err := s.find(ctx, c, which.Anyone)
	if isRefusal(err) && c.Options[optionGame] == "" {
		m, err = which.LastEnded(ctx, s.env, c.By.ID, c.Channel, err)
	}
	return m, reply, err
}
