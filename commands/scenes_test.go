package commands_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlour/commands"
	"parlour/commands/match"
	"parlour/commands/world"
	"parlour/games"
	"parlour/games/all"
	"parlour/games/permutu"
	"parlour/storage"
)

// What happens at the same time: another service or person acts while one is at work.
func TestAtTheSameTime(t *testing.T) {
	scripts := map[string]string{
		"agreeing to an offer that is withdrawn meanwhile is no new offer": `
			duel permute
			ann /settings confirm:off
			ann /draw
			after get ann /move move:Cd3-d4
			ben clicks Agree on 3
			+ The game has moved on
			match 1 phase plies
			= phase: "playing"
			= plies: 1`,
		"a bid that becomes the last one meanwhile reveals nothing before it is confirmed": `
			duel permutations
			ann clicks Bid on 2
			after get ben /bid bid:3
			ann clicks 47 ♦☀
			= **Permutations.** Everyone else has bid. Bid 47 and reveal?
			match 1 plies
			= plies: 1
			ann clicks Confirm
			match 1 plies
			= plies: 2`,
		"of two games of a match that end at the same time one is the last, and tells the result": `
			ann /play game:magic opponent:ben match:two
			ben clicks Accept on 1
			before append~"over" ben presses 1:1B:0:resign
			ann presses 1:1:0:resign
			hour
			wake
			match 1 phase last
			= phase: "over"
			= last: true
			match 1B phase last
			= phase: "over"
			= last: null
			count games The match is drawn 1–1
			= 1 messages
			now games Ann and Ben played two games
			= 1 messages`,
		"a panic in one publication is its error, and holds up no other": `
			before post panics
			ann /play game:permute
			+ panic: boom
			ben /play game:permute
			hour
			wake
			count games wants to play
			= 2 messages`,
		"players are told of an end that a second service hears of before the match has ended": `
			duel permute turn-time:10h
			pass 9h
			remind
			removed
			pass 65m
			wake
			pass 61m
			after put~"ended" remind
			wake
			ticks 1m
			count dm-ann I was removed
			= 1 messages
			count dm-ben I was removed
			= 1 messages`,
		"one who was not reminded before their clock expired gets extra time, and a reminder in it": `
			duel permute turn-time:10h
			pass 10h
			before append~"extension" remind
			wake
			remind
			ticks 1m
			count dm-ann
			= 1 messages`,
		"whose clock gets extra time while a check of them runs is reminded in ten seconds": `
			duel permute turn-time:10h
			pass 10h
			after of wake
			remind
			pass 10s
			remind
			count dm-ann
			= 1 messages`,
		"two bots find at the same moment that time is nearly up in two games": `
			duel permute
			duel magic
			pass 58h
			remind
			pass 13h50m
			before put~auto_away wake
			wake
			remind
			wake
			pass 11m
			wake
			remind
			wake
			about ann auto_away.#
			= auto_away.#: 1
			now games Ann seems to be away
			= 2 messages
			count games Claim the win
			= 0 messages
			count dm-ann nearly up
			= 1 messages`,
		"no check shows a game that is about to begin between its two writes": `
			full 1
			ann in dm /play game:magic first:me
			room
			resume
			- message
			pass ` + match.Lease.String() + `
			due
			+ due: 0 matches
			pass ` + match.Lease.String() + `
			due
			+ due: 1 matches`,
	}
	for what, happens := range map[string]string{"while the person changes a setting": "ann /settings zone:UTC & remind", "whose claim has run out": "pass 31s & remind"} {
		const begins = "duel permute turn-time:10h\npass 8h\n"
		reminds := "before find " + happens + "\nremind\npass 1m\nremind\n"
		scripts["a reminder "+what] = begins + reminds + "count dm-ann Your turn:\n= 1 messages"
		scripts["a reminder in the channel "+what] = begins + "refuses ann closed\n" + reminds + "count dm-ann\n= 0 messages\ncount games your turn:\n= 1 messages"
	}
	scenes(t, scripts)
}

