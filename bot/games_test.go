package bot_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox"
	"parlour/commands/message"
	"parlour/games"
	"parlour/games/all"
	"parlour/games/permutu"
	"parlour/storage"
)

// A table is a whole game to be played: the options, the players, and how many moves are
// made for each one on the panel.
type table struct {
	options string
	names   []string
	panel   int
}

// tables are the whole games that are played of each game. A game that is not listed is
// played with its usual options by its least number of players.
var tables = map[string][]table{
	"permute":      nil, // played by TestAWholeGame
	"magic":        {{"", []string{"ann", "ben"}, 2}},
	"permutations": {{"", []string{"ann", "ben"}, 12}},
	"permutu": {
		{" options:symbols=9,start=quick", []string{"ann", "ben", "cleo", "dan"}, 4},
		{" options:symbols=12,distinct=true", []string{"ann"}, 4},
	},
}

// tablesOf returns the whole games that are played of a game.
func tablesOf(g games.Game) []table {
	if known, ok := tables[g.Info().Name]; ok {
		return known
	}
	who := []string{"ann", "ben", "cleo", "dan", "fay", "gus"}
	return []table{{"", who[:g.Info().MinSeats], 4}}
}

// TestAWholeGameOfEach plays whole games of every game: people sit down at a table, move by
// panel and by text, and change their bids. It checks the messages that everybody sees, and
// the record at the end.
func TestAWholeGameOfEach(t *testing.T) {
	for _, g := range all.Games() {
		for _, c := range tablesOf(g) {
			t.Run(g.Info().Name+c.options, func(t *testing.T) {
				t.Parallel()
				w := &whole{rig: newRig(t), names: c.names, rng: rand.New(rand.NewPCG(7, 7)), panel: c.panel}
				w.sitDown(g.Info().Name + c.options)
				for len(w.truth().ToMove()) > 0 {
					w.ply()
				}
				w.checkEnd()
				w.checkMentions(len(c.names))
			})
		}
	}
}

// TestNewGamesHaveATable checks that a game without an entry in [tables] is played with its
// usual options, and that every entry is of a known game.
func TestNewGamesHaveATable(t *testing.T) {
	if got := tablesOf(unknown{permutu.Game{}}); len(got) != 1 || got[0].options != "" || len(got[0].names) != 1 {
		t.Errorf("a new game for one has the tables %+v, want one for ann", got)
	}
	names := map[string]bool{}
	for _, g := range all.Games() {
		names[g.Info().Name] = true
	}
	for name := range tables {
		if !names[name] {
			t.Errorf("tables has %s, which is no game", name)
		}
	}
}

// unknown is a game without an entry in [tables].
type unknown struct{ games.Game }

func (g unknown) Info() games.Info {
	i := g.Game.Info()
	i.Name = "unknown"
	return i
}

// A whole is a whole game in progress.
type whole struct {
	*rig
	names   []string // in the order in which they sat down
	rng     *rand.Rand
	panel   int
	match   string
	game    games.Game
	stored  storage.Match
	seats   []string // the name of each seat's player
	channel string
	plies   int
	first   string   // the id of the first board
	latest  string   // the id of the newest board that was checked
	closed  []string // the players who take no direct messages
}

// sitDown opens a table, has everybody join it, and starts the game.
func (w *whole) sitDown(play string) {
	w.t.Helper()
	home := w.discord.Channel("games")
	w.slash(w.names[0], home, "/play game:"+play)
	table := w.await(w.names[0], home, func(m sandbox.Message) bool { return slices.Contains(labels(m), "Join") })
	for _, name := range w.names[1:] {
		w.click(name, table, "Join")
	}
	table = w.await("eve", home, func(m sandbox.Message) bool {
		return strings.Contains(m.Content, "In: "+titles(w.names)) && slices.Contains(labels(m), "Start")
	})
	if !slices.Contains(w.names, "eve") {
		if answer := w.click("eve", table, "Start"); !strings.Contains(answer.Content, "aren't at this table") {
			w.t.Errorf("an onlooker started the game: %s", answer.Content)
		}
	}
	w.click(w.names[len(w.names)-1], table, "Start")
	table = w.await("eve", home, func(m sandbox.Message) bool { return m.ID == table.ID && m.Thread != "" && len(m.Rows) == 0 })
	w.begun(home, table.Thread)
}

// begun notes the match that was begun from a channel, its seats and its game.
func (w *whole) begun(home, thread string) {
	w.t.Helper()
	w.begunIn(home, thread, "eve")
}

