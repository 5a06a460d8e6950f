package sandbox

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
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

// planted is a body with one flaw at a path, or without flaw where the path is "".
type planted struct {
	route string
	body  any
	at    string // the path of the flaw
}

// The routes of the planted bodies.
const (
	commandsRoute = "PUT /applications/{app}/commands"
	callbackRoute = "POST /interactions/{interaction}/{token}/callback"
)

// refusal holds a body to the excerpt of Discord's description, and to the checks that
// no schema makes.
func refusal(t *testing.T, route string, body any) error {
	t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	method, path := at(route)
	if err := held(t, rule.Excerpt(), method, path, string(raw)); err != nil {
		return err
	}
	var f rule.Form
	var commands []*rule.Command
	in := rule.Callback{Data: rule.Form{At: []string{"data"}}}
	switch route {
	case postRoute:
		decode(t, raw, &f)
		return rule.CheckForm(&f)
	case commandsRoute:
		decode(t, raw, &commands)
		return rule.CheckCommands(commands)
	}
	decode(t, raw, &in)
	switch in.Type {
	case rule.AnswerChoices:
		return rule.CheckChoices(in.Data.Choices)
	case rule.AnswerModal:
		return rule.CheckModal(&in.Data)
	}
	return rule.CheckForm(&in.Data)
}

func decode(t *testing.T, raw []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(raw, v); err != nil {
		t.Fatal(err)
	}
}

// wantLimits checks that planted bodies are refused with their flaw, or pass.
func wantLimits(t *testing.T, all map[string]planted) {
	for name, p := range all {
		t.Run(name, func(t *testing.T) { wantFlaw(t, refusal(t, p.route, p.body), p.at) })
	}
}

var long = strings.Repeat("é", 101)

// firstPart is the path of the first component in the first row.
const firstPart = "components.0.components.0"

// menuWith is a message with one menu of one option, and these fields of it changed.
func menuWith(change obj) obj {
	menu := obj{"type": 3, "custom_id": "m", "options": []obj{choice(1)}}
	maps.Copy(menu, change)
	return obj{"components": []obj{row(menu)}}
}

func ids(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprint(i + 1)
	}
	return out
}