// Whatever write the bot dies after, the next start does the rest, and nothing twice.
//
//test:unwatched
func TestDeathAfterAnyWrite(t *testing.T) {
	t.Parallel()
	reminded := `
		duel permute turn-time:10h
		pass 8h
		dies %d
		remind
		restart
		%s
		resume
		pass 40s
		remind
		remind
		pass 10m
		remind
		count dm-ann
		= 1 messages`
	const invited = `
			ann /play game:permutations`
	const later = `
			pass 40s
			wake
			pass 10m
			wake`
	called := `
			role players
			maya /server role:players
			ann /play game:magic opponent:parlour level:easy first:me
			ann /resign > Yes, resign
			ann /play game:permutations
			pass 10m
			%s
			dies 0
			wake
			restart
			%s
			resume` + later + `
			count games <@&players>
			= 1 messages
			ben clicks Join on 3
			ann clicks Start on 3
			wake
			now games <@&players>
			= 0 messages
			now games Ann's game has begun
			= 1 messages`
	result := `
		maya /server results:lounge
		duel magic turn-time:10h
		ann /resign
		dies 0
		ann clicks Yes, resign
		restart
		%s
		resume
		wake
		ann presses 1:2:0:resign alone
		pass 10m
		wake
		pass 10m
		wake
		match 2 phase
		= phase: "over"
		count lounge Ann resigned
		= 1 messages`
	month := `
		maya /server results:lounge %s
		ended ann,ben wl 5 pentago games
		ended ben,cleo wl 5 pentago games
		pass %s
		dies 0
		months
		restart
		pass %s
		months
		pass 100s
		months
		pass 1h
		months
		count lounge Nov 2026
		= 1 messages
		ended ann,ben wl 5 pentago games
		ended ben,cleo wl 5 pentago games
		pass 744h
		months
		count lounge Dec 2026
		= 1 messages`
	solution := answerTo(t, sunday, true, 0)
	puzzles := `
		maya /server puzzle:lounge
		pass %s
		dies 0
		puzzles
		restart
		pass %s
		puzzles
		pass 100s
		puzzles
		pass 1h
		puzzles
		count lounge Puzzle of the day
		= 2 messages
		count lounge Last puzzle
		= 1 messages`
	spared := `
		duel permute
		duel magic
		pass 58h
		remind
		pass 13h55m
		dies 0
		wake
		remind
		wake
		restart
		%s
		resume
		wake
		remind
		wake
		pass 10m
		wake
		remind
		wake
		about ann auto_away.#
		= auto_away.#: 1
		now games Ann seems to be away
		= 2 messages
		count games Claim the win
		= 0 messages
		count dm-ann nearly up
		= 1 messages`
	two := `
		%s
		ann /play game:magic opponent:ben match:two
		%s
		restart
		%s
		resume
		again` + later + `
		match 1 phase
		= phase: "playing"
		match 1B phase
		= phase: "playing"
		count %[4]s ame 1 of 2.**
		= 1 messages
		count %[4]s ame 2 of 2.**
		= 1 messages
		ben presses 1:1:0:resign
		%[5]s
		match 1 phase last
		= phase: "over"
		= last: null
		match 1B phase last
		= phase: "over"
		= last: true
		count %[4]s The match is drawn 1–1
		= 1 messages
		count %[4]s it's over
		= 2 messages`
	for name, c := range map[string]struct {
		writes int
		script string
	}{
		"both games of a match of two": {13, fmt.Sprintf(two, "", "dies 0\nben clicks Accept on 1", "pass 0s", "games", "ann presses 1:1B:0:resign")},
		"both games in a thread, dead for long": {13, fmt.Sprintf(two, "threads", "dies 0\nben clicks Accept on 1", "pass 10m", "thread-1",
			"ann presses 1:1B:0:resign")},
		"the end of the last game of a match of two": {8, fmt.Sprintf(two, "threads", "ben clicks Accept on 1", "pass 0s", "thread-1",
			"dies 0\nann presses 1:1B:0:resign\nrestart\nresume\nagain"+later)},
		"the ping of a role":                       {7, fmt.Sprintf(called, "works", "pass 0s")},
		"the ping of a role, dead for long":        {7, fmt.Sprintf(called, "works", "pass 20m")},
		"the ping of a role, dead until the night": {7, fmt.Sprintf(called, "works", "pass 10h\nresume\npass 11h")},
		"a role, noted and not pinged yet":         {7, fmt.Sprintf(called, "fails", "works\npass 20m")},
		"a table that begins by itself": {8, `
			ann /play game:permutations
			ben clicks Join on 1
			cleo clicks Join on 1
			dan clicks Join on 1
			eve clicks Join on 1
			pass 10m
			dies 0
			wake
			restart
			resume` + later + `
			count games here we go
			= 1 messages
			count dm-ann
			= 1 messages
			match 1 phase number
			= phase: "playing"
			= number: 1`},
		"a join": {6, `
			ann /play game:permutations
			dies 0
			ben clicks Join on 1
			restart
			resume
			again` + later + `
			now games In: Ann, Ben
			= 1 messages
			match 1 players.#
			= players.#: 2`},
		"the last join of a game with a deal": {8, `
			ann /play game:permutations
			ben clicks Join on 1
			cleo clicks Join on 1
			dan clicks Join on 1
			dies 0
			eve clicks Join on 1
			restart
			pass 2m
			resume
			again` + later + `
			count games everyone's here
			= 1 messages
			now games everyone's here
			= 0 messages
			count games here we go
			= 1 messages
			match 1 phase
			= phase: "playing"`},
		"the last join of a game without a deal": {8, `
			ann /play game:pentago
			dies 0
			ben clicks Join on 1
			restart
			pass 2m
			resume
			again` + later + `
			count games here we go
			= 1 messages
			match 1 phase number
			= phase: "playing"
			= number: 1`},
		"the last join of a game without a deal, in a thread": {8, `
			threads
			ann /play game:pentago
			dies 0
			ben clicks Join on 1
			restart
			resume
			again` + later + `
			count thread-1 here we go
			= 1 messages
			count games here we go
			= 0 messages`},
		"a result":                        {6, fmt.Sprintf(result, "pass 0s")},
		"a result, dead for long":         {6, fmt.Sprintf(result, "pass 10m")},
		"a reminder":                      {8, fmt.Sprintf(reminded, 0, "pass 0s")},
		"a reminder, dead for 50 seconds": {8, fmt.Sprintf(reminded, 0, "pass 50s")},
		"a reminder, dead for long":       {8, fmt.Sprintf(reminded, 0, "pass 10m")},
		"pings of one whose direct messages are closed, one a match": {9, `
			duel permute turn-time:10h
			duel magic turn-time:10h
			refuses ann closed
			pass 8h
			dies 0
			remind
			restart
			resume
			pass 40s
			remind
			pass 10m
			remind
			count games your turn: Permute
			= 1 messages
			count games your turn: Rubik
			= 1 messages
			count dm-ann
			= 0 messages`},
		"a rematch, however often its button is pressed": {6, `
			ann /play game:magic opponent:parlour level:easy first:me
			ann /resign > Yes, resign
			dies 0
			ann clicks Rematch on 2
			restart
			pass 2m
			resume
			wake
			ann /rematch
			ann /rematch
			again
			match live phase players.1.id
			= phase: "playing"
			= players.1.id: "ann"
			due
			+ due: 0 matches`},
		"an invitation": {8, invited + `
			ann clicks Invite… on 1
			dies 0
			ann picks ben,cleo
			restart
			resume
			again` + later + `
			count games with you
			= 1 messages
			match 1 invitations.#
			= invitations.#: 2`},
		"an invitation, dead for long": {8, invited + `
			ann clicks Invite… on 1
			dies 0
			ann picks ben,cleo
			restart
			pass 10m
			resume
			again` + later + `
			count games with you
			= 1 messages`},
		"an invitation by /play": {8, `
			dies 0
			ann /play game:permutations with:ben with-2:cleo
			restart
			resume
			again` + later + `
			count games with you
			= 1 messages`},
		"the last answer to an invitation": {8, `
			ann /play game:permutations with:ben with-2:cleo
			ben clicks Decline on 2
			dies 0
			cleo clicks Decline on 2
			restart
			pass 10m
			resume
			again` + later + `
			count games with you
			= 1 messages
			now games with you
			= 0 messages
			count games Cleo can't play
			= 1 messages`},
		"a seat that is open again": {8, `
			ann /play game:permutations with:ben
			pass 24h
			dies 0
			wake
			restart
			pass 10m
			resume` + later + `
			count games with you
			= 1 messages
			now games with you
			= 0 messages
			now games looked for people
			= 1 messages
			count games Ben hasn't answered
			= 1 messages`},
		"a start without those who have not answered": {8, `
			ann /play game:permutations with:ben with-2:cleo
			ben clicks Accept on 2
			dies 0
			ann clicks Start on 1
			restart
			pass 10m
			resume
			again` + later + `
			count games with you
			= 1 messages
			now games with you
			= 0 messages
			now games looked for people
			= 1 messages
			count games here we go
			= 1 messages`},
		"a lobby": {6, `
			views foyer -write
			maya /server lobby:lounge
			dies 0
			maya /server lobby:foyer
			restart
			pass 40s
			lobbies
			pass 10m
			maya /server lobby:foyer
			ann /play game:magic
			pass 10m
			lobbies
			now foyer looking for
			= 1 messages
			now lounge
			= 0 messages`},
		"a lobby that is posted anew, and the game that it is to show": {8, `
			views foyer -write
			maya /server lobby:foyer
			taken 1
			ann /play game:magic
			pass 100s
			dies 0
			lobbies
			restart
			pass 4m
			lobbies
			pass 10m
			ben /play game:permute
			lobbies
			now foyer Ann is looking for
			= 1 messages`},
		"what a lobby is to show": {12, `
			views foyer -write
			maya /server lobby:foyer
			duel magic turn-time:10h
			ann /resign
			pass 100s
			dies 0
			ann clicks Yes, resign
			lobbies
			restart
			resume
			wake
			ann presses 1:2:0:resign alone
			pass 10m
			wake
			pass 10m
			lobbies
			now foyer Ben beat Ann
			= 1 messages`},
		"puzzles of a day":                     {3, fmt.Sprintf(puzzles, "23h", "0s")},
		"puzzles of a day, dead over midnight": {3, fmt.Sprintf(puzzles, "23h", "10h")},
		"a puzzle's channel, which is being set": {4, `
			dies 0
			maya /server puzzle:lounge
			restart
			pass 10m
			maya /server puzzle:lounge
			puzzles
			count lounge Puzzle of the day
			= 1 messages
			pass 24h
			puzzles
			count lounge Puzzle of the day
			= 2 messages`},
		"a puzzle that is solved": {5, `
			pass 48h
			dies 0
			ann presses 1::20779:solve:confirm:` + solution + `
			restart
			ann presses 1::20779:solve:confirm:` + solution + `
			pass 10m
			remind
			ann presses 1::20779:solve:confirm:` + solution + `
			about ann puzzles.streak puzzles.counting
			= puzzles.streak: 1
			= puzzles.counting: null
			ben presses 1::20779:solve:confirm:` + solution + `
			+ One other has solved it.`},
		"a month's standings":                          {3, fmt.Sprintf(month, "", "262h", "0s")},
		"a month's standings, dead until the next day": {3, fmt.Sprintf(month, "zone:America/Los_Angeles", "294h", "12h")},
		"a month's standings, dead over its midnight":  {1, fmt.Sprintf(month, "zone:Asia/Tokyo", "251h", "12h")},
		"a month's standings, which are being set": {3, `
			ended ann,ben wl 5 pentago games
			ended ben,cleo wl 5 pentago games
			dies 0
			maya /server results:lounge
			restart
			maya /server zone:Asia/Tokyo results:lounge
			pass 11h
			pass 252h
			months
			months
			count lounge Nov 2026
			= 1 messages`},
		"a rated end": {8, `
			ann /play game:magic opponent:ben rated:on
			ben clicks Accept on 1
			ann plays b2U
			ben plays b2Wc3U
			ann /resign
			dies 0
			ann clicks Yes, resign
			restart
			resume
			ann presses 1:1:2:resign alone
			wake
			pass 10m
			wake
			match 1 phase
			= phase: "over"
			ratings
			+ ratings: 1 games, wrong []
			count games Ratings: Ann
			= 1 messages`},
		"an absence by itself":                {10, fmt.Sprintf(spared, "pass 0s")},
		"an absence by itself, dead for long": {10, fmt.Sprintf(spared, "pass 10m")},
		"the move that ends an absence by itself": {10, `
			duel permute
			duel magic
			pass 58h
			remind
			pass 13h55m
			wake
			remind
			wake
			pass 24h
			dies 0
			ann presses 1:3:0:confirm:b2:U
			restart
			pass 10m
			resume
			ann presses 1:3:0:confirm:b2:U` + later + `
			remind` + later + `
			about ann auto_away.# auto_away.0.to
			= auto_away.#: 1
			- 2026-11-26
			match 1 clocks.0.away
			= clocks.0.away: null
			match 3 plies
			= plies: 1
			count dm-ann nearly up
			= 1 messages`},
		"direct messages to all who owe a bid": {6, `
			ann /play game:permutations first:me > ben Join on 1
			dies 0
			ann clicks Start on 1
			restart
			resume
			ann clicks Start on 1
			wake
			hour
			wake
			count dm-ann
			= 1 messages
			count dm-ben
			= 1 messages
			match 1 asked.#
			= asked.#: 2`},
	} {
		for writes := range c.writes {
			t.Run(fmt.Sprint(name, writes), func(t *testing.T) {
				t.Parallel()
				newTalk(t).tell(t, strings.Replace(c.script, "dies 0", fmt.Sprint("dies ", writes), 1))
			})
		}
	}
}

