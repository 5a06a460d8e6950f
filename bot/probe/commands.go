package probe

import (
	"encoding/json"
	"fmt"
	"strings"
)

// commands are the rules about commands. They are tried with commands of the one server.
var commands = []rule{
	{
		says:    "A registration of all commands with a bad one changes nothing.",
		sandbox: "400, 50035 at 1.name (APPLICATION_COMMAND_INVALID_NAME); nothing changed", guess: true, try: badRegistration,
	},
	refusedCommand("The name of a command is in lower case.",
		"400, 50035 at name (APPLICATION_COMMAND_INVALID_NAME)", body{"name": "Probe"}),
	refusedCommand("The name of a command has 32 characters at most.",
		"400, 50035 at name (BASE_TYPE_MAX_LENGTH)", body{"name": strings.Repeat("n", 33)}),
	refusedCommand("A description has 100 characters at most.",
		"400, 50035 at description (BASE_TYPE_MAX_LENGTH)", body{"description": strings.Repeat("d", 101)}),
	refusedCommand("Required options come first.",
		"400, 50035 at options.1 (APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID)",
		body{"options": []body{option("a", nil), option("b", body{"required": true})}}),
	refusedCommand("The names of options are unique.",
		"400, 50035 at options.1.name (APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS)",
		body{"options": []body{option("a", nil), option("a", nil)}}),
	refusedCommand("An option has choices or completion, and not both.",
		"400, 50035 at options.0.autocomplete (APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_WITH_CHOICES)",
		body{"options": []body{option("a", body{"autocomplete": true, "choices": []body{{"name": "a", "value": "a"}}})}}),
	{
		says:    "A command that is made anew by its name is updated and keeps its id.",
		sandbox: "201; 200, the same id", try: commandKeepsID,
	},
	{
		says:    "A command that was deleted is unknown.",
		sandbox: "404, 10063", try: unknownCommand,
	},
}

// here is the path of the server's commands.
func (p *prober) here() string { return "applications/" + p.app + "/guilds/" + p.guild + "/commands" }

func option(name string, more body) body {
	return body{"type": 3, "name": name, "description": "probe"}.with(more)
}

// probeCommand makes the body of a command.
func probeCommand(more body) body {
	return body{"name": "parlour-probe-rule", "description": "A probe, which removes it again"}.with(more)
}

// enrol makes a command of the server. id may be nil.
func (t *try) enrol(more body, id *string) answer {
	var c struct{ ID string }
	got := t.do("POST", t.here(), probeCommand(more), &c)
	if c.ID != "" {
		t.later(func(t *try) {
			if got := t.do("DELETE", t.here()+"/"+c.ID, nil, nil); !got.OK() && got.Status != 404 {
				t.left.commands++
			}
		})
	}
	if id != nil {
		*id = c.ID
	}
	return got
}

// refusedCommand makes the rule that such a command is refused.
func refusedCommand(says, sandbox string, more body) rule {
	return rule{says: says, sandbox: sandbox, try: func(t *try) string { return t.enrol(more, nil).String() }}
}

// badRegistration registers the commands of the server as they are, and a bad one. If Discord
// accepts that, all are registered as they were.
func badRegistration(t *try) string {
	var id string
	if got := t.enrol(nil, &id); t.err == nil && !got.OK() {
		t.fail(reasonOf("POST", got))
	}
	var before, after []json.RawMessage
	t.need("GET", t.here(), nil, &before)
	if t.err == nil && len(before) != 1 {
		t.fail("the server has commands of this bot's own, which the probe does not touch")
	}
	got := t.do("PUT", t.here(), []body{probeCommand(body{"description": "Another description"}), probeCommand(body{"name": "Bad Name"})}, nil)
	t.need("GET", t.here(), nil, &after)
	if len(after) == 1 && len(before) == 1 && string(after[0]) == string(before[0]) {
		return fmt.Sprintf("%v; nothing changed", got)
	}
	return fmt.Sprintf("%v; something changed", got)
}

func commandKeepsID(t *try) string {
	var first, second string
	one := t.enrol(nil, &first)
	two := t.enrol(body{"description": "Another description"}, &second)
	return fmt.Sprintf("%v; %v, %s", one, two, word(first == second, "the same id", "another id"))
}

func unknownCommand(t *try) string {
	var id string
	t.enrol(nil, &id)
	t.need("DELETE", t.here()+"/"+id, nil, nil)
	return t.do("GET", t.here()+"/"+id, nil, nil).String()
}
