package commands

import (
	"slices"

	"parlour/games"
)

// A Definition is a slash command as it is made known.
type Definition struct {
	Name        string
	Description string
	Server      bool // whether it needs a server; the others work in the bot's DM too
	Options     []Parameter
	Subs        []Definition // with these it has no options of its own
}

// A Parameter is an option of a command.
type Parameter struct {
	Name        string
	Description string
	Person      bool // takes a person
	Flag        bool // takes true or false; what is neither is a text
	Required    bool
	Completes   bool         // asks for suggestions while it is typed
	Choices     []MenuOption // the only values, if there are any
}

// maxDescription is how long a description may be, in characters.
const maxDescription = 100

// Definitions lists every command, in English.
func (h *Host) Definitions() []Definition {
	one := func(name string, options ...Parameter) Definition {
		return Definition{Name: name, Description: h.describe("command." + name), Options: options}
	}
	game := Parameter{Name: "game", Description: h.describe("option.game"), Completes: true}
	move := Parameter{Name: "move", Description: h.describe("option.move"), Required: true, Completes: true}
	bid := Parameter{Name: optionBid, Description: h.describe("option.bid"), Required: true, Completes: true}
	play := one("play")
	play.Server = true
	for _, g := range h.Games {
		play.Subs = append(play.Subs, h.definePlay(g))
	}
	which := Parameter{Name: "game", Description: h.describe("option.rules")}
	for _, g := range h.Games {
		which.Choices = append(which.Choices, same(g.Info().Name)...)
	}
	text := Parameter{Name: optionText, Description: h.describe("option.text"), Flag: true}
	palette := Parameter{Name: optionPalette, Description: h.describe("option.palette"), Choices: h.palettes("en")}
	direct := Parameter{Name: optionDirect, Description: h.describe("option.dms"), Choices: same(on, off)}
	typed := func(name string) Parameter {
		return Parameter{Name: name, Description: h.describe("option." + name), Completes: true}
	}
	return []Definition{
		play, one("move", move, game), one("bid", bid, game), one("board", game, text), one("games"),
		one("resign", game), one("draw", game), one("record", game), one("verify", game),
		one("hint", game), one("analyse", game), one("rules", which),
		one("settings", palette, direct, typed(optionZone), typed(optionQuiet), typed(optionRemind), typed(optionDigest)),
		one("away", typed(optionUntil)), one("help"),
	}
}

// definePlay makes the subcommand of /play for a game.
func (h *Host) definePlay(g games.Game) Definition {
	info := g.Info()
	d := Definition{Name: info.Name, Description: h.describe(info.Name + ".about"), Options: []Parameter{
		{Name: optionOpponent, Description: h.describe("option.opponent"), Person: true},
		{Name: optionFirst, Description: h.describe("option.first"), Choices: same(firsts...)},
		{Name: optionTurnTime, Description: h.describe("option.turn-time"), Completes: true},
		{Name: optionTotalTime, Description: h.describe("option.total-time"), Completes: true},
	}}
	if _, ok := g.(games.Opponent); ok {
		level := Parameter{Name: optionLevel, Description: h.describe("option.level"), Choices: h.levels(info.Name)}
		d.Options = slices.Insert(d.Options, 1, level)
	}
	for _, o := range info.Options {
		d.Options = append(d.Options, Parameter{
			Name: o.Name, Description: h.describe(info.Name + ".option." + o.Name), Choices: same(o.Values...),
		})
	}
	return d
}

// same makes choices of values that are what they are called.
func same(values ...string) []MenuOption {
	var all []MenuOption
	for _, v := range values {
		all = append(all, MenuOption{Label: v, Value: v})
	}
	return all
}

func (h *Host) describe(key string) string {
	return clip(h.label("en", key), maxDescription)
}
