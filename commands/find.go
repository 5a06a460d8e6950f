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

// A scope is the matches that a command can be about.
type scope int

const (
	mine   scope = iota // those that the asker plays
	anyone              // those, and what is played in the channel
)

// find returns the match that a command is about: the one that is named, else the one of this
// channel, else the one whose thread this was, else the asker's only one. If it is not clear, the match is nil and the reply
// asks; if there is none, the error says so.
func (s *Service) find(ctx context.Context, c call, in scope) (*match.Match, Reply, error) {
	if id := c.Options[optionGame]; id != "" {
		m, err := s.env.Load(ctx, id)
		if err == nil && in == mine {
			_, err = c.seated(m)
		} else if err == nil {
			err = m.MaySee(c.By.ID, c.Channel)
		}
		if err != nil {
			return nil, Reply{}, message.Named(m, err)
		}
		return m, Reply{}, nil
	}
	here, err := s.Store.OfChannel(ctx, c.Channel)
	if err != nil {
		return nil, Reply{}, err
	}
	own, err := s.Store.OfPlayer(ctx, c.By.ID, true)
	if err != nil {
		return nil, Reply{}, err
	}
	lists := candidates(in, s.env.Offered(here), s.env.Offered(own))
	if in == anyone {
		ended, thread, err := endedHere(ctx, s, c)
		if err != nil {
			return nil, Reply{}, err
		}
		if thread {
			lists = slices.Insert(lists, 2, ended)
		}
	}
	for _, list := range lists {
		if slices.Contains([]string{"move", "bid", "hint"}, c.Command) && len(list) > 1 {
			list = onTurn(ctx, s, c, list)
		}
		if len(list) == 1 {
			m, err := s.env.Load(ctx, list[0].ID)
			return m, Reply{}, err
		}
		if len(list) > 1 {
			reply, err := askWhich(ctx, s, c, list)
			return nil, reply, err
		}
	}
	return nil, Reply{}, games.Refuse("refuse.no-game")
}

// endedHere returns the newest game that has ended in the channel, in a list, and whether the
// channel is its thread. The list is empty if there is none. Tables that never became a game are
// left out.
func endedHere(ctx context.Context, s *Service, c call) (here []storage.Head, thread bool, err error) {
	all, err := s.Store.EndedIn(ctx, c.Channel, message.MaxMenu)
	for _, head := range s.env.Offered(all) {
		if head.Setup.Rules > 0 {
			return []storage.Head{head}, head.Home != c.Channel, err
		}
	}
	return nil, false, err
}

// onTurn narrows matches down to those in which the asker has a move to make or to change, if
// there are any; for /bid, a bid.
func onTurn(ctx context.Context, s *Service, c call, list []storage.Head) []storage.Head {
	narrow := slices.DeleteFunc(slices.Clone(list), func(head storage.Head) bool {
		m, err := s.env.Load(ctx, head.ID)
		return err != nil || !match.MayMove(m, m.SeatOf(c.By.ID)) || c.Command == "bid" && !m.Bidding()
	})
	if len(narrow) == 0 {
		return list
	}
	return narrow
}

// candidates lists, best first, the sets of matches that a command may mean: the asker's in
// this channel, any in this channel, the asker's anywhere, and last those of the asker that
// have not begun.
func candidates(in scope, here, own []storage.Head) [][]storage.Head {
	played := func(list []storage.Head, also func(storage.Head) bool) []storage.Head {
		return slices.DeleteFunc(slices.Clone(list), func(head storage.Head) bool {
			return head.Phase != storage.Playing || !also(head)
		})
	}
	any := func(storage.Head) bool { return true }
	lists := [][]storage.Head{played(here, func(head storage.Head) bool {
		return slices.ContainsFunc(own, func(o storage.Head) bool { return o.ID == head.ID })
	})}
	if in == anyone {
		lists = append(lists, played(here, any))
	}
	return append(lists, played(own, any), own)
}

// carried is the option beside the game that the menu of [Service.askWhich] carries on, by
// command.
var carried = map[string]string{"move": optionMove, "bid": optionBid, "board": optionText}

