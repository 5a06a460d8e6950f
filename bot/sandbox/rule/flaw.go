package rule

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	printing "golang.org/x/text/message"
)

// english words the flaws for which Discord's words are not known.
var english = printing.NewPrinter(language.English)

// tell adds the flaws that a schema found, each with its path below root.
func tell(f *Flaws, root []string, err error) {
	var found *jsonschema.ValidationError
	if errors.As(err, &found) {
		tellOne(f, root, found)
	}
}

// tellOne adds the innermost causes of a flaw. Of the branches of a union it adds only
// those of the branch that was meant.
func tellOne(f *Flaws, root []string, e *jsonschema.ValidationError) {
	switch e.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf:
		if len(e.Causes) > 0 {
			tellUnion(f, root, e)
			return
		}
	}
	for _, c := range e.Causes {
		tellOne(f, root, c)
	}
	if len(e.Causes) > 0 {
		return
	}
	at := slices.Concat(root, e.InstanceLocation)
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		for _, name := range k.Missing {
			f.Put(append(slices.Clone(at), name), "BASE_TYPE_REQUIRED", "This field is required")
		}
	default:
		code, text := worded(e.ErrorKind)
		f.Put(at, code, text)
	}
}

// worded returns Discord's code and words for a flaw.
func worded(of jsonschema.ErrorKind) (code, text string) {
	switch k := of.(type) {
	case *kind.Type:
		return typeFlaw(k.Got, k.Want)
	case *kind.MinLength:
		return "BASE_TYPE_MIN_LENGTH", fmt.Sprintf("Must be %d or more in length.", k.Want)
	case *kind.MinItems:
		return worded((*kind.MinLength)(k))
	case *kind.MaxLength:
		return "BASE_TYPE_MAX_LENGTH", fmt.Sprintf("Must be %d or fewer in length.", k.Want)
	case *kind.MaxItems:
		return worded((*kind.MaxLength)(k))
	case *kind.Minimum:
		return "NUMBER_TYPE_MIN", fmt.Sprintf("Value should be greater than or equal to %s.", k.Want.RatString())
	case *kind.Maximum:
		return "NUMBER_TYPE_MAX", fmt.Sprintf("Value should be less than or equal to %s.", k.Want.RatString())
	case *kind.Pattern:
		if k.Want == snowflakePattern {
			return "NUMBER_TYPE_COERCE", fmt.Sprintf("Value %q is not snowflake.", k.Got)
		}
		return "BASE_TYPE_BAD_TYPE", fmt.Sprintf("Value %q does not look like %s.", k.Got, k.Want)
	case *kind.Format:
		switch k.Want {
		case "uri":
			return "URL_TYPE_INVALID_URL", "Not a well formed URL."
		case "date-time":
			return "DATE_TIME_TYPE_PARSE", fmt.Sprintf("Could not parse %v. Should be ISO8601.", k.Got)
		}
	case *kind.UniqueItems:
		return "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value"
	case *kind.Enum:
		return choiceFlaw(k.Want)
	case *kind.Const:
		return choiceFlaw([]any{k.Want})
	}
	return "BASE_TYPE_BAD_TYPE", of.LocalizedString(english)
}

func typeFlaw(got string, want []string) (code, text string) {
	return "BASE_TYPE_BAD_TYPE", fmt.Sprintf("Got %s, want %s.", got, strings.Join(slices.Compact(slices.Sorted(slices.Values(want))), " or "))
}

// snowflakePattern is the pattern of an id in the document.
const snowflakePattern = "^(0|[1-9][0-9]*)$"

func choiceFlaw(want []any) (code, text string) {
	return "BASE_TYPE_CHOICES", fmt.Sprintf("Value must be one of %s.", oneOf(want))
}

