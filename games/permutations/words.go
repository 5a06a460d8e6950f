package permutations

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"parlour/games"
)

// Words says the news, the score and what a seat that is to move has to do.
func (v View) Words() games.Words {
	w := games.Words{
		Last: v.last(), Score: v.score(), Owes: games.Say("permutations.owes." + string(Bidding)),
		Dummies: len(v.Sides) - v.Humans, Captions: v.captions(),
		Line: v.line(), Unit: v.Unit, Open: v.open(),
		Ends: v.Unit > 0 && !v.open() && (v.Recounts() || v.Ended != ""), Also: v.also(),
	}
	if v.Phase == Taking {
		w.Owes, w.Own = games.Say("permutations.owes."+string(Taking)), v.planned()
	}
	if v.Phase == Bidding && v.Own != nil {
		w.Own = v.Own.say()
	}
	return w
}

// captions says what stars, moons and suns do, and what the plus of a score is, or while there is none what a set scores.
// Then it says which auction of which round it is and what that waits for, or at the end what two columns of the table
// of points are. Last it says whose cards a seat sees beside the pool.
func (v View) captions() []games.Text {
	fourth := games.Say("permutations.caption.round")
	if v.First() {
		fourth = games.Say("permutations.caption.set")
	}
	captions := []games.Text{
		games.Say("permutations.caption.star"), games.Say("permutations.caption.moon"),
		games.Say("permutations.caption.sun"), fourth,
	}
	if v.Phase == Over {
		return append(captions, games.Say("permutations.caption.rounds", "Count", len(v.Parts)),
			games.Say("permutations.caption.sum"))
	}
	now := games.Say("permutations.caption.owed", "Count", len(v.ToMove))
	if v.Phase == Taking && len(v.ToMove) > 0 {
		seat := v.ToMove[0]
		now = games.Say("permutations.caption.takes", "Player", seat, "Bid", int(v.Sides[seat].Bid))
	}
	captions = append(captions, games.Say("permutations.caption.auction", "Auction", v.Auction, "Auctions", v.Auctions),
		games.Say("permutations.caption.of", "Round", v.Round), now)
	if v.Seat == games.Spectator {
		return captions
	}
	own := games.Say("permutations.caption.hand")
	if v.Phase != Bidding {
		own = games.Say("permutations.caption.taken")
	}
	return append(captions, games.Say("permutations.caption.pool"), own)
}

// planned says what the viewer takes without being asked once its turn comes, nothing if it has
// taken a card or will be asked.
func (v View) planned() games.Text {
	if v.Own == nil || v.Tried != nil || v.Shown == nil || v.Shown.Takes[v.Seat] != None {
		return games.Text{}
	}
	left := slices.DeleteFunc(slices.Clone(v.Own.Take), func(c Card) bool { return !slices.Contains(v.Pool, c) })
	if len(left) == 0 {
		return games.Text{}
	}
	return games.Say("permutations.own.planned", "Wish", wishes(left))
}

// say puts a bid and its wishes into words.
func (b Bid) say() games.Text {
	if len(b.Take) == 0 {
		return games.Say("permutations.own", "Card", say(b.Card))
	}
	return games.Say("permutations.own.wish", "Card", say(b.Card), "Wish", wishes(b.Take))
}

// wishes puts the cards to take into words, best first.
func wishes(cards []Card) games.Text {
	last := len(cards) - 1
	wish := say(cards[last])
	for _, c := range slices.Backward(cards[:last]) {
		wish = games.Say("permutations.own.then", "Card", say(c), "Rest", wish)
	}
	return wish
}

