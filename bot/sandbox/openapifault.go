package sandbox

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	printing "golang.org/x/text/message"
)

// english says what has no wording of Discord's below.
var english = printing.NewPrinter(language.English)

// tell notes what a schema found, each fault at its path below root.
func tell(f *faults, root []string, err error) {
	var found *jsonschema.ValidationError
	if errors.As(err, &found) {
		tellOne(f, root, found)
	}
}

// tellOne notes the innermost causes; of the branches of a union only those of
// the one that was meant.
func tellOne(f *faults, root []string, e *jsonschema.ValidationError) {
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
			f.put(append(slices.Clone(at), name), "BASE_TYPE_REQUIRED", "This field is required")
		}
	default:
		code, text := worded(e.ErrorKind)
		f.put(at, code, text)
	}
}

// worded says a fault as Discord does, as far as Discord has words for it.
func worded(of jsonschema.ErrorKind) (code, text string) {
	switch k := of.(type) {
	case *kind.Type:
		return typeFault(k.Got, k.Want)
	case *kind.MinLength:
		return "BASE_TYPE_MIN_LENGTH", fmt.Sprintf("Must be %d or more in length.", k.Want)
	case *kind.MinItems:
		return "BASE_TYPE_MIN_LENGTH", fmt.Sprintf("Must be %d or more in length.", k.Want)
	case *kind.MaxLength:
		return "BASE_TYPE_MAX_LENGTH", fmt.Sprintf("Must be %d or fewer in length.", k.Want)
	case *kind.MaxItems:
		return "BASE_TYPE_MAX_LENGTH", fmt.Sprintf("Must be %d or fewer in length.", k.Want)
	case *kind.Minimum:
		return "NUMBER_TYPE_MIN", fmt.Sprintf("Value should be greater than or equal to %s.", k.Want.RatString())
	case *kind.Maximum:
		return "NUMBER_TYPE_MAX", fmt.Sprintf("Value should be less than or equal to %s.", k.Want.RatString())
	case *kind.Pattern:
		return patternFault(k)
	case *kind.Format:
		return formatFault(k)
	case *kind.UniqueItems:
		return "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value"
	case *kind.Enum:
		return choiceFault(k.Want)
	case *kind.Const:
		return choiceFault([]any{k.Want})
	}
	return "BASE_TYPE_BAD_TYPE", of.LocalizedString(english)
}

func typeFault(got string, want []string) (code, text string) {
	return "BASE_TYPE_BAD_TYPE", fmt.Sprintf("Got %s, want %s.", got, strings.Join(slices.Compact(slices.Sorted(slices.Values(want))), " or "))
}

// snowflakePattern is how the document says what an id is.
const snowflakePattern = "^(0|[1-9][0-9]*)$"

func patternFault(k *kind.Pattern) (code, text string) {
	if k.Want == snowflakePattern {
		return "NUMBER_TYPE_COERCE", fmt.Sprintf("Value %q is not snowflake.", k.Got)
	}
	return "BASE_TYPE_BAD_TYPE", fmt.Sprintf("Value %q does not look like %s.", k.Got, k.Want)
}

func formatFault(k *kind.Format) (code, text string) {
	switch k.Want {
	case "uri":
		return "URL_TYPE_INVALID_URL", "Not a well formed URL."
	case "date-time":
		return "DATE_TIME_TYPE_PARSE", fmt.Sprintf("Could not parse %v. Should be ISO8601.", k.Got)
	}
	return "BASE_TYPE_BAD_TYPE", k.LocalizedString(english)
}

func choiceFault(want []any) (code, text string) {
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