var messageLimits = map[string]planted{
	"as long as can be": {postRoute, obj{"content": strings.Repeat("é", 2000)}, ""},
	"too long":          {postRoute, obj{"content": strings.Repeat("é", 2001)}, "content"},
	"many defaults":     {postRoute, obj{"components": []obj{peopleMenu(1, "1", "2")}}, firstPart + ".default_values"},
	"few defaults":      {postRoute, obj{"components": []obj{peopleMenu(2, "1")}}, firstPart + ".default_values"},
	"same default":      {postRoute, obj{"components": []obj{peopleMenu(2, "1", "1")}}, firstPart + ".default_values.1"},
	"25 options":        {postRoute, obj{"components": []obj{menuOf(many(25, choice))}}, ""},
	"26 options":        {postRoute, obj{"components": []obj{menuOf(many(26, choice))}}, firstPart + ".options"},
	"no options":        {postRoute, obj{"components": []obj{menuOf(nil)}}, firstPart + ".options"},
	"same value":        {postRoute, obj{"components": []obj{menuOf([]obj{choice(1), choice(1)})}}, firstPart + ".options.1.value"},
	"long value":        {postRoute, obj{"components": []obj{menuOf([]obj{{"label": "x", "value": long}})}}, firstPart + ".options.0.value"},
	"empty label":       {postRoute, obj{"components": []obj{menuOf([]obj{{"value": "x"}})}}, firstPart + ".options.0.label"},
	"5 buttons":         {postRoute, obj{"components": []obj{row(many(5, plainButton)...)}}, ""},
	"6 buttons":         {postRoute, obj{"components": []obj{row(many(6, plainButton)...)}}, "components.0.components"},
	"empty row":         {postRoute, obj{"components": []obj{row()}}, "components.0.components"},
	"6 rows":            {postRoute, obj{"components": many(6, func(i int) obj { return row(plainButton(i)) })}, "components"},
	"same id":           {postRoute, obj{"components": []obj{row(plainButton(1)), row(plainButton(1))}}, "components.1.components.0.custom_id"},
	"long id":           {postRoute, obj{"components": []obj{row(btn("x", long))}}, firstPart + ".custom_id"},
	"no id":             {postRoute, obj{"components": []obj{row(btn("x", ""))}}, firstPart + ".custom_id"},
	"long label":        {postRoute, obj{"components": []obj{row(btn(strings.Repeat("x", 81), "x"))}}, firstPart + ".label"},
	"no label":          {postRoute, obj{"components": []obj{row(btn("", "x"))}}, firstPart},
	"link without url":  {postRoute, obj{"components": []obj{row(obj{"type": 2, "style": 5, "label": "x"})}}, firstPart + ".url"},
	"link":              {postRoute, obj{"components": []obj{row(obj{"type": 2, "style": 5, "label": "x", "url": "https://example.org"})}}, ""},
	"no style":          {postRoute, obj{"components": []obj{row(obj{"type": 2, "label": "x", "custom_id": "x"})}}, firstPart + ".style"},
	"no row":            {postRoute, obj{"components": []obj{btn("x", "x")}}, "components.0.type"},
	"menu and button":   {postRoute, obj{"components": []obj{row(btn("x", "x"), menuOf([]obj{choice(1)})["components"].([]obj)[0])}}, "components.0.components"},
	"long alt text":     {postRoute, obj{"attachments": []obj{{"id": "0", "description": strings.Repeat("x", 1025)}}}, "attachments.0.description"},
	"both mentions":     {postRoute, obj{"allowed_mentions": obj{"parse": []string{"users"}, "users": []string{"1"}}}, "allowed_mentions"},
	"strange mentions":  {postRoute, obj{"allowed_mentions": obj{"parse": []string{"all"}}}, "allowed_mentions.parse.0"},
	"long nonce":        {postRoute, obj{"nonce": strings.Repeat("x", 26)}, "nonce"},
	"new components":    {postRoute, obj{"flags": 1 << 15}, "flags"},
	"style 7":           {postRoute, obj{"components": []obj{row(obj{"type": 2, "style": 7, "label": "x", "custom_id": "x"})}}, firstPart + ".style"},
	"a premium button":  {postRoute, obj{"components": []obj{row(obj{"type": 2, "style": 6, "label": "x", "custom_id": "x"})}}, firstPart + ".style"},
	"id left out":       {postRoute, obj{"components": []obj{row(obj{"type": 2, "style": 1, "label": "x"})}}, firstPart + ".custom_id"},
	"a button with url": {postRoute, obj{"components": []obj{row(obj{"type": 2, "style": 1, "label": "x", "custom_id": "x", "url": "https://example.org"})}}, firstPart},
	"a link with id":    {postRoute, obj{"components": []obj{row(obj{"type": 2, "style": 5, "label": "x", "custom_id": "x", "url": "https://example.org"})}}, firstPart},
	"a link to mail":    {postRoute, obj{"components": []obj{row(obj{"type": 2, "style": 5, "label": "x", "url": "mailto:ann"})}}, firstPart + ".url"},
	"new kind of part":  {postRoute, obj{"components": []obj{{"type": 10, "content": "x"}}}, "components.0.type"},
	"strange part":      {postRoute, obj{"components": []obj{row(obj{"type": 4, "custom_id": "x", "style": 1})}}, firstPart + ".type"},
	"menu without id":   {postRoute, menuWith(obj{"custom_id": ""}), firstPart + ".custom_id"},
	"long menu id":      {postRoute, menuWith(obj{"custom_id": long}), firstPart + ".custom_id"},
	"long placeholder":  {postRoute, menuWith(obj{"placeholder": strings.Repeat("x", 151)}), firstPart + ".placeholder"},
	"long option label": {postRoute, menuWith(obj{"options": []obj{{"label": long, "value": "x"}}}), firstPart + ".options.0.label"},
	"long option words": {postRoute, menuWith(obj{"options": []obj{{"label": "x", "value": "x", "description": long}}}), firstPart + ".options.0.description"},
	"least of -1":       {postRoute, menuWith(obj{"min_values": -1}), firstPart + ".min_values"},
	"greatest of 0":     {postRoute, menuWith(obj{"max_values": 0, "min_values": 0}), firstPart + ".max_values"},
	"more than options": {postRoute, menuWith(obj{"max_values": 2}), firstPart + ".max_values"},
	"least over most":   {postRoute, obj{"components": []obj{row(obj{"type": 5, "custom_id": "m", "min_values": 3, "max_values": 2})}}, firstPart + ".min_values"},
	"two presets":       {postRoute, menuWith(obj{"options": []obj{{"label": "a", "value": "a", "default": true}, {"label": "b", "value": "b", "default": true}}}), firstPart + ".options"},
	"11 attachments":    {postRoute, obj{"attachments": many(11, func(i int) obj { return obj{"id": fmt.Sprint(i)} })}, "attachments"},
	"a name for an id":  {postRoute, obj{"allowed_mentions": obj{"users": []string{"ann"}}}, "allowed_mentions.users.0"},
	"one id twice":      {postRoute, obj{"allowed_mentions": obj{"roles": []string{"1", "1"}}}, "allowed_mentions.roles"},
	"101 ids":           {postRoute, obj{"allowed_mentions": obj{"users": ids(101)}}, "allowed_mentions.users"},
	"100 ids":           {postRoute, obj{"allowed_mentions": obj{"users": ids(100)}}, ""},
	"an answer's words": {callbackRoute, obj{"type": 4, "data": obj{"content": strings.Repeat("x", 2001)}}, "data.content"},
	"menu of 26 picks":  {postRoute, obj{"components": []obj{row(obj{"type": 5, "custom_id": "m", "max_values": 26})}}, firstPart + ".max_values"},
}