// score says the totals of all seats, or the final scores; in the first auction, what dummies do. While it is time to see what the points
// of the last round are made of, it says that too; at the end the picture does, for all rounds.
func (v View) score() games.Text {
	var totals []int
	for _, side := range v.Sides {
		totals = append(totals, side.Total)
	}
	at := []any{"Round", v.Round, "Auction", v.Auction, "Auctions", v.Auctions}
	dummies := len(v.Sides) - v.Humans
	score := games.Say("permutations.score", append(at, "Totals", v.totals(totals))...)
	switch {
	case v.Phase == Over:
		score = games.Say("permutations.score.over", "Totals", v.totals(v.Scores))
	case v.Round == 1 && v.First() && dummies > 0:
		score = games.Say("permutations.score.dummies", append(at, "Count", dummies)...)
	case v.Round == 1:
		score = games.Say("permutations.score.first", at...)
	}
	said := []games.Text{score}
	if v.Recounts() {
		said = append(said, v.sums()...)
	} else if out := v.out(); v.Round == 1 && len(out) > 0 { // there are no totals to say it, and it is no news
		said = append(said, games.Say("permutations.score.out", "Players", out, "Count", len(out)))
	}
	return games.Join("permutations.lines", said...)
}

// out returns the players for whom a dummy plays, without one of whom the news say so.
func (v View) out() (out []games.Seat) {
	for seat := range v.Humans {
		if v.isOut(seat) > 0 && (len(v.News) == 0 || v.News[0].Seats[0] != games.Seat(seat)) {
			out = append(out, games.Seat(seat))
		}
	}
	return out
}

// isOut returns 1 if a dummy plays for the player of a seat for good, else 0. It tells nothing once everybody is out.
func (v View) isOut(seat int) int {
	if v.Sides[seat].Away && !v.Sides[seat].Back && v.Ended != Deserted {
		return 1
	}
	return 0
}

// totals lists all seats with a number for each, and says whose player is out.
func (v View) totals(numbers []int) games.Text {
	var all []games.Text
	for seat, n := range numbers {
		all = append(all, games.Say("permutations.total", "Player", games.Seat(seat), "Out", v.isOut(seat), "Number", n))
	}
	return games.Join("permutations.and", all...)
}

// last says the news, a sentence for each event. It leaves out that the last seat has bid, because
// the revealed bids follow. If cards were taken with these, it says each card with its bid instead,
// and then the bids that still wait. A seat that is to take is told that all the cards it named are gone.
func (v View) last() []games.Text {
	var said []games.Text
	for i, e := range v.News {
		last := i == len(v.News)-1
		told := e.Kind == Revealed && !last && v.News[i+1].Kind == Taken
		if told || e.Kind == Sealed && !last {
			continue
		}
		said = append(said, v.say(e))
		if e.Kind != Taken || i == 0 || v.News[i-1].Kind != Revealed {
			continue
		}
		if a := v.auction(e); !a.over() {
			said = append(said, a.waiting())
		}
	}
	if gone := v.gone(); len(gone) > 0 {
		said = append(said, games.Say("permutations.last.taken-all", "Cards", gone, "Count", len(gone)))
	}
	return said
}

// gone returns the cards that the viewer named, if it is to take and all of them are taken.
func (v View) gone() (named []string) {
	if v.Phase != Taking || v.Own == nil || v.Tried != nil || !slices.Contains(v.ToMove, v.Seat) {
		return nil
	}
	for _, c := range v.Own.Take {
		if slices.Contains(v.Pool, c) {
			return nil
		}
		named = append(named, strconv.Itoa(int(c)))
	}
	return named
}

// say puts an event into words.
func (v View) say(e Event) games.Text {
	key := "permutations.last." + string(e.Kind)
	switch e.Kind {
	case Revealed:
		return games.Say(key, "List", pairs(e.Seats, e.Numbers))
	case Taken:
		return games.Say(key, "List", v.took(e))
	case Scored:
		return games.Say(key, "Round", len(v.Rounds))
	}
	return games.Say(key, "Player", e.Seats[0])
}

