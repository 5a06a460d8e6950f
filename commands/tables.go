package commands

import (
	"cmp"
	"context"
	"slices"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// The number of open tables that /play and /games show at most.
const (
	mostOffered = 2
	mostListed  = 4
)

// openTables returns the open tables at which the asker may sit down: those of their channel first, then the newest.
// Of an opener it has one of a game. Without a game it has those of all games.
func (c call) openTables(ctx context.Context, game string, most int) (tables []*match.Match, err error) {
	if c.Guild == "" || c.Stranger || c.Private {
		return nil, nil
	}
	heads, err := c.Env.OpenTables(ctx, c.Guild)
	heads = match.Without(heads, func(head storage.Head) bool {
		listed := game == "" && head.Awaits(c.By.ID) // among what waits for them
		return game != "" && head.Setup.Game != game || match.SeatIn(head, c.By.ID) != games.Spectator || listed
	})
	if err != nil || len(heads) == 0 {
		return nil, err
	}
	sees, err := c.seesTables(ctx)
	if err != nil {
		return nil, err
	}
	own, err := c.Store.OfPlayer(ctx, c.By.ID, true, storage.All)
	if err != nil {
		return nil, err
	}
	taken := map[[2]string]bool{}
	for _, near := range []bool{true, false} {
		for _, head := range heads {
			of := [2]string{head.Players[0].ID, head.Setup.Game}
			if c.isHere(head) != near || taken[of] || len(tables) == most || !sees(head) {
				continue
			}
			may, err := c.Env.MayJoin(ctx, own, head, c.By.ID)
			if err != nil {
				return nil, err
			}
			if !may {
				continue
			}
			m, err := c.Env.Load(ctx, head.ID)
			if err != nil {
				return nil, err
			}
			tables, taken[of] = append(tables, m), true
		}
	}
	return tables, nil
}

// place returns the channel that decides what may be shown to the asker where they are: of a thread the one above. It is
// empty in a private thread, which shows nothing of elsewhere.
func (c call) place() string {
	if c.Private {
		return ""
	}
	return cmp.Or(c.Above, c.Channel)
}

// isHere reports whether a match belongs to the asker's channel, or to the one above.
func (c call) isHere(head storage.Head) bool {
	return head.Home == c.Channel || head.Home == c.Above
}

func (c call) isElsewhere(head storage.Head) bool { return !c.isHere(head) }

// seesTables returns what reports whether the asker may be shown a table of the server where they are: it is in their
// channel, or in one that they may view, from which games may be shown here and where games may begin.
func (c call) seesTables(ctx context.Context) (func(storage.Head) bool, error) {
	here, err := c.server(ctx)
	if err != nil {
		return nil, err
	}
	l, place := c.Layout(ctx, c.Guild), c.place()
	return func(head storage.Head) bool {
		home := head.Home
		if c.isHere(head) {
			home = place // of a thread that the layout may not know yet
		}
		allowed := home == place || here.Allows(home, l.Rooms[home].Above)
		return head.Guild == c.Guild && allowed && c.offers(here, head.Setup.Game) && l.ShownIn(home, place) &&
			l.Views(c.By.ID, c.Roles, home)
	}, nil
}

// mayCome returns a refusal unless the asker may see a table, or is shown it though it stands elsewhere.
func (c call) mayCome(ctx context.Context, m *match.Match) error {
	refusal := m.MaySee(c.By.ID, c.Channel)
	if refusal == nil || c.Pressed.Verb != message.VerbJoin || c.Guild == "" || c.Private || m.Invited != nil {
		return refusal
	}
	sees, err := c.seesTables(ctx)
	if err != nil {
		return err
	}
	if sees(m.Head) {
		return nil
	}
	return refusal
}

// offerTables shows the asker open tables of the game that they want to play, if there are any, unless they ask for
// something in particular.
func (c call) offerTables(ctx context.Context) (reply Reply, found bool, err error) {
	if len(c.Options) != 1 {
		return Reply{}, false, nil
	}
	game, err := c.gameNamed(c.Options[optionGame])
	if err != nil {
		return Reply{}, false, nil // the command itself says what is wrong
	}
	tables, err := c.openTables(ctx, game.Info().Name, mostOffered)
	if err != nil || len(tables) == 0 {
		return Reply{}, false, err
	}
	return Reply{Message: c.to(nil).Offer(tables, game.Info().Name)}, true, nil
}

// openAnother opens a table of the game that a button names, though there are open ones.
func (c call) openAnother(ctx context.Context) (Reply, error) {
	if len(c.Pressed.Steps) != 1 {
		return Reply{}, errButton
	}
	c.Options = map[string]string{optionGame: c.Pressed.Steps[0]}
	return c.open(ctx)
}

// askGame asks the asker which game they want to play: of those that their server offers.
func (c call) askGame(ctx context.Context) (Reply, error) {
	here, err := c.server(ctx)
	if err != nil {
		return Reply{}, err
	}
	if _, err := c.firstPlace(ctx, here); err != nil {
		return Reply{}, err
	}
	list, err := c.popular(ctx)
	return answer(c.to(nil).AskGame(list, match.IDOf(c.ID)), err)
}

// chooseGameToOpen takes the game that was chosen in a menu and asks for a board, or takes that and opens a table. The
// first step of the menu tells it from others; of that for a board the next two are the game and its option.
func (c call) chooseGameToOpen(ctx context.Context) (Reply, error) {
	value, err := c.chosen()
	if err != nil || len(c.Pressed.Steps) < 2 {
		return Reply{}, errButton
	}
	here, err := c.server(ctx)
	if err != nil {
		return Reply{}, err
	}
	c.Options = map[string]string{optionGame: value}
	if len(c.Pressed.Steps) == 3 {
		c.Options = map[string]string{optionGame: c.Pressed.Steps[1], optionOptions: c.Pressed.Steps[2] + "=" + value}
	}
	game, err := c.gameHere(here, c.Options[optionGame])
	if err != nil {
		return Reply{}, err
	}
	if len(c.Pressed.Steps) == 2 {
		if msg, several := c.to(nil).AskBoard(game.Info(), match.IDOf(c.ID)); several {
			return answer(msg, nil)
		}
	}
	place, err := c.firstPlace(ctx, here)
	if err != nil {
		return Reply{}, err
	}
	if place == c.Channel {
		return c.open(ctx)
	}
	return c.openIn(ctx, place)
}

// firstPlace returns the first channel of a server where games may begin, the bot may post and the asker may look on: this
// one, if they may. It is not the lobby. In the asker's own direct messages it is these.
func (c call) firstPlace(ctx context.Context, here storage.Server) (string, error) {
	if c.withBot() {
		return c.Channel, nil
	}
	hall, err := storage.Halls.Get(ctx, c.Store, c.Guild)
	if err != nil {
		return "", err
	}
	l := c.Layout(ctx, c.Guild)
	open := match.Without(l.Places(c.By.ID, c.Roles), func(id string) bool { return id == hall.Channel })
	if c.Guild == "" || c.Stranger {
		open = nil
	}
	if len(here.Channels) > 0 {
		open = match.Without(slices.Clone(here.Channels), func(id string) bool { return !slices.Contains(open, id) })
	}
	if len(open) == 0 {
		return "", games.Refuse("refuse.lobby.nowhere")
	}
	if this := cmp.Or(c.Above, c.Channel); slices.Contains(open, this) {
		return this, nil
	}
	return open[0], nil
}
