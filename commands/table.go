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

// The options of several commands.
const (
	optionGame = "game" // a match, or a game
	optionMove = "move"
	optionBid  = "bid"
	optionText = "text"

	optionFinished = "finished"
	optionWith     = "with"
	optionWhen     = "when"
)

// The option that names a match, of the kind that is suggested.
var (
	ofLive  = Option{Name: optionGame, complete: completeGame(true, false)}
	ofEnded = Option{Name: optionGame, complete: completeGame(false, true)}
	ofAny   = Option{Name: optionGame, complete: completeGame(true, true)}
)

// commandTable lists the slash commands, in the order in which they are made known.
var commandTable = []Definition{
	{Name: "play", run: call.play, Options: slices.Concat([]Option{
		{Name: optionGame, key: "option.play", Required: true, complete: call.completeKind},
		{Name: optionOpponent, Person: true},
		{Name: optionLevel, complete: call.completeLevel},
		{Name: optionFirst, choices: labelled("first.", match.Firsts...)},
		{Name: optionTurnTime, complete: suggestLimits(
			"3 days", "1 day", "12 hours", "1 hour", "5 minutes", "1 minute", "1 week", "2 weeks", "none", "3d+8h≤7d",
			"7d+1d≤14d", "1d+1h≤2d")},
		{Name: optionTotalTime, complete: suggestLimits("none", "1 hour", "1 day", "1 week", "2 weeks", "30 days")},
		{Name: optionStrict, choices: labelled("options.", match.OffOn...)},
		{Name: optionRated, choices: labelled("options.", match.OffOn...)},
		{Name: optionMatch, choices: labelled("two.", match.Matches...)},
		{Name: optionOptions, complete: call.completeOptions},
	}, withOptions())},
	{Name: "move", run: about(call.mine, call.typedMove), Options: []Option{
		{Name: optionMove, Required: true, complete: call.completeMove}, ofLive,
	}},
	{Name: "bid", run: about(call.mine, call.typedBid), Options: []Option{
		{Name: optionBid, Required: true, complete: call.completeMove}, ofLive,
	}},
	{Name: "board", run: about(call.played, call.view), Options: []Option{ofLive, {Name: optionText, Flag: true}}},
	{Name: "games", run: call.listGames, alone: true, Options: []Option{
		{Name: optionFinished, Flag: true}, {Name: optionWith, Person: true}, {Name: optionText, key: "option.games.text", Flag: true},
	}},
	{Name: "profile", run: call.profile, OnPerson: true, Options: []Option{{Name: OptionPerson, Person: true}}},
	{Name: "top", run: call.top, alone: true, Options: []Option{
		{Name: optionGame, key: "option.top", complete: call.completeTop},
		{Name: optionWhen, choices: labelled("when.", message.Whens...)},
		{Name: optionText, key: "option.top.text", Flag: true},
	}},
	{Name: "resign", run: about(call.mine, call.resign), Options: []Option{ofLive}},
	{Name: "draw", run: inGame((*match.Match).OfferDraw, drawSaid), Options: []Option{ofLive}},
	{Name: "takeback", run: inGame((*match.Match).TakeBack, takebackSaid), Options: []Option{ofLive}},
	{Name: "rematch", run: call.rematch, Options: []Option{ofEnded}},
	{Name: "record", run: about(call.played, call.record), alone: true, Options: []Option{ofAny}},
	{Name: "verify", run: about(call.played, call.showProof), Options: []Option{ofAny}},
	{Name: "hint", run: about(call.mine, call.hint), alone: true, patient: true, Options: []Option{ofLive}},
	{Name: "analyse", run: about(call.ended, call.analyse), long: true, Options: []Option{
		ofEnded, {Name: optionText, key: "option.analyse.text", Flag: true},
	}},
	{Name: "rules", run: call.rules, Options: []Option{
		{Name: optionGame, key: "option.rules", complete: call.completeKind},
	}},
	{Name: "learn", run: call.learn, Options: []Option{{Name: optionGame, key: "option.learn", complete: call.completeTutor}}},
	{Name: "puzzle", run: call.puzzle},
	{Name: "settings", run: call.settings, Options: []Option{
		{Name: message.SetPalette, choices: func(s *Service, lang string) []message.MenuOption { return s.Writer.In(lang).Palettes() }},
		{Name: message.SetDirect, choices: labelled("options.", message.On, message.Off)},
		{Name: message.SetConfirm, choices: labelled("options.", message.On, message.Off)},
		{Name: message.SetZone, complete: suggesting(message.Pen.SuggestZones)},
		{Name: message.SetQuiet, complete: suggesting(message.SuggestQuiet)},
		{Name: message.SetRemind, complete: suggesting(message.SuggestRemind)},
		{Name: message.SetDigest, complete: suggesting(message.SuggestDigest)},
		{Name: message.SetChallenges, choices: labelled("challenges.", message.Whoms...)},
		{Name: message.SetLobby, key: "option.lobby.own", choices: labelled("options.", message.On, message.Off)},
		{Name: message.SetAutoAway, choices: labelled("options.", message.On, message.Off)},
		{Name: message.SetProfile, choices: labelled("options.", message.On, message.Off)},
		{Name: message.SetPace, choices: labelled("pace.", message.Paces...)},
		{Name: message.SetOnTime, choices: labelled("options.", message.On, message.Off)},
	}},
	{Name: "away", run: call.away, Options: []Option{{Name: message.SetAway, complete: call.completeUntil}}},
	{Name: "privacy", run: showing(message.Pen.Privacy)},
	{Name: "server", run: call.showServer, Managing: true, Options: []Option{
		{Name: optionLanguage, choices: (*Service).languages},
		{Name: optionResults, Place: true},
		{Name: optionMonth, choices: labelled("options.", message.On, message.Off)},
		{Name: optionLobby, Place: true},
		{Name: optionPuzzle, Place: true},
		{Name: optionRole, Role: true},
		{Name: message.SetZone, key: "option.server.zone", complete: suggesting(message.Pen.SuggestPlaces)},
	}},
	{Name: "doctor", run: call.doctor, Managing: true, Direct: true, alone: true, patient: true},
	{Name: "help", run: call.help},
}

