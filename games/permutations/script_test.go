package permutations

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

// tables are positions that have a name.
var tables = map[string]string{
	"trio": "3 5 6 7 8 | 10 40 44 | 20 41 45 | 30 42 46 | 1 43 47",
	"long": "3 5 6 7 8 | 9 10 11 12 40 | 20 21 22 23 45 | 30 31 32 33 46 | 1 2 3 4 43",
	"duo":  "2 5 6 7 8 | 20 21 | 22 23 | 1 2 | 3 4",
	"suns": "2 5 6 7 33 | 20 21 | 22 23 | 1 2 | 3 4",
}

// at opens a position, after "orders" of a table where all give orders: a table, or "new 3", or the number of players, the pool and the hands, in which each dummy has
// bid its lowest card, and after a semicolon what each seat has collected, by round, of which the last is under way.
func at(text string) (games.State, int) {
	text, orders := strings.CutPrefix(text, "orders ")
	text = cmp.Or(tables[text], text)
	if seats, ok := strings.CutPrefix(text, "new "); ok {
		n := int(seats[0] - '0')
		s, err := Game{}.Start(setup(n))
		if err != nil {
			panic(err)
		}
		return s, n
	}
	dealt, collected, _ := strings.Cut(text, ";")
	humans := int(dealt[0] - '0')
	s := table(humans, dealt[2:])
	s.pos.Orders = orders
	for round, sets := range strings.Split(collected, "/") {
		s.pos.Round, s.pos.Finished = round+1, round
		copy(s.pos.Taken[round][:], piles(sets))
	}
	return s, humans
}

// script goes through a text about Permutations.
func script(t *testing.T, text string) {
	t.Helper()
	players := 0
	gametest.Script{
		Game: Game{},
		Say: func(t testing.TB, g games.Game, texts ...games.Text) string {
			return gametest.SayTo(t, g, players, texts...)
		},
		Set: func(_ *testing.T, text string) (s games.State) {
			s, players = at(text)
			return s
		},
		Own: map[string]func(*testing.T, games.State, string) string{
			// the move that a text means as a bid, or why it means none, and the cards or the example that are named then
			"bid": func(_ *testing.T, s games.State, text string) string {
				m, err := s.(state).Read(0, text)
				var r *games.Refusal
				if errors.As(err, &r) {
					named := r.Text.Arg("Cards")
					if named == nil {
						named = r.Text.Arg("Like")
					}
					return fmt.Sprint(strings.TrimPrefix(r.Text.Key, "permutations.refuse."), " ", named)
				}
				return string(m)
			},
			"bidding": func(_ *testing.T, s games.State, _ string) string { return fmt.Sprint(s.(state).Bidding()) },
			"opens":   func(_ *testing.T, _ games.State, m string) string { return string(games.Opens(Game{}, games.Move(m))) },
			// what a collection scores without the moon bonus and with it: stars, and then sets by colour
			"parts": func(_ *testing.T, _ games.State, text string) string {
				collection, text := SetOf(cards(text)...), ""
				for _, moon := range []bool{false, true} {
					for _, p := range Parts(collection, moon) {
						text += fmt.Sprint("rygb-*"[p.Colour:][:1], p.Points, " ")
					}
					text += fmt.Sprint("= ", Score(collection, moon), "; ")
				}
				return strings.TrimSuffix(text, "; ")
			},
			// the seats with the most moons of the round and with the most suns
			"moons": func(_ *testing.T, s games.State, _ string) string {
				p := s.(state).pos
				return strconv.Itoa(p.moonBonus())
			},
			"suns": func(_ *testing.T, s games.State, _ string) string { p := s.(state).pos; return strconv.Itoa(p.Burnt()) },
			// the moves that hard makes with few playouts, with a few seeds
			"best": func(_ *testing.T, s games.State, _ string) string {
				var all []string
				for seed := range byte(3) {
					all = append(all, string(hardly(s.View(0).(View), games.Seed{seed})))
				}
				return strings.Join(slices.Compact(all), " or ")
			},
			// the points of each seat by round
			"rounds": func(_ *testing.T, s games.State, _ string) string {
				p, text := s.(state).pos, ""
				for round := range p.Round {
					scores := p.roundScores(round + 1)
					text += fmt.Sprint(scores[:p.Seats])
				}
				return text
			},
		},
	}.Run(t, text)
}

