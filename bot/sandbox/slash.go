package sandbox

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// invocation is a command as a person uses it.
type invocation struct {
	cmd    *command
	path   []option // the group and the subcommand
	defs   []option // the options it has
	values []given
}

// given is one option with the text that was typed for it.
type given struct {
	def  option
	text string
}

// title is the full name of the command, "play permute".
func (v *invocation) title() string {
	words := []string{v.cmd.Name}
	for _, o := range v.path {
		words = append(words, o.Name)
	}
	return strings.Join(words, " ")
}

// parseLine reads a line such as "/play permute size:9 opponent:@ben", typed in c.
func parseLine(w *world, line string, u *user, c *channel) (*invocation, error) {
	line = strings.TrimPrefix(strings.TrimSpace(line), "/")
	v, rest, err := parseCommand(w, line, u, c)
	if err != nil {
		return nil, err
	}
	v.values, err = splitOptions(rest, v.defs)
	return v, err
}

// parseCommand reads the words that name a command, and returns the rest of the line.
func parseCommand(w *world, line string, u *user, c *channel) (*invocation, string, error) {
	word, rest, _ := strings.Cut(line, " ")
	commands := w.available(u, c)
	i := slices.IndexFunc(commands, func(cmd *command) bool { return strings.EqualFold(cmd.Name, word) })
	if i < 0 {
		return nil, "", fmt.Errorf("there is no command /%s here", clip(word))
	}
	v := &invocation{cmd: commands[i], defs: commands[i].Options}
	for len(v.defs) > 0 && v.defs[0].Type <= optGroup {
		word, rest, _ = strings.Cut(strings.TrimLeft(rest, " "), " ")
		i := slices.IndexFunc(v.defs, func(o option) bool { return strings.EqualFold(o.Name, word) })
		if i < 0 {
			return nil, "", fmt.Errorf("/%s has no subcommand %q", v.title(), clip(word))
		}
		v.path = append(v.path, v.defs[i])
		v.defs = v.defs[i].Options
	}
	return v, strings.TrimSpace(rest), nil
}

// splitOptions cuts "size:9 opponent:@ben" at the names of known options.
func splitOptions(text string, defs []option) ([]given, error) {
	type cut struct {
		at  int
		def option
	}
	var cuts []cut
	for _, def := range defs {
		mark := " " + def.Name + ":"
		if strings.Count(" "+text, mark) > 1 {
			return nil, errTwice(def.Name)
		}
		at := strings.Index(" "+text, mark)
		if at >= 0 {
			cuts = append(cuts, cut{at, def})
		}
	}
	slices.SortFunc(cuts, func(a, b cut) int { return cmp.Compare(a.at, b.at) })
	if text != "" && (len(cuts) == 0 || cuts[0].at > 0) {
		word, _, _ := strings.Cut(text, " ")
		return nil, fmt.Errorf("no option of this command begins with %q", clip(word))
	}
	var out []given
	for i, c := range cuts {
		end := len(text)
		if i+1 < len(cuts) {
			end = cuts[i+1].at
		}
		value := strings.TrimSpace(text[c.at+len(c.def.Name)+1 : end])
		out = append(out, given{c.def, value})
	}
	return out, nil
}

func errTwice(option string) error { return fmt.Errorf("option %q is given twice", option) }

// data makes the data of the interaction. The option that is being typed is sent as it
// is, and others that do not fit yet are left out; without such an option every value
// must fit.
func (v *invocation) data(w *world, wr *wire, c *channel, focused string) (map[string]any, error) {
	var users []*user
	options := []any{}
	for _, g := range v.values {
		o := map[string]any{"name": g.def.Name, "type": g.def.Type}
		if g.def.Name == focused {
			o["value"], o["focused"] = g.text, true
			options = append(options, o)
			continue
		}
		value, u, err := g.convert(w, c)
		if err != nil && focused == "" {
			return nil, err
		}
		if err != nil {
			continue
		}
		if u != nil {
			users = append(users, u)
		}
		o["value"] = value
		options = append(options, o)
	}
	if err := v.missing(focused); err != nil {
		return nil, err
	}
	for i := len(v.path) - 1; i >= 0; i-- {
		options = []any{map[string]any{"name": v.path[i].Name, "type": v.path[i].Type, "options": options}}
	}
	d := map[string]any{"id": v.cmd.ID, "name": v.cmd.Name, "type": v.cmd.Type, "options": options}
	if v.cmd.GuildID != "" {
		d["guild_id"] = v.cmd.GuildID
	}
	if len(users) > 0 {
		d["resolved"] = wr.resolve(users, c)
	}
	return d, nil
}