// peopleMenu is a menu of people, of whom so many are picked, with defaults.
func peopleMenu(picks int, defaults ...string) obj {
	var of []obj
	for _, id := range defaults {
		of = append(of, obj{"id": id, "type": "user"})
	}
	return row(obj{"type": 5, "custom_id": "m", "min_values": picks, "max_values": picks, "default_values": of})
}

func TestMessageLimits(t *testing.T) { wantLimits(t, messageLimits) }

// wantFlaw checks that an error has a flaw at a path.
func wantFlaw(t *testing.T, err error, at string) {
	t.Helper()
	if at == "" {
		if err != nil {
			t.Errorf("refused: %v", err)
		}
		return
	}
	bad, ok := err.(*rule.Error)
	if !ok || bad.Code != 50035 {
		t.Fatalf("error is %v, want 50035", err)
	}
	node := bad.Errors
	for _, step := range strings.Split(at, ".") {
		next, ok := node[step].(map[string]any)
		if !ok {
			t.Fatalf("no flaw at %s in %v", at, bad.Errors)
		}
		node = next
	}
	if node["_errors"] == nil {
		t.Errorf("no flaw at %s in %v", at, bad.Errors)
	}
}

// choose is an option of a command with these fields changed.
func choose(kind int, name string, change obj) obj {
	o := obj{"type": kind, "name": name, "description": "d"}
	maps.Copy(o, change)
	return o
}

// registered is a registration of one command with these options.
func registered(options ...obj) []obj {
	return []obj{{"name": "c", "description": "d", "options": options}}
}

// commandWith is a registration of one command with these fields changed.
func commandWith(change obj) []obj {
	c := obj{"name": "c", "description": "d"}
	maps.Copy(c, change)
	return []obj{c}
}

// picks is an option with n choices, each with these fields changed.
func picks(n int, change obj) obj {
	return choose(3, "o", obj{"choices": many(n, func(i int) obj {
		c := obj{"name": fmt.Sprint(i), "value": fmt.Sprint(i)}
		maps.Copy(c, change)
		return c
	})})
}

func texts(n int) []obj {
	return many(n, func(i int) obj { return choose(3, fmt.Sprint("o", i), nil) })
}

