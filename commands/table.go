package commands

import (
	"slices"
)

// commandTable lists the slash commands, in the order in which they are made known.
func commandTable() []Command {
	return []Command{
		PlayCommand(), MoveCommand(), BidCommand(), BoardCommand(), GamesCommand(),
		ResignCommand(), DrawCommand(), TakebackCommand(), RematchCommand(),
		RecordCommand(), VerifyCommand(), HintCommand(), AnalyseCommand(), RulesCommand(),
		SettingsCommand(), AwayCommand(), PrivacyCommand(), ServerCommand(), DoctorCommand(), HelpCommand(),
	}
}

// verbs lists what buttons do.
func verbs() map[string]Verb {
	all := map[string]Verb{}
	for _, v := range slices.Concat(onTable(), onBoard(), onPrivate(), PrivacyVerbs()) {
		all[v.Name] = v
	}
	return all
}

// onTable lists the buttons of a table.
func onTable() []Verb {
	return []Verb{
		PrivateVerb("join", JoinTable),
		PrivateVerb("leave", LeaveTable),
		PrivateVerb("start", StartGame),
		PrivateVerb("cancel", CancelForAll),
		PrivateVerb("accept", AcceptChallenge),
		PrivateVerb("decline", DeclineChallenge),
		PrivateVerb("block", AskBlock),
		PrivateVerb("word", SayWord),
		PrivateVerb("say", SayWord), // of older tables
		PrivateVerb("opponent", OfferOpponents),
		PrivateVerb("options", ShowOptions),
		PrivateVerb("learn", RulesOfButton),
	}
}

// onBoard lists the buttons of a board, and of a question about it.
func onBoard() []Verb {
	return []Verb{
		PrivateVerb("move", OpenPanel),
		PrivateVerb("open", OpenStep),
		PrivateVerb("view", ViewBoard),
		PrivateVerb("text", ViewText),
		PrivateVerb("more", ShowMore),
		PrivateVerb("agree", AgreeToDraw),
		PrivateVerb("refuse", DeclineDraw),
		PrivateVerb("rematch", RematchOfButton),
		PrivateVerb("next", NextGame),
		PrivateVerb("like", PlayAlike),
		Alone(PrivateVerb("record", RecordOfButton)),
		PrivateVerb("proof", Proof),
		Long(PrivateVerb("analyse", AnalyseButton)),
		PrivateVerb("claim", ClaimWin),
		PrivateVerb("grant", GrantTime),
		PrivateVerb("take", TakeSeat),
		UpdateVerb("yes", AnswerYes),
		UpdateVerb("no", AnswerNo),
	}
}

// onPrivate lists the buttons of what only one person sees.
func onPrivate() []Verb {
	return []Verb{
		UpdateVerb("engage", EngageOpponent),
		UpdateVerb("dismiss", DismissOpponent),
		UpdateVerb("pick", PickStep),
		UpdateVerb("page", TurnPage),
		UpdateVerb("confirm", ConfirmMove),
		UpdateVerb("offer", OfferDraw),
		UpdateVerb("ask", ConfirmFirst),
		UpdateVerb("resign", ResignGame),
		UpdateVerb("off", CallOff),
		UpdateVerb("return", ComeBack),
		UpdateVerb("seat", OfferSeat),
		UpdateVerb("keepseat", KeepSeat),
		UpdateVerb("rules", RulesOfButton),
		UpdateVerb("keep", KeepOn),
		UpdateVerb("close", Close),
		UpdateVerb("server", SetServer),
		UpdateVerb("which", runForChosen),
		UpdateVerb("palette", ChoosePalette),
		UpdateVerb("bar", Block),
		UpdateVerb("unblock", Unblock),
		UpdateVerb("back", EndAway),
		UpdateVerb("here", MoveHere),
		UpdateVerb("again", PostAgain),
		UpdateVerb("option", ChooseOption),
		UpdateVerb("optionpage", ShowOptions),
		UpdateVerb("down", BringDown),
		UpdateVerb("takeback", TakebackOfButton),
		UpdateVerb("give", GiveSeat),
		UpdateVerb("type", TypeMove),
		UpdateVerb("plan", PlanAhead),
		UpdateVerb("forget", ForgetPlan),
		UpdateVerb("point", ShowPoint),
		PrivateVerb("direct", WantDirects),
		PrivateVerb("zone", TellZone),
		PrivateVerb("practise", Practise),
		UpdateVerb("game", OpenChosen),
		Alone(UpdateVerb("another", AnotherHint)),
		PrivateVerb("check", HowToCheck),
	}
}
