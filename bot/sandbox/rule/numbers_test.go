package rule

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Which numbers a value may be is told as jsonschema itself tells it, in whatever spelling they come.
func TestNumbers(t *testing.T) {
	const document = `{"openapi": "3.1.0", "paths": {}, "components": {"schemas": {
		"Few": {"type": ["integer", "string"], "enum": [1, -2, 30]}, "One": {"const": 7},
		"Either": {"type": "integer", "oneOf": [{"const": 1}, {"const": 2}]}}}}`
	d, err := parse("the test", []byte(document))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, body, want string }{
		{"Few", `1`, "<nil>"}, {"Few", `-2`, "<nil>"}, {"Few", `3e1`, "<nil>"}, {"Few", `1.0`, "<nil>"},
		{"Few", `2`, "value must be one of 1, -2, 30"}, {"Few", `-3`, "value must be one of 1, -2, 30"}, {"Few", `"1"`, "value must be one of 1, -2, 30"},
		{"One", `7`, "<nil>"}, {"One", `8`, "value must be 7"}, {"One", `null`, "value must be 7"},
		{"Either", `2`, "<nil>"}, {"Either", `3`, "'oneOf' failed, none matched"}, {"Either", `"2"`, "got string, want integer"},
	} {
		schema, err := d.schema(pointer("components", "schemas", c.name))
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(told(t, schema, c.body)); got != c.want {
			t.Errorf("%s of %s: %s, want %s", c.body, c.name, got, c.want)
		}
	}
}

// told returns the first of what is wrong with a value.
func told(t *testing.T, schema *jsonschema.Schema, body string) any {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	var wrong *jsonschema.ValidationError
	if !errors.As(schema.Validate(value), &wrong) {
		return nil
	}
	return wrong.Causes[0].ErrorKind.LocalizedString(message.NewPrinter(language.English))
}
