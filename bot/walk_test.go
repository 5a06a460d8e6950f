package bot_test

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

// A touch is the use of a button or of a line of a menu.
type touch struct {
	control string // its custom_id
	value   string // of the line; empty for a button
	reaches int    // how many of the steps of a move are picked then
}

// A hand uses a control of a message for a person, and returns what they see then.
type hand func(who string, on sandbox.Message, t touch) sandbox.Message

// walk presses buttons, from a board or a panel on, until the steps of a move are picked. It
// returns the message that asks whether the move is played or, for a bid, the one that says that
// it is made.
func walk(t testing.TB, who string, on sandbox.Message, s games.State, seat games.Seat, steps []string, use hand) sandbox.Message {
	t.Helper()
	if bidding(s) { // a bid is made before it is enough
		steps = withoutEnough(steps)
	}
	reached := 0
	for range mostPresses {
		confirmed := confirming(on)
		if bidding(s) {
			confirmed = withoutEnough(confirmed)
		}
		if reached == len(steps) || confirmed != nil && slices.Equal(confirmed, steps) {
			return on
		}
		next := toward(on, s, seat, steps)
		if next.control == "" {
			break
		}
		on, reached = use(who, on, next), next.reaches
	}
	t.Fatalf("%s finds no way to the steps %q: the message says %q and has %q", who, steps, on.Content, labels(on))
	return on
}

// withoutEnough returns the steps of a move without the one that ends it.
func withoutEnough(steps []string) []string {
	if n := len(steps); n > 0 && steps[n-1] == games.Enough {
		return steps[:n-1]
	}
	return steps
}

// confirming returns the steps of the move that a message asks about; nil if it asks about none.
func confirming(m sandbox.Message) []string {
	for _, c := range controls(m) {
		if b, err := message.ParseButton(c.CustomID); err == nil && b.Verb == "confirm" {
			return b.Steps
		}
	}
	return nil
}

// controls lists the enabled buttons and menus of a message.
func controls(m sandbox.Message) []sandbox.Component {
	return slices.DeleteFunc(slices.Concat(m.Rows...), func(c sandbox.Component) bool { return c.Disabled })
}

// toward returns what a person presses next for the steps of a move: a choice or, where it is not
// in sight, its area, another page, or what opens the panel.
func toward(on sandbox.Message, s games.State, seat games.Seat, steps []string) touch {
	var best touch
	rank := 0
	offer := func(r int, t touch) {
		if r > rank {
			best, rank = t, r
		}
	}
	for _, c := range controls(on) {
		b, err := message.ParseButton(c.CustomID)
		if err != nil {
			continue
		}
		number, path, _ := b.Numbered()
		if b.Verb == "open" {
			path = b.Steps
		}
		leads := len(path) <= len(steps) && slices.Equal(path, steps[:len(path)])
		switch {
		case b.Verb == "move":
			offer(1, touch{control: c.CustomID})
		case !leads && b.Verb == "pick" && len(path) == 1 && bidding(s):
			offer(1, touch{control: c.CustomID}) // Clear: another card would keep the wishes
		case !leads:
		case b.Verb == "page" && number > 0 && len(path) < len(steps):
			if r := opensPlace(s.Step(seat, path), steps[len(path)], number); r > 0 {
				offer(r, touch{control: c.CustomID})
			}
		case len(c.Options) > 0 && len(path) < len(steps):
			if value := steps[len(path)]; slices.ContainsFunc(c.Options, func(o sandbox.Option) bool { return o.Value == value }) {
				offer(10+len(path), touch{c.CustomID, value, len(path) + 1})
			}
		case b.Verb == "pick" || b.Verb == "open":
			offer(9+len(path), touch{control: c.CustomID, reaches: len(path)})
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
	case len(areas) == 0:
		return 2 // a page of a long menu
	case options[at].Placed() && areas[number-1].Has(options[at]):
		return 3
	}
	return 0
}

// press uses a control of a message and returns what the person sees then.
func (r *rig) press(who string, on sandbox.Message, t touch) sandbox.Message {
	r.t.Helper()
	if t.value != "" {
		return r.answer(r.discord.User(who).Choose(r.ctx, on.ID, t.control, t.value))
	}
	return r.answer(r.discord.User(who).Click(r.ctx, on.ID, t.control))
}

// walks is [walk] for the bot of a rig.
func (r *rig) walks(who string, on sandbox.Message, s games.State, seat games.Seat, steps []string) sandbox.Message {
	r.t.Helper()
	return walk(r.t, who, on, s, seat, steps, r.press)
}

// confirms has a person press Confirm, and returns what they see then. A private panel is gone
// then, unless another game waits for them.
func (r *rig) confirms(who string, on sandbox.Message) (after sandbox.Message) {
	r.t.Helper()
	m, err := r.discord.User(who).Click(r.ctx, on.ID, "Confirm")
	if err != nil {
		r.t.Fatalf("Confirm is not answered: %v\n%s", err, r.log)
	}
	if m != nil {
		after = *m
	}
	if !on.Ephemeral {
		return after
	}
	for _, m := range r.discord.User(who).Sees(on.Channel) {
		if m.ID == on.ID && !slices.Equal(labels(m), []string{"Next game"}) {
			r.t.Fatalf("after Confirm %s's panel says %q and has %q\n%s", who, m.Content, labels(m), r.log)
		}
	}
	return after
}

// plays has a person type a move and confirm it, if that is asked. It returns the first answer.
func (r *rig) plays(who, channel, move string) sandbox.Message {
	r.t.Helper()
	said := r.slash(who, channel, "/move move:"+move)
	if confirming(said) != nil {
		r.confirms(who, said)
	}
	return said
}

// stepsOf returns the steps of a move, as the buttons pick them.
func stepsOf(t testing.TB, s games.State, seat games.Seat, move games.Move) []string {
	t.Helper()
	steps := games.StepsTo(s, seat, move)
	if steps == nil {
		t.Fatalf("no steps lead to %s", move)
	}
	return steps
}

// unescaped returns a text without the backslashes that keep Discord from reading it as Markdown.
func unescaped(text string) string { return strings.ReplaceAll(text, `\`, "") }
