package commands

import (
	"context"
	"parlour/commands/interaction"
	"slices"
)

// A handler answers a request. An error is worded by [Service.Handle].
type handler func(ctx context.Context, s *Service, c call) (interaction.Reply, error)

// A command is a slash command.
type command struct {
	name     string
	define   func(*Service) interaction.Definition
	run      handler
	complete map[string]handler // by option
	long     bool               // whether it may think over a whole game: see [Service.Limit]
}

// commandTable lists the slash commands, in the order in which they are made known.
func commandTable() []command {
	return []command{
		playCommand(), moveCommand(), bidCommand(), boardCommand(), gamesCommand(), resignCommand(), drawCommand(), takebackCommand(), rematchCommand(),
		recordCommand(), verifyCommand(), hintCommand(), analyseCommand(), rulesCommand(), settingsCommand(),
		awayCommand(), helpCommand(),
	}
}

// A verb is what a button does.
type verb struct {
	name string
	kind interaction.Kind
	run  handler
	long bool
}

// private is a verb with an answer of its own, wherever the button stands.
func private(name string, run handler) verb {
	return verb{name: name, kind: interaction.Private, run: run}
}

// update is a verb that changes the private message with the button, or a public one if the
// reply is Public.
func update(name string, run handler) verb {
	return verb{name: name, kind: interaction.Update, run: run}
}

// long is a verb that may think over a whole game.
func long(v verb) verb { v.long = true; return v }

// verbs lists what buttons do.
func verbs() map[string]verb {
	all := map[string]verb{}
	for _, v := range slices.Concat(onTable(), onBoard(), onPrivate()) {
		all[v.name] = v
	}
	return all
}

// onTable lists the buttons of a table.
func onTable() []verb {
	return []verb{
		private("join", joinTable),
		private("leave", leaveTable),
		private("start", startGame),
		private("cancel", cancelTable),
		private("accept", acceptChallenge),
		private("decline", declineChallenge),
		private("word", sayWord),
		private("say", sayWord), // of older tables
		private("opponent", offerOpponents),
		private("options", showOptions),
		private("learn", rulesOfButton),
	}
}

// onBoard lists the buttons of a board, and of a question about it.
func onBoard() []verb {
	return []verb{
		private("move", openPanel),
		private("open", openStep),
		private("view", viewBoard),
		private("text", viewText),
		private("more", showMore),
		private("agree", agreeToDraw),
		private("refuse", declineDraw),
		private("rematch", rematchOfButton),
		private("next", nextGame),
		private("like", playAlike),
		private("record", recordOfButton),
		private("proof", proof),
		long(private("analyse", analyseButton)),
		private("claim", claimWin),
		private("grant", grantTime),
		private("take", takeSeat),
		update("yes", answerYes),
		update("no", answerNo),
	}
}

// onPrivate lists the buttons of what only one person sees.
func onPrivate() []verb {
	return []verb{
		update("engage", engageOpponent),
		update("dismiss", dismissOpponent),
		update("pick", pickStep),
		update("page", turnPage),
		update("confirm", confirmMove),
		update("offer", offerDraw),
		update("ask", confirmFirst),
		update("resign", resignGame),
		update("off", callOff),
		update("return", comeBack),
		update("seat", offerSeat),
		update("keepseat", keepSeat),
		update("rules", rulesOfButton),
		update("keep", keepOn),
		update("which", runForChosen),
		update("palette", choosePalette),
		update("back", endAway),
		update("here", moveHere),
		update("option", chooseOption),
		update("optionpage", showOptions),
		update("down", bringDown),
		update("takeback", takebackOfButton),
		update("give", giveSeat),
		update("type", typeMove),
		update("plan", planAhead),
		update("forget", forgetPlan),
		private("point", showPoint),
		private("direct", wantDirects),
		private("zone", tellZone),
		private("practise", practise),
		update("game", openChosen),
		update("another", anotherHint),
		private("check", howToCheck),
	}
}
