package commands

import (
	"slices"

	"parlour/commands/host"
	"parlour/commands/look"
	"parlour/commands/opening"
	"parlour/commands/own"
	"parlour/commands/steward"
	"parlour/commands/turn"
)

// commandTable lists the slash commands, in the order in which they are made known.
func commandTable() []host.Command {
	return []host.Command{
		opening.PlayCommand(), turn.MoveCommand(), turn.BidCommand(), look.BoardCommand(), look.GamesCommand(),
		turn.ResignCommand(), turn.DrawCommand(), turn.TakebackCommand(), opening.RematchCommand(),
		look.RecordCommand(), look.VerifyCommand(), look.HintCommand(), look.AnalyseCommand(), look.RulesCommand(),
		own.SettingsCommand(), own.AwayCommand(), own.PrivacyCommand(), steward.ServerCommand(), steward.DoctorCommand(), look.HelpCommand(),
	}
}

// verbs lists what buttons do.
func verbs() map[string]host.Verb {
	all := map[string]host.Verb{}
	for _, v := range slices.Concat(onTable(), onBoard(), onPrivate(), own.PrivacyVerbs()) {
		all[v.Name] = v
	}
	return all
}

// onTable lists the buttons of a table.
func onTable() []host.Verb {
	return []host.Verb{
		host.Private("join", opening.JoinTable),
		host.Private("leave", opening.LeaveTable),
		host.Private("start", opening.StartGame),
		host.Private("cancel", steward.CancelTable),
		host.Private("accept", opening.AcceptChallenge),
		host.Private("decline", opening.DeclineChallenge),
		host.Private("block", opening.AskBlock),
		host.Private("word", opening.SayWord),
		host.Private("say", opening.SayWord), // of older tables
		host.Private("opponent", opening.OfferOpponents),
		host.Private("options", opening.ShowOptions),
		host.Private("learn", look.RulesOfButton),
	}
}

// onBoard lists the buttons of a board, and of a question about it.
func onBoard() []host.Verb {
	return []host.Verb{
		host.Private("move", turn.OpenPanel),
		host.Private("open", turn.OpenStep),
		host.Private("view", look.ViewBoard),
		host.Private("text", look.ViewText),
		host.Private("more", turn.ShowMore),
		host.Private("agree", turn.AgreeToDraw),
		host.Private("refuse", turn.DeclineDraw),
		host.Private("rematch", opening.RematchOfButton),
		host.Private("next", look.NextGame),
		host.Private("like", opening.PlayAlike),
		host.Alone(host.Private("record", look.RecordOfButton)),
		host.Private("proof", look.Proof),
		host.Long(host.Private("analyse", look.AnalyseButton)),
		host.Private("claim", turn.ClaimWin),
		host.Private("grant", turn.GrantTime),
		host.Private("take", opening.TakeSeat),
		host.Update("yes", turn.AnswerYes),
		host.Update("no", turn.AnswerNo),
	}
}

// onPrivate lists the buttons of what only one person sees.
func onPrivate() []host.Verb {
	return []host.Verb{
		host.Update("engage", opening.EngageOpponent),
		host.Update("dismiss", opening.DismissOpponent),
		host.Update("pick", turn.PickStep),
		host.Update("page", turn.TurnPage),
		host.Update("confirm", turn.ConfirmMove),
		host.Update("offer", turn.OfferDraw),
		host.Update("ask", turn.ConfirmFirst),
		host.Update("resign", turn.ResignGame),
		host.Update("off", turn.CallOff),
		host.Update("return", turn.ComeBack),
		host.Update("seat", opening.OfferSeat),
		host.Update("keepseat", opening.KeepSeat),
		host.Update("rules", look.RulesOfButton),
		host.Update("keep", turn.KeepOn),
		host.Update("close", steward.Close),
		host.Update("server", steward.SetServer),
		host.Update("which", runForChosen),
		host.Update("palette", own.ChoosePalette),
		host.Update("bar", opening.Block),
		host.Update("unblock", own.Unblock),
		host.Update("back", own.EndAway),
		host.Update("here", look.MoveHere),
		host.Update("again", look.PostAgain),
		host.Update("option", opening.ChooseOption),
		host.Update("optionpage", opening.ShowOptions),
		host.Update("down", look.BringDown),
		host.Update("takeback", turn.TakebackOfButton),
		host.Update("give", opening.GiveSeat),
		host.Update("type", turn.TypeMove),
		host.Update("plan", turn.PlanAhead),
		host.Update("forget", turn.ForgetPlan),
		host.Update("point", look.ShowPoint),
		host.Private("direct", own.WantDirects),
		host.Private("zone", own.TellZone),
		host.Private("practise", opening.Practise),
		host.Update("game", look.OpenChosen),
		host.Alone(host.Update("another", look.AnotherHint)),
		host.Private("check", look.HowToCheck),
	}
}
