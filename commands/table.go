package commands

import (
	"slices"

	"parlour/commands/message"
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
func verbs() map[message.Verb]verb {
	all := map[message.Verb]verb{}
	for _, v := range slices.Concat(onTable(), onBoard(), onPrivate(), privacyVerbs()) {
		all[v.Name] = v
	}
	return all
}

// onTable lists the buttons of a table.
func onTable() []verb {
	return []verb{
		privateVerb(message.VerbJoin, joinTable),
		privateVerb(message.VerbLeave, leaveTable),
		privateVerb(message.VerbStart, startGame),
		privateVerb(message.VerbCancel, cancelForAll),
		privateVerb(message.VerbAccept, acceptChallenge),
		privateVerb(message.VerbDecline, declineChallenge),
		privateVerb(message.VerbBlock, askBlock),
		privateVerb(message.VerbWord, sayWord),
		privateVerb(message.VerbOpponent, offerOpponents),
		privateVerb(message.VerbOptions, showOptions),
		privateVerb(message.VerbLearn, rulesOfButton),
	}
}

// onBoard lists the buttons of a board, and of a question about it.
func onBoard() []verb {
	return []verb{
		privateVerb(message.VerbMove, openPanel),
		privateVerb(message.VerbOpen, openStep),
		privateVerb(message.VerbView, viewBoard),
		privateVerb(message.VerbText, viewText),
		privateVerb(message.VerbMore, showMore),
		privateVerb(message.VerbRematch, rematchOfButton),
		privateVerb(message.VerbNext, nextGame),
		privateVerb(message.VerbLike, playAlike),
		alone(privateVerb(message.VerbRecord, recordOfButton)),
		privateVerb(message.VerbProof, Proof),
		long(privateVerb(message.VerbAnalyse, analyseButton)),
		privateVerb(message.VerbClaim, claimWin),
		privateVerb(message.VerbGrant, grantTime),
		privateVerb(message.VerbTake, takeSeat),
		updateVerb(message.VerbYes, answerYes),
		updateVerb(message.VerbNo, answerNo),
	}
}

// onPrivate lists the buttons of what only one person sees.
func onPrivate() []verb {
	return []verb{
		updateVerb(message.VerbEngage, engageOpponent),
		updateVerb(message.VerbDismiss, dismissOpponent),
		updateVerb(message.VerbPick, pickStep),
		updateVerb(message.VerbPage, turnPage),
		updateVerb(message.VerbConfirm, confirmMove),
		updateVerb(message.VerbOffer, offerDraw),
		updateVerb(message.VerbAsk, confirmFirst),
		updateVerb(message.VerbResign, resignGame),
		updateVerb(message.VerbOff, callOff),
		updateVerb(message.VerbReturn, comeBack),
		updateVerb(message.VerbSeat, offerSeat),
		updateVerb(message.VerbKeepSeat, keepSeat),
		updateVerb(message.VerbRules, rulesOfButton),
		updateVerb(message.VerbKeep, keepOn),
		updateVerb(message.VerbClose, Close),
		updateVerb(message.VerbServer, setServer),
		updateVerb(message.VerbWhich, runForChosen),
		updateVerb(message.VerbPalette, choosePalette),
		updateVerb(message.VerbBar, block),
		updateVerb(message.VerbUnblock, unblock),
		updateVerb(message.VerbBack, endAway),
		updateVerb(message.VerbHere, moveHere),
		updateVerb(message.VerbAgain, postAgain),
		updateVerb(message.VerbOption, chooseOption),
		updateVerb(message.VerbOptionPage, showOptions),
		updateVerb(message.VerbDown, bringDown),
		updateVerb(message.VerbTakeback, takebackOfButton),
		updateVerb(message.VerbGive, giveSeat),
		updateVerb(message.VerbType, typeMove),
		updateVerb(message.VerbPlan, planAhead),
		updateVerb(message.VerbForget, forgetPlan),
		updateVerb(message.VerbPoint, showPoint),
		privateVerb(message.VerbDirect, wantDirects),
		privateVerb(message.VerbZone, tellZone),
		privateVerb(message.VerbPractise, practise),
		updateVerb(message.VerbGame, openChosen),
		alone(updateVerb(message.VerbAnother, anotherHint)),
		privateVerb(message.VerbCheck, howToCheck),
	}
}