// A press changes the public board only if it is of the board's only person, on the newest board.
// Everybody else is answered alone, and so is a press on a panel.
//
//test:unwatched
func TestWhoChangesTheBoard(t *testing.T) {
	const begins = `
		ann /play game:magic opponent:parlour first:me
		ann /play game:permutations opponent:parlour > Start on 3
		ann /play game:magic opponent:ben first:me > ben Accept on 5
		`
	const public = "\n = message 2 changed by the answer to ann: \n + "
	for press, shows := range map[string]string{
		"ann presses 1:1:0:pick:0:b2 on 2":       public + "Play it?",
		"ann presses 1:1:0:page:0 on 2":          public + "Place a tile.",
		"ann presses 1:1:7:pick:0:b2 on 2":       public + "you move first.",
		"ann presses 1:1:0:pick:0:z9 on 2":       public + "you move first.",
		"ben presses 1:1:0:pick:0:b2 on 2":       "Ann and",
		"ann presses 1:1:0:pick:0:b2 alone on 7": "Play it?",
		"ann presses 1:1:0:pick:0:b2 on 1":       "Play it?",
		"ann presses 1:1:0:pick:0:b2":            "Play it?",
		"ben presses 1:1:0:page:0 on 2":          "Ann and",
		"ben presses 1:1:0:confirm:b2:U on 2":    "Ann and",
		"ann presses 1:1:0:move on 2":            "Place a tile.",
		"ben presses 1:1:7:pick:0:b2 on 2":       "Ann and",
		"ann presses 1:2:0:pick:0:1 on 4":        "Everyone else has bid. Bid 1 and reveal?",
		"ann presses 1:4:0:pick:0:b2 on 6":       "Play it?",
		"cleo presses 1:4:0:pick:0:b2 on 6":      "Ann and Ben are playing this one.",
		"ben presses 1:4:0:pick:0:b2 on 6":       "Not yet. It's Ann's turn.",
	} {
		if !strings.HasPrefix(shows, public) {
			shows = "\n + only \n - changed by \n + " + shows
		}
		newTalk(t).tell(t, begins+press+shows)
	}
}

