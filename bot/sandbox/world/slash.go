package world

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/bot/sandbox/rule"
)

// Invocation is a command as a person uses it.
type Invocation struct {
	Cmd    *rule.Command
	Path   []rule.Option // the group and the subcommand
	Defs   []rule.Option // the options it has
	Values []Given
	By     *User

	s *State
	c *Channel // where it is used
}

// Given is one option with the text that was typed for it.
type Given struct {
	Def  rule.Option
	Text string
}

// Title is the full name of the command, "play permute".
func (v *Invocation) Title() string {
	words := []string{v.Cmd.Name}
	for _, o := range v.Path {
		words = append(words, o.Name)
	}
	return strings.Join(words, " ")
}

// ParseLine reads a line such as "/play permute size:9 opponent:@ben", typed in c.
func (s *State) ParseLine(line string, u *User, c *Channel) (*Invocation, error) {
	line = strings.TrimPrefix(strings.TrimSpace(line), "/")
	v, rest, err := s.ParseCommand(line, u, c)
	if err != nil {
		return nil, err
	}
	v.Values, err = splitOptions(rest, v.Defs, u.Locale)
	return v, err
}

// ParseCommand reads the words that name a command, and returns the rest of the line.
func (s *State) ParseCommand(line string, u *User, c *Channel) (*Invocation, string, error) {
	word, rest, _ := strings.Cut(line, " ")
	commands := s.Available(u, c)
	i := slices.IndexFunc(commands, func(cmd *rule.Command) bool { return cmd.IsCalled(word, u.Locale) })
	if i < 0 {
		return nil, "", fmt.Errorf("there is no command /%s here", rule.Clip(word))
	}
	v := &Invocation{s: s, c: c, Cmd: commands[i], Defs: commands[i].Options, By: u}
	for len(v.Defs) > 0 && v.Defs[0].Type <= rule.OptGroup {
		word, rest, _ = strings.Cut(strings.TrimLeft(rest, " "), " ")
		i := slices.IndexFunc(v.Defs, func(o rule.Option) bool { return o.IsCalled(word, u.Locale) })
		if i < 0 {
			return nil, "", fmt.Errorf("/%s has no subcommand %q", v.Title(), rule.Clip(word))
		}
		v.Path = append(v.Path, v.Defs[i])
		v.Defs = v.Defs[i].Options
	}
	return v, strings.TrimSpace(rest), nil
}

// splitOptions cuts "size:9 opponent:@ben" at the names of known options, as they are called in English or in a language.
// Words before them are the value of the first option that is required.
func splitOptions(text string, defs []rule.Option, locale string) ([]Given, error) {
	type cut struct {
		at, wide int
		def      rule.Option
	}
	var cuts []cut
	for _, def := range defs {
		mark := " " + def.Name + ":"
		if other := " " + def.Names[locale] + ":"; !strings.Contains(" "+text, mark) && other != " :" {
			mark = other
		}
		if strings.Count(" "+text, mark) > 1 {
			return nil, ErrTwice(def.Name)
		}
		at := strings.Index(" "+text, mark)
		if at >= 0 {
			cuts = append(cuts, cut{at, len(mark) - 1, def})
		}
	}
	slices.SortFunc(cuts, func(a, b cut) int { return cmp.Compare(a.at, b.at) })
	if text != "" && (len(cuts) == 0 || cuts[0].at > 0) { // as in a client, for the first option that is required
		word, _, _ := strings.Cut(text, " ")
		i := slices.IndexFunc(defs, func(def rule.Option) bool { return def.Required })
		if i < 0 || strings.Contains(word, ":") || slices.ContainsFunc(cuts, func(c cut) bool { return c.def.Name == defs[i].Name }) {
			return nil, fmt.Errorf("no option of this command begins with %q", rule.Clip(word))
		}
		cuts = slices.Insert(cuts, 0, cut{def: defs[i]})
	}
	var out []Given
	for i, c := range cuts {
		end := len(text)
		if i+1 < len(cuts) {
			end = cuts[i+1].at
		}
		value := strings.TrimSpace(text[c.at+c.wide : end])
		out = append(out, Given{c.def, value})
	}
	return out, nil
}

