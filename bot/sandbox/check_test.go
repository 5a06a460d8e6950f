package sandbox

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// many is n components or options made by f.
func many(n int, f func(int) obj) []obj {
	out := make([]obj, n)
	for i := range out {
		out[i] = f(i)
	}
	return out
}

func plainButton(i int) obj { return btn("b", fmt.Sprint("id", i)) }

func menuOf(options []obj) obj { return row(obj{"type": 3, "custom_id": "m", "options": options}) }

func choice(i int) obj { return obj{"label": "l", "value": fmt.Sprint(i)} }

func TestMessageLimits(t *testing.T) {
	long := strings.Repeat("é", 101)
	for name, c := range map[string]struct {
		body obj
		at   string // where the fault is; "" for none
	}{
		"as long as can be": {obj{"content": strings.Repeat("é", 2000)}, ""},
		"too long":          {obj{"content": strings.Repeat("é", 2001)}, "content"},
		"25 options":        {obj{"components": []obj{menuOf(many(25, choice))}}, ""},
		"26 options":        {obj{"components": []obj{menuOf(many(26, choice))}}, "components.0.components.0.options"},
		"no options":        {obj{"components": []obj{menuOf(nil)}}, "components.0.components.0.options"},
		"same value":        {obj{"components": []obj{menuOf([]obj{choice(1), choice(1)})}}, "components.0.components.0.options.1.value"},
		"long value":        {obj{"components": []obj{menuOf([]obj{{"label": "x", "value": long}})}}, "components.0.components.0.options.0.value"},
		"empty label":       {obj{"components": []obj{menuOf([]obj{{"value": "x"}})}}, "components.0.components.0.options.0.label"},
		"5 buttons":         {obj{"components": []obj{row(many(5, plainButton)...)}}, ""},
		"6 buttons":         {obj{"components": []obj{row(many(6, plainButton)...)}}, "components.0.components"},
		"empty row":         {obj{"components": []obj{row()}}, "components.0.components"},
		"6 rows":            {obj{"components": many(6, func(i int) obj { return row(plainButton(i)) })}, "components"},
		"same id":           {obj{"components": []obj{row(plainButton(1)), row(plainButton(1))}}, "components.1.components.0.custom_id"},
		"long id":           {obj{"components": []obj{row(btn("x", long))}}, "components.0.components.0.custom_id"},
		"no id":             {obj{"components": []obj{row(btn("x", ""))}}, "components.0.components.0.custom_id"},
		"long label":        {obj{"components": []obj{row(btn(strings.Repeat("x", 81), "x"))}}, "components.0.components.0.label"},
		"no label":          {obj{"components": []obj{row(btn("", "x"))}}, "components.0.components.0"},
		"link without url":  {obj{"components": []obj{row(obj{"type": 2, "style": 5, "label": "x"})}}, "components.0.components.0.url"},
		"link":              {obj{"components": []obj{row(obj{"type": 2, "style": 5, "label": "x", "url": "https://example.org"})}}, ""},
		"no style":          {obj{"components": []obj{row(obj{"type": 2, "label": "x", "custom_id": "x"})}}, "components.0.components.0.style"},
		"no row":            {obj{"components": []obj{btn("x", "x")}}, "components.0.type"},
		"menu and button":   {obj{"components": []obj{row(btn("x", "x"), menuOf([]obj{choice(1)})["components"].([]obj)[0])}}, "components.0.components"},
		"long alt text":     {obj{"attachments": []obj{{"id": "0", "description": strings.Repeat("x", 1025)}}}, "attachments.0.description"},
		"both mentions":     {obj{"allowed_mentions": obj{"parse": []string{"users"}, "users": []string{"1"}}}, "allowed_mentions"},
		"strange mentions":  {obj{"allowed_mentions": obj{"parse": []string{"all"}}}, "allowed_mentions.parse.0"},
		"long nonce":        {obj{"nonce": strings.Repeat("x", 26)}, "nonce"},
		"new components":    {obj{"flags": 1 << 15}, "flags"},
	} {
		t.Run(name, func(t *testing.T) {
			wantFault(t, checkForm(formOf(t, c.body)), c.at)
		})
	}
}