// missing refuses an invocation without a required option.
func (v *invocation) missing(focused string) error {
	for _, def := range v.defs {
		has := slices.ContainsFunc(v.values, func(g given) bool { return g.def.Name == def.Name })
		if def.Required && !has && focused == "" {
			return fmt.Errorf("option %q of /%s is required", def.Name, v.title())
		}
	}
	return nil
}

// convert reads the text of an option as its type. For a person it returns the user
// too.
func (g given) convert(w *world, c *channel) (any, *user, error) {
	switch g.def.Type {
	case optString, optInteger, optNumber:
		v, err := g.scalar()
		return v, nil, err
	case optBoolean:
		v, err := strconv.ParseBool(strings.ToLower(g.text))
		if err != nil {
			return nil, nil, g.wrong("true or false")
		}
		return v, nil, nil
	case optUser, optMention:
		u := w.named(g.text)
		if u == nil || c.guild == nil && !u.bot && !w.sees(u, c) {
			return nil, nil, g.wrong("somebody here")
		}
		return u.id, u, nil
	case optChannel:
		for _, ch := range w.order {
			if ch.guild != nil && ch.guild == c.guild && (ch.id == strings.Trim(g.text, "<#>") || "#"+ch.name == g.text || ch.name == g.text) {
				return ch.id, nil, nil
			}
		}
		return nil, nil, g.wrong("a channel")
	}
	return nil, nil, fmt.Errorf("option %q is of a type (%d) that this sandbox does not know", g.def.Name, g.def.Type)
}

func (g given) wrong(want string) error {
	return fmt.Errorf("option %q: %q is not %s", g.def.Name, clip(g.text), want)
}

// maxEcho is how many characters of an input an error repeats.
const maxEcho = 80

// clip shortens a text for an error.
func clip(text string) string {
	if r := []rune(text); len(r) > maxEcho {
		return string(r[:maxEcho]) + "…"
	}
	return text
}

// scalar reads a text or a number, within the option's choices and bounds.
func (g given) scalar() (any, error) {
	if len(g.def.Choices) > 0 {
		for _, c := range g.def.Choices {
			if c.Name == g.text || fmt.Sprint(c.Value) == g.text {
				return c.Value, nil
			}
		}
		return nil, g.wrong("one of the choices")
	}
	if g.def.Type == optString {
		n := len([]rune(g.text))
		low, high := 0, 6000
		if g.def.MinLength != nil {
			low = *g.def.MinLength
		}
		if g.def.MaxLength != nil && *g.def.MaxLength > 0 {
			high = *g.def.MaxLength
		}
		if n < low || n > high || n == 0 {
			return nil, g.wrong(fmt.Sprintf("%d to %d characters long", max(1, low), high))
		}
		return g.text, nil
	}
	n, err := strconv.ParseFloat(g.text, 64)
	if err != nil {
		return nil, g.wrong("a number")
	}
	if g.def.Type == optInteger && n != float64(int64(n)) {
		return nil, g.wrong("a whole number")
	}
	if g.def.MinValue != nil && n < *g.def.MinValue {
		return nil, g.wrong(fmt.Sprintf("%v or more", *g.def.MinValue))
	}
	// A library that cannot leave a bound out sends 0.
	if m := g.def.MaxValue; m != nil && n > *m && *m != 0 {
		return nil, g.wrong(fmt.Sprintf("%v or less", *m))
	}
	return n, nil
}

// suggestions returns the choices of an option that contain the text.
func (g given) suggestions() []optionChoice {
	var out []optionChoice
	for _, c := range g.def.Choices {
		if strings.Contains(strings.ToLower(c.Name), strings.ToLower(g.text)) {
			out = append(out, c)
		}
	}
	return out
}