// ErrTwice is the error for an option that is given twice.
func ErrTwice(option string) error { return fmt.Errorf("option %q is given twice", option) }

// Data makes the data of the interaction. The option that is being typed is sent as it
// is, and others that do not fit yet are left out; without such an option every value
// must fit.
func (v *Invocation) Data(focused string) (map[string]any, error) {
	var picked []Target
	options := []any{}
	for _, g := range v.Values {
		o := map[string]any{"name": g.Def.Name, "type": g.Def.Type}
		if g.Def.Name == focused {
			o["value"], o["focused"] = g.Text, true
			options = append(options, o)
			continue
		}
		value, t, err := v.convert(g)
		if err != nil && focused == "" {
			return nil, err
		}
		if err != nil {
			continue
		}
		if t != (Target{}) {
			picked = append(picked, t)
		}
		o["value"] = value
		options = append(options, o)
	}
	if err := v.missing(focused); err != nil {
		return nil, err
	}
	for i := len(v.Path) - 1; i >= 0; i-- {
		options = []any{map[string]any{"name": v.Path[i].Name, "type": v.Path[i].Type, "options": options}}
	}
	d := map[string]any{"id": v.Cmd.ID, "name": v.Cmd.Name, "type": v.Cmd.Type, "options": options}
	if v.Cmd.GuildID != "" {
		d["guild_id"] = v.Cmd.GuildID
	}
	if len(picked) > 0 {
		d["resolved"] = v.s.Resolve(picked, v.By, v.c)
	}
	return d, nil
}

// missing refuses an invocation without a required option.
func (v *Invocation) missing(focused string) error {
	for _, def := range v.Defs {
		has := slices.ContainsFunc(v.Values, func(g Given) bool { return g.Def.Name == def.Name })
		if def.Required && !has && focused == "" {
			return fmt.Errorf("option %q of /%s is required", def.Name, v.Title())
		}
	}
	return nil
}

// sorts are the targets that options of a type pick, with the words of a refusal.
var sorts = map[int]struct {
	of   Sort
	want string
}{
	rule.OptUser: {Users, "somebody here"}, rule.OptRole: {Roles, "a role"}, rule.OptChannel: {Channels, "a channel"},
	rule.OptMention: {Users | Roles, "somebody here or a role"}, rule.OptFile: {Files, "a file that you chose"},
}

// convert reads the text of an option as its type, with what it picks.
func (v *Invocation) convert(g Given) (any, Target, error) {
	var t Target
	switch g.Def.Type {
	case rule.OptString, rule.OptInteger, rule.OptNumber:
		scalar, err := g.scalar()
		return scalar, t, err
	case rule.OptBoolean:
		is, err := strconv.ParseBool(strings.ToLower(g.Text))
		if err != nil {
			return nil, t, g.wrong("true or false")
		}
		return is, t, nil
	}
	sort, known := sorts[g.Def.Type]
	if !known {
		return nil, t, fmt.Errorf("option %q is of a type (%d) that this sandbox does not know", g.Def.Name, g.Def.Type)
	}
	t, ok := v.s.Pick(v.By, v.c, sort.of, g.Text, g.Def.ChannelTypes)
	if !ok {
		return nil, t, g.wrong(sort.want)
	}
	return t.ID(), t, nil
}

func (g Given) wrong(want string) error {
	return fmt.Errorf("option %q: %q is not %s", g.Def.Name, rule.Clip(g.Text), want)
}

