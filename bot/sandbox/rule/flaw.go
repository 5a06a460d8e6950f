package rule

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
		return patternFlaw(k)
	case *kind.Format:
		return formatFlaw(k)
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

func patternFlaw(k *kind.Pattern) (code, text string) {
	if k.Want == snowflakePattern {
		return "NUMBER_TYPE_COERCE", fmt.Sprintf("Value %q is not snowflake.", k.Got)
	}
	return "BASE_TYPE_BAD_TYPE", fmt.Sprintf("Value %q does not look like %s.", k.Got, k.Want)
}

func formatFlaw(k *kind.Format) (code, text string) {
	switch k.Want {
	case "uri":
		return "URL_TYPE_INVALID_URL", "Not a well formed URL."
	case "date-time":
		return "DATE_TIME_TYPE_PARSE", fmt.Sprintf("Could not parse %v. Should be ISO8601.", k.Got)
	}
	return "BASE_TYPE_BAD_TYPE", k.LocalizedString(english)
}

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
