// Package steward answers people who manage a server or moderate a channel. They set where games may
// begin, which ones and how, ask what keeps Parlour from working, and close tables and games.
//
// Its policies:
//
//   - A right is read anew from each request, as Discord says it. So a button is refused if it was
//     forged, or if its presser has lost the right.
//   - What ends a game of others is asked about once more.
//   - /doctor tells what the request itself says of rights, and what the store knows of direct messages. It
//     sends nothing, and asks Discord one question alone.
//   - Parlour says hello once in a server to which it was added.
//
// The settings of a server, and whether it was greeted, are a record of kind [storage.Servers]. Package host says what they allow.
//
// The entry points are [ServerCommand], [DoctorCommand], [Greet] and the handlers of buttons, which the tables of package commands list.
package steward
