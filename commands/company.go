package commands

import (
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// A company says with whom somebody wants to play. The zero one takes anybody who sits down.
type company struct {
	alone   bool
	level   games.Level     // of Parlour; empty if it does not play
	invited *storage.Player // the person who is challenged; nil for none
}

// companyOf reads with whom the asker wants to play. Nobody else can come to the bot's direct
// messages, so there it is with Parlour unless the asker says otherwise.
func companyOf(game games.Game, c call) (company, error) {
	info := game.Info()
	opponent, plays := game.(games.Opponent)
	level, given := c.Options[optionLevel]
	_, named := c.Options[optionOpponent]
	other := c.People[optionOpponent]
	switch {
	case named && !other.Self && other.ID == c.By.ID:
		return company{}, games.Refuse("refuse.self")
	case named && !other.Self && c.withBot():
		return company{}, games.Refuse("refuse.dm")
	case named && !other.Self && given:
		return company{}, games.Refuse("refuse.level-person", "Name", other.Name)
	case named && !other.Self:
		invited, err := challenged(other)
		return company{invited: invited}, err
	case games.Fold(level) == message.LevelAlone && info.MinSeats > 1:
		return company{}, games.Refuse("refuse.solo", "Game", info.Title, "Players", info.Players())
	case games.Fold(level) == message.LevelAlone, !plays && c.withBot() && info.MinSeats == 1:
		return company{alone: true}, nil
	case given && plays:
		level, err := message.ParseLevel(opponent, level)
		return company{level: level}, err
	case given, other.Self, c.withBot(): // a game that Parlour does not play is refused later
		return company{level: games.Medium}, nil
	}
	return company{}, nil
}

// challenged returns a person as one who is challenged, or a refusal.
func challenged(p Person) (*storage.Player, error) {
	switch {
	case p.Bot:
		return nil, games.Refuse("refuse.bot", "Name", p.Name)
	case p.ID == "" || !p.Sees:
		return nil, games.Refuse("refuse.unseen", "Name", p.Name)
	}
	player := p.Player()
	return &player, nil
}

// hire returns an opponent of a level for a table.
func hire(h *host, m *match.Match, level games.Level) match.Hire {
	return match.Hire{Level: level, Name: func(number int) string { return h.Writer.OpponentName(m.Lang, level, number) }}
}