func TestRulings(t *testing.T) {
	script(t, `
# Two and three players have dummies up to four hands of eleven cards, and four and five up to five hands of nine. The
# pool has as many cards as there are hands. Only the larger deck has the 0 and the 49.
set new 2
view auctions humans sides.1.dummy sides.2.dummy sides.3.dummy sides.3.cards => 11 2 false true true 11
json pool hands => [29,35,37,38] [[1,6,24,25,30,31,34,36,42,44,47],[3,9,17,18,19,26,28,32,43,46,48],[2,4,5,10,11,13,20,23,33,39,45],[7,8,12,14,15,16,21,22,27,40,41]]
set new 3
view auctions humans sides.2.dummy sides.3.dummy sides.3.cards => 11 3 false true 11
set new 4
view auctions humans sides.3.dummy sides.4.dummy sides.4.cards => 9 4 false true 9
set new 5
view auctions humans sides.3.dummy sides.4.dummy sides.4.cards => 9 5 false false 9
json pool hands => [14,15,19,37,38] [[3,5,27,28,32,39,40,42,49],[2,21,22,24,35,44,45,46,48],[6,12,18,23,29,31,36,41,43],[4,8,11,13,17,25,26,34,47],[0,1,7,9,10,16,20,30,33]]

# From the highest bid down, each seat takes a card. A dummy takes the lowest, the last seat takes the last card without
# being asked, and the bids are the next pool.
set 2 5 6 7 8 | 10 40 44 | 20 41 45 | 30 42 46 | 1 43 47
> 1 bid 20, 0 bid 40
turn => [0]
> 0 take 7
turn => [1]
json pool collections => [6,8] [[7],[],[5],[]]
> 1 take 8
json auction pool collections => 2 [1,20,30,40] [[7],[8],[5],[6]]

# A hand of one card is bid without asking, so the last auction begins with its takes.
set 2 5 6 7 8 | 10 20 | 11 21 | 30 42 | 1 43
> 0 bid 20, 1 bid 21 take 5 6 7 8, 0 take 7
turn => [1]
json auction phase => 2 "take"
legal 0: => []

# After a round, each collection becomes a hand and the last bids become the pool. The lowest moon has the bonus, which
# makes one set of one card count; without it one set counts too.
set duo
view 1:sides.0.hand sides.1.hand sides.2.hand => null [22,23] null
> 0 bid 20 take 8, 1 bid 22 take 7, 1 take 22, 0 take 20
# Hands are secret in round 1, those of dummies too, and open from round 2 on.
view 1:sides.0.hand sides.1.hand sides.2.hand => [8,20] [7,22] [3,6]
view round auction pool rounds => 2 1 [2,4,21,23] [[3,3,4,5]]
json hands collections => [[8,20],[7,22],[3,6],[1,5]] [[],[],[],[]]
view bonus parts.0.0 parts.0.2 parts.0.3 => [0] [{"colour":5,"points":2},{"colour":0,"points":1}] [{"colour":5,"points":4}] [{"colour":5,"points":4},{"colour":3,"points":1}]

# A bid may be changed until the last one is made, and the same bid again is harmless. Only its newest wishes count.
set 3 5 6 7 8 | 10 40 | 20 41 | 30 42 | 1 43
> 0 bid 10, 0 bid 40 take 8, 0 bid 40, 1 bid 20
legal 0: => [bid 10 bid 40]
turn => [2]
> 2 bid 30
turn => [0]
view sides.0.bid => 40
play 1:bid 20 => Not yet. It's Ann's turn.

# With wishes an auction passes without waiting. A seat whose wishes are all taken is asked.
set 4 5 6 7 8 | 10 40 | 20 41 | 30 42 | 9 43
> 0 bid 40 take 7, 1 bid 20 take 7 8, 2 bid 30 take 7, 3 bid 9
turn => [2]
json collections => [[7],[],[],[]]
set 4 5 6 7 8 | 10 40 | 20 41 | 30 42 | 9 43
> 0 bid 40 take 7, 1 bid 20 take 7 8, 2 bid 30 take 7 5, 3 bid 9
json round auction shown.number collections => 1 2 2 [[7],[8],[5],[6]]

# Only what is owed before the reveal is a bid.
set trio
bidding => true
owes => Pick a card to bid.
> 0 bid 44, 1 bid 20, 2 bid 30
bidding => false
owes => Take a card.
> 0 draw
bidding => false

# Higher scores have better places, equal ones share a place, and a dummy can win. The most suns lose all.
set 2 5 6 7 8 | 10 | 11 | 30 | 40; 1 | 2 | 3 4 | 33 / 9 | 12 | | 34 / 14 | 15 | |
> 0 bid 10, 1 take 7
json totals => [8,8,7,2]
result => [1 1 3 4] [8 8 7 0] Ann and Ben share first place with 8 points each
set 2 5 6 7 8 | 10 | 11 | 30 | 40; 1 | 2 | 3 4 | 33 / 9 | 12 | | 34 / 14 | 15 3 | |
> 0 bid 10, 1 take 7
json totals => [8,11,7,2]
result => [2 1 3 4] [8 11 7 0] Ben wins with 11 points to 8

# The moon bonus: the most moons, at a tie the lowest moon among the tied seats. Dummies can have it, and nobody
# without a moon.
set 2 5 | 1 | 2 | 3 | 4; 17 | 31 32 | 18
moons => 1
set 2 5 | 1 | 2 | 3 | 4; 20 32 | 18 19 | 17
moons => 1
set 2 5 | 1 | 2 | 3 | 4; 18 | 17
moons => 1
set 2 5 | 1 | 2 | 3 | 4; 17 | 30 31 | 29 32
moons => 2
set 2 5 | 1 | 2 | 3 | 4; 1 | 2 | 3 | 17
moons => 3
set 2 5 | 1 | 2 | 3 | 4; 1 | 33
moons => -1

# The suns count over all rounds, and a card again in each.
set 2 5 | 1 | 2 | 3 | 4; 33 | 34 35 / 36 | / 37 |
suns => 0
set 2 5 | 1 | 2 | 3 | 4; 33 | 34 35 / 33 | / 33 |
suns => 0
# A tie goes against the lowest sun among the tied seats, card by card in ascending order; a card twice is lower than
# one that follows it.
set 2 5 | 1 | 2 | 3 | 4; 34 48 | 35 36
suns => 0
set 2 5 | 1 | 2 | 3 | 4; 33 | 36 48 | 35 47
suns => 2
set 2 5 | 1 | 2 | 3 | 4; 33 40 | 34 / | 33 39 / 45 |
suns => 1
set 2 5 | 1 | 2 | 3 | 4; 33 | 34 / 34 | 33 / 48 | 33
suns => 1
# If all are equal, it goes against the seat with the lowest from the later round.
set 2 5 | 1 | 2 | 3 | 4; 33 48 | 40 / 40 | 33 / | 48
suns => 1
set 2 5 | 1 | 2 | 3 | 4; 40 | 41 / 41 | 40
suns => 1
set 2 5 | 1 | 2 | 3 | 4; | 33 / 33 | / | | 33
suns => 2
set 2 5 | 1 | 2 | 3 | 4
suns => -1

# Each round has its own moon bonus, while suns count over all rounds.
set new 2
view moon burning => -1 -1
set 2 5 | 1 | 2 | 3 | 4; 19 22 18 | 20 33 48 | 24 | 3 / 20 33 35 | 19 22 18 | 24 | 3
view moon burning => 1 0
view 1:moon burning => 1 0
rounds => [4 1 0 2][1 4 0 2]

# The rule book's own example: three stars, four red, three green and two blue cards.
parts 1 8 3 35 38 36 37 40 44 => *6 g9 b4 = 19; *6 r16 = 22
# Four stars, nine of a colour; sets of 3 2 2 1 and the 0; nothing.
parts 1 8 11 14 19 22 27 30 35 => *8 = 8; *8 r81 = 89
parts 1 19 22 18 23 17 24 20 0 => *2 y9 g4 b1 = 16; *2 r16 = 18
parts  => *0 = 0; *0 = 0
# The 49 is in no set. The 0 alone is a set of one, is no star, and makes the set larger that scores most with it.
parts 49 => *0 = 0; *0 = 0
parts 49 35 38 => *0 = 0; *0 r4 = 4
parts 0 => *0 = 0; *0 r1 = 1
parts 0 35 => *0 y1 = 1; *0 r4 = 4
parts 0 35 38 41 34 39 => *0 y9 = 9; *0 r16 = 16
# Of equal sets the first colour is turned down.
parts 35 38 34 39 => *0 y4 = 4; *0 r4 = 4
parts 35 34 33 => *0 y1 b1 = 2; *0 r1 = 1
`)
}

