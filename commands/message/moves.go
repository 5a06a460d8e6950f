package message

import (
	"strings"

	"parlour/commands/locale"
	"parlour/games"
)

// sayMove says a legal move as people read it, in the words of its steps: "↻ d4, keep d5". A
// move whose steps are not found is said in its notation.
func sayMove(voice locale.Voice, s games.State, seat games.Seat, move games.Move) string {
	picked := pick(s, seat, games.StepsTo(s, seat, move))
	if len(picked) == 0 {
		return voice.Say(games.Say("move.notation", "Move", string(move)))
	}
	if last := picked[len(picked)-1]; last.Value != games.Enough && last.Echo.Key != "" {
		return voice.Say(last.Echo)
	}
	var said []string
	for _, c := range picked {
		switch {
		case c.Value == games.Enough && len(said) > 0: // what is enough was said before
		case c.Echo.Key != "":
			said = []string{voice.Say(c.Echo)}
		default:
			said = append(said, voice.Say(c.Label))
		}
	}
	return strings.Join(said, ", ")
}
