package sandbox

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// The checks of this package are those that no schema makes: they compare fields with
// each other, or count over a whole message. What a single field may hold is in the
// description that package openapi holds every request to, before these run.

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

// checkForm checks the body of a message.
func checkForm(f *form) error {
	var bad faults
	at := strings.Join(append(slices.Clone(f.at), ""), ".")
	if len(f.files) > maxFiles {
		bad.add(at+"attachments", "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxFiles)
	}
	checkAllowed(&bad, at+"allowed_mentions", f.AllowedMentions.v)
	if f.Flags.v&flagComponents != 0 {
		checkV2(&bad, at, f)
		return bad.err()
	}
	bad.length(at+"content", f.Content.v, 0, maxContent)
	checkRows(&bad, at+"components", f.Components.v)
	return bad.err()
}

// checkAttached checks that each attachment which a form lists was sent with it or is
// one of m's.
func checkAttached(m *message, f *form) error {
	var bad faults
	for i, r := range f.Attachments.v {
		_, sent := f.files[string(r.ID)]
		has := slices.ContainsFunc(m.files, func(a *attachment) bool { return a.id == string(r.ID) })
		if !sent && !has {
			path := append(slices.Clone(f.at), "attachments", fmt.Sprint(i))
			bad.put(path, "ATTACHMENT_NOT_FOUND", "Attachment data not found")
		}
	}
	return bad.err()
}

// checkRows checks the components of a message in the old style.
func checkRows(bad *faults, at string, rows []component) {
	if len(rows) > maxRows {
		bad.add(at, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and %d in length.", maxRows)
	}
	ids := unique{bad: bad, code: "COMPONENT_CUSTOM_ID_DUPLICATED", text: "Component custom id cannot be duplicated"}
	for i, row := range rows {
		at := fmt.Sprintf("%s.%d", at, i)
		if row.Type != typeRow {
			bad.add(at+".type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (1,).")
			continue
		}
		at += ".components"
		if len(row.Components) > 1 && slices.ContainsFunc(row.Components, component.isMenu) {
			bad.add(at, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
		}
		for j, c := range row.Components {
			at := fmt.Sprintf("%s.%d", at, j)
			switch {
			case c.isMenu():
				checkMenu(bad, at, c)
			case c.Style == StyleLink:
				checkLink(bad, at, c)
				continue
			default:
				checkButton(bad, at, c)
			}
			ids.add(at+".custom_id", c.CustomID)
		}
	}
}

// unique adds a fault for each value that was there before.
type unique struct {
	bad        *faults
	code, text string
	seen       []string
}

func (u *unique) add(at, value string) {
	if slices.Contains(u.seen, value) {
		u.bad.add(at, u.code, "%s", u.text)
	}
	u.seen = append(u.seen, value)
}

// checkButton checks a button that is no link.
func checkButton(bad *faults, at string, c component) {
	checkLabel(bad, at, c)
	if c.Style > StyleLink {
		bad.add(at+".style", "SANDBOX_UNSUPPORTED", "This sandbox knows no premium buttons.")
	}
	if c.CustomID == "" {
		bad.add(at+".custom_id", "BASE_TYPE_REQUIRED", "This field is required")
	}
	if c.URL != "" {
		bad.add(at, "BUTTON_COMPONENT_INVALID_URL", "Only a link button can have a url")
	}
}

func checkLink(bad *faults, at string, c component) {
	checkLabel(bad, at, c)
	if c.CustomID != "" {
		bad.add(at, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
	}
	u, err := url.Parse(c.URL)
	if err != nil || u.Host == "" || !slices.Contains([]string{"http", "https", "discord"}, u.Scheme) {
		bad.add(at+".url", "BASE_TYPE_REQUIRED", "A url is required")
	}
}

func checkLabel(bad *faults, at string, c component) {
	if c.Label == "" && c.Emoji == nil {
		bad.add(at, "BUTTON_COMPONENT_INVALID", "A button must have a label or an emoji")
	}
}

// checkMenu compares how many values may be picked with each other and with the
// options.
func checkMenu(bad *faults, at string, c component) {
	low, high := c.limits()
	if low > high {
		bad.add(at+".min_values", "SELECT_COMPONENT_BAD_RANGE", "The least number of values is more than the greatest")
	}
	if c.Type != typeMenu {
		return
	}
	if n := len(c.Options); high > n || low > n {
		bad.add(at+".max_values", "SELECT_COMPONENT_BAD_RANGE", "There are only %d options", n)
	}
	at += ".options"
	values := unique{bad: bad, code: "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", text: "The specified option value is already used"}
	preset := 0
	for i, o := range c.Options {
		values.add(fmt.Sprintf("%s.%d.value", at, i), o.Value)
		if o.Default {
			preset++
		}
	}
	if preset > high {
		bad.add(at, "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "Too many default values")
	}
}

// checkAllowed checks that parse and the lists of ids do not say the same.
func checkAllowed(bad *faults, at string, a *allowed) {
	if a == nil {
		return
	}
	for name, ids := range map[string][]string{"users": a.Users, "roles": a.Roles} {
		if len(ids) > 0 && slices.Contains(a.Parse, name) {
			bad.add(at, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[%q] and %s: [ids...] are mutually exclusive.", name, name)
		}
	}
}

// checkModal checks the body of a modal.
func checkModal(f *form) error {
	var bad faults
	rows := f.Components.v
	if len(rows) > maxInputs {
		bad.add("data.components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and %d in length.", maxInputs)
	}
	ids := unique{bad: &bad, code: "COMPONENT_CUSTOM_ID_DUPLICATED", text: "Component custom id cannot be duplicated"}
	for i, row := range rows {
		at := fmt.Sprintf("data.components.%d", i)
		if row.Type != typeRow || len(row.Components) != 1 {
			bad.add(at, "UNION_TYPE_CHOICES", "This sandbox knows rows of one text input only.")
			continue
		}
		c := row.Components[0]
		at += ".components.0"
		if c.Label == "" {
			bad.add(at+".label", "BASE_TYPE_REQUIRED", "This field is required")
		}
		most := c.MaxLength
		if most == 0 {
			most = maxInput
		}
		if c.MinLength > most {
			bad.add(at+".min_length", "TEXT_INPUT_COMPONENT_BAD_RANGE", "The least length is more than the greatest.")
		}
		bad.length(at+".value", c.Value, 0, most)
		ids.add(at+".custom_id", c.CustomID)
	}
	return bad.err()
}

// checkChoices checks the answer to a completion.
func checkChoices(choices []wireChoice) error {
	var bad faults
	for i, c := range choices {
		if v, ok := c.Value.(string); ok {
			bad.length(fmt.Sprintf("data.choices.%d.value", i), v, 1, maxText)
		}
	}
	return bad.err()
}