// In the bot's direct messages the board of a game with hidden hands shows that of its only
// person, and bids are pressed there.
func TestBidsOnTheBoard(t *testing.T) {
	newTalk(t).tell(t, `
		ann /play game:permutations opponent:parlour first:me > Start on 1
		alter 1 {"guild":""}
		ann in dm presses 1:1:0:page:0 on 2
		= message 2 changed by the answer to ann:
		= Pick a card to bid.
		+ Ann: 0 points, 0 suns. No bid yet. Hand: red 1
		ann in dm clicks 1 ♥★ on 2
		= message 2 changed by the answer to ann:
		+ and reveal?
		match 1 plies
		= plies: 1
		ann in dm clicks Confirm on 2
		= message 2 changed by the answer to ann:
		match 1 plies
		= plies: 4`)
}

// How often the bot asks and checks, and what it says where.
//
//test:unwatched
func TestScenes(t *testing.T) {
	scenes(t, map[string]string{
		"in an unknown guild an expired clock is asked about once an hour, as Discord blocks clients that fail often": `
			duel permute turn-time:10h
			pass 9h50m
			remind
			pass 11m
			removed
			counts find a member
			ticks 2h
			counted
			= counted: 2
			match 1 ended
			= ended: "removed"`,
		"a check of a person with three games in one server asks for them there once": `
			duel permute turn-time:10h total-time:10d
			duel permute turn-time:10h total-time:30d
			duel permute turn-time:10h total-time:50d
			counts find a member
			pass 8h
			remind
			counted
			= counted: 1
			ann /games
			+ 3 games wait`,
		"of one who has left the server the same check ends all three": `
			duel permute turn-time:10h total-time:10d
			duel permute turn-time:10h total-time:30d
			duel permute turn-time:10h total-time:50d
			leaves ann
			pass 8h
			remind
			ann /games
			+ No game is running.`,
		"a match of unknown rules is not due at every tick": `
			duel permute turn-time:1h
			ann plays Cd3-d4
			alter 1 {"setup":{"rules":7}}
			pass 2h
			match 1 version
			match 1 version
			= version: 8
			ticks 1h
			match 1 version
			= version: 10`,
		"a match of a spoilt log is not due at every tick": `
			duel permute turn-time:1h
			ann plays Cd3-d4
			alter 1 {"setup":{"options":{"size":"3"}}}
			pass 2h
			match 1 version
			= version: 8
			ticks 1h
			match 1 version
			= version: 10`,
		"a rematch gets its clocks at its first check, and then waits for nobody who has left": `
			duel permute
			alter 1 {"clocks":null,"turn_time":0,"next_check":"2026-11-20T12:00:00Z"}
			wake
			leaves ann
			pass 169h
			wake
			match 1 phase
			= phase: "over"`,
		"a challenge of a crash that is refused waits, and is posted once the channel takes it": `
			locked games
			dies 1
			ann /play game:permute opponent:ben
			restart
			resume
			match 1 phase table
			= phase: "open"
			= table: null
			ann in lounge /games
			+ I can't post it in <#games>
			unlocked games
			ben /help
			+ <@ben>, Ann challenges you to Permute.
			ann in lounge /games
			+ Not begun: `,
		"a table that is moved out of a channel which refuses it gets a thread where it begins": `
			threads
			locked games
			ann /play game:permute opponent:ben
			ann in lounge /board
			ann in lounge clicks Move the game here
			ben in lounge clicks Accept on 1
			match 1 home channel
			= home: "lounge"
			= channel: "thread-1"`,
		"a server that names the channels where games begin is obeyed when a table is moved": `
			locked games
			ann /play game:permute opponent:ben
			guild {"channels":["games"]}
			ann in lounge /board
			ann in lounge clicks Move the game here
			+ <#games>
			match 1 home
			= home: "games"`,
		"a rematch takes over what the table was opened with": `
			ann /settings palette:contrast
			ann /play game:permute options:size=12 opponent:ben first:me turn-time:5 days total-time:4 weeks
			ben clicks Accept on 1
			ben /resign > Yes, resign
			ben /rematch
			ann clicks Accept on 4
			match live setup.options.size turn_time total_time palette players.0.id players.1.id
			= setup.options.size: "12"
			= turn_time: 432000000000000
			= total_time: 2419200000000000
			= palette: "contrast"
			= players.0.id: "ben"
			= players.1.id: "ann"`,
		"a press between the naming of a rematch and its storing shows the rematch, too": `
			ann /play game:magic opponent:parlour level:easy first:me
			ann /resign > Yes, resign
			dies 1
			ann clicks Rematch on 2
			restart
			ann clicks Rematch on 2
			= #games, message 3, silent:
			+ Rubik's Magic: Parlour (easy) plays Circle
			- message 4`,
		"the second press of Rematch agrees": `
			duel magic
			ann /resign > Yes, resign
			ben clicks Rematch on 3
			ann clicks Rematch on 3
			= #games, message 4 changed:
			= Ann and Ben play again.
			match live players.0.id
			= players.0.id: "ben"`,
		"seats of a full table of six are all offered, and anybody may offer one": `
			table permutu ben,cleo,dan,eve,fay
			ann clicks More on last > Offer my place > Yes, offer it
			ben clicks More on last > Offer my place > Yes, offer it
			cleo clicks More on last > Offer my place > Yes, offer it
			dan clicks More on last > Offer my place > Yes, offer it
			eve clicks More on last > Offer my place > Yes, offer it
			fay clicks More on last > Offer my place > Yes, offer it
			match 1 offered.#
			= offered.#: 6
			gus clicks Take Fay's place on last
			alter 1 {"offered":null,"clocks":[{"missed":2},{"missed":2},{"missed":2},{"missed":2},{"missed":2},{"missed":2}]}
			ann clicks More on last > Offer Gus's place`,
		"a link into a thread that has fallen asleep wakes it": `
			threads
			duel permute turn-time:14d
			ann in thread-1 plays Cd3-d4
			pass 150h
			asleep thread-1
			ann /board
			= #thread-1 is woken
			asleep thread-1
			ann in dm clicks Board on 2
			= #thread-1 is woken
			asleep thread-1
			ann in dm presses 1:1:0:text
			= #thread-1 is woken
			asleep thread-1
			ann in dm clicks 1 on 2
			= #thread-1 is woken
			asleep thread-1
			ann /games
			= #thread-1 is woken`,
		"games of the same people with the same options are counted, whoever begins": `
			duel permute
			match 1 number
			= number: 1
			ann /play game:permute opponent:ben first:them > ben Accept on 3
			ann /games
			+ game 2
			ann /play game:permute options:size=12 opponent:ben > ben Accept on 5
			cleo /play game:permute opponent:ben > ben Accept on 7
			cleo /games
			- game 1
			- game 2
			ann /play game:permute opponent:ben
			pass 2m
			duel permute
			ann /games
			+ game 3
			- game 4`,
		"the form for a move shows how all is written that may be, and completion writes cells as they are written": `
			duel catchup
			ann clicks i on 2 > Type it
			= only ann, changed, a form: Type your move | Your move | For example i1
			ann plays e5
			ben clicks i on 3 > Type it
			= only ben, changed, a form: Type your move | Your move | For example i1,i2
			ben types /move move:g4
			= g4 = g 4
			ben types /move move:g
			= g · row g = g
			ben /move move:g 4
			+ Play it?
			ben plays i1,i2
			ann clicks i on 4 > Type it
			= only ann, changed, a form: Type your move | Your move | For example i3,i4,i5`,
		"nobody counts games against Parlour, nor alone": `
			ann /play game:permute opponent:parlour level:easy
			ann in dm /play game:permutu level:alone
			pass 2m
			ann /play game:permute opponent:parlour level:easy
			ann in dm /play game:permutu level:alone
			ann /games
			+ Parlour
			- game 1
			- game 2`,
	})
}