func TestSystemMoves(t *testing.T) {
	script(t, `
# A lapse bids a random card, hidden until the reveal, which its seat may still change; or takes the lowest card.
set trio
> 0 lapse
view 1:sides.0.hasBid sides.0.bid => true -1
view 0:own.take => []
legal 0: => [bid 10 bid 40 bid 44]
> 0 bid 40, 1 bid 20, 2 bid 30, 0 lapse
json collections.0 away => [5] []
> 2 take 8, 1 take 6
# Two in a row: the player is away from the next auction on, and this bid is still sealed.
view auction => 2
> 0 lapse
view 1:sides.0.due sides.0.dummy sides.0.bid => true false -1
in => [1 2]

# Then the seat shows its bid as a dummy does, takes the lowest card and keeps its collection.
set trio
> 0 lapse, 1 bid 45, 2 bid 46, 2 take 8, 1 take 6
turn => [0]
> 0 lapse
view auction sides.0.dummy sides.0.away sides.0.collection => 2 true true [5]
play 0:bid 10 => A dummy plays for you. Press More, then Come back.

# In the auction of its second lapse a seat may still change its bid, and is asked what to take.
set long
> 0 bid 9, 1 bid 45 take 8, 2 bid 46 take 7, 0 lapse, 0 lapse
in => [1 2]
legal 0: => [bid 10 bid 11 bid 12 bid 40]
> 0 bid 40, 1 bid 20, 2 bid 30
turn => [0]
> 0 take 45, 2 take 46, 1 take 9
view 1:auction sides.0.dummy sides.0.away sides.0.due => 3 true true false
# A return in that auction counts from the next one on.
set long
> 0 bid 9, 1 bid 45 take 8, 2 bid 46 take 7, 0 lapse, 0 lapse, 0 return
in => [0 1 2]
> 1 bid 20, 2 bid 30
turn => [2]
view 1:sides.0.dummy sides.0.away sides.0.due => false false false

# If the last player lapses twice in the last auction, the game is played to its end and has a winner.
set 2 5 6 7 8 | 40 44 | 20 21 | 1 2 | 3 4; / /
> 1 leave, 0 bid 40, 0 lapse, 0 lapse
result => [1 2 4 3] [5 4 0 3] Ann wins with 5 points to 4

# A player who leaves without a bid has a random one sealed. A bid already sealed stands with its wishes; after those
# the lowest card is taken.
set trio
> 0 bid 44 take 8, 1 bid 45 take 8 6, 0 leave
json bids.0 => 44
view 2:sides.0.bid => -1
legal 0: => []
> 2 leave
turn => [1]
json collections auction dummies => [[6],[8],[5],[7]] 2 [0,2,3]
# A player who leaves owing a take takes the lowest card, and the game goes on.
set trio
> 0 bid 44, 1 bid 20 take 8, 2 bid 30 take 7, 0 leave
json collections.0 auction => [5] 2

# Lapses before a return do not count after it, whether the seat had lapsed out or left after one.
set long
> 1 bid 20 take 5, 2 bid 30 take 6, 0 lapse, 0 lapse
in => [1 2]
> 0 return, 1 bid 21 take 1 20 30 12, 2 bid 31 take 20 1 30 12
turn => [0 1 2]
> 1 bid 22, 2 bid 32, 0 lapse
in => [0 1 2]
turn => [0]
> 0 lapse
in => [1 2]
set long
> 0 lapse, 0 leave, 0 return, 1 bid 20 take 5 6 7 8, 2 bid 30 take 6 5 7 8
turn => [0 1 2]
> 1 bid 21 take 1, 2 bid 31 take 20, 0 lapse
in => [0 1 2]
turn => [0]
> 0 lapse
in => [1 2]

# A player who returns is in at once, and is asked from the next auction on.
set trio
> 0 leave, 0 return
in => [0 1 2]
view 1:sides.0.back => true
play 0:bid 10 => A dummy finishes this auction. You play from the next one on.
> 1 bid 45 take 8, 2 bid 46 take 7
turn => [0 1 2]
view 1:auction sides.0.away sides.0.back sides.0.dummy => 2 false false false
# A return during an auction does not change the dummy's bid, which others have seen.
set trio
> 0 leave, 1 bid 45 take 8 7 6 5, 2 bid 46 take 7 8 6 5
view auction sides.0.bid => 2 44
> 0 return
view auction sides.0.bid sides.0.dummy => 2 44 true
legal 0: => []
> 0 leave
in => [1 2]

# The game ends without a winner if no player is left or all agree to a draw. The suns are not judged then, although
# a seat has the only one, and the scores are those of the finished rounds.
set trio
> 0 leave, 1 leave, 2 leave
result => [1 1 1 1] [0 0 0 0] Everybody is out. A draw
last => nothing
set trio
> 0 leave, 2 leave, 1 lapse, 1 lapse
result => [1 1 1 1] [0 0 0 0] Everybody is out. A draw
set trio
> 0 bid 10, 1 draw
result => [1 1 1 1] [0 0 0 0] A draw by agreement
set trio
> 0 leave, 1 draw
result => [1 1 1 1] [0 0 0 0] A draw by agreement
last => nothing
set suns
> 0 bid 20 take 33, 1 bid 22 take 7, 1 take 22, 0 take 20, 0 draw
suns => 0
result => [1 1 1 1] [4 3 4 5] A draw by agreement
`)
}

