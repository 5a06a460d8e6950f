// Package steward is what those who run a server, or moderate a channel, decide there: that a table
// or a game is closed.
//
// Its policies:
//
//   - A right is read anew from each request, as Discord says it. A button that was forged, or
//     kept by somebody who has lost the right, is refused.
//   - What ends a game of others is asked about once more.
//
// The entry points are the handlers of buttons, which the tables of package commands list.
package steward
