package rule

import (
	"fmt"
	"regexp"
	"strings"
)

// Limits of commands that Discord's description does not have.
const (
	maxCommands    = 100
	maxOn          = 15 // commands on users, and as many on messages
	maxCommandText = 8000
)

// commandName is the pattern of the names of commands and options. They are in lower
// case too, where a letter has one.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]+$`)

// CheckCommands checks all commands of a registration.
func CheckCommands(in []*Command) error {
	var bad Flaws
	names := unique{bad: &bad, code: "APPLICATION_COMMANDS_DUPLICATE_NAME", text: "Application command names must be unique"}
	for i, c := range in {
		checkCommand(&bad, fmt.Sprint(i, "."), c)
		names.add(fmt.Sprint(i, ".name"), fmt.Sprint(max(c.Type, Slash), c.Name))
	}
	if err := bad.Err(); err != nil {
		return err
	}
	return CheckCount(in)
}

// CheckCount refuses more commands than an app can have in one place.
func CheckCount(in []*Command) error {
	count := map[int]int{}
	for _, c := range in {
		count[max(c.Type, Slash)]++
	}
	switch {
	case count[Slash] > maxCommands:
		return ErrCommandCount
	case count[OnUser] > maxOn || count[OnMessage] > maxOn:
		return ErrOnCount
	}
	return nil
}

// CheckOneCommand checks one command.
func CheckOneCommand(c *Command) error {
	var bad Flaws
	checkCommand(&bad, "", c)
	return bad.Err()
}

// checkCommand checks the command whose fields lie at a prefix such as "0.". A
// command that is no slash command may have any name, but no description and no options.
func checkCommand(bad *Flaws, at string, c *Command) {
	if c.Type > Slash {
		if c.Description != "" {
			bad.Add(at+"description", "APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED", "Context menu commands cannot have description")
		}
		if len(c.Options) > 0 {
			bad.Add(at+"options", "APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED", "Context menu commands cannot have options")
		}
		return
	}
	checkName(bad, at+"name", c.Name, c.Names)
	bad.Required(at+"description", c.Description == "")
	checkCommandOptions(bad, at+"options", c.Options)
	total := longest(c.Name, c.Names) + longest(c.Description, c.Descriptions) + weight(c.Options)
	if total > maxCommandText {
		bad.Add(at, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (%d)", maxCommandText)
	}
}

func checkName(bad *Flaws, at, name string, others map[string]string) {
	check := func(at, name string) {
		if !commandName.MatchString(name) || name != strings.ToLower(name) {
			bad.Add(at, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
		}
	}
	check(at, name)
	for locale, n := range others {
		check(at+"_localizations."+locale, n)
	}
}

// checkCommandOptions checks options and those nested in them.
func checkCommandOptions(bad *Flaws, at string, options []Option) {
	names := unique{bad: bad, code: "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", text: "Option names must be unique"}
	optional, subs := false, 0
	for i, o := range options {
		at := fmt.Sprintf("%s.%d", at, i)
		checkName(bad, at+".name", o.Name, o.Names)
		names.add(at+".name", o.Name)
		if o.Type <= OptGroup {
			subs++
			checkCommandOptions(bad, at+".options", o.Options)
			continue
		}
		checkOption(bad, at, o)
		if o.Required && optional {
			bad.Add(at, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
		optional = optional || !o.Required
	}
	if subs > 0 && subs < len(options) {
		bad.Add(at, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and sub-command group option types are mutually exclusive to all other types")
	}
}

// checkOption checks the choices of one option and its completion.
func checkOption(bad *Flaws, at string, o Option) {
	typed := o.Type == OptString || o.Type == OptInteger || o.Type == OptNumber
	if (o.Autocomplete || len(o.Choices) > 0) && !typed {
		bad.Add(at, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only strings and numbers have choices or autocomplete")
	}
	if o.Autocomplete && len(o.Choices) > 0 {
		bad.Add(at+".autocomplete", "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_WITH_CHOICES", "Autocomplete cannot be set with choices")
	}
	const twice, text = "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", "Choices must be unique"
	names, values := unique{bad: bad, code: twice, text: text}, unique{bad: bad, code: twice, text: text}
	for i, c := range o.Choices {
		at := fmt.Sprintf("%s.choices.%d", at, i)
		if v, ok := c.Value.(string); ok {
			bad.Length(at+".value", v, 1, maxText)
		}
		names.add(at, c.Name)
		values.add(at, fmt.Sprint(c.Value))
	}
}

// weight counts the characters of options towards the size of a command: names,
// descriptions and values, the longest localisation of each.
func weight(options []Option) int {
	n := 0
	for _, o := range options {
		n += longest(o.Name, o.Names) + longest(o.Description, o.Descriptions) + weight(o.Options)
		for _, c := range o.Choices {
			n += longest(c.Name, c.Names)
			if v, ok := c.Value.(string); ok {
				n += len([]rune(v))
			}
		}
	}
	return n
}

// longest is the length of the longest of a text and its localisations.
func longest(text string, others map[string]string) int {
	n := len([]rune(text))
	for _, t := range others {
		n = max(n, len([]rune(t)))
	}
	return n
}
