package bottest

import (
	"slices"
	"strings"
	"testing"

	"parlour/bot/sandbox"
	"parlour/commands/message"
	"parlour/games"
)

// mostPresses bounds the presses of one move: 16 steps and their areas fit.
const mostPresses = 40

// A Touch is the use of a button or of a line of a menu.
type Touch struct {
	Control string // its custom_id
	Value   string // of the line; empty for a button
	reaches int    // how many of the steps of a move are picked then
}

// A Hand uses a control of a message for a person, and returns what they see then.
type Hand func(who string, on sandbox.Message, t Touch) sandbox.Message

// Walk presses buttons, from a board or a panel on, until the steps of a move are picked. It
// returns the message that asks whether the move is played or, for a bid, the one that says that
// it is made.
func Walk(t testing.TB, who string, on sandbox.Message, s games.State, seat games.Seat, steps []string,
	use Hand) sandbox.Message {
	t.Helper()
	if Bidding(s) { // a bid is made before it is enough
		steps = withoutEnough(steps)
	}
	reached := 0
	for range mostPresses {
		confirmed := Confirming(on)
		if Bidding(s) {
			confirmed = withoutEnough(confirmed)
		}
		if reached == len(steps) || confirmed != nil && slices.Equal(confirmed, steps) {
			return on
		}
		next := toward(on, s, seat, steps)
		if next.Control == "" {
			break
		}
		on, reached = use(who, on, next), next.reaches
	}
	t.Fatalf("%s finds no way to the steps %q: the message says %q and has %q", who, steps, on.Content, Labels(on))
	return on
}

// withoutEnough returns the steps of a move without the one that ends it.
func withoutEnough(steps []string) []string {
	if n := len(steps); n > 0 && steps[n-1] == games.Enough {
		return steps[:n-1]
	}
	return steps
}

// Confirming returns the steps of the move that a message asks about; nil if it asks about none.
func Confirming(m sandbox.Message) []string {
	for _, c := range Controls(m) {
		if b, err := message.ParseButton(c.CustomID); err == nil && b.Verb == "confirm" {
			return b.Steps
		}
	}
	return nil
}

// toward returns what a person presses next for the steps of a move: a choice or, where it is not
// in sight, its area, another page, or what opens the panel.
func toward(on sandbox.Message, s games.State, seat games.Seat, steps []string) Touch {
	var best Touch
	rank := 0
	offer := func(r int, t Touch) {
		if r > rank {
			best, rank = t, r
		}
	}
	for _, c := range Controls(on) {
		b, err := message.ParseButton(c.CustomID)
		if err != nil {
			continue
		}
		number, path, _ := b.Numbered()
		leads := len(path) <= len(steps) && slices.Equal(path, steps[:len(path)])
		switch {
		case b.Verb == "move":
			offer(1, Touch{Control: c.CustomID})
		case !leads && b.Verb == "pick" && len(path) == 1 && Bidding(s):
			offer(1, Touch{Control: c.CustomID}) // Clear: another card would keep the wishes
		case !leads:
		case (b.Verb == "page" || b.Verb == "open") && number != 0 && len(path) < len(steps):
			if r := opensPlace(s.Step(seat, path), steps[len(path)], number); r > 0 {
				offer(r, Touch{Control: c.CustomID})
			}
		case len(c.Options) > 0 && len(path) < len(steps):
			if value := steps[len(path)]; slices.ContainsFunc(c.Options,
				func(o sandbox.Option) bool { return o.Value == value }) {
				offer(10+len(path), Touch{c.CustomID, value, len(path) + 1})
			}
		case b.Verb == "pick" || b.Verb == "open":
			offer(9+len(path), Touch{Control: c.CustomID, reaches: len(path)})
		}
	}
	return best
}

// opensPlace ranks the button of an area or of a page by whether a choice of the step is there.
func opensPlace(step games.Step, value string, number int) int {
	areas, options := step.Areas(), step.Options()
	at := slices.IndexFunc(options, func(c games.Choice) bool { return c.Value == value })
	switch {
	case at < 0 || number > len(areas) && len(areas) > 0:
		return 0
	case len(areas) == 0, number < 0:
		return 2 // a page of a long menu, or what is named once it is asked for
	case options[at].Placed() && areas[number-1].Has(options[at]):
		return 3
	}
	return 0
}

// Touch uses a control of a message and returns what the person sees then.
func (r *Rig) Touch(who string, on sandbox.Message, t Touch) sandbox.Message {
	r.Helper()
	if t.Value != "" {
		return r.Answer(r.Discord.User(who).Choose(r.Ctx, on.ID, t.Control, t.Value))
	}
	return r.Answer(r.Discord.User(who).Click(r.Ctx, on.ID, t.Control))
}

// Walks is [Walk] for the bot of a rig.
func (r *Rig) Walks(who string, on sandbox.Message, s games.State, seat games.Seat, steps []string) sandbox.Message {
	r.Helper()
	return Walk(r, who, on, s, seat, steps, r.Touch)
}

// Confirms has a person press Confirm, and returns what they see then. A private panel is gone
// then, unless another game waits for them, it asks for their next bid, or it leads to the end.
func (r *Rig) Confirms(who string, on sandbox.Message) (after sandbox.Message) {
	r.Helper()
	m, err := r.Discord.User(who).Click(r.Ctx, on.ID, "Confirm")
	if err != nil {
		r.Fatalf("Confirm is not answered: %v\n%s", err, r.Said)
	}
	if m != nil {
		after = *m
	}
	if !on.Ephemeral {
		return after
	}
	for _, m := range r.Discord.User(who).Sees(on.Channel) {
		leads := slices.Equal(Labels(m), []string{"My next turn"}) || strings.Contains(m.Content, "[See how it ended]")
		if m.ID == on.ID && !leads && TurnOf(m) <= TurnOf(on) {
			r.Fatalf("after Confirm %s's panel says %q and has %q\n%s", who, m.Content, Labels(m), r.Said)
		}
	}
	return after
}

// Plays has a person type a move and confirm it, if that is asked. It returns the first answer.
func (r *Rig) Plays(who, channel, move string) sandbox.Message {
	r.Helper()
	said := r.Slash(who, channel, "/move move:"+move)
	if Confirming(said) != nil {
		r.Confirms(who, said)
	}
	return said
}

// StepsOf returns the steps of a move, as the buttons pick them.
func StepsOf(t testing.TB, s games.State, seat games.Seat, move games.Move) []string {
	t.Helper()
	steps := games.StepsTo(s, seat, move)
	if steps == nil {
		t.Fatalf("no steps lead to %s", move)
	}
	return steps
}

// Bidding reports whether people bid in a position.
func Bidding(s games.State) bool {
	b, ok := s.(games.Bidder)
	return ok && b.Bidding()
}

// Reveals reports whether a bid is the last of its auction.
func Reveals(s games.State, seat games.Seat, move games.Move) bool {
	if !Bidding(s) {
		return false
	}
	next, err := s.Play(seat, move)
	return err == nil && !games.SameTurn(s, next, seat)
}

// TurnOf returns the turn of the controls of a message that lead to a move; -1 if it has none.
func TurnOf(m sandbox.Message) int {
	for _, c := range Controls(m) {
		if b, err := message.ParseButton(c.CustomID); err == nil &&
			slices.Contains([]message.Verb{message.VerbMove, message.VerbOpen, message.VerbPick, message.VerbPage}, b.Verb) {
			return b.Turn
		}
	}
	return -1
}