func TestNotation(t *testing.T) {
	script(t, `
set trio
parse bid 17|Bid  17|bid17|bid ١٧ => bid 17
parse BID 07 => bid 7
parse bid 0 => bid 0
parse bid 99 => bid 99
parse take 32|Take32| take: 32  => take 32
parse bid 17 take 32 5 40 => bid 17 take 32 5 40
parse bid 17 > 32 5|17 32,5 => bid 17 take 32 5
parse 17 take 32 => bid 17 take 32
parse bid17take32,5 => bid 17 take 32 5
parse 17->32 => bid 17 take 32
parse bid 17: 32; 5 => bid 17 take 32 5
# A number alone is a bid or a take.
parse 17| 5 |17, => permutations.refuse.bare
# These are nothing.
parse |bid|take|bid x|take 1 2|take 1 take 2|bid 17 take|bid -5|bid 100|bid 17!|bid 1732|bid 1 take 2 take 3 => permutations.refuse.notation

# A bid needs no verb where one is owed, and a refusal names the own cards.
bid 17 => bid 17
bid  5  => bid 5
bid 17, => bid 17
bid bid 17 => bid 17
bid 17 32,5 => bid 17 take 32 5
bid take 5 => take 5
bid seventeen => no-card [10 40 44]
bid take 1 2 => no-card [10 40 44]
bid leave => no-card [10 40 44]
bid 100 => bid [10 40 44]
bid  999  => bid [10 40 44]
bid 999 take 5 => bid [10 40 44]
bid 40 take 999 => no-wish [5 6 7 8]
bid bid 40 take 5 six => no-wish [5 6 7 8]
# One that breaks off lacks a number, and says so with an example.
bid  => number bid 10
bid bid => number bid 10
bid bid 40 take => number bid 40 take 5
bid 40 -> take => number bid 40 take 5

# An opened bid tells the card and hides the wishes.
opens bid 17 => bid 17
opens bid 17 take 32 5 => bid 17
opens take 5 => take 5
opens lapse => lapse
opens leave => leave

play 0:bid 11 => You don't have card 11. Bid 10, 40 or 44.
play 0:bid 77 => You don't have card 77. Bid 10, 40 or 44.
play 0:take 5 => It's time to bid. Bid 10, 40 or 44.
play 0:bid 10 take 9 => Card 9 isn't in the pool. Name only 5, 6, 7 or 8.
play 0:bid 10 take 5 5 => You named card 5 twice. Name each card once.
play 0:bid 10 take 5 6 7 8 5 => You named card 5 twice. Name each card once.
play 0:bid 10 5 => “bid 10 5” isn't a move. Type one like bid 17.
play 0:Bid 10 => “Bid 10” isn't a move. Type one like bid 17.
play 0:bid 010 => “bid 010” isn't a move. Type one like bid 17.
play 0:bid 10  => “bid 10 ” isn't a move. Type one like bid 17.
> 0 bid 44, 1 bid 20, 2 bid 30
play 0:take 9 => Card 9 isn't in the pool. Take 5, 6, 7 or 8.
play 0:bid 40 => The bids are in. Take 5, 6, 7 or 8.
play 1:take 5 => Not yet. It's Ann's turn.
`)
}