// heavy is 25 options with three choices each, whose names have these localisations.
func heavy(names obj) []obj {
	return many(25, func(i int) obj {
		return choose(3, fmt.Sprint("o", i), obj{"choices": many(3, func(j int) obj {
			return obj{"name": fmt.Sprint(j), "value": strings.Repeat("v", 10) + fmt.Sprint(j), "name_localizations": names}
		})})
	})
}

func french(text string) obj { return obj{"fr": text} }

var (
	sub      = choose(1, "s", obj{"options": []obj{choose(3, "x", nil)}})
	subs     = many(26, func(i int) obj { return choose(1, fmt.Sprint("s", i), nil) })
	group    = choose(2, "g", obj{"options": []obj{sub}})
	longName = strings.Repeat("x", 33)
)

var commandLimits = map[string]planted{
	"good":               {commandsRoute, append(registered(sub), obj{"name": "other", "description": "d"}), ""},
	"a group":            {commandsRoute, registered(group), ""},
	"upper case":         {commandsRoute, commandWith(obj{"name": "Play"}), "0.name"},
	"space":              {commandsRoute, commandWith(obj{"name": "a b"}), "0.name"},
	"long name":          {commandsRoute, commandWith(obj{"name": longName}), "0.name"},
	"long menu name":     {commandsRoute, []obj{{"type": 2, "name": longName}}, "0.name"},
	"free menu name":     {commandsRoute, []obj{{"type": 2, "name": "Look At"}}, ""},
	"localised":          {commandsRoute, commandWith(obj{"name_localizations": french("É")}), "0.name_localizations.fr"},
	"long localised":     {commandsRoute, commandWith(obj{"name_localizations": french(longName)}), "0.name_localizations.fr"},
	"no description":     {commandsRoute, []obj{{"name": "x"}}, "0.description"},
	"long description":   {commandsRoute, commandWith(obj{"description": long}), "0.description"},
	"long translation":   {commandsRoute, commandWith(obj{"description_localizations": french(long)}), "0.description_localizations.fr"},
	"same name":          {commandsRoute, append(commandWith(nil), commandWith(nil)...), "1.name"},
	"same option":        {commandsRoute, registered(choose(3, "x", nil), choose(4, "x", nil)), "0.options.1.name"},
	"option in capitals": {commandsRoute, registered(choose(3, "X", nil)), "0.options.0.name"},
	"long option name":   {commandsRoute, registered(choose(3, longName, nil)), "0.options.0.name"},
	"option undescribed": {commandsRoute, registered(choose(3, "x", obj{"description": ""})), "0.options.0.description"},
	"long option words":  {commandsRoute, registered(choose(3, "x", obj{"description_localizations": french(long)})), "0.options.0.description_localizations.fr"},
	"strange option":     {commandsRoute, registered(choose(12, "x", nil)), "0.options.0.type"},
	"late required":      {commandsRoute, registered(choose(3, "x", nil), choose(3, "need", obj{"required": true})), "0.options.1"},
	"sub and option":     {commandsRoute, registered(sub, choose(3, "x", nil)), "0.options"},
	"group in a group":   {commandsRoute, registered(choose(2, "g", obj{"options": []obj{group}})), "0.options.0.options.0.type"},
	"sub in a sub":       {commandsRoute, registered(choose(1, "t", obj{"options": []obj{sub}})), "0.options.0.options.0.type"},
	"flaw in a sub":      {commandsRoute, registered(choose(1, "t", obj{"options": []obj{choose(3, "a b", nil)}})), "0.options.0.options.0.name"},
	"choices too":        {commandsRoute, registered(choose(3, "x", obj{"autocomplete": true, "choices": []obj{{"name": "a", "value": "a"}}})), "0.options.0.autocomplete"},
	"choices of people":  {commandsRoute, registered(choose(6, "x", obj{"choices": []obj{{"name": "a", "value": "a"}}})), "0.options.0"},
	"typed choices":      {commandsRoute, registered(choose(4, "x", obj{"choices": []obj{{"name": "a", "value": "text"}}})), "0.options.0.choices.0.value"},
	"number for a text":  {commandsRoute, registered(picks(1, obj{"value": 1})), "0.options.0.choices.0.value"},
	"same choice":        {commandsRoute, registered(picks(2, obj{"name": "a"})), "0.options.0.choices.1"},
	"same choice value":  {commandsRoute, registered(picks(2, obj{"value": "a"})), "0.options.0.choices.1"},
	"long choice":        {commandsRoute, registered(picks(1, obj{"name": long})), "0.options.0.choices.0.name"},
	"long choice value":  {commandsRoute, registered(picks(1, obj{"value": long})), "0.options.0.choices.0.value"},
	"empty choice value": {commandsRoute, registered(picks(1, obj{"value": ""})), "0.options.0.choices.0.value"},
	"long choice abroad": {commandsRoute, registered(picks(1, obj{"name_localizations": french(long)})), "0.options.0.choices.0.name_localizations.fr"},
	"25 options":         {commandsRoute, registered(texts(25)...), ""},
	"26 options":         {commandsRoute, registered(texts(26)...), "0.options"},
	"25 subcommands":     {commandsRoute, registered(subs[:25]...), ""},
	"26 subcommands":     {commandsRoute, registered(subs...), "0.options"},
	"25 choices":         {commandsRoute, registered(picks(25, nil)), ""},
	"26 choices":         {commandsRoute, registered(picks(26, nil)), "0.options.0.choices"},

	// 8,000 characters in all, of which the longest localisation of each text counts.
	"light":                    {commandsRoute, registered(heavy(obj{"fr": "é", "de": strings.Repeat("é", 50)})...), ""},
	"too heavy by translation": {commandsRoute, registered(heavy(french(strings.Repeat("é", 100)))...), "0"},
}