// answers are the verbs of buttons whose answer is a message of its own.
var answers = map[message.Verb]handler{
	message.VerbJoin:     call.join,
	message.VerbInvite:   pressed(call.offerInvites),
	message.VerbFresh:    call.openAnother,
	message.VerbBegin:    call.askGame,
	message.VerbLeave:    atTable("table.left", (*match.Match).Leave),
	message.VerbStart:    call.startGame,
	message.VerbCancel:   call.cancelTable,
	message.VerbAccept:   call.acceptChallenge,
	message.VerbDecline:  call.declineChallenge,
	message.VerbBlock:    pressed(call.askBlock),
	message.VerbWord:     call.sayWord,
	message.VerbOpponent: pressed(call.offerOpponents),
	message.VerbOptions:  pressed(call.chooseOptions),
	message.VerbLearn:    call.rulesOfButton,
	message.VerbTeach:    call.teach,
	message.VerbMove:     pressed(call.openPanel),
	message.VerbOpen:     pressed(call.stepOn),
	message.VerbView:     pressed(call.view),
	message.VerbEnter:    pressed(call.openHere),
	message.VerbText:     pressed(call.view),
	message.VerbMore:     pressed(call.showMore),
	message.VerbRematch:  call.rematch,
	message.VerbNext:     call.nextGame,
	message.VerbLike:     pressed(call.playAlike),
	message.VerbRecord:   pressed(call.record),
	message.VerbProof:    pressed(call.showProof),
	message.VerbAnalyse:  pressed(call.analyse),
	message.VerbPost:     pressed(call.postHere),
	message.VerbClaim:    inTurn((*match.Match).ClaimWin, saying("claim.done")),
	message.VerbGrant:    call.grantTime,
	message.VerbTake:     call.takeSeat,
	message.VerbDirect:   call.wantDirects,
	message.VerbZone:     call.tellZone,
	message.VerbPractise: call.practise,
	message.VerbPuzzle:   call.puzzleOfButton,
	message.VerbCheck:    showing(message.Pen.HowToCheck),
	message.VerbMyData:   call.exportData,
	message.VerbForgetMe: call.askToForget,
	message.VerbResults:  call.stopResults,
}

