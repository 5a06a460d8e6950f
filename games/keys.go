package games

// SharedKeys lists the sentences that every game may say besides those of its own
// catalogue, whose keys begin with the game's name. The values are what a [Text] with
// that key needs; the sentences are in the catalogue that is no game's.
var SharedKeys = map[string][]string{
	// A move is refused whatever the board.
	"refuse.over":     nil,
	"refuse.turn":     {"Player"},        // one seat, or all that owe a move
	"refuse.turn.own": {"Own", "Player"}, // likewise, with what the seat will do as [Words.Own] says it
	"refuse.seat":     {"Seat"},          // a number, since the seat does not exist
	"refuse.lapse":    {"Player"},        // a seat that owes nothing
	"refuse.left":     nil,
	"refuse.return":   nil,
	"refuse.back":     nil,

	// The sides are swapped, or cannot be: see SwapMove.
	"swap.choice":        nil,
	"swap.short":         nil,
	"swap.echo":          nil,
	"swap.sure":          {"Other", "Side", "Theirs"},
	"swap.last":          {"Other", "Player", "Side"},
	"swap.did":           {"Player"},
	"swap.try":           nil,
	"refuse.swap":        nil,
	"refuse.swap-option": {"Swap"},
	"refuse.swap-seats":  nil,

	// A system move ended the game. [Result.Outcome] gives the Outcome of all reasons.
	"reason.lapse":  {"Outcome", "Player"},
	"reason.leave":  {"Outcome", "Player"},
	"reason.spent":  {"Outcome", "Player"},
	"reason.absent": {"Outcome", "Player"},
	"reason.draw":   {"Outcome"},

	"outcome.wins":   {"Winner"},
	"outcome.alone":  {"Player"},
	"outcome.draw":   nil,
	"outcome.shared": {"Winners"},

	// The groups of both sides decided, or are equal: see package board. After so many equal ones
	// the pair of a rank decides, counted from 1.
	"reason.groups.largest": {"High", "Low", "Outcome"},
	"reason.groups.rank":    {"Equal", "High", "Low", "Outcome", "Rank"},
	"reason.groups.equal":   {"Outcome"},
	"groups.score":          {"First", "Ones", "Others", "Second"},
	"groups.then":           {"First", "Second"},

	// A board or a face of it is refused: see package board.
	"refuse.size": {"Least", "Most", "Size"},
	"refuse.face": {"Face", "Last"},

	// A search says how often a seat wins: see package search.
	"worth.chance": {"Again", "By", "Wins"},

	// The end of a game is worked out: see package search.
	"worth.won":  nil,
	"worth.tie":  nil,
	"worth.lost": nil,

	// What a move brings: see package board.
	"gets.group": {"Size"},

	// What came of a system move, for a line of a record: see SystemLine.
	"system.lapse":  {"Player"},
	"system.leave":  {"Player"},
	"system.spent":  {"Player"},
	"system.absent": {"Player"},
	"system.draw":   nil,

	// A setup or an opponent is refused: Info.Complete, Info.Check, NoPlayer, Unlimited.
	"refuse.option.value":   {"Option", "Value", "Values"},
	"refuse.option.name":    {"Game", "Option", "Options"},
	"refuse.option.missing": {"Game", "Option"},
	"refuse.seats":          {"Game", "Players", "Seats"},
	"refuse.player":         {"Game", "Name", "Names"},
	"refuse.player.time":    {"Game", "Name"},
	"players.exactly":       {"Count"},
	"players.range":         {"Least", "Most"},

	// A game that is an experiment says so first: see Info.About.
	"about.experiment": {"About"},

	// The choice that a step offers besides its own: see Step.Options.
	"step.enough": nil,
}