// begunIn is [whole.begun] for a channel that a person sees.
func (w *whole) begunIn(home, channel, who string) {
	w.t.Helper()
	w.channel = channel
	w.first = w.await(who, w.channel, func(m sandbox.Message) bool { return turnOf(m) >= 0 }).ID
	heads, err := w.store.OfChannel(w.ctx, home, storage.All)
	if err != nil || len(heads) != 1 {
		w.t.Fatalf("%d matches in the channel, %v", len(heads), err)
	}
	w.match = heads[0].ID
	for _, p := range heads[0].Players {
		seat := strings.ToLower(p.Name) // of an opponent that is no person
		for _, name := range persons {
			if w.discord.User(name).ID() == p.ID {
				seat = name
			}
		}
		w.seats = append(w.seats, seat)
	}
	w.published()
	list := all.Games()
	w.game = list[slices.IndexFunc(list, func(g games.Game) bool { return g.Info().Name == heads[0].Setup.Game })]
}

// published waits until the bot has noted that everything is shown.
func (w *whole) published() {
	w.t.Helper()
	deadline := w.soon()
	for {
		m, err := w.store.Get(w.ctx, w.match)
		if err != nil {
			w.t.Fatal(err)
		}
		if m.Published == m.Desired {
			return
		}
		select {
		case <-time.After(time.Millisecond):
		case <-deadline.Done():
			w.t.Fatalf("waited in vain until the bot noted what it has shown: %+v\n%s", m.Head, w.log)
		}
	}
}

// titles lists names as the bot does.
func titles(names []string) string {
	var all []string
	for _, n := range names {
		all = append(all, strings.ToUpper(n[:1])+n[1:])
	}
	return strings.Join(all, ", ")
}

// truth returns the position, replayed from the store.
func (w *whole) truth() games.State {
	w.t.Helper()
	var err error
	if w.stored, err = w.store.Get(w.ctx, w.match); err != nil {
		w.t.Fatal(err)
	}
	var log []games.Ply
	for _, e := range w.stored.Log {
		log = append(log, e.Ply)
	}
	state, _, err := games.Replay(w.game, w.stored.Setup, log)
	if err != nil {
		w.t.Fatal(err)
	}
	return state
}

// ply has a player make a random move, and checks the board that follows.
func (w *whole) ply() {
	w.t.Helper()
	state := w.truth()
	before := len(w.stored.Log)
	seat := state.ToMove()[w.rng.IntN(len(state.ToMove()))]
	for s := range games.Seat(len(w.seats)) { // now and then somebody changes a bid
		if w.rng.IntN(10) == 0 && len(state.Legal(s)) > 0 {
			seat = s
		}
	}
	steps, move := w.stroll(state, seat)
	w.plies++
	if w.plies%w.panel == 1 {
		if reveals(state, seat, move) { // the last bid is asked about at once
			steps = steps[:1]
			move = games.Made(state, seat, append(slices.Clip(steps), games.Enough))
		}
		w.byClicks(w.seats[seat], state, seat, steps)
	} else {
		w.byText(w.seats[seat], state, seat, move)
	}
	w.truth()
	if n := len(w.stored.Log); !slices.ContainsFunc(w.stored.Log[before:], func(e storage.Entry) bool { return e.Ply == games.Ply{Seat: seat, Move: move} }) {
		w.t.Fatalf("%s played %s, and the log has %d plies without it\n%s", w.seats[seat], move, n, w.log)
	}
	w.checkBoard(w.truth())
}

// reveals reports whether a bid is the last of its auction.
func reveals(s games.State, seat games.Seat, move games.Move) bool {
	if !bidding(s) {
		return false
	}
	next, err := s.Play(seat, move)
	return err == nil && !games.SameTurn(s, next, seat)
}

// bidding reports whether people bid in a position.
func bidding(s games.State) bool {
	b, ok := s.(games.Bidder)
	return ok && b.Bidding()
}

// byText has a player type a move. A bid is made at once unless it is the last, and all else is
// asked about.
func (w *whole) byText(who string, s games.State, seat games.Seat, move games.Move) {
	w.t.Helper()
	said := w.plays(who, w.channel, string(move))
	asked := confirming(said) != nil
	if want := !bidding(s) || reveals(s, seat, move); !said.Ephemeral || asked != want || !asked && !strings.HasPrefix(said.Content, "You bid ") {
		w.t.Fatalf("/move %s was answered with %q and %q, want a question: %v\n%s", move, said.Content, labels(said), want, w.log)
	}
}

// stroll picks random choices until they make a move.
func (w *whole) stroll(s games.State, seat games.Seat) (steps []string, move games.Move) {
	for {
		choices := s.Step(seat, steps).Options()
		c := choices[w.rng.IntN(len(choices))]
		steps = append(steps, c.Value)
		if c.Move != "" {
			return steps, c.Move
		}
	}
}

// newest returns the newest board.
func (w *whole) newest() sandbox.Message {
	all := public(w.discord.User("eve").Sees(w.channel))
	return all[len(all)-1]
}

// turnOf returns the turn of the controls of a message that lead to a move; -1 if it has none.
func turnOf(m sandbox.Message) int {
	for _, c := range controls(m) {
		if b, err := message.ParseButton(c.CustomID); err == nil && slices.Contains([]message.Verb{"move", "open", "pick", "page"}, b.Verb) {
			return b.Turn
		}
	}
	return -1
}