// took says with which bid each of the seats of an event took its card. When the auction is over,
// it says so of all its seats.
func (v View) took(e Event) games.Text {
	a, seats := v.auction(e), e.Seats
	if a.over() {
		seats = a.Order
	}
	var all []games.Text
	for _, seat := range seats {
		all = append(all, games.Say("permutations.took", "Player", seat, "Bid", int(a.Bids[seat]), "Card",
			int(a.Takes[seat])))
	}
	return games.Join("permutations.then", all...)
}

// waiting says which bids of an auction have taken no card yet.
func (a *Auction) waiting() games.Text {
	var seats []games.Seat
	var bids []int
	for _, seat := range a.Order {
		if a.Takes[seat] == None {
			seats, bids = append(seats, seat), append(bids, int(a.Bids[seat]))
		}
	}
	return games.Say("permutations.last.waiting", "List", pairs(seats, bids))
}

// auction returns the auction in which the cards of an event were taken.
func (v View) auction(e Event) *Auction {
	for i, a := range v.Told {
		if a.Takes[e.Seats[0]] == Card(e.Numbers[0]) {
			return &v.Told[i]
		}
	}
	return v.Shown
}

// over reports whether all cards of an auction are taken.
func (a *Auction) over() bool { return !slices.Contains(a.Takes, None) }

// sums says for each seat what its points of the last round are made of.
func (v View) sums() (said []games.Text) {
	last := len(v.Rounds) - 1
	for seat, points := range v.Rounds[last] {
		player := games.Seat(seat)
		var parts []games.Text
		for _, p := range v.Parts[last][seat] {
			if p.Points > 0 {
				parts = append(parts, sayPart(p))
			}
		}
		key := "permutations.sum"
		switch {
		case points == 0:
			key = "permutations.sum.none"
		case player == v.Bonus[last]:
			key = "permutations.sum.moon"
		}
		said = append(said, games.Say(key, "Player", player, "Points", points, "Parts",
			games.Join("permutations.then", parts...)))
	}
	return said
}

// sayPart says a part of the points: stars at 2 each, or the square of the size of a set.
func sayPart(p Part) games.Text {
	if p.Colour == NoColour {
		return games.Say("permutations.sum.stars", "Count", p.Points/2)
	}
	size := int(math.Sqrt(float64(p.Points)))
	return games.Say("permutations.sum.set", "Colour", games.Say("permutations.colour."+colourNames[p.Colour]),
		"Count", size)
}

// pairs lists seats with a number for each.
func pairs(seats []games.Seat, numbers []int) games.Text {
	var all []games.Text
	for i, seat := range seats {
		all = append(all, games.Say("permutations.number", "Player", seat, "Number", numbers[i]))
	}
	return games.Join("permutations.and", all...)
}

// iconNames and colourNames end the keys of the catalogue.
var (
	iconNames   = [...]string{NoIcon: "", Star: "star", Moon: "moon", Sun: "sun"}
	colourNames = [...]string{Red: "red", Yellow: "yellow", Green: "green", Blue: "blue"}
)

// say names a card with its colour and icon.
func say(c Card) games.Text { return name("permutations.card.", "permutations.colour.", c) }

// short names a card as a button does, with the signs that the card shows, in their order.
func short(c Card) games.Text { return name("permutations.short.", "permutations.suit.", c) }

// name names a card under keys that begin with card, and its colour under one that begins
// with colour.
func name(card, colour string, c Card) games.Text {
	switch c {
	case Multicoloured:
		return games.Say(card + "multicoloured")
	case Colourless:
		return games.Say(card + "colourless")
	}
	return games.Say(card+iconNames[c.Icon()], "Number", int(c), "Colour", games.Say(colour+colourNames[c.Colour()]))
}