func TestCommandLimits(t *testing.T) {
	wantLimits(t, commandLimits)
	all := many(101, func(i int) obj { return obj{"name": fmt.Sprint("c", i), "description": "d"} })
	wantFlaw(t, refusal(t, commandsRoute, all[:100]), "")
	if err := refusal(t, commandsRoute, all); err != rule.ErrCommandCount {
		t.Errorf("101 commands: %v, want %v", err, rule.ErrCommandCount)
	}
}

// modal is the answer that opens a modal with these inputs, each with an id of its own.
func modal(inputs ...obj) obj { return modalWith(nil, inputs...) }

func modalWith(change obj, inputs ...obj) obj {
	rows := []obj{}
	for i, in := range inputs {
		in = maps.Clone(in)
		if _, set := in["custom_id"]; !set {
			in["custom_id"] = fmt.Sprint("i", i)
		}
		rows = append(rows, row(in))
	}
	data := obj{"title": "T", "custom_id": "m", "components": rows}
	maps.Copy(data, change)
	return obj{"type": 9, "data": data}
}

// input is a text input with these fields changed.
func input(change obj) obj {
	in := obj{"type": 4, "label": "L", "style": 1}
	maps.Copy(in, change)
	return in
}

func inputs(n int) []obj { return many(n, func(int) obj { return input(nil) }) }

const firstInput = "data.components.0.components.0"