func TestSteps(t *testing.T) {
	script(t, `
# A bid is done with its card; the cards to take are named one at a time, until all are. Nobody sees what there is to
# bid, and all may see what there is to take.
set trio
step 0: => permutations.ask.bid Row hidden: 10@0,0 40@0,0 44@0,0
step 0:40 => permutations.ask.wish Row hidden: enough@-1,0=bid 40 5@0,0 6@0,0 7@0,0 8@0,0 lowest@-1,0=bid 40 take 5 6 7 8
step 0:40 7 => permutations.ask.else Row hidden: enough@-1,0=bid 40 take 7 5@0,0 6@0,0 8@0,0 lowest@-1,0=bid 40 take 7 5 6 8
step 0:40 7 5 => permutations.ask.else Row hidden: enough@-1,0=bid 40 take 7 5 6@0,0 8@0,0 lowest@-1,0=bid 40 take 7 5 6 8
step 0:40 7 5 8 => permutations.ask.else Row hidden: enough@-1,0=bid 40 take 7 5 8 6@0,0=bid 40 take 7 5 8 6
step 0:40 7 5 8 6 => nothing
step 0:40 7 5 8 lowest => nothing
step 0:40 lowest => nothing
step 0:40 lowest 5 => nothing
step 0:lowest => nothing
step 0:40 enough => nothing
step 0:40 7 enough => nothing
step 0:40 7 7 => nothing
step 0:40 11 => nothing
step 0:11 => nothing
step 0:040 => nothing
step 0:enough => nothing
step 0:40 11 enough => nothing
step 0:40 enough enough => nothing
step 0:40 7 5 8 6 enough => nothing
# A label says what the step adds to those before it.
labels 0: => bid 10 (yellow star); bid 40 (blue sun); bid 44 (blue sun)
labels 0:40 => take 5 (blue star); take 6 (green star); take 7 (yellow star); take 8 (red star); take the lowest that's left
labels 0:40 7 => or else 5 (blue star); or else 6 (green star); or else 8 (red star); then the lowest that's left
shorts 0: => 10 ♦★; 40 💧☀; 44 💧☀
shorts 0:40 => →5 💧★; →6 ♣★; →7 ♦★; →8 ♥★; →lowest
# The steps echo the bid so far in the words in which it is told to its seat until the reveal.
echoes 0: => bid 10 (yellow star); bid 40 (blue sun); bid 44 (blue sun)
echoes 0:10 => bid 10 (yellow star), then take 5 (blue star); bid 10 (yellow star), then take 6 (green star); bid 10 (yellow star), then take 7 (yellow star); bid 10 (yellow star), then take 8 (red star); bid 10 (yellow star), then take 5 (blue star), or else 6 (green star), or else 7 (yellow star), or else 8 (red star)
echoes 0:10 8 5 => bid 10 (yellow star), then take 8 (red star), or else 5 (blue star), or else 6 (green star); bid 10 (yellow star), then take 8 (red star), or else 5 (blue star), or else 7 (yellow star); bid 10 (yellow star), then take 8 (red star), or else 5 (blue star), or else 6 (green star), or else 7 (yellow star)
# What is picked is shown, with the cards to pick from.
shown 0:Own => <nil>
shown 0:Tried => <nil>
shown 0:Cards => [10 40 44]
shown 0:Own 40 7 => {40 [7]}
shown 0:Tried 40 7 => <nil>
shown 0:Cards 40 7 => [5 6 8]
shown 0:Own 40 enough => {40 []}
shown 0:Tried 40 enough => <nil>
shown 0:Cards 40 enough => []
shown 0:Own 40 7 enough => {40 [7]}
shown 0:Tried 40 7 enough => <nil>
shown 0:Cards 40 7 enough => []
shown 0:Own 40 7 5 8 6 => {40 [7 5 8 6]}
shown 0:Tried 40 7 5 8 6 => <nil>
shown 0:Cards 40 7 5 8 6 => []
shown 0:Own 40 7 7 => <nil>
shown 0:Tried 40 7 7 => <nil>
shown 0:Cards 40 7 7 => []
shown 0:Own 11 => <nil>
shown 0:Tried 11 => <nil>
shown 0:Cards 11 => []
> 0 bid 10 take 5
shown 0:Own => {10 [5]}
shown 0:Tried => <nil>
shown 0:Cards => [10 40 44]
shown 0:Own 40 => {40 []}
shown 0:Tried 40 => <nil>
shown 0:Cards 40 => [5 6 7 8]
own 0: => bid 10 (yellow star), then take 5 (blue star)
own 1: => nothing
own => nothing
> 0 bid 10 take 8 5 7
own 0: => bid 10 (yellow star), then take 8 (red star), or else 5 (blue star), or else 7 (yellow star)
> 0 bid 44, 1 bid 20, 2 bid 30
own 0: => nothing
step 0: => permutations.ask.take Row: 5@0,0=take 5 6@0,0=take 6 7@0,0=take 7 8@0,0=take 8
labels 0: => take 5 (blue star); take 6 (green star); take 7 (yellow star); take 8 (red star)
step 0:44 => nothing
step 0:5 enough => nothing
step 1: => nothing
step 1:5 => nothing
step 3:43 => nothing
shown 0:Own => {44 []}
shown 0:Tried => <nil>
shown 0:Cards => [5 6 7 8]
shown 0:Own 6 => {44 []}
shown 0:Tried 6 => 6
shown 0:Cards 6 => []
# Cards without a colour or an icon, and with each.
set 5 0 49 33 42 1 | 24 2 | 3 4 | 5 6 | 7 8 | 9 10
shorts 0:24 => →0 any; →1 ♥★; →33 💧☀; →42 ♦☀; →49 none; →lowest
`)
}

