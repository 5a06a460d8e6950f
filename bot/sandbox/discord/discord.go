// Package discord is the side of the sandbox that a bot talks to: all that Discord does for it, and
// all that it does to the world.
//
// # What the bot asks
//
// A request goes from [API] to the handler of its route, which changes the world and answers in the
// words of [world.State]. [Traffic] remembers it, and judges both the request and the answer.
//
// # What the bot hears
//
// [Gateway] is the websocket: hellos, sessions, events, and how these fail. [Endpoint] is the other
// way in which Discord sends interactions: it signs each of them and posts it to the bot's own
// address. Nothing comes over the gateway then. Some events go to another address of the bot's.
//
// # What people ask of the bot
//
// [Interactions] carries it to the bot, and takes the answers.
//
// # What is done from outside
//
// [Stage] changes the world, and [Faults] makes all of this fail, as a test or a developer does.
package discord

import (
	"parlour/bot/sandbox/fault"
	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// Discord is all of it. Its parts share one world, whose lock guards their fields.
type Discord struct {
	*world.State
	Config Config

	Changes      *world.Changes
	Plan         *fault.Plan
	Traffic      *Traffic
	Gateway      *Gateway
	Endpoint     *Endpoint
	Interactions *Interactions
	API          *API
	Stage        *Stage
	Faults       *Faults
	Sockets      Sockets
}

// New makes a Discord of a filled config at an address. It judges what is sent by a description.
func New(c Config, base string, description *rule.Document) *Discord {
	st := world.New(c.Now, *c.Cast, base)
	d := &Discord{State: st, Config: c, Plan: &fault.Plan{State: st}}
	d.Traffic = &Traffic{State: st, api: description, log: c.Log}
	d.Gateway = newGateway(d)
	d.Changes = &world.Changes{State: st, Teller: d.Gateway}
	d.Endpoint = newEndpoint(d)
	d.Interactions = &Interactions{d}
	d.API = &API{Discord: d, description: description, quotas: map[string]*quota{}, limits: newLimits(c.Haste)}
	d.Stage = &Stage{d}
	d.Faults = &Faults{d}
	return d
}

// Connected reports whether a bot is connected, or takes interactions over HTTP. The lock is held.
func (d *Discord) Connected() bool {
	if d.Endpoint.url != "" {
		return d.Endpoint.verified
	}
	return len(d.Gateway.connected()) > 0
}