// scalar reads a text or a number, within the option's choices and bounds.
func (g Given) scalar() (any, error) {
	if len(g.Def.Choices) > 0 {
		for _, c := range g.Def.Choices {
			if c.Name == g.Text || fmt.Sprint(c.Value) == g.Text {
				return c.Value, nil
			}
		}
		return nil, g.wrong("one of the choices")
	}
	if g.Def.Type == rule.OptString {
		n := len([]rune(g.Text))
		low, high := 0, 6000
		if g.Def.MinLength != nil {
			low = *g.Def.MinLength
		}
		if g.Def.MaxLength != nil && *g.Def.MaxLength > 0 {
			high = *g.Def.MaxLength
		}
		if n < low || n > high || n == 0 {
			return nil, g.wrong(fmt.Sprintf("%d to %d characters long", max(1, low), high))
		}
		return g.Text, nil
	}
	n, err := strconv.ParseFloat(g.Text, 64)
	if err != nil {
		return nil, g.wrong("a number")
	}
	if g.Def.Type == rule.OptInteger && n != float64(int64(n)) {
		return nil, g.wrong("a whole number")
	}
	if g.Def.MinValue != nil && n < *g.Def.MinValue {
		return nil, g.wrong(fmt.Sprintf("%v or more", *g.Def.MinValue))
	}
	// A library that cannot leave a bound out sends 0.
	if m := g.Def.MaxValue; m != nil && n > *m && *m != 0 {
		return nil, g.wrong(fmt.Sprintf("%v or less", *m))
	}
	return n, nil
}

// Suggestions returns the choices of an option that contain the text.
func (g Given) Suggestions() []rule.OptionChoice {
	var out []rule.OptionChoice
	for _, c := range g.Def.Choices {
		if strings.Contains(strings.ToLower(c.Name), strings.ToLower(g.Text)) {
			out = append(out, c)
		}
	}
	return out
}

// Invocations returns the invocations of a command without values: one for each of its
// subcommands, or a single one.
func Invocations(c *rule.Command) []*Invocation {
	var out []*Invocation
	var walk func(v Invocation)
	walk = func(v Invocation) {
		if len(v.Defs) == 0 || v.Defs[0].Type > rule.OptGroup {
			out = append(out, &v)
			return
		}
		for _, o := range v.Defs {
			walk(Invocation{Cmd: c, Path: append(slices.Clone(v.Path), o), Defs: o.Options})
		}
	}
	walk(Invocation{Cmd: c, Defs: c.Options})
	return out
}

// CommandsJSON lists commands. Full says that each comes with its texts in all languages; else
// it comes with those in one locale, as far as it has them.
func CommandsJSON(commands []*rule.Command, full bool, locale string) []any {
	return List(commands, func(c *rule.Command) any {
		if full {
			return c
		}
		return localized(c, locale)
	})
}

// localized is a command with its texts in one locale.
func localized(c *rule.Command, locale string) any {
	raw, err := json.Marshal(c)
	if err != nil {
		return c
	}
	var tree map[string]any
	_ = json.Unmarshal(raw, &tree) // it was marshalled a moment ago
	translate(tree, locale)
	return tree
}

// translate puts one text in place of those in all languages, in a command and all below it.
func translate(node map[string]any, locale string) {
	for _, field := range []string{"name", "description"} {
		all, _ := node[field+"_localizations"].(map[string]any)
		delete(node, field+"_localizations")
		if text, ok := all[locale]; ok {
			node[field+"_localized"] = text
		}
	}
	for _, field := range []string{"options", "choices"} {
		list, _ := node[field].([]any)
		for _, below := range list {
			if below, ok := below.(map[string]any); ok {
				translate(below, locale)
			}
		}
	}
}

// Interaction types.
const (
	KindCommand      = 2
	KindComponent    = 3
	KindAutocomplete = 4
	KindModal        = 5
)

// Interaction is one thing that a person asked of the bot.
type Interaction struct {
	ID, Token string
	Kind      int
	User      *User
	Channel   *Channel
	Owners    map[string]string // the installations of the app here, by kind
	Data      any
	Title     string   // "play permute", for the message that answers
	Target    Target   // the user or the message on which a command is used
	On        *Message // the message a component or its modal is on
	OnRev     int      // its revision when it was clicked
	Made      time.Time
	Dead      bool // the person has read that no answer came
	Answer    int  // type of the first answer, 0 for none yet
	Original  *Message
	Newest    *Message // the last follow-up
	FollowUps int
	Choices   []rule.WireChoice
	Modal     *Modal
	Opener    *Interaction // of a modal: the interaction that opened it
}
