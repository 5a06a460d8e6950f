package world

import (
	"slices"
	"strings"

	"parlour/commands"
	"parlour/commands/locale"
	"parlour/commands/message"
)

// A Seen is a message as a person sees it, over whichever channel.
type Seen struct {
	ID, Channel string
	Alone       bool // whether nobody else sees it
	message.Message
}

// Carried returns what a button or a menu carries.
func Carried(id string) message.Button {
	b, _ := message.ParseButton(id)
	return b
}

// Find returns the first button or menu of a message that is so.
func Find(m message.Message, is func(message.Control) bool) (message.Control, bool) {
	all := m.Controls()
	if i := slices.IndexFunc(all, is); i >= 0 {
		return all[i], true
	}
	return message.Control{}, false
}

// Label finds a button by its label in English, or in the language that is made up of it.
func Label(label string) func(message.Control) bool {
	return func(c message.Control) bool { return locale.Plain(c.Label) == label && !c.Menu() }
}

// Verb finds a button by the verb that it carries.
func Verb(verb message.Verb) func(message.Control) bool {
	return func(c message.Control) bool { return Carried(c.ID).Verb == verb }
}

// Choice finds a menu that has a value, or the button of a step to it.
func Choice(value string) func(message.Control) bool {
	return func(c message.Control) bool {
		if HasValue(c, value) {
			return true
		}
		b := Carried(c.ID)
		return !c.Disabled && slices.Contains([]message.Verb{"pick", "open", "plan"}, b.Verb) && len(b.Steps) > 0 &&
			b.Steps[len(b.Steps)-1] == value
	}
}

// HasValue reports whether a control is a menu with a value.
func HasValue(c message.Control, value string) bool {
	return c.People > 0 || slices.ContainsFunc(c.Options, func(o message.MenuOption) bool { return o.Value == value })
}

// Types reads a command as Discord would parse it: "/play game:permute opponent:ben". person returns the
// person with a name.
func Types(r *commands.Request, line string, person func(string) commands.Person) {
	r.Options, r.People = map[string]string{}, map[string]commands.Person{}
	var name []string
	last := ""
	for _, word := range strings.Fields(strings.TrimPrefix(line, "/")) {
		option, value, ok := strings.Cut(word, ":")
		switch {
		case ok && !strings.Contains(option, "//"):
			r.Options[option], last = value, option
			if option == "opponent" || option == "person" || strings.HasPrefix(option, "with") {
				r.People[option] = person(value)
			}
		case last != "":
			r.Options[last] += " " + word
		default:
			name = append(name, word)
		}
	}
	r.Command = strings.Join(name, " ")
}