// A message is posted and the rest of its publication fails. The message is not posted again
// after its nonce is forgotten.
func TestFailedPublicationRemembersItsPost(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "duel permute", "ann /draw", "fails", "ben clicks Play on on 3", "ann plays Cd3-d4", "works")
	posts := 0
	w.before = func(_ context.Context, c world.Call) error { // every edit fails
		switch c.Op {
		case world.ToPost:
			posts++
		case world.ToEdit:
			return context.DeadlineExceeded
		}
		return nil
	}
	w.steps(t, "hour", "wake", "hour", "wake", "hour", "wake")
	if posts != 1 {
		t.Errorf("the board was posted %d times, want once", posts)
	}
}

// atOnce has eight goroutines do something at once with one of two services over one store.
func (w *talk) atOnce(t *testing.T, do func(*commands.Service) error) {
	t.Helper()
	services := []*commands.Service{w.another(func(*commands.Config) {}), w.another(func(c *commands.Config) { c.AtOnce = 4 })}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			if err := do(services[i%2]); err != nil {
				t.Error(err)
			}
		})
	}
	world.Finish(t, all.Wait, "what eight do at once")
}

// Two services over one store see the same matches due. Each match is posted once. So is each reminder.
func TestTwoServicesOverOneStore(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.steps(t, "duel permute turn-time:10h", "pass 8h")
	var mu sync.Mutex
	posts := map[string]int{} // by nonce
	w.before = func(_ context.Context, c world.Call) error {
		mu.Lock()
		defer mu.Unlock()
		if c.Op == world.ToPost {
			posts[c.Words]++
		}
		return nil
	}
	w.atOnce(t, func(s *commands.Service) error { return s.Remind(t.Context()) })
	const matches = 30
	for i := range matches {
		r := commands.Request{ID: string(rune('A' + i)), By: person("ann"), Guild: "guild", Channel: fmt.Sprint("games", i), Command: "play", Options: map[string]string{"game": "permute"}}
		w.service.Handle(t.Context(), r)
	}
	w.atOnce(t, func(s *commands.Service) error { return s.Due(t.Context()) })
	if len(posts) != matches+1 {
		t.Errorf("%d messages were made, want %d tables and a reminder", len(posts), matches)
	}
	for nonce, n := range posts {
		if n != 1 {
			t.Errorf("message %s was made %d times", nonce, n)
		}
	}
}