// A bid may name an order of takes. The next one offers the like again.
func TestOrders(t *testing.T) {
	script(t, `
set long
labels 0:40 => take 5 (blue star); take 6 (green star); take 7 (yellow star); take 8 (red star); take the lowest that's left
> 0 bid 40 take 8 7 6 5, 1 bid 20, 2 bid 46
view 0:ordered => true
view 1:ordered => false
view ordered => false
> 2 take 5, 1 take 6
view 0:ordered orders => true false
labels 0:9 => take 1 (red star); take 20 (blue moon); take 40 (blue sun); take 46 (green sun); take the lowest that's left
labels 1:21 => take 1 (red star); take 20 (blue moon); take 40 (blue sun); take 46 (green sun); take the lowest that's left
> 0 bid 9, 1 bid 21, 2 bid 30
view 0:ordered => false
# A table may want an order with each bid, so that nobody is asked for a take. The last card of the pool needs no name.
set orders long
view orders => true
legal 1: => [bid 20 take 5 6 7 8 bid 21 take 5 6 7 8 bid 22 take 5 6 7 8 bid 23 take 5 6 7 8 bid 45 take 5 6 7 8]
step 0: => permutations.ask.bid Row hidden: 9@0,0 10@0,0 11@0,0 12@0,0 40@0,0
step 0:40 => permutations.ask.order Row hidden: 5@0,0 6@0,0 7@0,0 8@0,0 lowest@-1,0=bid 40 take 5 6 7 8
step 0:40 7 5 => permutations.ask.else Row hidden: 6@0,0 8@0,0 lowest@-1,0=bid 40 take 7 5 6 8
step 0:40 7 5 8 => permutations.ask.else Row hidden: enough@-1,0=bid 40 take 7 5 8 6@0,0=bid 40 take 7 5 8 6
play 0:bid 40 => This table needs your order of takes. Add take 5 6 7 8, or your own.
play 0:bid 40 take 7 5 => This table needs your order of takes. Add take 7 5 6 8, or your own.
> 0 bid 40 take 7 5 8, 1 bid 20 take 7 8 6 5, 2 bid 46 take 7 5 6 8
json auction phase pool collections => 2 "bid" [1,20,40,46] [[5],[8],[7],[6]]
# A bid that the rules have made takes the lowest card.
> 0 lapse, 1 bid 45 take 46 1 20 40, 2 bid 33 take 46 40 20 1
json auction pool collections => 3 [4,10,33,45] [[1,5],[8,46],[7,40],[6,20]]
# In the last auction of a round the only card of a hand is bid with an order too.
set orders 3 5 6 7 8 | 10 20 | 11 21 | 30 42 | 1 43
> 0 bid 20 take 8 7 6, 1 bid 21 take 7 8 6, 2 bid 42 take 7 8 6
turn => [0 1 2]
legal 0: => [bid 10 take 1 20 21 42]
> 2 bid 30 take 42 21 20
turn => [0 1]
# A player who is away makes no bid.
set orders 3 5 6 7 8 | 10 20 | 11 21 | 30 42 | 1 43
> 0 leave, 1 bid 21 take 7 8 6, 2 bid 42 take 7 8 6
turn => [1 2]
`)
}

