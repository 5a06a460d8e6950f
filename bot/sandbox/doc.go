// Package sandbox is a Discord of one's own on the loopback interface: the
// REST API, the gateway and a web page to be its people on. The real bot runs
// against it over its real Discord library; a Go test or a person in a
// browser plays the other side.
//
// Policy:
//
//   - The bot meets Discord's rules, not its kindness: the limits, the error
//     codes, the three seconds to the first answer, the permissions, and who
//     is notified by what. With Discord's own description of its API at hand
//     (Config.OpenAPI) every request and every answer is held to it too; what
//     breaks a rule is refused as Discord refuses it, and noted (Violations).
//   - A person meets what a client shows: what they may see, in order, and
//     errors as sentences.
//   - What goes wrong was asked for: a Fault of the REST API, a gateway that is
//     silent, repeats itself or turns a bot away. The traffic marks it, so that it
//     is not taken for the sandbox's own answer, and Mend ends it.
//   - It listens on loopback alone, answers only to a loopback Host, and
//     lets no other site's page act or listen. Its API is for bots: it answers
//     no page at all.
//   - The server, its channels and its people have the same ids every time, so
//     that a bot's own file outlives a restart; everything made later has
//     snowflakes that ascend.
//
// The world is small: one server "Parlour" with #games and #lounge, the people
// ann, ben, cleo, dan and eve, threads, and a direct channel between the bot and
// each of them. All of it is in memory, under one lock; every change wakes all
// who wait.
package sandbox
