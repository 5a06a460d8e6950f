// Package world is the simulated world of the tests: parts from which each test composes its own. It
// imports no package of the edge and no sandbox, so that a test of commands needs no Discord at all; a test
// over the sandbox hands its own channel in and takes the other parts as they are.
//
// # The parts
//
//   - A [Clock] shows a time that only the test moves, and carries out what was planned for a time.
//   - A [Chance] draws what happens: the same seed gives the same world.
//   - A [Channel] keeps what was posted, in memory. It is the [publish.Channel] of a service, and a [Guest] of
//     it that of a process where the bot can only answer. Hooks make its calls fail, and see them.
//   - A [Store] lets a test see and spoil each call of a store; a [Fuse] ends a process in one of its writes.
//   - People type, press and choose: [Types], [Find] and [Seen] make a request from what a person sees.
//   - A [Judge] counts what happened and what went wrong, each by its kind; [Planted] holds it to a table of
//     planted faults.
//
// # Composing a world
//
// A world is a struct of the test's own that embeds the parts it needs, for example
//
//	type world struct {
//		*world.Clock
//		*world.Channel
//		service *commands.Service
//	}
//
// The clock is handed in as [commands.Config.Now], the channel as its Channel, channel.Guest() as its
// Guest, and a [Store] around the store as its Store. What is of one test alone stays in its struct: a
// transcript writes in the hooks of the channel, a simulated year plans in the clock.
//
// # Over another channel
//
// Over a sandbox the adapter is a kit beside the sandbox's bot: it turns what a user of the sandbox sees into
// a [Seen], from which a person presses by label, by verb or by value as in memory. The sandbox takes
// [Clock.Now] as its time. The judge, the store, the fuse and the chance know nothing of where a message lies.
//
// # Waiting
//
// What runs beside a test is waited for by [Receive], [Pass] and [Finish], which say after [Patience] what did
// not come. Whoever looks again and again [Rests] in between. Nothing sleeps.
package world