// String writes the board in notation: round and auction, then the pool in braces, then
// each seat. A seat has its number (D for dummies), its total, its suns, its bid and
// take, its hand in parentheses (or only the number of cards), and its collection in brackets.
// The letter after a card is its colour. A hand lacks its bid; only the viewer's own stays, as it may change.
func (v View) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d:%d/%d  {%s}\n", v.Round, v.Auction, v.Auctions, spread(v.Pool))
	for seat, side := range v.Sides {
		mark := " "
		if v.Seat == games.Seat(seat) {
			mark = ">"
		}
		fmt.Fprintf(&b, "%s%-2s %3d ☀%-2d %s", mark, v.name(seat), side.Total, side.Suns, v.deal(seat))
		switch held := v.held(seat); {
		case side.Hand == nil && side.HasBid:
			fmt.Fprintf(&b, " (%d)", side.Cards-1)
		case side.Hand == nil:
			fmt.Fprintf(&b, " (%d)", side.Cards)
		case len(held) > 0:
			fmt.Fprintf(&b, "\n   (%s)", spread(held))
		}
		if len(side.Collection) > 0 {
			fmt.Fprintf(&b, "\n   [%s]", spread(side.Collection))
		}
		b.WriteByte('\n')
	}
	return strings.TrimRight(b.String(), "\n")
}

// held returns the hand of a seat as [View.String] writes it.
func (v View) held(seat int) []Card {
	side := v.Sides[seat]
	if v.Phase != Bidding || v.Seat == games.Seat(seat) {
		return side.Hand
	}
	return slices.DeleteFunc(slices.Clone(side.Hand), func(c Card) bool { return c == side.Bid })
}

// name numbers the players from 1, with a d if a dummy plays for one, and the dummies
// from D1.
func (v View) name(seat int) string {
	switch {
	case seat >= v.Humans:
		return "D" + strconv.Itoa(seat-v.Humans+1)
	case v.Sides[seat].Dummy || v.Sides[seat].Away:
		return strconv.Itoa(seat+1) + "d"
	}
	return strconv.Itoa(seat + 1)
}

// deal writes the bid of a seat: ? if it is hidden, - if it is missing. The viewer's
// own bid is followed by its wishes; during the takes, every bid is followed by the
// card taken.
func (v View) deal(seat int) string {
	side := v.Sides[seat]
	switch {
	case v.Phase == Over:
		return fmt.Sprint("= ", v.Scores[seat])
	case v.Phase == Taking && v.Shown.Takes[seat] == None:
		return "bid " + cell(side.Bid) + " take   -"
	case v.Phase == Taking:
		return "bid " + cell(side.Bid) + " take " + cell(v.Shown.Takes[seat])
	case side.Bid != None:
		return "bid " + cell(side.Bid) + v.wishes(seat)
	case side.HasBid:
		return "bid   ?"
	}
	return "bid   -"
}

// wishes writes the wishes of the viewer's own bid.
func (v View) wishes(seat int) string {
	if v.Own == nil || v.Seat != games.Seat(seat) || len(v.Own.Take) == 0 {
		return ""
	}
	return " >" + spread(v.Own.Take)
}

// spread writes cards in columns of equal width.
func spread(cards []Card) string {
	all := make([]string, len(cards))
	for i, c := range cards {
		all[i] = cell(c)
	}
	return strings.Join(all, " ")
}

// cell writes a card in three characters: its number and the letter of its colour.
func cell(c Card) string {
	number := strconv.Itoa(int(c))
	return " "[len(number)-1:] + number + "rygb  "[c.Colour():][:1]
}

// Tell says which card was bid or taken, and in which auction.
func (Game) Tell(view games.View, seat games.Seat, m games.Move) games.Telling {
	t, ok := parse(string(m))
	if !ok {
		return games.Telling{}
	}
	v := view.(View)
	return games.Telling{
		When: games.Say("permutations.when", "Round", v.Round, "Auction", v.Auction, "Auctions", v.Auctions),
		Did:  games.Say("permutations.did."+string(t.verb), "Player", seat, "Card", int(t.Card)),
		Try:  games.Say("permutations.try."+string(t.verb), "Card", say(t.Card)),
	}
}

