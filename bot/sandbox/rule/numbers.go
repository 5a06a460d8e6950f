package rule

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// numbersKey is a keyword of our own for the numbers that a value may be. jsonschema compares two numbers as fractions,
// which was half the time of holding a request to the document.
const numbersKey = "x-numbers"

// numbers are those that a value may be, and how it is told if it is none of them.
type numbers struct {
	all []any
	as  func(got any) jsonschema.ErrorKind
}

// Validate compares by the spelling, and by the value only where that is not a plain number.
func (n numbers) Validate(ctx *jsonschema.ValidatorContext, v any) {
	text, _ := v.(json.Number)
	if slices.Contains(n.all, v) {
		return
	}
	if strings.ContainsAny(string(text), ".eE-") {
		for _, one := range n.all {
			if same, err := ctx.Equals(v, one); same && err == nil {
				return
			}
		}
	}
	ctx.AddError(n.as(v))
}

// compileNumbers reads the keyword.
func compileNumbers(_ *jsonschema.CompilerContext, object map[string]any) (jsonschema.SchemaExt, error) {
	switch want := object[numbersKey].(type) {
	case []any:
		return numbers{want, func(got any) jsonschema.ErrorKind { return &kind.Enum{Got: got, Want: want} }}, nil
	case json.Number:
		return numbers{[]any{want}, func(got any) jsonschema.ErrorKind { return &kind.Const{Got: got, Want: want} }}, nil
	}
	return nil, nil
}

// useNumbers puts the keyword in place of enum and const where those have numbers alone.
func useNumbers(doc map[string]any) {
	isNumber := func(v any) bool { _, ok := v.(json.Number); return ok }
	walk(doc, func(object map[string]any) {
		if all, ok := object["enum"].([]any); ok && len(all) > 0 && !slices.ContainsFunc(all, func(v any) bool { return !isNumber(v) }) {
			object[numbersKey] = all
			delete(object, "enum")
		} else if one := object["const"]; isNumber(one) {
			object[numbersKey] = one
			delete(object, "const")
		}
	})
}
