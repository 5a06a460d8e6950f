package commands

import (
	"cmp"
	"context"
	"slices"

	"parlour/commands/match"
	"parlour/commands/message"
)

// A handler answers a call. An error is worded by [call.sentence].
type handler func(call, context.Context) (Reply, error)

// A command is a slash command.
type command struct {
	name     string
	run      handler
	options  []option
	managing bool // as of a [Definition]
	direct   bool
	long     bool // whether it may think over a whole game, and so may take longer
	alone    bool // whether a person may have only one of it under way, because it costs much
}

// An option is one of a command. Its description has the key "option." and its name, unless it has one of its own.
type option struct {
	name     string
	key      string
	required bool
	person   bool
	flag     bool
	choices  func(*Service) []message.MenuOption // the only values
	complete handler                             // suggests values while it is typed
}

// The options of several commands.
const (
	optionGame = "game" // a match, or a game
	optionMove = "move"
	optionBid  = "bid"
	optionText = "text"
)

// The option that names a match, of the kind that is suggested.
var (
	ofLive  = option{name: optionGame, complete: call.completeGame}
	ofEnded = option{name: optionGame, complete: call.completeEnded}
	ofAny   = option{name: optionGame, complete: call.completeAny}
)

// commandTable lists the slash commands, in the order in which they are made known.
var commandTable = []command{
	{name: "play", run: call.play, options: []option{
		{name: optionGame, key: "option.play", required: true, complete: call.completeKind},
		{name: optionOpponent, person: true},
		{name: optionLevel, complete: call.completeLevel},
		{name: optionFirst, choices: labelled("first.", match.Firsts...)},
		{name: optionTurnTime, complete: call.completeLimit},
		{name: optionTotalTime, complete: call.completeLimit},
		{name: optionOptions, complete: call.completeOptions},
	}},
	{name: "move", run: about(call.mine, call.typedMove), options: []option{
		{name: optionMove, required: true, complete: call.completeMove}, ofLive,
	}},
	{name: "bid", run: about(call.mine, call.typedBid), options: []option{
		{name: optionBid, required: true, complete: call.completeMove}, ofLive,
	}},
	{name: "board", run: about(call.played, call.view), options: []option{ofLive, {name: optionText, flag: true}}},
	{name: "games", run: call.listGames, alone: true},
	{name: "resign", run: about(call.mine, call.resign), options: []option{ofLive}},
	{name: "draw", run: asking(inGame((*match.Match).OfferDraw, drawSaid)), options: []option{ofLive}},
	{name: "takeback", run: asking(inGame((*match.Match).TakeBack, takebackSaid)), options: []option{ofLive}},
	{name: "rematch", run: call.rematch, options: []option{ofEnded}},
	{name: "record", run: about(call.played, call.record), alone: true, options: []option{ofAny}},
	{name: "verify", run: about(call.played, call.showProof), options: []option{ofAny}},
	{name: "hint", run: about(call.mine, call.hint), alone: true, options: []option{ofLive}},
	{name: "analyse", run: about(call.ended, call.analyse), long: true, options: []option{ofEnded}},
	{name: "rules", run: call.rules, options: []option{
		{name: optionGame, key: "option.rules", complete: call.completeKind},
	}},
	{name: "settings", run: call.settings, options: []option{
		{name: optionPalette, choices: func(s *Service) []message.MenuOption { return s.Writer.Palettes("en") }},
		{name: optionDirect, choices: labelled("", on, off)},
		{name: optionConfirm, choices: labelled("", on, off)},
		{name: optionZone, complete: suggesting(message.Pen.SuggestZones)},
		{name: optionQuiet, complete: suggesting(message.Pen.SuggestQuiet)},
		{name: optionRemind, complete: suggesting(message.Pen.SuggestRemind)},
		{name: optionDigest, complete: suggesting(message.Pen.SuggestDigest)},
		{name: optionWhom, choices: labelled("challenges.", whoms...)},
	}},
	{name: "away", run: call.away, options: []option{{name: optionUntil, complete: call.completeUntil}}},
	{name: "privacy", run: call.showPrivacy},
	{name: "server", run: call.showServer, managing: true},
	{name: "doctor", run: call.doctor, managing: true, direct: true, alone: true},
	{name: "help", run: call.help},
}

