package message

import (
	"slices"
	"strings"
	"unicode/utf8"

	"parlour/commands/locale"
	"parlour/games"
)

// A Form asks for a line of text, or for a few things at once.
type Form struct {
	ID     string // comes back as the button of a request with what was filled in
	Title  string
	Fields []Field // at most [MaxFields]
}

// Form returns a form of one line, which a button brings back. Its sentences have keys with the same beginning.
func (p Pen) Form(b Button, about string, most int, pairs ...any) *Form {
	return &Form{ID: b.String(), Title: p.Label(about + ".title"), Fields: []Field{{
		Name: TypedField, Label: p.Label(about + ".field"), Hint: Clip(p.Label(about+".hint", pairs...), maxLine), Least: 1, Most: most,
	}}}
}

// maxAsked is Discord's limit on the title of a form and on the label of a field, in characters.
const maxAsked = 45

// MaxFields is Discord's limit on the fields of a form.
const MaxFields = 5

// TypedField is the name of the only field of a form of one line.
const TypedField = "typed"

// A Field is one thing that a form asks for.
type Field struct {
	Kind        FieldKind
	Name        string // under which what is given comes back
	Label       string
	About       string       // a line beneath the label; empty for none
	Hint        string       // what an empty line says
	Options     []MenuOption // of a menu and of boxes
	Given       []string     // what stands there at first: a text, or the values that are picked
	Least, Most int          // characters of a line; how many values of anything else
	Wide        bool         // of channels, whether they may be of any kind in which, or in whose threads, people write
}

// A FieldKind is how something is given.
type FieldKind int

// The kinds.
const (
	FieldLine     FieldKind = iota
	FieldMenu               // of some options
	FieldBoxes              // one for each option
	FieldChannels           // of the server
	FieldRoles              // of the server
)

// ErrForm refuses a form that is forged, or that another form has taken the place of.
var ErrForm = games.Refuse("refuse.form")

// Read returns what was filled in, as far as that is not what the form has at first. It refuses what has not just the
// fields of the form, with values that they offer.
func (f Form) Read(filled map[string][]string) (changed map[string][]string, err error) {
	changed = map[string][]string{}
	for _, field := range f.Fields {
		given, ok := filled[field.Name]
		if !ok || len(filled) != len(f.Fields) || !field.takes(given) {
			return nil, ErrForm
		}
		if !field.same(given) {
			changed[field.Name] = given
		}
	}
	return changed, nil
}

// takes reports whether a field can be given some values.
func (f Field) takes(given []string) bool {
	if f.Kind == FieldLine {
		long := 0
		if len(given) == 1 {
			long = utf8.RuneCountInString(given[0])
		}
		return len(given) == 1 && f.Least <= long && long <= f.Most
	}
	for i, value := range given {
		if slices.Contains(given[:i], value) || f.Options != nil && !f.offers(value) {
			return false
		}
	}
	return f.Least <= len(given) && len(given) <= f.Most
}

// offers reports whether a field has an option with a value.
func (f Field) offers(value string) bool {
	return slices.ContainsFunc(f.Options, func(o MenuOption) bool { return o.Value == value })
}

// same reports whether some values are those that a field has at first, in any order.
func (f Field) same(given []string) bool {
	if f.Kind == FieldLine {
		return given[0] == strings.Join(f.Given, "")
	}
	return len(given) == len(f.Given) && !slices.ContainsFunc(given, func(v string) bool { return !slices.Contains(f.Given, v) })
}

// noneFilled stands in a button for a field that was left empty.
const noneFilled = "-"

// Again returns the button that opens a form once more, filled in with what was changed there: a step for each field,
// which is empty for one that was not changed. ok is false if that does not fit into a button.
func (f Form) Again(b Button, changed map[string][]string) (_ Button, ok bool) {
	b.Steps = slices.Clone(b.Steps)
	for _, field := range f.Fields {
		given, is := changed[field.Name]
		step := strings.Join(given, ",")
		if is && step == "" {
			step = noneFilled
		}
		b.Steps = append(b.Steps, step)
	}
	return b, len(b.String()) <= MaxButton
}

// Filled is the form with what stands there at first from the steps of [Form.Again], as far as it offers that.
func (f Form) Filled(steps []string) Form {
	f.Fields = slices.Clone(f.Fields)
	for i, step := range steps[:min(len(steps), len(f.Fields))] {
		field := &f.Fields[i]
		given := strings.Split(step, ",")
		switch {
		case step == noneFilled:
			given = nil
		case field.Kind == FieldLine:
			given = []string{step}
		}
		if step != "" && (given == nil || field.takes(given)) {
			field.Given = given
		}
	}
	return f
}

// Given says what was filled in, as far as it is not what the form has at first.
func (p Pen) Given(f Form, changed map[string][]string) string {
	said := []string{p.Say("form.given")}
	for _, field := range f.Fields {
		given, is := changed[field.Name]
		var words any = locale.Verbatim(strings.Join(field.words(given), ", "))
		if field.Kind == FieldLine && is {
			words = given[0]
		}
		said = append(said, p.sayIf(is, "form.given.field", "Field", field.Label, "Words", words))
	}
	return Lines(said...)
}

// Labels names the fields that were changed.
func (f Form) Labels(changed map[string][]string) (all []string) {
	for _, field := range f.Fields {
		if _, is := changed[field.Name]; is {
			all = append(all, field.Label)
		}
	}
	return all
}

// words says values that a field was given.
func (f Field) words(given []string) (all []string) {
	for _, value := range given {
		i := slices.IndexFunc(f.Options, func(o MenuOption) bool { return o.Value == value })
		switch {
		case i >= 0:
			value = f.Options[i].Label
		case f.Kind == FieldRoles:
			value = string(MentionRole(value))
		case f.Kind == FieldChannels:
			value = string(Channels([]string{value}))
		}
		all = append(all, value)
	}
	return all
}