// begins returns the message on which a player begins a move: for a bid the panel in their direct
// messages, if they have one, and else the board.
func (w *whole) begins(who string) sandbox.Message {
	w.t.Helper()
	board := w.newest()
	for _, m := range w.discord.User(who).Sees(w.discord.User(who).DM()) {
		if turnOf(m) == turnOf(board) {
			return m
		}
	}
	return board
}

// byClicks makes a move by clicks. Its preview has a picture and, but for a game alone, only one
// person sees it.
func (w *whole) byClicks(who string, s games.State, seat games.Seat, steps []string) {
	w.t.Helper()
	from := w.begins(who)
	panel := w.walks(who, from, s, seat, steps)
	if len(panel.Attachments) != 1 {
		w.t.Fatalf("the preview is %+v, want a picture", panel)
	}
	if private := panel.Ephemeral || panel.Channel == w.discord.User(who).DM(); private != (len(w.names) > 1) {
		w.t.Fatalf("the preview is %+v, want it private: %v", panel, len(w.names) > 1)
	}
	switch asked := confirming(panel) != nil; {
	case asked:
		w.confirms(who, panel)
	case !bidding(s) || !strings.HasPrefix(panel.Content, "You bid "):
		w.t.Fatalf("the way to %q ends with %q and %q, want a question", steps, panel.Content, labels(panel))
	}
}

// undirected returns the players who got no direct message for the turn of a board: those who take
// none, and those who bid in the thread.
func (w *whole) undirected(board sandbox.Message) (names []string) {
	for _, who := range slices.Sorted(slices.Values(w.names)) {
		if !slices.ContainsFunc(w.discord.User(who).Sees(w.discord.User(who).DM()), func(m sandbox.Message) bool { return turnOf(m) == turnOf(board) }) {
			names = append(names, who)
		}
	}
	return names
}

// checkBoard waits until everybody sees a position, and checks the board that shows it.
func (w *whole) checkBoard(s games.State) {
	w.t.Helper()
	view := s.View(games.Spectator)
	var board sandbox.Message
	_, err := w.discord.User("eve").Await(w.soon(), w.channel, func(all []sandbox.Message) bool {
		boards := public(all)
		if len(boards) == 0 {
			return false
		}
		board = boards[len(boards)-1]
		return len(board.Attachments) == 1 && strings.Contains(board.Attachments[0].Alt, view.String()) &&
			(len(s.ToMove()) > 0) == (turnOf(board) >= 0)
	})
	if err != nil {
		w.t.Fatalf("after ply %d the board is %q with %q, want one with the text\n%s\n%v\n%s", w.plies, board.Content, labels(board), view, err, w.log)
	}
	if png := board.Attachments[0].Data; !strings.HasPrefix(string(png), "\x89PNG") {
		w.t.Fatalf("the board is no PNG but %d other bytes", len(png))
	}
	if len(s.ToMove()) == 0 {
		return
	}
	asked := w.undirected(board) // in an auction
	if board.ID == w.first {
		asked = slices.Sorted(slices.Values(w.names))
	}
	if pings := slices.Sorted(slices.Values(board.Pings)); bidding(s) && board.ID != w.latest && !slices.Equal(pings, asked) {
		w.t.Errorf("the board of an auction pings %v, want %v", pings, asked)
	}
	w.latest = board.ID // a bid in the thread takes its direct message away
	for _, seat := range s.ToMove() {
		who := w.seats[seat]
		if mention := w.discord.User(who).Mention(); (!bidding(s) || slices.Contains(w.closed, who)) && !strings.Contains(board.Content, mention) {
			w.t.Errorf("the board %q does not ask %s", board.Content, who)
		}
	}
}

// checkEnd checks the last board, and that the record replays to the same end.
func (w *whole) checkEnd() {
	w.t.Helper()
	state := w.truth()
	last := w.newest()
	if want := "t's over. "; !strings.Contains(last.Content, want) {
		w.t.Errorf("the last board says %q, want %q", last.Content, want)
	}
	answer := w.click("eve", last, "Record")
	if !answer.Ephemeral || len(answer.Attachments) != 2 || answer.Attachments[1].Type != "application/json" {
		w.t.Fatalf("Record was answered with %+v", answer)
	}
	checkAnimation(w.t, answer.Attachments[0], last.Attachments[0])
	record, end, err := games.ReadRecord(all.Games(), answer.Attachments[1].Data)
	if err != nil {
		w.t.Fatalf("the record cannot be read: %v", err)
	}
	if got, want := fmt.Sprint(end.Result()), fmt.Sprint(state.Result()); got != want || record.Seed != w.stored.Setup.Seed {
		w.t.Errorf("the record ends with %s, want %s", got, want)
	}
	for _, m := range w.discord.User("eve").Sees(w.channel) {
		if !m.Ephemeral && confirming(m) != nil {
			w.t.Errorf("a question for one person is public: %q", m.Content)
		}
	}
}
