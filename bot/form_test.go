package bot

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"parlour/commands/message"
)

// formOf is a form that comes back, with ids of the server as Discord describes them.
func formOf(parts string) string {
	return `{"id":"1","token":"t","type":5,"guild_id":"3","member":{"user":{"id":"5"}},"data":{"custom_id":"x","components":[` + parts + `],
		"resolved":{"users":{"7":{"id":"7"}},"roles":{"8":{"id":"8","managed":true}},"channels":{"9":{"id":"9","type":0},"99":null}}}}`
}

// label is a label with a field.
func label(field string) string { return `{"type":18,"id":2,"component":{` + field + `}}` }

// A form is read whichever fields it has. One that no form of the bot's can have become has no field at all: with a part
// or a value of another kind, a field twice, or an id that Discord does not describe.
func TestFormsAreRead(t *testing.T) {
	t.Parallel()
	line := func(text string) string { return label(`"type":4,"custom_id":"a","value":` + text) }
	list := func(kind int, values string) string {
		return label(fmt.Sprintf(`"type":%d,"custom_id":"a","values":%s`, kind, values))
	}
	for parts, want := range map[string]string{
		`{"type":1,"components":[{"type":4,"custom_id":"typed","value":"d3"}]}`: "map[typed:[d3]]",
		line(`"d3"`):         "map[a:[d3]]",
		line(`""`):           "map[a:[]]",
		line(`null`):         "map[a:[]]",
		list(3, `["p","q"]`): "map[a:[p q]]",
		list(3, `[]`):        "map[a:[]]",
		list(5, `["7"]`):     "map[a:[7]]",
		list(6, `["8"]`):     "map[a:[8]]",
		list(7, `["8","7"]`): "map[a:[8 7]]",
		list(8, `["9"]`):     "map[a:[9]]",
		list(22, `["p"]`):    "map[a:[p]]",
		label(`"type":21,"custom_id":"a","value":"p"`):  "map[a:[p]]",
		label(`"type":21,"custom_id":"a","value":null`): "map[a:[]]",
		label(`"type":23,"custom_id":"a","value":true`): "map[a:[true]]",
		list(19, `["12"]`):                   "map[]",
		`{"type":10,"id":1},` + line(`"d3"`): "map[a:[d3]]",
		line(`"d3"`) + `,` + label(`"type":23,"custom_id":"b","value":false`): "map[a:[d3] b:[false]]",

		line(`"d3"`) + `,` + line(`"d3"`): "",
		line(`7`):                         "",
		line(`["d3"]`):                    "",
		line(`"` + strings.Repeat("x", 4001) + `"`):       "",
		list(3, `["p","p"]`):                              "",
		list(3, `[""]`):                                   "",
		list(3, `[7]`):                                    "",
		list(3, `"p"`):                                    "",
		list(3, `["`+strings.Repeat("x", 101)+`"]`):       "",
		list(3, `[`+strings.Repeat(`"p",`, 25)+`"q"]`):    "",
		list(5, `["8"]`):                                  "",
		list(6, `["7"]`):                                  "",
		list(8, `["10"]`):                                 "",
		list(8, `["99"]`):                                 "",
		list(2, `["p"]`):                                  "",
		label(`"type":4,"value":"d3"`):                    "",
		label(`"type":23,"custom_id":"a","value":"true"`): "",
		label(`"type":21,"custom_id":"a","value":""`):     "",
		label(`"type":21,"custom_id":"a","values":["p"]`): "",
		`{"type":18}`:                                     "",
		`{"type":18,"component":[]}`:                      "",
		`{"type":1,"components":[]}`:                      "",
		`{"type":1,"components":[{"type":3,"custom_id":"a","values":["p"]}]}`: "",
		`{"type":17,"components":[{"type":4,"custom_id":"a","value":"d3"}]}`:  "",
		`null`: "",
		`99`:   "",
		strings.Repeat(`{"type":10},`, 40) + `{"type":10}`: "",
	} {
		i, err := readInteraction(json.RawMessage(formOf(parts)))
		got := ""
		if err == nil {
			got = fmt.Sprint(i.Fields)
		}
		if r := i.request("self"); got != want || len(r.Filled) != len(i.Fields) || r.Filled == nil || r.Button != "x" {
			t.Errorf("the form is read as %q (%v), want %q, and the request has %v: %s", got, err, want, r.Filled, parts)
		}
	}
}