// askWhich asks which of several matches is meant. The menu carries the command.
func askWhich(ctx context.Context, s *Service, c call, list []storage.Head) (Reply, error) {
	b := message.Button{Verb: "which", Steps: []string{c.Command}}
	if value := c.Options[carried[c.Command]]; value != "" {
		b.Steps = append(b.Steps, value)
	}
	if len(b.String()) > message.MaxButton {
		return Reply{}, games.Refuse("refuse.name-game")
	}
	menu := message.Control{ID: b.String(), Label: s.writer.Label(c.Lang, "which.choose")}
	for _, head := range list[:min(len(list), message.MaxMenu)] {
		menu.Options = append(menu.Options, s.nameOf(c, head))
	}
	asked := s.say(c, "which.ask")
	if more := len(list) - message.MaxMenu; more > 0 {
		asked = message.Lines(asked, s.say(c, "which.more", "Count", more))
	}
	return Reply{Message: message.Message{Content: asked, Rows: [][]message.Control{{menu}}}}, nil
}

// runForChosen carries out the command of a menu for the match that was chosen.
func runForChosen(ctx context.Context, s *Service, c call) (Reply, error) {
	chosen, err := c.chosen()
	if err != nil || len(c.button.Steps) == 0 {
		return Reply{}, games.Refuse("refuse.button")
	}
	command := s.commands[c.button.Steps[0]]
	if command.run == nil {
		return Reply{}, games.Refuse("refuse.button")
	}
	c.Command, c.Options = command.name, map[string]string{optionGame: chosen}
	if len(c.button.Steps) > 1 {
		c.Options[carried[c.Command]] = c.button.Steps[1]
	}
	return command.run(ctx, s, c)
}

// nameOf names a match of a game that is offered in a menu.
func (s *Service) nameOf(c call, head storage.Head) message.MenuOption {
	return s.writer.Name(c.reader(), s.env.Game(head.Setup.Game).Info(), head)
}

// completeGame lists the asker's live matches whose names have what was typed.
func completeGame(ctx context.Context, s *Service, c call) (Reply, error) {
	own, err := s.Store.OfPlayer(ctx, c.By.ID, true)
	return s.complete(c, own), err
}

// completeEnded lists the asker's ended matches in the same way, the last first.
func completeEnded(ctx context.Context, s *Service, c call) (Reply, error) {
	ended, err := s.ended(ctx, c)
	return s.complete(c, ended), err
}

// completeAny lists the asker's live matches, then the ended ones.
func completeAny(ctx context.Context, s *Service, c call) (Reply, error) {
	own, err := s.Store.OfPlayer(ctx, c.By.ID, true)
	if err != nil {
		return Reply{}, err
	}
	ended, err := s.ended(ctx, c)
	return s.complete(c, append(own, ended...)), err
}

// ended returns as many ended matches of the asker as a menu takes, the last first. Tables that
// never became a game are left out.
func (s *Service) ended(ctx context.Context, c call) ([]storage.Head, error) {
	ended, err := s.Store.OfPlayer(ctx, c.By.ID, false)
	slices.Reverse(ended)
	ended = slices.DeleteFunc(ended, func(head storage.Head) bool { return head.Setup.Rules == 0 })
	return ended[:min(len(ended), message.MaxMenu)], err
}

// complete lists the matches whose names have what was typed.
func (s *Service) complete(c call, list []storage.Head) Reply {
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
	return Reply{Choices: found}
}

// played finds a match to look back at, if the asker may see it: the one that [Service.find]
// finds, else the asker's last one, else the channel's.
func (s *Service) played(ctx context.Context, c call) (*match.Match, Reply, error) {
	m, reply, err := s.find(ctx, c, anyone)
	if isRefusal(err) && c.Options[optionGame] == "" {
		m, err = lastEnded(ctx, s, c, err)
	}
	return m, reply, err
}

// lastEnded returns the game that has ended in this thread, else the asker's last one, else the
// channel's last one, or the error given if there is none.
func lastEnded(ctx context.Context, s *Service, c call, none error) (*match.Match, error) {
	here, thread, err := endedHere(ctx, s, c)
	if err != nil {
		return nil, err
	}
	own, err := s.ended(ctx, c)
	if err != nil {
		return nil, err
	}
	all := slices.Concat(s.env.Offered(own), here)
	if thread {
		all = here
	}
	if len(all) > 0 {
		return s.env.Load(ctx, all[0].ID)
	}
	return nil, none
}
