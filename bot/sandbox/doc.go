// Package sandbox is a small Discord on the loopback interface: the REST API, the gateway
// and a web page. The real bot runs against it over its real Discord library, and a Go
// test or a person in a browser plays the people.
//
// Policy:
//
//   - The bot meets Discord's rules: limits, error codes, three seconds for the first
//     answer, permissions, notifications. docs/sandbox.md lists each rule with its source
//     and its test.
//   - A request that breaks a rule is refused as Discord refuses it, and is kept in
//     [Server.Violations]. Package rule holds each field to Discord's own description, and says
//     what no schema can.
//   - A person meets a client: what they may see, in order, and errors as sentences.
//   - Nothing goes wrong unless a test or a developer asks for it by [Server.Faults]. The
//     traffic marks each fault, so that nobody takes it for the sandbox's own answer.
//   - It listens on loopback alone and answers only to a loopback Host. No other site's
//     page can act or listen, and the API, which is for bots, answers no page at all.
//   - The server, its channels and its people have the same ids every time, so that a
//     bot's own file outlives a restart. Everything made later has ascending snowflakes.
//
// The world is one server "Parlour" with #games and #lounge, the people ann, ben, cleo,
// dan and eve, threads, and a direct channel between the bot and each person, or what
// a file says. All of it is in memory.
//
// # Rooms
//
// Begin at [Start], [Server.AwaitBot] and [Server.User]; [User.Slash] and [User.Click] are
// what people do most. This room has the server, its people, the page, and the control, by
// which a program is the people ([ServeControl]). Package discord is the side that the bot talks to, rule
// what Discord takes of a bot, world who and what is there, and fault how a request can fail. All of them share one
// [world.State], which holds the world and its lock, and every change wakes everybody who waits in
// [world.State.Await]. Nothing calls upwards: rule, world, fault, discord, this room.
package sandbox