// begin notes a ply. The first one in an auction begins a unit of the game's record. Its bids
// may be revealed already: a hand of one card is bid without a ply.
func (s *state) begin() {
	if !s.fresh() {
		return
	}
	s.unit++
	s.told, s.absent = nil, [maxSeats]Kind{}
	if s.pos.Phase == Taking {
		s.told = []Auction{*s.shown}
	}
}

// fresh reports whether no ply was made yet in the auction under way.
func (s *state) fresh() bool {
	switch {
	case s.unit == 0:
		return true
	case s.pos.Phase == Bidding:
		return len(s.told) > 0
	}
	return !s.told[len(s.told)-1].same(s.shown)
}

// record keeps the auction that was revealed last for the record, as far as its cards are
// taken. An auction in which no ply was made is a unit too, once it is over.
func (s *state) record() {
	n := len(s.told)
	switch {
	case n == 0 || s.told[n-1].same(s.shown):
		s.told = append(slices.Clone(s.told[:max(n-1, 0)]), *s.shown)
	case s.pos.Phase != Taking:
		s.told = append(slices.Clip(s.told), *s.shown)
		s.unit++
	}
}

// same reports whether two are the same auction, perhaps at different times.
func (a Auction) same(b *Auction) bool { return a.Round == b.Round && a.Number == b.Number }

// cloneAll returns copies that share no memory with told.
func cloneAll(told []Auction) []Auction {
	var all []Auction
	for i := range told {
		all = append(all, *told[i].clone())
	}
	return all
}

// line says the newest auction in a line of the game's record: bids and takes once they are
// revealed, before that the names of those who have bid.
func (v View) line() games.Text {
	switch {
	case v.Ended == Drawn:
		return games.SystemLine(games.Spectator, games.Draw)
	case len(v.Told) > 0:
		return v.revealed(len(v.Told) - 1)
	}
	return games.Join("permutations.and", v.sealed()...)
}

// also says the auction before the newest one, if the last ply completed both.
func (v View) also() (lines []games.Text) {
	for i := range max(0, len(v.Told)-1) {
		lines = append(lines, v.revealed(i))
	}
	return lines
}

// open reports whether the newest auction goes on. An auction that begins with its bids revealed
// is not the newest until a card is taken in it.
func (v View) open() bool {
	switch {
	case v.Phase == Bidding:
		return v.Unit > 0 && len(v.Told) == 0
	case v.Phase == Taking && len(v.Told) > 0:
		return v.Told[len(v.Told)-1].same(v.Shown)
	}
	return false
}

// revealed says what every seat bid and took in auction i of Told, highest bid first. In the first
// of these it says what else happened to a seat.
func (v View) revealed(i int) games.Text {
	var parts []games.Text
	for _, seat := range v.Told[i].Order {
		part := v.Told[i].part(seat)
		if i == 0 && int(seat) < v.Humans && v.Absent[seat] != "" {
			part = games.Say("permutations.line.but-"+string(v.Absent[seat]), "Part", part)
		}
		parts = append(parts, part)
	}
	return games.Join("permutations.and", parts...)
}

// sealed says which players have bid, and what else happened to their seats.
func (v View) sealed() (parts []games.Text) {
	for seat, absent := range v.Absent {
		key := absent
		if key == "" && v.Sides[seat].HasBid && !v.Sides[seat].Dummy {
			key = Sealed
		}
		if key != "" {
			parts = append(parts, games.Say("permutations.line."+string(key), "Player", games.Seat(seat)))
		}
	}
	return parts
}

// part says what a seat bid and, once it did, what it took.
func (a Auction) part(seat games.Seat) games.Text {
	bid, take := int(a.Bids[seat]), int(a.Takes[seat])
	if a.Takes[seat] == None {
		return games.Say("permutations.line.bid", "Player", seat, "Bid", bid)
	}
	return games.Say("permutations.line.take", "Player", seat, "Bid", bid, "Take", take)
}
