package sandbox

import (
	"fmt"
	"regexp"
	"strings"
)

// Limits of commands.
const (
	maxCommands    = 100
	maxCommandName = 32
	maxCommandText = 8000
)

// commandName is what Discord asks of names of commands and options, which are
// lower case besides where there is one.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// checkCommands holds a registration against the limits.
func checkCommands(in []*command) error {
	var bad faults
	count, seen := map[int]int{}, map[string]bool{}
	for i, c := range in {
		at := fmt.Sprint(i)
		checkCommand(&bad, at, c)
		key := fmt.Sprint(max(c.Type, 1), c.Name)
		if seen[key] {
			bad.add(at+".name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		seen[key] = true
		count[max(c.Type, 1)]++
	}
	if err := bad.err(); err != nil || count[1] <= maxCommands {
		return err
	}
	return errCommandCount
}

// checkOneCommand holds one command against the limits.
func checkOneCommand(c *command) error {
	var bad faults
	checkCommand(&bad, "", c)
	return bad.err()
}

func checkCommand(bad *faults, at string, c *command) {
	if at != "" {
		at += "."
	}
	if c.Type > 1 {
		bad.length(at+"name", c.Name, 1, maxCommandName)
		return
	}
	checkName(bad, at+"name", c.Name, c.Names)
	checkDescription(bad, at+"description", c.Description, c.Descriptions)
	checkCommandOptions(bad, at+"options", c.Options, 0)
	total := longest(c.Name, c.Names) + longest(c.Description, c.Descriptions) + weight(c.Options)
	if total > maxCommandText {
		bad.add(at, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (%d)", maxCommandText)
	}
}

func checkName(bad *faults, at, name string, others map[string]string) {
	check := func(at, name string) {
		bad.length(at, name, 1, maxCommandName)
		if !commandName.MatchString(name) || name != strings.ToLower(name) {
			bad.add(at, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
		}
	}
	check(at, name)
	for locale, n := range others {
		check(at+"_localizations."+locale, n)
	}
}

func checkDescription(bad *faults, at, text string, others map[string]string) {
	bad.length(at, text, 1, maxText)
	for locale, t := range others {
		bad.length(at+"_localizations."+locale, t, 1, maxText)
	}
}

// checkCommandOptions checks options, and what is nested in them.
func checkCommandOptions(bad *faults, at string, options []option, depth int) {
	if len(options) > maxOptions {
		bad.add(at, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxOptions)
	}
	seen, optional, subs := map[string]bool{}, false, 0
	for i, o := range options {
		at := fmt.Sprintf("%s.%d", at, i)
		checkOption(bad, at, o, depth)
		if seen[o.Name] {
			bad.add(at+".name", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option %q already exists", o.Name)
		}
		seen[o.Name] = true
		if o.Required && optional {
			bad.add(at, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
		if o.Type <= optGroup {
			subs++
		} else {
			optional = optional || !o.Required
		}
	}
	if subs > 0 && subs < len(options) {
		bad.add(at, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and sub-command group option types are mutually exclusive to all other types")
	}
}

// checkOption checks one option.
func checkOption(bad *faults, at string, o option, depth int) {
	checkName(bad, at+".name", o.Name, o.Names)
	checkDescription(bad, at+".description", o.Description, o.Descriptions)
	switch {
	case o.Type < optSub || o.Type > optFile:
		bad.add(at+".type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11).")
	case o.Type == optGroup && depth > 0, o.Type == optSub && depth > 1:
		bad.add(at+".type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Nested too deep")
	case o.Type <= optGroup:
		checkCommandOptions(bad, at+".options", o.Options, depth+1)
		return
	}
	typed := o.Type == optString || o.Type == optInteger || o.Type == optNumber
	if (o.Autocomplete || len(o.Choices) > 0) && !typed {
		bad.add(at, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only strings and numbers have choices or autocomplete")
	}
	if o.Autocomplete && len(o.Choices) > 0 {
		bad.add(at+".autocomplete", "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_WITH_CHOICES", "Autocomplete cannot be set with choices")
	}
	if len(o.Choices) > maxChoices {
		bad.add(at+".choices", "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxChoices)
	}
	checkOptionChoices(bad, at+".choices", o)
}

func checkOptionChoices(bad *faults, at string, o option) {
	names, values := map[string]bool{}, map[any]bool{}
	for i, c := range o.Choices {
		at := fmt.Sprintf("%s.%d", at, i)
		bad.length(at+".name", c.Name, 1, maxText)
		for locale, n := range c.Names {
			bad.length(at+".name_localizations."+locale, n, 1, maxText)
		}
		text, isText := c.Value.(string)
		_, isNumber := c.Value.(float64)
		switch {
		case o.Type == optString && !isText, o.Type != optString && !isNumber:
			bad.add(at+".value", "BASE_TYPE_BAD_TYPE", "Could not interpret the value as the option's type.")
			continue
		case isText:
			bad.length(at+".value", text, 1, maxText)
		}
		if names[c.Name] || values[c.Value] {
			bad.add(at, "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", "Choices must be unique")
		}
		names[c.Name], values[c.Value] = true, true
	}
}

// weight counts the characters that count towards a command's size: names,
// descriptions and values, the longest localisation of each.
func weight(options []option) int {
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

func longest(text string, others map[string]string) int {
	n := len([]rune(text))
	for _, t := range others {
		n = max(n, len([]rune(t)))
	}
	return n
}
