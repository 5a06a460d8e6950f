package sandbox

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Limits of a message in the old style; see Discord's message resource and
// component reference.
const (
	maxContent  = 2000
	maxRows     = 5
	maxButtons  = 5
	maxOptions  = 25
	maxLabel    = 80
	maxText     = 100 // custom ids, options, values, descriptions
	maxHolder   = 150
	maxAlt      = 1024
	maxFiles    = 10
	maxChoices  = 25
	maxTitle    = 45
	maxInputs   = 5
	maxInput    = 4000
	maxNonce    = 25
	maxMentions = 100
)

// checkForm holds a message's body against the limits.
func checkForm(f *form) error {
	var bad faults
	at := strings.Join(append(slices.Clone(f.at), ""), ".")
	if f.Flags.v&flagComponents != 0 {
		checkV2(&bad, at, f)
		return bad.err()
	}
	bad.length(at+"content", f.Content.v, 0, maxContent)
	checkRows(&bad, at+"components", f.Components.v)
	checkFiles(&bad, at+"attachments", f)
	checkAllowed(&bad, at+"allowed_mentions", f.AllowedMentions.v)
	if n, err := strconv.Unquote(string(f.Nonce)); err == nil {
		bad.length(at+"nonce", n, 0, maxNonce)
	}
	return bad.err()
}

// checkAttached holds the files that a form lists against those that there are:
// those that m has and those that came with the form.
func checkAttached(m *message, f *form) error {
	var bad faults
	for i, r := range f.Attachments.v {
		_, sent := f.files[string(r.ID)]
		has := slices.ContainsFunc(m.files, func(a *attachment) bool { return a.id == string(r.ID) })
		if !sent && !has {
			path := append(slices.Clone(f.at), "attachments", strconv.Itoa(i))
			bad.put(path, "ATTACHMENT_NOT_FOUND", "Attachment data not found")
		}
	}
	return bad.err()
}

// checkFiles holds the attachments against the limits.
func checkFiles(bad *faults, at string, f *form) {
	if n := max(len(f.files), len(f.Attachments.v)); n > maxFiles {
		bad.add(at, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxFiles)
	}
	for i, a := range f.Attachments.v {
		if a.Description != nil {
			bad.length(fmt.Sprintf("%s.%d.description", at, i), *a.Description, 0, maxAlt)
		}
	}
}

