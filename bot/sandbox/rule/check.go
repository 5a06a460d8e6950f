// Package rule says what Discord takes of a bot, and how it refuses the rest. It is pure: it knows
// nobody and no place.
//
// # Discord's description
//
// A [Document] holds requests and answers to Discord's own description of its REST API, the file
// openapi.json of github.com/discord/discord-api-spec. Policy:
//
//   - The description decides. What is known to be wrong in it is mended in mend.go,
//     with the reason, and nowhere else.
//   - A flaw is told as Discord tells it: its path, Discord's code and Discord's words,
//     as far as they are known. Of a union only the branch that was meant is told of.
//   - What the description does not know passes: the sandbox answers it with 404, or has
//     a rule of its own. [IsOperation] tells what Discord knows and the sandbox does not.
//
// # What no schema says
//
// [CheckForm] and its like compare fields with each other, or count over a whole message. They run
// after the description has said what each field may hold.
//
// # How Discord refuses
//
// [Error] and the list of all of them, [Flaws] of a form, and the headers of a limit. The forms of a
// request's body are here too.
package rule

import (
	"cmp"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// Limits of a message in the old style, where Discord's description has higher ones.
// See Discord's message resource and component reference.
const (
	maxContent = 2000
	maxRows    = 5
	maxFiles   = 10
	maxInputs  = 5
	maxInput   = 4000
	maxText    = 100 // values of choices
)

// CheckForm checks the body of a message, or of an edit of one with the flags was; they are 0 for a new message.
// It refuses what the sandbox does not have.
func CheckForm(f *Form, was int) error {
	flags := was
	if f.Flags.Set { // Discord judges the components by the new flags, though a message keeps the old one
		flags = f.Flags.Value
	}
	var bad Flaws
	at := strings.Join(append(slices.Clone(f.At), ""), ".")
	switch {
	case f.Reference != nil && f.Reference.Type != 0:
		return Unsupported("forwards")
	case flags&FlagV2 != 0: // which cannot have the others
	case f.Poll != nil:
		return Unsupported("polls")
	case len(f.Stickers) > 0:
		return Unsupported("stickers")
	}
	if len(f.Files) > maxFiles {
		bad.Add(at+"attachments", "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxFiles)
	}
	checkAllowed(&bad, at+"allowed_mentions", f.AllowedMentions.Value)
	if flags&FlagV2 != 0 {
		checkV2(&bad, at, f)
		return bad.Err()
	}
	bad.Length(at+"content", f.Content.Value, 0, maxContent)
	checkEmbeds(&bad, at+"embeds", f.Embeds.Value)
	checkRows(&bad, at+"components", f.Components.Value)
	return bad.Err()
}

// checkRows checks the components of a message in the old style.
func checkRows(bad *Flaws, at string, rows []Component) {
	if len(rows) > maxRows {
		bad.Add(at, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and %d in length.", maxRows)
	}
	old := true
	for i, row := range rows {
		if row.Type != TypeRow {
			bad.Add(fmt.Sprintf("%s.%d", at, i), "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (1,).")
			old = false
		}
	}
	if old {
		checkParts(bad, at, rows)
	}
}

// checkParts checks components of a message, and those nested in them.
func checkParts(bad *Flaws, at string, all []Component) {
	names := bad.unique("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	numbers := bad.unique("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
	Walk(all, at, func(at string, c *Component) {
		if c.ID != 0 {
			numbers(at+".id", fmt.Sprint(c.ID))
		}
		c.Shows(at, func(path string, m *Medium) {
			if c.Type == TypeFile {
				checkScheme(bad, path, m.URL, "attachment")
				return
			}
			checkScheme(bad, path, m.URL, "http", "https", "attachment")
		})
		switch {
		case c.Type == TypeRow && len(c.Components) > 1 && slices.ContainsFunc(c.Components, Component.IsMenu):
			bad.Add(at+".components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
		case c.IsMenu():
			checkMenu(bad, at, *c)
			names(at+".custom_id", c.CustomID)
		case c.Type == TypeButton && c.Style == StyleLink:
			checkLink(bad, at, *c)
		case c.Type == TypeButton:
			checkButton(bad, at, *c)
			names(at+".custom_id", c.CustomID)
		}
	})
}

// unique returns a function that adds a flaw for each value that was there before.
func (f *Flaws) unique(code, text string) func(at, value string) {
	var seen []string
	return func(at, value string) {
		if slices.Contains(seen, value) {
			f.Add(at, code, "%s", text)
		}
		seen = append(seen, value)
	}
}

// checkButton checks a button that is no link.
func checkButton(bad *Flaws, at string, c Component) {
	checkLabel(bad, at, c)
	if c.Style > StyleLink {
		bad.Add(at+".style", "SANDBOX_UNSUPPORTED", "This sandbox knows no premium buttons.")
	}
	bad.Required(at+".custom_id", c.CustomID == "")
	if c.URL != "" {
		bad.Add(at, "BUTTON_COMPONENT_INVALID_URL", "Only a link button can have a url")
	}
}

func checkLink(bad *Flaws, at string, c Component) {
	checkLabel(bad, at, c)
	if c.CustomID != "" {
		bad.Add(at, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
	}
	u, err := url.Parse(c.URL)
	if err != nil || u.Host == "" || !slices.Contains([]string{"http", "https", "discord"}, u.Scheme) {
		bad.Add(at+".url", "BASE_TYPE_REQUIRED", "A url is required")
	}
}

func checkLabel(bad *Flaws, at string, c Component) {
	if c.Label == "" && c.Emoji == nil {
		bad.Add(at, "BUTTON_COMPONENT_INVALID", "A button must have a label or an emoji")
	}
}

// checkMenu compares how many values may be picked with each other and with the
// options.
func checkMenu(bad *Flaws, at string, c Component) {
	low, high := c.Limits()
	if low > high {
		bad.Add(at+".min_values", "SELECT_COMPONENT_BAD_RANGE", "The least number of values is more than the greatest")
	}
	if !c.lists() {
		checkDefaults(bad, at+".default_values", c)
		return
	}
	if n := len(c.Options); high > n || low > n {
		bad.Add(at+".max_values", "SELECT_COMPONENT_BAD_RANGE", "There are only %d options", n)
	}
	at += ".options"
	values := bad.unique("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
	preset := 0
	for i, o := range c.Options {
		values(fmt.Sprintf("%s.%d.value", at, i), o.Value)
		if o.Default {
			preset++
		}
	}
	if preset > high {
		bad.Add(at, "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "Too many default values")
	}
}

// checkDefaults compares what a menu has picked at first with how many may be picked.
func checkDefaults(bad *Flaws, at string, c Component) {
	low, high := c.Limits()
	if n := len(c.DefaultValues); n > high || n > 0 && n < low {
		bad.Add(at, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", low, high)
	}
	ids := bad.unique("SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")
	for i, d := range c.DefaultValues {
		ids(fmt.Sprintf("%s.%d", at, i), string(d.ID))
	}
}

// checkAllowed checks that parse and the lists of ids do not say the same.
func checkAllowed(bad *Flaws, at string, a *Allowed) {
	if a == nil {
		return
	}
	for name, ids := range map[string][]Snowflake{"users": a.Users, "roles": a.Roles} {
		if len(ids) > 0 && slices.Contains(a.Parse, name) {
			bad.Add(at, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[%q] and %s: [ids...] are mutually exclusive.", name, name)
		}
	}
}

// CheckModal checks the body of a form.
func CheckModal(f *Form) error {
	var bad Flaws
	all := f.Components.Value
	if len(all) > maxInputs {
		bad.Add("data.components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and %d in length.", maxInputs)
	}
	names := bad.unique("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	for i, c := range all {
		at := fmt.Sprintf("data.components.%d", i)
		switch {
		case c.Type == TypeRow && len(c.Components) != 1:
			bad.Add(at+".components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
		case c.Type == TypeRow:
			at, c = at+".components.0", c.Components[0]
			bad.Required(at+".label", c.Label == "")
		case c.Type == TypeLabel:
			at, c = at+".component", *c.Component
			if c.Label != "" {
				bad.Add(at+".label", "TEXT_INPUT_COMPONENT_LABEL_NOT_ALLOWED", "A text input in a label has no label of its own")
			}
		}
		if c.CustomID != "" {
			checkField(&bad, at, c)
			names(at+".custom_id", c.CustomID)
		}
	}
	return bad.Err()
}

// checkField checks one field of a form.
func checkField(bad *Flaws, at string, c Component) {
	switch c.Type {
	case TypeBox:
	case TypeInput:
		most := cmp.Or(c.MaxLength, maxInput)
		if c.MinLength > most {
			bad.Add(at+".min_length", "TEXT_INPUT_COMPONENT_BAD_RANGE", "The least length is more than the greatest.")
		}
		bad.Length(at+".value", c.Value, 0, most)
	default:
		checkMenu(bad, at, c)
		if c.Disabled {
			bad.Add(at+".disabled", "COMPONENT_DISABLED_NOT_ALLOWED", "A field of a form cannot be disabled")
		}
		if low, _ := c.Limits(); c.Type == TypeBoxes && low == 0 && (c.Required == nil || *c.Required) {
			bad.Add(at+".min_values", "SELECT_COMPONENT_BAD_RANGE", "None can be picked only where required is false")
		}
	}
}

// CheckChoices checks the answer to a completion.
func CheckChoices(choices []WireChoice) error {
	var bad Flaws
	for i, c := range choices {
		if v, ok := c.Value.(string); ok {
			bad.Length(fmt.Sprintf("data.choices.%d.value", i), v, 1, maxText)
		}
	}
	return bad.Err()
}

// Limits of a message of Components V2.
const (
	maxComponents = 40
	maxShown      = 4000 // characters of text in all
)

// checkV2 checks a message of Components V2.
func checkV2(bad *Flaws, at string, f *Form) {
	bad.legacy(at+"content", f.Content.Value != "")
	bad.legacy(at+"embeds", len(f.Embeds.Value) > 0)
	bad.legacy(at+"poll", f.Poll != nil)
	bad.legacy(at+"sticker_ids", len(f.Stickers) > 0)
	count, shown := size(f.Components.Value)
	if count > maxComponents {
		bad.Add(at+"components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "Total number of components cannot exceed %d", maxComponents)
	}
	if shown > maxShown {
		bad.Add(at+"components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "Components displayable text size exceeds maximum size of %d", maxShown)
	}
	checkParts(bad, at+"components", f.Components.Value)
}

// legacy adds a flaw for a field that a message of Components V2 cannot have.
func (f *Flaws) legacy(path string, has bool) {
	if has {
		f.Add(path, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
			"The '%s' field cannot be used when using MessageFlags.IS_COMPONENTS_V2", path[strings.LastIndex(path, ".")+1:])
	}
}

// CheckKept refuses an edit that makes a message one of Components V2 and leaves it content or embeds.
func CheckKept(f *Form, content string, embeds []Embed) error {
	var bad Flaws
	at := strings.Join(append(slices.Clone(f.At), ""), ".")
	bad.legacy(at+"content", content != "")
	bad.legacy(at+"embeds", len(embeds) > 0)
	return bad.Err()
}

// size counts components, nested ones too, and the characters of text that they show.
func size(all []Component) (count, shown int) {
	Walk(all, "", func(_ string, c *Component) { count, shown = count+1, shown+len([]rune(c.Content)) })
	return count, shown
}

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
	names := bad.unique("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
	for i, c := range in {
		checkCommand(&bad, fmt.Sprint(i, "."), c)
		names(fmt.Sprint(i, ".name"), fmt.Sprint(max(c.Type, Slash), c.Name))
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
	case count[Entry] > 1:
		return ErrEntryCount
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
		if c.Description != "" && c.Type != Entry {
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
	names := bad.unique("APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option names must be unique")
	optional, subs := false, 0
	for i, o := range options {
		at := fmt.Sprintf("%s.%d", at, i)
		checkName(bad, at+".name", o.Name, o.Names)
		names(at+".name", o.Name)
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
	names, values := bad.unique(twice, text), bad.unique(twice, text)
	for i, c := range o.Choices {
		at := fmt.Sprintf("%s.choices.%d", at, i)
		if v, ok := c.Value.(string); ok {
			bad.Length(at+".value", v, 1, maxText)
		}
		names(at, c.Name)
		values(at, fmt.Sprint(c.Value))
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