// tireless is a game for one person whose position never changes, so that every move can be
// made again.
type tireless struct{ permutu.Game }

func (g tireless) Start(s games.Setup) (games.State, error) {
	state, err := g.Game.Start(s)
	return tirelessState{state}, err
}

type tirelessState struct{ games.State }

func (s tirelessState) Play(seat games.Seat, m games.Move) (games.State, error) {
	_, err := s.State.Play(seat, m)
	return s, err
}

// A request that arrives eight times at once, at two services over one store, makes one move.
// Another request for the same move makes another.
func TestRepeatedRequestMovesOnce(t *testing.T) {
	w := newTalk(t)
	w.with(func(c *commands.Config) { c.Games = []games.Game{tireless{}} })
	w.steps(t, "ann /play game:permutu options:symbols=3,distinct=true > Start on 1", "ann /settings confirm:off")
	for n := range 3 {
		r := commands.Request{
			ID: fmt.Sprint("request ", n), By: person("ann"), Guild: "guild", Channel: "games",
			Command: "move", Options: map[string]string{"move": "1r"},
		}
		w.atOnce(t, func(s *commands.Service) error {
			if said := s.Handle(t.Context(), r).Message.Content; said != "Played." {
				return fmt.Errorf("the request was answered with %q", said)
			}
			return nil
		})
		if log := w.match(t, "1").Log; len(log) != n+1 || log[n].RequestID != r.ID {
			t.Fatalf("after %d repeated requests there are the plies %+v", n+1, log)
		}
	}
}

