package commands

import (
	"slices"
)

// commandTable lists the slash commands, in the order in which they are made known.
func commandTable() []command {
	return []command{
		playCommand(), moveCommand(), bidCommand(), boardCommand(), gamesCommand(),
		resignCommand(), drawCommand(), takebackCommand(), rematchCommand(),
		recordCommand(), verifyCommand(), hintCommand(), analyseCommand(), rulesCommand(),
		settingsCommand(), awayCommand(), privacyCommand(), serverCommand(), doctorCommand(), helpCommand(),
	}
}

// verbs lists what buttons do.
func verbs() map[string]verb {
	all := map[string]verb{}
	for _, v := range slices.Concat(onTable(), onBoard(), onPrivate(), privacyVerbs()) {
		all[v.Name] = v
	}
	return all
}

// onTable lists the buttons of a table.
func onTable() []verb {
	return []verb{
		privateVerb("join", joinTable),
		privateVerb("leave", leaveTable),
		privateVerb("start", startGame),
		privateVerb("cancel", cancelForAll),
		privateVerb("accept", acceptChallenge),
		privateVerb("decline", declineChallenge),
		privateVerb("block", askBlock),
		privateVerb("word", sayWord),
		privateVerb("say", sayWord), // of older tables
		privateVerb("opponent", offerOpponents),
		privateVerb("options", showOptions),
		privateVerb("learn", rulesOfButton),
	}
}

// onBoard lists the buttons of a board, and of a question about it.
func onBoard() []verb {
	return []verb{
		privateVerb("move", openPanel),
		privateVerb("open", openStep),
		privateVerb("view", viewBoard),
		privateVerb("text", viewText),
		privateVerb("more", showMore),
		privateVerb("agree", agreeToDraw),
		privateVerb("refuse", declineDraw),
		privateVerb("rematch", rematchOfButton),
		privateVerb("next", nextGame),
		privateVerb("like", playAlike),
		alone(privateVerb("record", recordOfButton)),
		privateVerb("proof", Proof),
		long(privateVerb("analyse", analyseButton)),
		privateVerb("claim", claimWin),
		privateVerb("grant", grantTime),
		privateVerb("take", takeSeat),
		updateVerb("yes", answerYes),
		updateVerb("no", answerNo),
	}
}

// onPrivate lists the buttons of what only one person sees.
func onPrivate() []verb {
	return []verb{
		updateVerb("engage", engageOpponent),
		updateVerb("dismiss", dismissOpponent),
		updateVerb("pick", pickStep),
		updateVerb("page", turnPage),
		updateVerb("confirm", confirmMove),
		updateVerb("offer", offerDraw),
		updateVerb("ask", confirmFirst),
		updateVerb("resign", resignGame),
		updateVerb("off", callOff),
		updateVerb("return", comeBack),
		updateVerb("seat", offerSeat),
		updateVerb("keepseat", keepSeat),
		updateVerb("rules", rulesOfButton),
		updateVerb("keep", keepOn),
		updateVerb("close", Close),
		updateVerb("server", setServer),
		updateVerb("which", runForChosen),
		updateVerb("palette", choosePalette),
		updateVerb("bar", block),
		updateVerb("unblock", unblock),
		updateVerb("back", endAway),
		updateVerb("here", moveHere),
		updateVerb("again", postAgain),
		updateVerb("option", chooseOption),
		updateVerb("optionpage", showOptions),
		updateVerb("down", bringDown),
		updateVerb("takeback", takebackOfButton),
		updateVerb("give", giveSeat),
		updateVerb("type", typeMove),
		updateVerb("plan", planAhead),
		updateVerb("forget", forgetPlan),
		updateVerb("point", showPoint),
		privateVerb("direct", wantDirects),
		privateVerb("zone", tellZone),
		privateVerb("practise", practise),
		updateVerb("game", openChosen),
		alone(updateVerb("another", anotherHint)),
		privateVerb("check", howToCheck),
	}
}