var modalLimits = map[string]planted{
	"five inputs":       {callbackRoute, modal(inputs(5)...), ""},
	"six inputs":        {callbackRoute, modal(inputs(6)...), "data.components"},
	"no inputs":         {callbackRoute, modal(), "data.components"},
	"no title":          {callbackRoute, modalWith(obj{"title": ""}, input(nil)), "data.title"},
	"long title":        {callbackRoute, modalWith(obj{"title": strings.Repeat("x", 46)}, input(nil)), "data.title"},
	"no id":             {callbackRoute, modalWith(obj{"custom_id": ""}, input(nil)), "data.custom_id"},
	"long id":           {callbackRoute, modalWith(obj{"custom_id": long}, input(nil)), "data.custom_id"},
	"input without id":  {callbackRoute, modal(input(obj{"custom_id": ""})), firstInput + ".custom_id"},
	"no label":          {callbackRoute, modal(obj{"type": 4, "style": 1}), firstInput + ".label"},
	"long label":        {callbackRoute, modal(input(obj{"label": strings.Repeat("x", 46)})), firstInput + ".label"},
	"long placeholder":  {callbackRoute, modal(input(obj{"placeholder": long})), firstInput + ".placeholder"},
	"strange style":     {callbackRoute, modal(input(obj{"style": 3})), firstInput + ".style"},
	"two with one id":   {callbackRoute, modal(input(obj{"custom_id": "i"}), input(obj{"custom_id": "i"})), "data.components.1.components.0.custom_id"},
	"lengths":           {callbackRoute, modal(input(obj{"min_length": 2, "max_length": 4000, "value": "ab"})), ""},
	"long value":        {callbackRoute, modal(input(obj{"max_length": 2, "value": "abc"})), firstInput + ".value"},
	"least too great":   {callbackRoute, modal(input(obj{"min_length": 4001})), firstInput + ".min_length"},
	"least too small":   {callbackRoute, modal(input(obj{"min_length": -1})), firstInput + ".min_length"},
	"greatest too much": {callbackRoute, modal(input(obj{"max_length": 4001})), firstInput + ".max_length"},
	"least over most":   {callbackRoute, modal(input(obj{"min_length": 3, "max_length": 2})), firstInput + ".min_length"},
	"a button":          {callbackRoute, modal(btn("x", "x")), firstInput + ".type"},
	"two in a row":      {callbackRoute, modalWith(obj{"components": []obj{row(input(obj{"custom_id": "a"}), input(obj{"custom_id": "b"}))}}), "data.components.0"},
	"a label":           {callbackRoute, modalWith(obj{"components": []obj{{"type": 18, "label": "L", "component": input(obj{"custom_id": "a"})}}}), "data.components.0"},
}

func TestModalLimits(t *testing.T) { wantLimits(t, modalLimits) }

// offer is the answer that offers n choices, each with these fields changed.
func offer(n int, change obj) obj {
	return obj{"type": 8, "data": obj{"choices": many(n, func(i int) obj {
		c := obj{"name": "n", "value": fmt.Sprint(i)}
		maps.Copy(c, change)
		return c
	})}}
}

var completionLimits = map[string]planted{
	"25":         {callbackRoute, offer(25, nil), ""},
	"26":         {callbackRoute, offer(26, nil), "data.choices"},
	"a number":   {callbackRoute, offer(1, obj{"value": 7}), ""},
	"no name":    {callbackRoute, offer(1, obj{"name": ""}), "data.choices.0.name"},
	"long name":  {callbackRoute, offer(1, obj{"name": long}), "data.choices.0.name"},
	"no value":   {callbackRoute, offer(1, obj{"value": nil}), "data.choices.0.value"},
	"empty":      {callbackRoute, offer(1, obj{"value": ""}), "data.choices.0.value"},
	"long value": {callbackRoute, offer(1, obj{"value": long}), "data.choices.0.value"},
}

func TestCompletionsAre25(t *testing.T) { wantLimits(t, completionLimits) }

func TestCommandsKeepTheirIDs(t *testing.T) {
	s, b := play(t, Config{}, nil)
	path := "/applications/" + world.AppID + "/commands"
	var was, is []rule.Command
	b.ok("GET", path, nil, &was)
	wantCode(t, "a bad registration", b.call("PUT", path, []obj{{"name": "BAD", "description": "d"}}, nil), 50035)
	b.ok("PUT", path, json.RawMessage(testCommands), &is)
	if len(was) != len(is) || was[0].ID != is[0].ID {
		t.Errorf("ids were %v and are %v", was, is)
	}
	b.ok("PATCH", path+"/"+is[0].ID, obj{"description": "changed"}, nil)
	b.ok("DELETE", path+"/"+is[1].ID, nil, nil)
	b.ok("POST", path, obj{"name": "late", "description": "d"}, nil)
	b.ok("POST", path, obj{"name": "late", "description": "the same one, changed"}, nil)
	if got := strings.Join(s.Commands(), ","); got != "go,late,play permute,server" {
		t.Errorf("commands are %s", got)
	}
	wantCode(t, "no such command", b.call("DELETE", path+"/1", nil, nil), 10063)
}