// checkRows holds a message's components against the limits.
func checkRows(bad *faults, at string, rows []component) {
	if len(rows) > maxRows {
		bad.add(at, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and %d in length.", maxRows)
	}
	seen := map[string]bool{}
	for i, row := range rows {
		at := fmt.Sprintf("%s.%d", at, i)
		if row.Type != typeRow {
			bad.add(at+".type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (1,).")
			continue
		}
		checkRow(bad, at+".components", row.Components, seen)
	}
}

// checkRow holds one row against the limits: buttons, or one menu.
func checkRow(bad *faults, at string, row []component, seen map[string]bool) {
	if len(row) < 1 || len(row) > maxButtons {
		bad.add(at, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and %d in length.", maxButtons)
	}
	if len(row) > 1 && slices.ContainsFunc(row, component.isMenu) {
		bad.add(at, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
	}
	for i, c := range row {
		at := fmt.Sprintf("%s.%d", at, i)
		switch {
		case c.Type == typeButton:
			checkButton(bad, at, c)
		case c.isMenu():
			checkMenu(bad, at, c)
		default:
			bad.add(at+".type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (2, 3, 5, 6, 7, 8).")
			continue
		}
		if c.Style == StyleLink && c.Type == typeButton {
			continue
		}
		bad.length(at+".custom_id", c.CustomID, 1, maxText)
		if seen[c.CustomID] {
			bad.add(at+".custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
		}
		seen[c.CustomID] = true
	}
}

func checkButton(bad *faults, at string, c component) {
	bad.length(at+".label", c.Label, 0, maxLabel)
	if c.Label == "" && c.Emoji == nil {
		bad.add(at, "BUTTON_COMPONENT_INVALID", "A button must have a label or an emoji")
	}
	if c.Style < StylePrimary || c.Style > StyleLink {
		bad.add(at+".style", "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5).")
	}
	if c.Style != StyleLink {
		if c.URL != "" {
			bad.add(at, "BUTTON_COMPONENT_INVALID_URL", "Only a link button can have a url")
		}
		return
	}
	if c.CustomID != "" {
		bad.add(at, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
	}
	u, err := url.Parse(c.URL)
	if err != nil || u.Host == "" || !slices.Contains([]string{"http", "https", "discord"}, u.Scheme) {
		bad.add(at+".url", "BASE_TYPE_REQUIRED", "A url is required")
	}
}

func checkMenu(bad *faults, at string, c component) {
	bad.length(at+".placeholder", c.Placeholder, 0, maxHolder)
	low, high := c.limits()
	if low < 0 || low > maxOptions || high < 1 || high > maxOptions || low > high {
		bad.add(at+".min_values", "SELECT_COMPONENT_BAD_RANGE", "The range of values must lie in 0 to %d", maxOptions)
	}
	if c.Type != typeMenu {
		return
	}
	n := len(c.Options)
	if n < 1 || n > maxOptions {
		bad.add(at+".options", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and %d in length.", maxOptions)
	}
	if high > n || low > n {
		bad.add(at+".max_values", "SELECT_COMPONENT_BAD_RANGE", "There are only %d options", n)
	}
	checkOptions(bad, at+".options", c.Options, high)
}

func checkOptions(bad *faults, at string, options []menuOption, most int) {
	seen, preset := map[string]bool{}, 0
	for i, o := range options {
		at := fmt.Sprintf("%s.%d", at, i)
		bad.length(at+".label", o.Label, 1, maxText)
		bad.length(at+".value", o.Value, 1, maxText)
		bad.length(at+".description", o.Description, 0, maxText)
		if seen[o.Value] {
			bad.add(at+".value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		seen[o.Value] = true
		if o.Default {
			preset++
		}
	}
	if preset > most {
		bad.add(at, "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "Too many default values")
	}
}

// checkAllowed holds allowed_mentions against its shape.
func checkAllowed(bad *faults, at string, a *allowed) {
	if a == nil {
		return
	}
	for i, p := range a.Parse {
		if !slices.Contains([]string{"users", "roles", "everyone"}, p) {
			bad.add(fmt.Sprintf("%s.parse.%d", at, i), "BASE_TYPE_CHOICES", "Value must be one of ('everyone', 'roles', 'users').")
		}
	}
	for _, kind := range []struct {
		name string
		ids  []string
	}{{"users", a.Users}, {"roles", a.Roles}} {
		if len(kind.ids) > 0 && slices.Contains(a.Parse, kind.name) {
			bad.add(at, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[%q] and %s: [ids...] are mutually exclusive.", kind.name, kind.name)
		}
		if len(kind.ids) > maxMentions {
			bad.add(at+"."+kind.name, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxMentions)
		}
		checkIDs(bad, at+"."+kind.name, kind.ids)
	}
}

func checkIDs(bad *faults, at string, ids []string) {
	seen := map[string]bool{}
	for i, id := range ids {
		if _, err := strconv.ParseUint(id, 10, 64); err != nil {
			bad.add(fmt.Sprintf("%s.%d", at, i), "NUMBER_TYPE_COERCE", "Value %q is not snowflake.", id)
		}
		if seen[id] {
			bad.add(at, "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")
		}
		seen[id] = true
	}
}

// checkModal holds a modal against the limits.
func checkModal(f *form) error {
	var bad faults
	bad.length("data.title", f.Title, 1, maxTitle)
	bad.length("data.custom_id", f.CustomID, 1, maxText)
	rows, seen := f.Components.v, map[string]bool{}
	if len(rows) < 1 || len(rows) > maxInputs {
		bad.add("data.components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and %d in length.", maxInputs)
	}
	for i, row := range rows {
		at := fmt.Sprintf("data.components.%d", i)
		if row.Type != typeRow || len(row.Components) != 1 || row.Components[0].Type != typeInput {
			bad.add(at, "UNION_TYPE_CHOICES", "This sandbox knows rows of one text input only.")
			continue
		}
		c := row.Components[0]
		at += ".components.0"
		bad.length(at+".custom_id", c.CustomID, 1, maxText)
		bad.length(at+".label", c.Label, 1, maxTitle)
		bad.length(at+".placeholder", c.Placeholder, 0, maxText)
		checkInputLengths(&bad, at, c)
		if c.Style < 1 || c.Style > 2 {
			bad.add(at+".style", "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
		}
		if seen[c.CustomID] {
			bad.add(at+".custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
		}
		seen[c.CustomID] = true
	}
	return bad.err()
}

// checkInputLengths holds how much may be typed into an input against the limits.
func checkInputLengths(bad *faults, at string, c component) {
	if c.MinLength < 0 || c.MinLength > maxInput {
		bad.add(at+".min_length", "NUMBER_TYPE_MAX", "Value must be between 0 and %d.", maxInput)
	}
	if c.MaxLength < 0 || c.MaxLength > maxInput {
		bad.add(at+".max_length", "NUMBER_TYPE_MAX", "Value must be between 1 and %d.", maxInput)
	}
	most := cmp.Or(c.MaxLength, maxInput)
	if c.MinLength > most {
		bad.add(at+".min_length", "TEXT_INPUT_COMPONENT_BAD_RANGE", "The least length is more than the greatest.")
	}
	bad.length(at+".value", c.Value, 0, most)
}

// checkChoices holds the answer to a completion against the limits.
func checkChoices(choices []wireChoice) error {
	var bad faults
	if len(choices) > maxChoices {
		bad.add("data.choices", "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxChoices)
	}
	for i, c := range choices {
		at := fmt.Sprintf("data.choices.%d", i)
		bad.length(at+".name", c.Name, 1, maxText)
		if v, ok := c.Value.(string); ok {
			bad.length(at+".value", v, 1, maxText)
		}
		if c.Value == nil {
			bad.add(at+".value", "BASE_TYPE_REQUIRED", "This field is required")
		}
	}
	return bad.err()
}