// updates are the verbs whose answer changes the private message with the button, or a public one if the
// reply is Public.
var updates = map[message.Verb]handler{
	message.VerbYes:      call.answerAsk,
	message.VerbNo:       call.answerAsk,
	message.VerbInvited:  call.invite,
	message.VerbChoose:   call.chooseGameToOpen,
	message.VerbEngage:   call.engageOpponent,
	message.VerbDismiss:  call.dismissOpponent,
	message.VerbPick:     pressed(call.stepOn),
	message.VerbPage:     pressed(call.stepOn),
	message.VerbConfirm:  call.playMove,
	message.VerbAhead:    call.playMove,
	message.VerbOffer:    inTurn((*match.Match).OfferDraw, drawSaid),
	message.VerbAsk:      pressed(call.confirmFirst),
	message.VerbResign:   inGame((*match.Match).Resign, resignSaid),
	message.VerbOff:      inGame((*match.Match).CallOff, asksFor(match.AboutOff, "off.asked", "off.done")),
	message.VerbReturn:   inGame((*match.Match).ComeBack, saying("return.done")),
	message.VerbSeat:     aboutSeat((*match.Match).OfferSeat, "seat.offered"),
	message.VerbKeepSeat: aboutSeat((*match.Match).KeepSeat, "seat.kept"),
	message.VerbRules:    call.rulesOfButton,
	message.VerbLesson:   call.lesson,
	message.VerbSolve:    call.solvePuzzle,
	message.VerbKeep:     call.keepOn,
	message.VerbClose:    pressed(call.closeMatch),
	message.VerbServer:   call.setServer,
	message.VerbWhich:    call.runForChosen,
	message.VerbSetting:  call.chooseSetting,
	message.VerbFill:     call.fillSetting,
	message.VerbBar:      pressed(call.block),
	message.VerbUnblock:  call.unblock,
	message.VerbBack:     call.away,
	message.VerbHere:     call.moveHere,
	message.VerbAgain:    pressed(call.postAgain),
	message.VerbOption:   pressed(call.chooseOptions),
	message.VerbNote:     pressed(call.writeNote),
	message.VerbDown:     call.bringDown,
	message.VerbPause:    call.pause,
	message.VerbUnpause:  inTurn((*match.Match).EndPause, unpauseSaid),
	message.VerbTakeback: inTurn((*match.Match).TakeBack, takebackSaid),
	message.VerbGive:     call.giveSeat,
	message.VerbType:     pressed(call.typeMove),
	message.VerbPlan:     pressed(call.planAhead),
	message.VerbForget:   call.forgetPlan,
	message.VerbPoint:    pressed(call.showPoint),
	message.VerbGame:     call.openChosen,
	message.VerbGames:    call.listGames,
	message.VerbFinished: call.listFinished,
	message.VerbTop:      call.turnTop,
	message.VerbAnother:  pressed(call.anotherHint),
	message.VerbEraseMe:  call.forgetPerson,
	message.VerbKeepMe:   call.keepOn,
}

var (
	// settling are the verbs after which a private message with their button is of no more use: the answer
	// takes its place.
	settling = []message.Verb{
		message.VerbAccept, message.VerbDecline, message.VerbJoin, message.VerbLeave, message.VerbStart,
		message.VerbCancel, message.VerbNext, message.VerbFresh, message.VerbAnalyse,
	}
	// costly are the verbs of which a person may have only one under way, and thoughtful those that may
	// think over a whole game.
	costly     = []message.Verb{message.VerbRecord, message.VerbPost, message.VerbAnother, message.VerbMyData}
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
func (s *Service) command(name string) Definition {
	if i := slices.IndexFunc(s.commands, func(c Definition) bool { return c.Name == name }); i >= 0 {
		return s.commands[i]
	}
	return Definition{}
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
	if run := c.command(c.Command).run; run != nil {
		return run(c, ctx)
	}
	return Reply{}, errButton
}

// maxDescription is Discord's limit on a description, in characters.
const maxDescription = 100

// describe returns the description of a command or an option in a language.
func (s *Service) describe(lang, key string) string {
	return message.Clip(s.Writer.In(lang).Label(key), maxDescription)
}

// Definitions lists every command with its texts in a language. The names by which Discord knows commands and options
// are the same in all. An option without a choice is left out.
func (s *Service) Definitions(lang string) []Definition {
	all := slices.Clone(s.commands)
	for i := range all {
		d := &all[i]
		d.Called, d.Description = s.called(lang, d.Name), s.describe(lang, "command."+d.Name)
		if d.OnPerson {
			d.Entry = s.Writer.In(lang).Label("menu." + d.Name)
		}
		d.Options = nil
		for _, o := range s.commands[i].Options {
			o.Called, o.Description = s.called(lang, o.Name), s.describe(lang, cmp.Or(o.key, "option."+o.Name))
			o.Completes = o.complete != nil
			if o.choices != nil {
				o.Choices = o.choices(s, lang)
			}
			if o.choices == nil || o.Choices != nil {
				d.Options = append(d.Options, o)
			}
		}
	}
	return all
}

// called returns what a command or an option is called in a language.
func (s *Service) called(lang, name string) string { return s.Writer.In(lang).Label("called." + name) }

// labelled are values to choose from, whose labels have keys with the same beginning.
func labelled(about string, values ...string) func(*Service, string) []message.MenuOption {
	return func(s *Service, lang string) (all []message.MenuOption) {
		for _, v := range values {
			all = append(all, message.Choice(s.Writer.In(lang).Label(about+v), v))
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

// Verbs lists the names of all verbs that a button may have, sorted.
func Verbs() []string {
	var all []string
	for _, table := range []map[message.Verb]handler{answers, updates} {
		for verb := range table {
			all = append(all, string(verb))
		}
	}
	slices.Sort(all)
	return all
}