// The clocks of two services at work differ by a minute. That is no outage.
func TestTwoServicesWithDifferentClocks(t *testing.T) {
	w := newTalk(t)
	behind := w.another(func(c *commands.Config) { c.Now = func() time.Time { return w.Now().Add(-time.Minute) } })
	for range 10 {
		w.steps(t, "beat", "pass 5s")
		if err := behind.Env.Beat(t.Context(), match.WholeShard); err != nil {
			t.Fatal(err)
		}
		w.steps(t, "pass 5s")
	}
	if up, err := storage.Uptimes.Get(t.Context(), w.store, storage.TheUptime); err != nil || len(up.Outages) > 0 {
		t.Errorf("there are the outages %v (%v), want none", up.Outages, err)
	}
}

// More people than one read returns are due again a moment after [commands.Service.Resume]
// begins, which waits for no lease. It checks each once and ends.
func TestResumeEnds(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	soon := w.Now().Hour()*60 + w.Now().Minute() + 1
	for i := range 120 {
		if _, err := storage.People.Change(t.Context(), w.store, fmt.Sprint("p", i), func(p *storage.Person) error {
			p.Zone, p.Quiet, p.Digest, p.Digested, p.NextCheck = "UTC", &storage.Window{}, &soon, w.Now().Add(-time.Hour), w.Now()
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	w.steps(t, "pass 45s")
	ctx, cancel := context.WithCancel(t.Context())
	asked := 0
	w.with(func(c *commands.Config) {
		c.Now = func() time.Time {
			if asked++; asked > 5000 {
				cancel() // it goes on and on
			}
			return w.Now()
		}
	})
	if err := w.service.Resume(ctx); err != nil {
		t.Errorf("Resume ended with %v after the clock was asked %d times", err, asked)
	}
}

// Fifteen reminders fall due together, more than one message holds. Each is sent once in a few
// messages, with and without a digest.
//
//test:unwatched
func TestManyRemindersTogether(t *testing.T) {
	t.Parallel()
	for _, digest := range []string{"none", "17"} {
		w := newTalk(t)
		w.steps(t, "ann /settings zone:UTC digest:"+digest, "remind")
		for i := range 15 {
			w.steps(t, fmt.Sprintf("duel permute turn-time:10h total-time:%dd", 20+i))
		}
		w.steps(t, "pass 8h")
		for range 6 {
			w.steps(t, "remind", "pass 10s")
		}
		said := ""
		for _, p := range w.DMs {
			said += p.Versions[0].Content + "\n"
		}
		for i := range 15 {
			if link := fmt.Sprintf("/games/%d\n", 2*i+2); strings.Count(said, link) != 1 {
				t.Errorf("digest %s: Ann was sent %q, want one reminder with %s", digest, said, link)
			}
		}
		if len(w.DMs) > 3 {
			t.Errorf("digest %s: Ann was sent %d messages, want a few", digest, len(w.DMs))
		}
	}
}

// A direct message that hangs holds up neither the other messages nor the board, and nor does
// the edit of the table. The first board notifies everybody.
func TestHangingMessageHoldsUpNoBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newTalk(t)
		w.steps(t, "ann /play game:permutations first:me > ben Join on 1")
		w.before = func(ctx context.Context, c world.Call) error {
			if c.Op != world.ToEdit && (c.Op != world.ToPost || c.Channel != world.DM+"ann") {
				return nil
			}
			<-ctx.Done()
			return ctx.Err()
		}
		w.tell(t, `
			ann clicks Start on 1
			- to ann
			+ to ben
			= pings ann ben
		`)
		w.before = nil
		w.tell(t, `
			pass 1m
			wake
			+ to ann
			- to ben
		`)
	})
}

// /games tells who has to move or to answer, also of a rematch that has no clocks yet.
func TestListSaysWhatWaits(t *testing.T) {
	ask := `"asks":[{"number":1,"about":"draw","by":"ann","agreed":["ann"]`
	for change, says := range map[string][2]string{
		``:                           {"No game", "your turn, 3 days left"},
		`"clocks":null,"stand":null`: {"No game", "your turn"},
		`"clocks":[{},{"due":"0001-01-01T00:00:00Z"}]`:                 {"No game", "your turn"},
		`"clocks":[{},{"expired_at":"2026-11-20T12:00:00Z"}]`:          {"your answer", "your time is up"},
		`"clocks":[{},{"since":"0001-01-01T00:00:00Z"}],` + ask + `}]`: {"No game", "your turn"},
		ask + `,"answer":"declined"}]`:                                 {"No game", "your turn"},
		strings.ReplaceAll(ask, "ann", "ben") + `}]`:                   {"your answer", "your turn"},
	} {
		newTalk(t).tell(t, fmt.Sprintf(`
			duel permute
			ann plays Cd3-d4
			alter 1 {%s}
			ann /games
			+ %s
			ben /games
			= 1 game waits for you
			+ %s
		`, change, says[0], says[1]))
	}
}