// answers are the verbs of buttons whose answer is a message of its own.
var answers = map[message.Verb]handler{
	message.VerbJoin:     atTable("table.joined", (*match.Match).Join),
	message.VerbLeave:    atTable("table.left", (*match.Match).Leave),
	message.VerbStart:    call.startGame,
	message.VerbCancel:   call.cancelTable,
	message.VerbAccept:   call.acceptChallenge,
	message.VerbDecline:  atTable("table.declined", (*match.Match).Decline),
	message.VerbBlock:    about(call.seen, call.askBlock),
	message.VerbWord:     call.sayWord,
	message.VerbOpponent: about(call.seen, call.offerOpponents),
	message.VerbOptions:  about(call.seen, call.showOptions),
	message.VerbLearn:    call.rulesOfButton,
	message.VerbMove:     about(call.seen, call.openPanel),
	message.VerbOpen:     about(call.seen, call.stepOn),
	message.VerbView:     about(call.seen, call.view),
	message.VerbText:     about(call.seen, call.view),
	message.VerbMore:     about(call.seen, call.showMore),
	message.VerbRematch:  call.rematch,
	message.VerbNext:     call.nextGame,
	message.VerbLike:     about(call.seen, call.playAlike),
	message.VerbRecord:   about(call.seen, call.record),
	message.VerbProof:    about(call.seen, call.showProof),
	message.VerbAnalyse:  about(call.seen, call.analyse),
	message.VerbClaim:    inTurn((*match.Match).ClaimWin, saying("claim.done")),
	message.VerbGrant:    call.grantTime,
	message.VerbTake:     call.takeSeat,
	message.VerbDirect:   call.wantDirects,
	message.VerbZone:     call.tellZone,
	message.VerbPractise: call.practise,
	message.VerbCheck:    call.howToCheck,
	message.VerbMyData:   call.exportData,
	message.VerbForgetMe: call.askToForget,
}

// updates are the verbs whose answer changes the private message with the button, or a public one if the
// reply is Public.
var updates = map[message.Verb]handler{
	message.VerbYes:        call.answerAsk,
	message.VerbNo:         call.answerAsk,
	message.VerbEngage:     call.engageOpponent,
	message.VerbDismiss:    call.dismissOpponent,
	message.VerbPick:       about(call.seen, call.stepOn),
	message.VerbPage:       about(call.seen, call.stepOn),
	message.VerbConfirm:    call.playMove,
	message.VerbOffer:      asking(inTurn((*match.Match).OfferDraw, drawSaid)),
	message.VerbAsk:        about(call.seen, call.confirmFirst),
	message.VerbResign:     inGame((*match.Match).Resign, resignSaid),
	message.VerbOff:        inGame((*match.Match).CallOff, asksFor(match.AboutOff, "off.asked", "off.done")),
	message.VerbReturn:     inGame((*match.Match).ComeBack, saying("return.done")),
	message.VerbSeat:       aboutSeat((*match.Match).OfferSeat, "seat.offered"),
	message.VerbKeepSeat:   aboutSeat((*match.Match).KeepSeat, "seat.kept"),
	message.VerbRules:      call.rulesOfButton,
	message.VerbKeep:       call.keepOn,
	message.VerbClose:      about(call.seen, call.closeMatch),
	message.VerbServer:     call.setServer,
	message.VerbWhich:      call.runForChosen,
	message.VerbPalette:    call.choosePalette,
	message.VerbBar:        about(call.seen, call.block),
	message.VerbUnblock:    call.unblock,
	message.VerbBack:       call.away,
	message.VerbHere:       call.moveHere,
	message.VerbAgain:      about(call.seen, call.postAgain),
	message.VerbOption:     call.chooseOption,
	message.VerbOptionPage: about(call.seen, call.showOptions),
	message.VerbDown:       call.bringDown,
	message.VerbTakeback:   asking(inTurn((*match.Match).TakeBack, takebackSaid)),
	message.VerbGive:       call.giveSeat,
	message.VerbType:       about(call.seen, call.typeMove),
	message.VerbPlan:       about(call.seen, call.planAhead),
	message.VerbForget:     inTurn((*match.Match).ForgetPlan, saying("plan.forgotten")),
	message.VerbPoint:      about(call.seen, call.showPoint),
	message.VerbGame:       call.openChosen,
	message.VerbAnother:    about(call.seen, call.anotherHint),
	message.VerbEraseMe:    call.forgetPerson,
	message.VerbKeepMe:     call.keepOn,
}