// A role that was picked is known by what Discord says of it.
func TestAFormNamesARole(t *testing.T) {
	t.Parallel()
	i, err := readInteraction(json.RawMessage(formOf(label(`"type":6,"custom_id":"role","values":["8"]`))))
	if err != nil {
		t.Fatal(err)
	}
	if got := i.request("self").Named["role"]; got.ID != "8" || !got.Managed {
		t.Errorf("the role is %+v, want 8, which is managed", got)
	}
}

// No interaction harms the bot, and what is read of a form keeps to Discord's bounds.
func FuzzForm(f *testing.F) {
	f.Add(`{"type":5,"user":{"id":"5"},"data":{"custom_id":"x"}}`)
	f.Add(formOf(label(`"type":4,"custom_id":"a","value":"d3"`) + `,{"type":10}`))
	for _, kind := range []int{3, 5, 6, 7, 8, 19, 21, 22, 23} {
		f.Add(formOf(label(fmt.Sprintf(`"type":%d,"custom_id":"a","values":["7","8","9"]`, kind))))
		f.Add(formOf(label(fmt.Sprintf(`"type":%d,"custom_id":"a","value":true`, kind))))
	}
	f.Fuzz(func(t *testing.T, raw string) {
		i, err := readInteraction(json.RawMessage(raw))
		if i == nil || i.asker() == nil {
			return
		}
		if err != nil && i.Fields != nil {
			t.Errorf("a form that cannot be read has the fields %v", i.Fields)
		}
		for name, values := range i.request("self").Filled {
			long := func(v string) bool { return utf8.RuneCountInString(v) > 4000 }
			if name == "" || utf8.RuneCountInString(name) > 100 || len(values) > 25 || slices.ContainsFunc(values, long) {
				t.Errorf("the field %q has %d values: %q", name, len(values), values)
			}
		}
	})
}

// A form has a label for each field, with what stands there at first. Ids that are none are left out, as Discord would
// refuse the form.
func TestAFormIsSent(t *testing.T) {
	t.Parallel()
	two := []message.MenuOption{{Label: "P", Value: "p"}, {Label: "Q", Value: "q", About: "why"}}
	four := append(slices.Clone(two), message.MenuOption{Label: "R", Value: "r"}, message.MenuOption{Label: "S", Value: "s"})
	for want, field := range map[string]message.Field{
		`{"custom_id":"a","max_length":9,"min_length":1,"placeholder":"h","required":true,"style":1,"type":4,"value":"v"}`: {
			Kind: message.FieldLine, Hint: "h", Given: []string{"v"}, Least: 1, Most: 9},
		`{"custom_id":"a","options":[{"label":"P","value":"p"},{"default":true,"description":"why","label":"Q","value":"q"}],"required":true,"type":21}`: {
			Kind: message.FieldMenu, Options: two, Given: []string{"q"}, Least: 1, Most: 1},
		`{"custom_id":"a","max_values":1,"min_values":1,"options":[{"label":"P","value":"p"},{"description":"why","label":"Q","value":"q"},{"label":"R","value":"r"},{"default":true,"label":"S","value":"s"}],"required":true,"type":3}`: {
			Kind: message.FieldMenu, Options: four, Given: []string{"s"}, Least: 1, Most: 1},
		`{"custom_id":"a","max_values":2,"min_values":0,"options":[{"default":true,"label":"P","value":"p"},{"description":"why","label":"Q","value":"q"}],"required":false,"type":22}`: {
			Kind: message.FieldBoxes, Options: two, Given: []string{"p"}, Most: 2},
		`{"channel_types":[0,5],"custom_id":"a","default_values":[{"id":"9","type":"channel"}],"max_values":1,"min_values":0,"required":false,"type":8}`: {
			Kind: message.FieldChannels, Given: []string{"9", "here"}, Most: 1},
		`{"custom_id":"a","default_values":[{"id":"8","type":"role"}],"max_values":1,"min_values":0,"required":false,"type":6}`: {
			Kind: message.FieldRoles, Given: []string{"8"}, Most: 1},
	} {
		field.Name, field.Label = "a", "A"
		got, err := json.Marshal(form(message.Form{ID: "x", Title: "T", Fields: []message.Field{field}}))
		if err != nil {
			t.Fatal(err)
		}
		if want = `{"type":9,"data":{"components":[{"component":` + want + `,"label":"A","type":18}],"custom_id":"x","title":"T"}}`; string(got) != want {
			t.Errorf("the form is sent as\n%s\nwant\n%s", got, want)
		}
	}
}