// A board of people with the longest names, whose seats are all offered and whose clocks expire
// at different moments, says less instead of being too long.
func TestBoardOfLongNames(t *testing.T) {
	for _, game := range []string{"permutu options:start=quick", "permutations"} {
		w := newTalk(t)
		who := []string{"longa", "longb", "longc", "longd", "longe"}
		w.steps(t, "longa /play game:"+game+" total-time:20d turn-time:3d")
		for _, p := range who[1:] {
			w.steps(t, p+" clicks Join on 1")
		}
		w.tell(t, `
			longa clicks Start on 1
			alter 1 {"clocks":[{},{"since":"2026-11-20T11:00:00Z"},{"since":"2026-11-20T10:00:00Z"},{"since":"2026-11-20T09:00:00Z"},{"since":"2026-11-20T08:00:00Z"}]}
		`)
		for _, p := range who {
			w.tell(t, p+" clicks More on last > Offer my place > Yes, offer it\n"+p+" /away until:5")
		}
		if said := w.newest().Content; !strings.Contains(said, " left, until ") {
			t.Errorf("the board says %q", said)
		}
	}
}

// What a player may do stands once on a board, before the score: in the question where its buttons
// stand there too, in the score where they do not.
func TestBoardSaysOnceWhatOneMayDo(t *testing.T) {
	w := newTalk(t)
	for _, c := range [][2]string{
		{"duel catchup options:size=4,bonus=match \n ann plays d4 \n ben plays a1,a2", "You may place up to three stones. Which row?"},
		{"ann plays a3,a4 \n ben plays b1,b3 \n ann plays b2,b5 \n ben plays b4,g1", "You may place up to three stones. Which row?"},
		{"ann clicks More on last > Offer my place > Yes, offer it", "Ann may place up to three stones. Largest"},
	} {
		script, want := c[0], c[1]
		w.tell(t, script)
		if said := w.newest().Content; !strings.Contains(said, "\nBen grew to ") || !strings.Contains(said, want) || strings.Count(said, "may place") != 1 {
			t.Errorf("after %s it is said that\n%s\nwant %q, once", script, said, want)
		}
	}
}

// A step with one choice is no only move where a later step has several: here the two cells of the last row.
func TestOneRowIsNotOneMove(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "duel catchup options:size=4")
	turn := 0
	for row, cells := range []int{4, 5, 6, 7, 6, 5, 2} {
		for n := range cells {
			w.steps(t, fmt.Sprintf("%s plays %c%d", []string{"ann", "ben"}[turn%2], 'a'+row, n+1))
			turn++
		}
	}
	if said := w.newest().Content; !strings.Contains(said, "You may place") || strings.Contains(said, "only one move") {
		t.Errorf("with two cells free in one row the board says %q", said)
	}
}

// Out of turn a part of a move, and a text that is none, get the answer that a whole move gets:
// whose turn it is.
func TestPartsOutOfTurn(t *testing.T) {
	told := 0
	for _, g := range all.Games() {
		w := newTalk(t)
		w.steps(t, "duel "+g.Info().Name)
		m := w.load(t, "1")
		if m.MayMove(1) { // all bid at once
			continue
		}
		move := string(m.State.Legal(0)[0])
		for _, text := range []string{move, m.State.Step(0, nil).Options()[0].Value, move[:1], strings.ToLower(move[:min(2, len(move))]), "b2", "5", "hello"} {
			w.tell(t, "ben /move move:"+text+"\n| Not yet. It's Ann's turn.")
		}
		told++
	}
	if told < 3 {
		t.Errorf("%d games have turns, want 3 or more", told)
	}
}

// A player left as the last to bid, and came back. What that revealed is told until the auction is
// over, and then once: with its last card.
func TestAnAuctionIsToldOnce(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "ann /play game:permutations > ben Join on 1 > cleo Join on 1 > ann Start on 1",
		"ann plays bid 9", "cleo plays bid 10", "ben /resign > Yes, resign > More on 3 > Come back")
	keys := func() (said []string) {
		steps := w.load(t, "1").Steps()
		from := slices.IndexFunc(steps, func(s match.Step) bool { return s.Move == games.Leave })
		for i := range steps[from:] {
			for _, text := range match.News(steps[from+i:], games.Spectator) {
				said = append(said, text.Key)
			}
		}
		return said
	}
	if got, want := keys(), []string{"permutations.last.taken", "permutations.last.waiting", "permutations.last.returned"}; !slices.Equal(got, want) {
		t.Errorf("before its last card the auction is told as %q, want %q", got, want)
	}
	w.steps(t, "cleo plays take 38")
	if got, want := keys(), []string{"permutations.last.returned", "permutations.last.taken"}; !slices.Equal(got, want) {
		t.Errorf("once it is over the auction is told as %q, want %q", got, want)
	}
}
