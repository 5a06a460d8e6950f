package commands

import "context"

// A handler answers a request. An error is worded by [Service.Handle].
type handler func(ctx context.Context, s *Service, c call) (Reply, error)

// A command is a slash command.
type command struct {
	name     string
	define   func(*Service) Definition
	run      handler
	complete map[string]handler // by option
	long     bool               // whether it may think over a whole game: see [Service.Limit]
}

// commandTable lists the slash commands, in the order in which they are made known.
func commandTable() []command {
	return []command{
		playCommand(), moveCommand(), bidCommand(), boardCommand(), gamesCommand(), resignCommand(), drawCommand(),
		recordCommand(), verifyCommand(), hintCommand(), analyseCommand(), rulesCommand(), settingsCommand(),
		awayCommand(), helpCommand(),
	}
}

// A verb is what a button does.
type verb struct {
	kind Kind
	run  handler
	long bool
}

// verbs lists what buttons do. Private: a new answer, wherever the button stands. Update: the
// private message with the button changes.
func verbs() map[string]verb {
	return map[string]verb{
		// on a table
		"join":     {kind: Private, run: joinTable},
		"leave":    {kind: Private, run: leaveTable},
		"start":    {kind: Private, run: startGame},
		"cancel":   {kind: Private, run: cancelTable},
		"accept":   {kind: Private, run: acceptChallenge},
		"decline":  {kind: Private, run: declineChallenge},
		"word":     {kind: Private, run: sayWord},
		"say":      {kind: Private, run: acceptWithWord},
		"opponent": {kind: Private, run: offerOpponents},
		// on a board
		"move":    {kind: Private, run: openPanel},
		"view":    {kind: Private, run: viewBoard},
		"text":    {kind: Private, run: viewText},
		"more":    {kind: Private, run: showMore},
		"agree":   {kind: Private, run: agreeToDraw},
		"refuse":  {kind: Private, run: declineDraw},
		"record":  {kind: Private, run: recordOfButton},
		"proof":   {kind: Private, run: proof},
		"analyse": {kind: Private, run: analyseButton, long: true},
		"claim":   {kind: Private, run: claimWin},
		"grant":   {kind: Private, run: grantTime},
		"take":    {kind: Private, run: takeSeat},
		// on a question, which becomes a line
		"yes": {kind: Update, run: answerYes},
		"no":  {kind: Update, run: answerNo},
		// on a private message, which changes
		"engage":   {kind: Update, run: engageOpponent},
		"dismiss":  {kind: Update, run: dismissOpponent},
		"pick":     {kind: Update, run: pickStep},
		"page":     {kind: Update, run: turnPage},
		"confirm":  {kind: Update, run: confirmMove},
		"offer":    {kind: Update, run: offerDraw},
		"ask":      {kind: Update, run: confirmFirst},
		"resign":   {kind: Update, run: resignGame},
		"off":      {kind: Update, run: callOff},
		"return":   {kind: Update, run: comeBack},
		"seat":     {kind: Update, run: offerSeat},
		"keepseat": {kind: Update, run: keepSeat},
		"rules":    {kind: Update, run: rulesOfButton},
		"keep":     {kind: Update, run: keepOn},
		"which":    {kind: Update, run: runForChosen},
		"open":     {kind: Update, run: openChosen},
		"palette":  {kind: Update, run: choosePalette},
		"back":     {kind: Update, run: endAway},
		"here":     {kind: Update, run: moveHere},
		// on a private message, which stays
		"point":  {kind: Private, run: showPoint},
		"check":  {kind: Private, run: howToCheck},
		"direct": {kind: Private, run: wantDirects},
	}
}