var (
	// settling are the verbs after which a private message with their button is of no more use: the answer
	// takes its place.
	settling = []message.Verb{
		message.VerbAccept, message.VerbDecline, message.VerbJoin, message.VerbLeave, message.VerbStart,
		message.VerbCancel, message.VerbNext,
	}
	// costly are the verbs of which a person may have only one under way, and thoughtful those that may
	// think over a whole game.
	costly     = []message.Verb{message.VerbRecord, message.VerbAnother, message.VerbMyData}
	thoughtful = message.VerbAnalyse
)

// verbOf parses the text of a button and finds what it does. run is nil for text that is no button.
func verbOf(text string) (b message.Button, kind Kind, run handler) {
	b, err := message.ParseButton(text)
	if err != nil {
		return b, Private, nil
	}
	if run = updates[b.Verb]; run != nil {
		return b, Update, run
	}
	return b, Private, answers[b.Verb]
}

// command returns a command by its name, zero for none.
func (s *Service) command(name string) command {
	if i := slices.IndexFunc(s.commands, func(c command) bool { return c.name == name }); i >= 0 {
		return s.commands[i]
	}
	return command{}
}

// runForChosen carries out the command of a menu for the match that was chosen.
func (c call) runForChosen(ctx context.Context) (Reply, error) {
	chosen, err := c.chosen()
	if err != nil || len(c.Pressed.Steps) == 0 {
		return Reply{}, errButton
	}
	c.Command, c.Options = c.Pressed.Steps[0], map[string]string{optionGame: chosen}
	if len(c.Pressed.Steps) > 1 {
		c.Options[carried[c.Command]] = c.Pressed.Steps[1]
	}
	if command := c.command(c.Command); command.run != nil {
		return command.run(c, ctx)
	}
	return Reply{}, errButton
}

// maxDescription is Discord's limit on a description, in characters.
const maxDescription = 100

// describe returns the description of a command or an option.
func (s *Service) describe(key string) string {
	return message.Clip(s.Writer.Label("en", key), maxDescription)
}

// Definitions lists every command, in English.
func (s *Service) Definitions() []Definition {
	var all []Definition
	for _, c := range s.commands {
		d := Definition{Name: c.name, Description: s.describe("command." + c.name), Managing: c.managing,
			Direct: c.direct}
		for _, o := range c.options {
			p := Option{Name: o.name, Person: o.person, Flag: o.flag, Required: o.required,
				Completes: o.complete != nil}
			if p.Description = s.describe(cmp.Or(o.key, "option."+o.name)); o.choices != nil {
				p.Choices = o.choices(s)
			}
			d.Options = append(d.Options, p)
		}
		all = append(all, d)
	}
	return all
}

// labelled are values to choose from, whose labels have keys with the same beginning. Without one the values
// are their own labels.
func labelled(about string, values ...string) func(*Service) []message.MenuOption {
	return func(s *Service) (all []message.MenuOption) {
		for _, v := range values {
			o := message.MenuOption{Label: v, Value: v}
			if about != "" {
				o.Label = s.Writer.Label("en", about+v)
			}
			all = append(all, o)
		}
		return all
	}
}

// suggesting completes an option with what was typed, as it is read, and with some values.
func suggesting(list func(p message.Pen, typed string) []message.MenuOption) handler {
	return func(c call, _ context.Context) (Reply, error) {
		return Reply{Choices: list(c.to(nil), c.Options[c.Focus])}, nil
	}
}
