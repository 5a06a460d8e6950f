package bottest

import (
	"slices"
	"strings"

	"parlour/bot/sandbox"
	"parlour/commands/message"
	"parlour/commands/world"
)

// Seen returns a message of the sandbox as a person sees it in any world.
func Seen(m sandbox.Message) world.Seen {
	seen := world.Seen{ID: m.ID, Channel: m.Channel, Alone: m.Ephemeral}
	seen.Content = Said(m)
	for _, row := range m.Rows {
		var controls []message.Control
		for _, c := range row {
			control := message.Control{ID: c.CustomID, Label: c.Label, Disabled: c.Disabled}
			for _, o := range c.Options {
				control.Options = append(control.Options, message.MenuOption{Label: o.Label, Value: o.Value, About: o.Description})
			}
			controls = append(controls, control)
		}
		seen.Rows = append(seen.Rows, controls)
	}
	return seen
}

// Said returns the words of a message, also of one of Components V2.
func Said(m sandbox.Message) string {
	return message.Lines(append([]string{m.Content}, m.Texts...)...)
}

// Slash uses a command and returns the answer.
func (r *Rig) Slash(who, channel, line string) sandbox.Message {
	r.Helper()
	return r.Answer(r.Discord.User(who).Slash(r.Ctx, channel, line))
}

// Click clicks a button and returns the answer.
func (r *Rig) Click(who string, on sandbox.Message, button string) sandbox.Message {
	r.Helper()
	return r.Answer(r.Discord.User(who).Click(r.Ctx, on.ID, button))
}

// Press sends a click that the message need not offer, and returns the answer.
func (r *Rig) Press(who string, on sandbox.Message, id string) sandbox.Message {
	r.Helper()
	return r.Answer(r.Discord.User(who).Press(r.Ctx, id, on.ID))
}

// Answer returns an answer, which must be there.
func (r *Rig) Answer(m *sandbox.Message, err error) sandbox.Message {
	r.Helper()
	if err != nil || m == nil {
		r.Fatalf("no answer: %v\n%s", err, r.Said)
	}
	return *m
}

// Await waits until a person sees a public message that satisfies ok.
func (r *Rig) Await(who, channel string, ok func(sandbox.Message) bool) (found sandbox.Message) {
	r.Helper()
	r.awaits(who, channel, "the awaited message", func(all []sandbox.Message) bool {
		i := slices.IndexFunc(all, func(m sandbox.Message) bool { return !m.Ephemeral && ok(m) })
		if i >= 0 {
			found = all[i]
		}
		return i >= 0
	})
	return found
}

// AwaitWords waits until a person sees a public message with some words.
func (r *Rig) AwaitWords(who, channel, words string) sandbox.Message {
	r.Helper()
	return r.Await(who, channel, func(m sandbox.Message) bool { return strings.Contains(m.Content, words) })
}

// AwaitButton waits until a person sees a public message with a button.
func (r *Rig) AwaitButton(who, channel, button string) sandbox.Message {
	r.Helper()
	return r.Await(who, channel, func(m sandbox.Message) bool { return slices.Contains(Labels(m), button) })
}

// AwaitNewest waits until the newest public message that a person sees satisfies ok.
func (r *Rig) AwaitNewest(who, channel, what string, ok func(sandbox.Message) bool) (newest sandbox.Message) {
	r.Helper()
	r.awaits(who, channel, what, func(all []sandbox.Message) bool {
		if all = Public(all); len(all) > 0 {
			newest = all[len(all)-1]
		}
		return len(all) > 0 && ok(newest)
	})
	return newest
}

// Direct waits until the newest direct message to a person satisfies ok.
func (r *Rig) Direct(who string, ok func(sandbox.Message) bool) sandbox.Message {
	r.Helper()
	return r.AwaitNewest(who, r.Discord.User(who).DM(), "the direct message", ok)
}

// AwaitBoard waits for the board of a ply. The first message of the game has number 0.
func (r *Rig) AwaitBoard(who, channel string, number int) (board sandbox.Message) {
	r.Helper()
	r.awaits(who, channel, "the board", func(all []sandbox.Message) bool {
		boards := Public(all)
		if len(boards) > number {
			board = boards[number]
		}
		return len(boards) > number
	})
	return board
}

// Newest returns the newest public message in a channel.
func (r *Rig) Newest(channel string) sandbox.Message {
	r.Helper()
	all := Public(r.Discord.User("eve").Sees(channel))
	if len(all) == 0 {
		r.Fatal("there is no message")
	}
	return all[len(all)-1]
}

// Alone returns the messages in a channel that a person alone sees.
func (r *Rig) Alone(who, channel string) (all []sandbox.Message) {
	for _, m := range r.Discord.User(who).Sees(channel) {
		if m.Ephemeral {
			all = append(all, m)
		}
	}
	return all
}

// Public returns the messages that everybody sees, without Discord's own notices.
func Public(all []sandbox.Message) []sandbox.Message {
	return slices.DeleteFunc(slices.Clone(all), func(m sandbox.Message) bool { return m.Ephemeral || m.Notice != "" })
}

// Controls lists the enabled buttons and menus of a message.
func Controls(m sandbox.Message) []sandbox.Component {
	return slices.DeleteFunc(slices.Concat(m.Rows...), func(c sandbox.Component) bool { return c.Disabled })
}

// Labels lists the enabled buttons of a message.
func Labels(m sandbox.Message) (all []string) {
	for _, c := range Controls(m) {
		if c.Type == 2 {
			all = append(all, c.Label)
		}
	}
	return all
}

// Control returns the custom_id of the button of a verb, or "" if a message has none.
func Control(m sandbox.Message, verb string) string {
	for _, c := range slices.Concat(m.Rows...) {
		if parts := strings.Split(c.CustomID, ":"); len(parts) > 3 && parts[3] == verb {
			return c.CustomID
		}
	}
	return ""
}

// Labelled returns the custom_id of the enabled button whose label begins with some words, or "".
func Labelled(m sandbox.Message, words string) string {
	for _, c := range Controls(m) {
		if strings.HasPrefix(c.Label, words) {
			return c.CustomID
		}
	}
	return ""
}

// Carrying returns the custom_id of the enabled button that ends with some text, or "".
func Carrying(m sandbox.Message, end string) string {
	for _, c := range Controls(m) {
		if strings.HasSuffix(c.CustomID, end) {
			return c.CustomID
		}
	}
	return ""
}

// Titles lists names as the bot does.
func Titles(names ...string) string {
	var all []string
	for _, n := range names {
		all = append(all, strings.ToUpper(n[:1])+n[1:])
	}
	return strings.Join(all, ", ")
}

// Opens has ann ask for a game, and returns its table once it has a button.
func (r *Rig) Opens(channel, play, button string) sandbox.Message {
	r.Helper()
	r.Slash("ann", channel, "/play "+play)
	return r.AwaitButton("ben", channel, button)
}

// Challenge has ann challenge ben in a channel and ben accept. It returns the channel of the
// game and the first board.
func (r *Rig) Challenge(channel, options string) (string, sandbox.Message) {
	r.Helper()
	table := r.Opens(channel, "game:permute opponent:@ben first:me "+options, "Accept")
	r.Click("ben", table, "Accept")
	table = r.Await("ben", channel, func(m sandbox.Message) bool { return m.ID == table.ID && len(m.Rows) == 0 })
	if table.Thread != "" {
		channel = table.Thread
	}
	// In a new thread a message that calls the players in comes first, and goes at once.
	return channel, r.AwaitWords("ben", channel, "here we go")
}