// wantFault checks that an error has a fault at a path.
func wantFault(t *testing.T, err error, at string) {
	t.Helper()
	if at == "" {
		if err != nil {
			t.Errorf("refused: %v", err)
		}
		return
	}
	bad, ok := err.(*apiError)
	if !ok || bad.Code != 50035 {
		t.Fatalf("error is %v, want 50035", err)
	}
	node := bad.Errors
	for _, step := range strings.Split(at, ".") {
		next, ok := node[step].(map[string]any)
		if !ok {
			t.Fatalf("no fault at %s in %v", at, bad.Errors)
		}
		node = next
	}
	if node["_errors"] == nil {
		t.Errorf("no fault at %s in %v", at, bad.Errors)
	}
}

func TestCommandLimits(t *testing.T) {
	opt := func(kind int, name string) option { return option{Type: kind, Name: name, Description: "d"} }
	with := func(o ...option) *command { return &command{Name: "c", Description: "d", Options: o} }
	sub := opt(1, "s")
	sub.Options = []option{opt(3, "x")}
	need := opt(3, "need")
	need.Required = true
	both := opt(3, "x")
	both.Autocomplete, both.Choices = true, []optionChoice{{Name: "a", Value: "a"}}
	mixed := opt(4, "x")
	mixed.Choices = []optionChoice{{Name: "a", Value: "text"}}
	heavy := &command{Name: "c", Description: "d"}
	for i := range 4 {
		o := opt(3, fmt.Sprint("o", i))
		for j := range 25 {
			o.Choices = append(o.Choices, optionChoice{Name: fmt.Sprint(strings.Repeat("x", 80), j), Value: fmt.Sprint(j)})
		}
		heavy.Options = append(heavy.Options, o)
	}
	for name, c := range map[string]struct {
		in []*command
		at string
	}{
		"good":           {[]*command{with(sub), {Name: "other", Description: "d"}}, ""},
		"upper case":     {[]*command{{Name: "Play", Description: "d"}}, "0.name"},
		"space":          {[]*command{{Name: "a b", Description: "d"}}, "0.name"},
		"no description": {[]*command{{Name: "x"}}, "0.description"},
		"same name":      {[]*command{{Name: "x", Description: "d"}, {Name: "x", Description: "d"}}, "1.name"},
		"late required":  {[]*command{with(opt(3, "x"), need)}, "0.options.1"},
		"sub and option": {[]*command{with(sub, opt(3, "x"))}, "0.options"},
		"choices too":    {[]*command{with(both)}, "0.options.0.autocomplete"},
		"typed choices":  {[]*command{with(mixed)}, "0.options.0.choices.0.value"},
		"too heavy":      {[]*command{heavy}, "0"},
		"localised":      {[]*command{{Name: "x", Description: "d", Names: map[string]string{"fr": "É"}}}, "0.name_localizations.fr"},
	} {
		t.Run(name, func(t *testing.T) { wantFault(t, checkCommands(c.in), c.at) })
	}
}

func TestCommandsKeepTheirIDs(t *testing.T) {
	s, b := play(t, Config{}, nil)
	path := "/applications/" + appID + "/commands"
	var was, is []command
	b.ok("GET", path, nil, &was)
	wantCode(t, "a bad registration", b.call("PUT", path, []obj{{"name": "BAD", "description": "d"}}, nil), 50035)
	b.ok("PUT", path, json.RawMessage(testCommands), &is)
	if len(was) != len(is) || was[0].ID != is[0].ID {
		t.Errorf("ids were %v and are %v", was, is)
	}
	b.ok("PATCH", path+"/"+is[0].ID, obj{"description": "changed"}, nil)
	b.ok("DELETE", path+"/"+is[1].ID, nil, nil)
	b.ok("POST", path, obj{"name": "late", "description": "d"}, nil)
	if got := strings.Join(s.Commands(), ","); got != "go,late,play permute,server" {
		t.Errorf("commands are %s", got)
	}
	wantCode(t, "no such command", b.call("DELETE", path+"/1", nil, nil), 10063)
}
