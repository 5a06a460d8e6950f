package probe

import (
	"encoding/json"
	"fmt"
	"math"
	"time"
)

// commands are the rules about commands. They are tried with commands of the one server.
var commands = []rule{
	// If Discord accepts the registration, all are registered as they were.
	guess(tried("A registration of all commands with a bad one changes nothing.",
		"400, 50035 at 1.name (APPLICATION_COMMAND_INVALID_NAME); nothing changed", func(t *try) string {
			var id string
			t.needed("POST", t.enrol(nil, &id))
			var before, after []json.RawMessage
			t.need("GET", t.here(), nil, &before)
			if t.err == nil && len(before) != 1 {
				t.fail("the server has commands of this bot's own, which the probe does not touch")
			}
			got := t.do("PUT", t.here(), []body{
				probeCommand(body{"description": "Another description"}), probeCommand(body{"name": "Bad Name"}),
			}, nil)
			t.need("GET", t.here(), nil, &after)
			same := len(after) == 1 && len(before) == 1 && string(after[0]) == string(before[0])
			return fmt.Sprintf("%v; %s changed", got, word(same, "nothing", "something"))
		})),
	tried("A command that is made anew by its name is updated and keeps its id.", "201; 200, the same id",
		func(t *try) string {
			var first, second string
			one := t.enrol(nil, &first)
			two := t.enrol(body{"description": "Another description"}, &second)
			return fmt.Sprintf("%v; %v, %s", one, two, word(first == second, "the same id", "another id"))
		}),
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

// paths are the rules about what is unknown, unreadable or not allowed.
var paths = []rule{
	tried("A wrong token is refused.", "401, 0", func(t *try) string { // one of the right shape
		c := t.Config
		c.Token = "MTEwMDAwMDAwMDAwMDAwMDAwMQ.AAAAAA.aaaaaaaaaaaaaaaaaaaaaaaaaaa"
		other, err := newLine(c)
		var got answer
		if err == nil {
			got, err = other.Ask(t.ctx, request{Method: "GET", Path: "users/@me"})
		}
		if err != nil {
			t.fail(err.Error())
		}
		return got.String()
	}),
	tried("A body that is no JSON is refused.", "400, 50109", func(t *try) string {
		return t.do("POST", in(t.Channel), json.RawMessage("{"), nil).String()
	}),
}

// nobody returns an id that nothing has but a message that was deleted.
func (t *try) nobody() string {
	m := t.post(t.Channel, nil)
	t.need("DELETE", t.at(m.ID), nil, nil)
	return m.ID
}

// limits are the rules about limits of requests, as the headers of answers name them. None is
// exceeded.
var limits = []rule{
	tried("Every answer names its limit, what is left of it, when it ends, and its bucket.", "yes",
		func(t *try) string {
			got := t.do("GET", "channels/"+t.Channel, nil, nil)
			for _, name := range []string{"Limit", "Remaining", "Reset", "Reset-After", "Bucket"} {
				if t.err == nil && got.Header.Get("X-RateLimit-"+name) == "" {
					return "without " + name
				}
			}
			return yes(true)
		}),
	tried("A channel takes 5 posts in 5 s.", "5 in 5 s", func(t *try) string {
		t.wait(6 * time.Second) // so that the limit begins anew
		return limit(t.tryPost(t.Channel, nil, nil))
	}),
	// Nothing was edited for longer than the limit runs, because the rule before waits.
	tried("A channel takes 5 edits in 5 s.", "5 in 5 s", func(t *try) string {
		return limit(t.do("PATCH", t.at(t.post(t.Channel, nil).ID), body{"content": mark + " again."}, nil))
	}),
	tried("A channel takes 5 deletions of young messages in a second.", "5 in 1 s", func(t *try) string {
		m := t.post(t.Channel, nil)
		t.wait(2 * time.Second) // so that the limit begins anew
		return limit(t.do("DELETE", t.at(m.ID), nil, nil))
	}),
}

// limit words the limit that an answer names.
func limit(got answer) string {
	n, after := got.Header.Get("X-RateLimit-Limit"), readSeconds(got.Header.Get("X-RateLimit-Reset-After"))
	if n == "" {
		return "no limit is named"
	}
	return fmt.Sprintf("%s in %.0f s", n, math.Ceil(after.Seconds()))
}
