// Package steward is what those who manage a server, or moderate a channel, decide there: where games
// may begin, which ones, and how; that a table or a game is closed.
//
// Its policies:
//
//   - A right is read anew from each request, as Discord says it. A button that was forged, or
//     kept by somebody who has lost the right, is refused.
//   - What ends a game of others is asked about once more.
//
// What is set is a record of kind [storage.Servers]. Package host reads it for all that it concerns.
//
// The entry points are [ServerCommand] and the handlers of buttons, which the tables of package commands list.
package steward