// oneOf lists values as Discord does, "(1, 2)".
func oneOf(values []any) string {
	var texts []string
	for _, v := range values {
		if text := fmt.Sprint(v); !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return "(" + strings.Join(texts, ", ") + ")"
}

// discriminator is the field in which the branches of Discord's unions differ.
const discriminator = "type"

// miss gathers the reasons why branches of a union cannot have been meant.
type miss struct {
	types   []any    // the branch wants one of these in its field "type"
	untyped bool     // the branch wants a field "type", and the value has none
	values  []any    // the branch is one of these values
	shapes  []string // the branch is of one of these JSON types
	got     string   // the JSON type of the value
}

// tellUnion adds the flaws of a value that fits no branch of a union: those of the
// branch that was meant, or one at the value itself that says that there is no such branch, as in NetCord's issue 151.
func tellUnion(f *Flaws, root []string, e *jsonschema.ValidationError) {
	var all miss
	var meant []*jsonschema.ValidationError
	for _, branch := range e.Causes {
		if !all.add(branch, e.InstanceLocation) {
			meant = append(meant, branch)
		}
	}
	at := slices.Concat(root, e.InstanceLocation)
	switch {
	case len(meant) > 0:
		tellOne(f, root, slices.MaxFunc(meant, compareFit))
	case all.types != nil && !all.untyped:
		if len(at) == 0 { // of a whole body, where Discord names the field
			at = []string{discriminator}
		}
		f.Put(at, "UNION_TYPE_CHOICES", `Value of field "type" must be one of `+oneOf(all.types)+".")
	case all.untyped:
		f.Put(append(at, discriminator), "BASE_TYPE_REQUIRED", "This field is required")
	case all.values != nil:
		code, text := choiceFlaw(all.values)
		f.Put(at, code, text)
	default:
		code, text := typeFlaw(all.got, all.shapes)
		f.Put(at, code, text)
	}
}

// add reads the flaws of a branch. It reports whether the branch cannot have been
// meant because its type, its value or its shape is another.
func (m *miss) add(branch *jsonschema.ValidationError, at []string) bool {
	missed := false
	for _, leaf := range leaves(branch) {
		here := len(leaf.InstanceLocation) == len(at)
		typed := len(leaf.InstanceLocation) == len(at)+1 && leaf.InstanceLocation[len(at)] == discriminator
		switch k := leaf.ErrorKind.(type) {
		case *kind.Required:
			missed = missed || here && slices.Contains(k.Missing, discriminator)
			m.untyped = m.untyped || here && slices.Contains(k.Missing, discriminator)
		case *kind.Enum:
			missed = m.choose(k.Want, here, typed) || missed
		case *kind.Const:
			missed = m.choose([]any{k.Want}, here, typed) || missed
		case *kind.Type:
			if here {
				m.got, m.shapes, missed = k.Got, append(m.shapes, k.Want...), true
			}
		}
	}
	return missed
}

// choose keeps the values that a branch wants for itself or for its "type".
func (m *miss) choose(want []any, here, typed bool) bool {
	switch {
	case here:
		m.values = append(m.values, want...)
	case typed:
		m.types = append(m.types, want...)
	}
	return here || typed
}

// leaves returns the innermost causes of a flaw.
func leaves(e *jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(e.Causes) == 0 {
		return []*jsonschema.ValidationError{e}
	}
	var all []*jsonschema.ValidationError
	for _, c := range e.Causes {
		all = append(all, leaves(c)...)
	}
	return all
}

// compareFit compares how well a value fits two branches. A flaw that lies deeper
// fits better, then a smaller number of flaws.
func compareFit(x, y *jsonschema.ValidationError) int {
	depthX, countX := extent(x)
	depthY, countY := extent(y)
	return cmp.Or(depthX-depthY, countY-countX)
}

// extent returns the depth of the deepest flaw and the number of flaws. A missing
// field counts with the depth of the object that lacks it.
func extent(e *jsonschema.ValidationError) (depth, count int) {
	for _, leaf := range leaves(e) {
		depth = max(depth, len(leaf.InstanceLocation))
		count++
		if k, ok := leaf.ErrorKind.(*kind.Required); ok {
			count += len(k.Missing) - 1
		}
	}
	return depth, count
}