func TestWords(t *testing.T) {
	script(t, `
# The first auction says that dummies play too, and how.
set new 2
score => Round 1, auction 1 of 11. 2 dummies play too. They bid at random and take the lowest card.
set new 3
score => Round 1, auction 1 of 11. A dummy plays too. It bids at random and takes the lowest card.
set new 5
score => Round 1, auction 1 of 9.

# An auction is a unit of the record, from its first ply to the first ply of the next one. The last news name the ply
# and the bid that took a card, and leave out that the last seat has bid where the bids follow.
set trio
> 1 bid 20 take 5
line 0: => 1… Ben has bid
last => Ben has bid.
> 0 bid 10
line 2: => 1… Ann has bid · Ben has bid
> 0 bid 44
line => 1… Ann has bid · Ben has bid
last => Ann has bid.
> 2 lapse
line 1: => 1… Cleo 46, out of time · Ann 44 · Ben 20 · Dummy one 1
> 2 take 8
line => 1… Cleo takes 8 with 46, out of time · Ann 44 · Ben 20 · Dummy one 1
> 0 take 7
line => 1 Cleo takes 8 with 46, out of time · Ann takes 7 with 44 · Ben takes 5 with 20 · Dummy one takes 6 with 1
> 0 leave
line => 2… Ann left
> 1 bid 41
line => 2… Ann left · Ben has bid
> 0 return
line => 2… Ann is in · Ben has bid
> 2 draw
line => 2 A draw was agreed

# The last auction of a round begins with its takes. The line stays that of the auction before until a card is taken.
set duo
> 0 bid 20, 1 bid 22 take 5
> 0 take 7
line => 1 Ben takes 5 with 22 · Ann takes 7 with 20 · Dummy two takes 6 with 3 · Dummy one takes 8 with 1
> 1 take 20
line => 2… Ben takes 20 with 23 · Ann 21 · Dummy two 4 · Dummy one 2
> 0 take 22
line => 2 Ben takes 20 with 23 · Ann takes 22 with 21 · Dummy two takes 1 with 4 · Dummy one takes 3 with 2
> 0 bid 7
line => 3… Ann has bid

# An auction in which nobody had anything to decide has a line of its own.
set 2 5 6 7 8 | 20 21 | 2 3 | 40 41 | 43 44
> 0 leave, 1 bid 3 take 5
also => Dummy two takes 5 with 43 · Dummy one takes 6 with 40 · Ann takes 7 with 20, left · Ben takes 8 with 3
line => 2 Dummy two takes 3 with 44 · Dummy one takes 20 with 41 · Ann takes 40 with 21 · Ben takes 43 with 2
view round => 2
> 0 return
also => nothing
line => 3… Ann is in

# A seat that is to take is told that all the cards it named are gone, and nobody else is.
set trio
> 1 bid 20 take 8
> 0 bid 10 take 8
> 2 bid 46 take 7
last 0: => Cleo takes 7 with 46, Ben takes 8 with 20. Still to take: Ann 10 · Dummy one 1. You named 8. It's gone, so pick another card.
last 1: => Cleo takes 7 with 46, Ben takes 8 with 20. Still to take: Ann 10 · Dummy one 1.
last => Cleo takes 7 with 46, Ben takes 8 with 20. Still to take: Ann 10 · Dummy one 1.
set trio
> 1 bid 20 take 8
> 0 bid 10 take 8 7
> 2 bid 46 take 7
last 0: => Cleo takes 7 with 46, Ben takes 8 with 20. Still to take: Ann 10 · Dummy one 1. You named 8 and 7. They're gone, so pick another card.

set trio
> 1 bid 20 take 5
> 0 lapse
last 0: => Ann ran out of time, so a dummy moved.
> 2 bid 46 take 8
last 0: => Cleo takes 8 with 46, Ben takes 5 with 20. Still to take: Ann 10 · Dummy one 1.
> 0 take 7
last 0: => Cleo takes 8 with 46, Ben takes 5 with 20, Ann takes 7 with 10, Dummy one takes 6 with 1.
> 2 leave
last 0: => Cleo left. A dummy plays for them from now on.
> 2 return
last 0: => Cleo is in from the next auction.
set duo
last => nothing
> 0 bid 20, 1 lapse
last 0: => Ben ran out of time, so a dummy moved. Bids: Ben 22 · Ann 20 · Dummy two 3 · Dummy one 1.
set duo
> 0 bid 20, 1 leave
last 0: => Ben left. A dummy plays for them from now on. Ben takes 5 with 22. Still to take: Ann 20 · Dummy two 3 · Dummy one 1.
set duo
> 0 bid 20, 1 spent
last 0: => Ben used up all their time. A dummy plays from the next auction. Ben takes 5 with 22. Still to take: Ann 20 · Dummy two 3 · Dummy one 1.
set duo
> 0 bid 20, 1 absent
last 0: => Ben left the server. A dummy plays from the next auction. Ben takes 5 with 22. Still to take: Ann 20 · Dummy two 3 · Dummy one 1.
# A changed bid leaves the news as they were.
set trio
> 0 bid 10, 1 leave
last 0: => Ben left. A dummy plays for them from now on.
> 0 bid 40
last 0: => Ben left. A dummy plays for them from now on.
set trio
> 0 lapse, 1 bid 45, 2 bid 46, 2 take 8, 1 take 6, 0 lapse
last 0: => Ann ran out of time again. A dummy plays from the next auction. Cleo takes 8 with 46, Ben takes 6 with 45, Ann takes 5 with 10, Dummy one takes 7 with 1.

# At the end of a round the board says what the points are made of, and a move is told with its auction.
set duo
> 0 bid 20 take 8, 1 bid 22 take 7, 1 take 22
last 0: => Ben takes 22 with 23.
score => Round 1, auction 2 of 2.
> 0 take 20
last 0: => Ben takes 22 with 23, Ann takes 20 with 21, Dummy two takes 1 with 4, Dummy one takes 3 with 2. Round 1 is over.
score => Round 2, auction 1 of 2. Ann 3 · Ben 3 · Dummy one 4 · Dummy two 5/Ann 3: 1 star times 2, red 1 times 1, with the most moons./Ben 3: 1 star times 2, yellow 1 times 1./Dummy one 4: 2 stars times 2./Dummy two 5: 2 stars times 2, blue 1 times 1.
tell 0:bid 22 => Round 2, auction 1 of 2; Ann bid 22; bidding 22 (red moon)
set 2 33 18 35 36 | 20 21 | 22 23 | 1 2 | 3 4
> 0 bid 20 take 33, 1 bid 22 take 18, 1 take 22, 0 take 20
score => Round 2, auction 1 of 2. Ann 0 · Ben 1 · Dummy one 2 · Dummy two 2/Ann 0./Ben 1: red 1 times 1, with the most moons./Dummy one 2: 1 star times 2./Dummy two 2: 1 star times 2.
# At the end of the game it says who loses all.
set 2 5 6 7 8 | 20 33 | 22 23 | 1 2 | 3 4; / /
> 0 bid 33 take 8, 1 bid 22 take 7, 1 take 33, 0 take 22
last 0: => Ben takes 33 with 23, Ann takes 22 with 20, Dummy two takes 1 with 4, Dummy one takes 3 with 2. Round 3 is over. Ben has the most suns and ends with zero.
score => Ann 6 · Ben 0 · Dummy one 4 · Dummy two 5

# Once the bids are open, the board and the refusal of another card tell a player what is left of its planned takes,
# and nobody else.
set trio
> 0 bid 44, 1 bid 20 take 5 8, 2 bid 30
own 1: => take 5 (blue star), or else 8 (red star) as soon as it's your turn
play 1:take 8 => Not yet. It's Ann's turn. You take 5 (blue star), or else 8 (red star) as soon as it's your turn.
own 0: => nothing
own 2: => nothing
own => nothing
> 0 take 5
own 1: => take 8 (red star) as soon as it's your turn
> 2 take 8
own 1: => nothing

# The last captions say whose cards lie beside the pool: the hand while bids are made, then what was collected.
set trio
captions => 2 points each most moons: only the largest set scores, else it scores 0 most suns: score 0 3 cards: 3×3 = 9 Auction 1 of 3 round 1 of 3 3 bids are still to come
captions 1: => 2 points each most moons: only the largest set scores, else it scores 0 most suns: score 0 3 cards: 3×3 = 9 Auction 1 of 3 round 1 of 3 3 bids are still to come the pool the hand
> 0 bid 10, 1 bid 45, 2 bid 46
captions 1: => 2 points each most moons: only the largest set scores, else it scores 0 most suns: score 0 this round so far Auction 1 of 3 round 1 of 3 Cleo will take next, with 46 the pool collected so far
captions => 2 points each most moons: only the largest set scores, else it scores 0 most suns: score 0 this round so far Auction 1 of 3 round 1 of 3 Cleo will take next, with 46

# A bid is said to pick only where it is certain to; a secret bid changes nothing. Others are told a name.
set trio
why 0:bid 10 => not-last You won't pick last. Each card brings 2 points now.
why 0:bid 10 take 8 => not-last You won't pick last. Each card brings 2 points now.
why 0:bid 9 => nothing
why 0:take 5 => nothing
why 0:leave => nothing
> 2 bid 42
why 0:bid 10 => not-last You won't pick last. Each card brings 2 points now.
whyof 0:bid 10 => Ann won't pick last. Each card brings 2 points now.
> 0 bid 44, 1 bid 20
why 0:take 8 => points It brings 2 points for now.
why 1:take 8 => nothing
say permutations.why.first By=@1 => Nobody can bid more, so Ben picks first.
say permutations.why.above Count=1 All=30 By= Only=0 => Of 30 cards that the others may bid, 1 is higher.
say permutations.why.above By=@1 Only=1 Count=9 => It keeps Ben's higher cards for later.
say permutations.why.last By=@1 Only=0 => Ben picks last.
say permutations.why.last By=@1 Only=1 => Ben picks last, but keeps the higher cards for later.
say permutations.why.safe By=@1 Count=0 => It's no sun. One more sun would give Ben the most.
say permutations.why.moon By=@1 Count=1 Player=@0 Most=2 => That makes 1 moon for Ben, to Ann's 2.
say permutations.why.moon.level By=@1 Count=1 Player=@0 => Ben draws level with Ann on 1 moon. Another one takes the lead.
say permutations.why.sun By=@1 Count=1 Player=@0 Most=2 => That makes 1 sun for Ben, to Ann's 2.
say permutations.why.no-sun By=@1 Count=2 Player=@0 Most=3 => It's no sun. Ben has 2, Ann 3.
say permutations.why.points.less Count=1 Player=@0 By= => It brings 1 point for now, and Ann still has more suns.
say permutations.advice.ahead Wins=62 Count=1 By= Player=@1 => Between equal players you'd beat Ben in 62 of 100.
say permutations.advice.ahead Wins=0 Count=2 By= => Between equal players you'd hardly ever beat the others.
`)
}

// The JSON of a position has everything, also what no View shows, and programs depend on its keys.
func TestJSON(t *testing.T) {
	script(t, `
set trio
> 1 bid 20 take 5
json humans round auction phase pool hands => 3 1 1 "bid" [5,6,7,8] [[10,40,44],[20,41,45],[30,42,46],[1,43,47]]
json collections past bids wishes totals shown dummies => [[],[],[],[]] [] {"1":20,"3":1} {"1":[5]} [0,0,0,0] null [3]
json away back due lapses ended endedBy news unit told absent => [] [] [] [0,0,0] "" null [{"kind":"sealed","seats":[1],"numbers":null}] 1 null ["","",""]
> 0 leave, 2 leave, 2 return
json away back dummies lapses => [0,2] [2] [3] [0,0,0]
set trio
> 1 bid 20 take 5, 0 lapse
json lapses away => [1,0,0] []
> 0 bid 10, 2 bid 42 take 8 6
json phase pool hands collections bids wishes shown => "take" [6,7] [[40,44],[41,45],[30,46],[43,47]] [[],[5],[8],[]] {} {"1":[5],"2":[8,6]} {"round":1,"number":1,"pool":[5,6,7,8],"order":[2,1,0,3],"bids":[10,20,42,1],"takes":[-1,5,8,-1]}
view 0:absent auction auctions bonus burning ended humans moon own => ["lapsed","",""] 1 3 [] -1 "" 3 -1 {"card":10,"take":[]}
view 0:parts past phase places pool round rounds scores => [] [] "take" null [6,7] 1 [] null
view shown => {"round":1,"number":1,"pool":[5,6,7,8],"order":[2,1,0,3],"bids":[10,20,42,1],"takes":[-1,5,8,-1]}
view sides.1 => {"hand":null,"cards":2,"collection":[5],"hasBid":false,"bid":20,"suns":0,"total":0,"dummy":false,"away":false,"due":false,"back":false}
view seat toMove unit told.0.number news.2 => -1 [0] 1 1 {"kind":"taken","seats":[2,1],"numbers":[8,5]}
set trio
> 0 bid 10, 0 draw
json phase bids wishes ended endedBy => "over" {} {} "drawn" 0
set trio
> 0 leave, 2 leave, 1 leave
json ended endedBy => "deserted" null
set suns
> 0 bid 20 take 33, 1 bid 22 take 7, 1 take 22, 0 take 20
json round past hands collections totals => 2 [[[20,33],[7,22],[3,6],[1,5]]] [[20,33],[7,22],[3,6],[1,5]] [[],[],[],[]] [4,3,4,5]
`)
}
