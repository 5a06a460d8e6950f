package play_test

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/gif"
	"image/png"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
	"parlour/commands/world"
	"parlour/games"
	"parlour/games/all"
	"parlour/games/gametest"
	"parlour/storage"
)

// A table is a whole game to be played: the options, the players, and how many moves are
// made for each one on the panel.
type table struct {
	options string
	names   []string
	panel   int
	http    bool // interactions go over HTTP, and the bot restarts in the middle
	seed    uint64
}

// tables are the whole games that are played of each game, on small boards. A game that is not listed is
// played with its usual options by its least number of players.
var tables = map[string][]table{
	"permute":      {{options: " options:size=9", names: []string{"ann", "ben"}, panel: 3, http: true}},
	"magic":        {{names: []string{"ann", "ben"}, panel: 2}},
	"permutations": {{names: []string{"ann", "ben"}, panel: 12}},
	"permutu": {
		{options: " options:symbols=9,start=quick", names: []string{"ann", "ben", "cleo", "dan"}, panel: 4},
		{options: " options:symbols=12,distinct=true", names: []string{"ann"}, panel: 4},
	},
	"slyde":     {{options: " options:size=8", names: []string{"ann", "ben"}, panel: 4}},
	"catchup":   {{options: " options:size=4", names: []string{"ann", "ben"}, panel: 4}},
	"chess":     {{names: []string{"ann", "ben"}, panel: 4, seed: 130}}, // mate in 27 plies; most take hundreds
	"reversi":   {{options: " options:size=6", names: []string{"ann", "ben"}, panel: 4}},
	"hex":       {{options: " options:size=7", names: []string{"ann", "ben"}, panel: 4}},
	"twistonly": {{options: " options:size=8", names: []string{"ann", "ben"}, panel: 4}},
}

// tablesOf returns the whole games that are played of a game.
func tablesOf(g games.Game) []table {
	if known, ok := tables[g.Info().Name]; ok {
		return known
	}
	who := []string{"ann", "ben", "cleo", "dan", "fay", "gus"}
	return []table{{names: who[:g.Info().MinSeats], panel: 4}}
}

// TestAWholeGameOfEach plays whole games of every game: people sit down at a table, move by
// panel and by text, and change their bids. It checks the messages that everybody sees, and
// the record at the end.
//
//test:unwatched
func TestAWholeGameOfEach(t *testing.T) {
	for _, g := range all.Games() {
		for _, c := range tablesOf(g) {
			t.Run(g.Info().Name+c.options, func(t *testing.T) {
				t.Parallel()
				open := bottest.In
				if c.http {
					open = bottest.OverHTTP
				}
				w := &whole{Whole: bottest.Whole{Rig: open(t, sandbox.Config{}), Names: c.names}, rng: rand.New(rand.NewPCG(7, c.seed)), panel: c.panel}
				w.SitDown(g.Info().Name + c.options)
				for len(w.Truth().ToMove()) > 0 {
					if w.ply(); c.http && w.plies == 7 {
						w.Restart()
					}
				}
				w.checkEnd()
				if c.http {
					w.overHTTP()
				}
				w.CheckMentions(len(c.names))
			})
		}
	}
}

// A whole is a whole game of random moves.
type whole struct {
	bottest.Whole
	rng    *rand.Rand
	panel  int
	plies  int
	latest string // the id of the newest board that was checked
}

// ply has a player make a random move, and checks the board that follows.
func (w *whole) ply() {
	w.Helper()
	state := w.Truth()
	before := len(w.Stored.Log)
	seat := state.ToMove()[w.rng.IntN(len(state.ToMove()))]
	for s := range games.Seat(len(w.Seats)) { // now and then somebody changes a bid
		if w.rng.IntN(10) == 0 && len(state.Legal(s)) > 0 {
			seat = s
		}
	}
	steps, move := w.stroll(state, seat)
	w.plies++
	if w.plies%w.panel == 1 {
		if bottest.Reveals(state, seat, move) { // the last bid is asked about at once
			steps = steps[:1]
			move = games.Made(state, seat, append(slices.Clip(steps), games.Enough))
		}
		w.byClicks(w.Seats[seat], state, seat, steps)
	} else {
		w.byText(w.Seats[seat], state, seat, move)
	}
	w.Truth()
	if n := len(w.Stored.Log); !slices.ContainsFunc(w.Stored.Log[before:], func(e storage.Entry) bool { return e.Ply == games.Ply{Seat: seat, Move: move} }) {
		w.Fatalf("%s played %s, and the log has %d plies without it\n%s", w.Seats[seat], move, n, w.Said)
	}
	w.checkBoard(w.Truth())
}

// byText has a player type a move. A bid is made at once unless it is the last, and all else is
// asked about.
func (w *whole) byText(who string, s games.State, seat games.Seat, move games.Move) {
	w.Helper()
	said := w.Plays(who, w.Channel, string(move))
	asked := bottest.Confirming(said) != nil
	if want := !bottest.Bidding(s) || bottest.Reveals(s, seat, move); !said.Ephemeral || asked != want || !asked && !strings.HasPrefix(said.Content, "You bid ") {
		w.Fatalf("/move %s was answered with %q and %q, want a question: %v\n%s", move, said.Content, bottest.Labels(said), want, w.Said)
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

// begins returns the message on which a player begins a move: for a bid the panel in their direct
// messages, if they have one, and else the board.
func (w *whole) begins(who string) sandbox.Message {
	w.Helper()
	board := w.Newest(w.Channel)
	for _, m := range w.Discord.User(who).Sees(w.Discord.User(who).DM()) {
		if bottest.TurnOf(m) == bottest.TurnOf(board) {
			return m
		}
	}
	return board
}

// byClicks makes a move by clicks. Its preview has a picture and, but for a game alone, only one
// person sees it.
func (w *whole) byClicks(who string, s games.State, seat games.Seat, steps []string) {
	w.Helper()
	from := w.begins(who)
	panel := w.Walks(who, from, s, seat, steps)
	if len(panel.Attachments) != 1 {
		w.Fatalf("the preview is %+v, want a picture", panel)
	}
	if private := panel.Ephemeral || panel.Channel == w.Discord.User(who).DM(); private != (len(w.Names) > 1) {
		w.Fatalf("the preview is %+v, want it private: %v", panel, len(w.Names) > 1)
	}
	switch asked := bottest.Confirming(panel) != nil; {
	case asked:
		w.Confirms(who, panel)
	case !bottest.Bidding(s) || !strings.HasPrefix(panel.Content, "You bid "):
		w.Fatalf("the way to %q ends with %q and %q, want a question", steps, panel.Content, bottest.Labels(panel))
	}
}

// undirected returns the players who got no direct message for the turn of a board: those who take
// none, and those who bid in the thread, without the one whose press was answered with it.
func (w *whole) undirected(board sandbox.Message) (names []string) {
	for _, who := range slices.Sorted(slices.Values(w.Names)) {
		sees := w.Discord.User(who).Sees
		asked := func(m sandbox.Message) bool { return bottest.TurnOf(m) == bottest.TurnOf(board) && m.ID != board.ID }
		spot := func(m sandbox.Message) bool { return m.Ephemeral && asked(m) }
		if !slices.ContainsFunc(sees(w.Discord.User(who).DM()), asked) && !slices.ContainsFunc(sees(w.Channel), spot) {
			names = append(names, who)
		}
	}
	return names
}

// checkPings waits until the people that the board of an auction does not ping are asked: the answer to the press that
// began the auction may come after the board. A bot that is slow to show a board may ping somebody all the same, lest
// nobody asks.
func (w *whole) checkPings(board sandbox.Message) {
	w.Helper()
	unasked := func() []string {
		if board.ID == w.First {
			return w.Names
		}
		return w.undirected(board)
	}
	pinged := func(who string) bool { return slices.Contains(board.Pings, who) }
	soon := w.Soon()
	for {
		left := slices.DeleteFunc(slices.Clone(unasked()), pinged)
		if len(left) == 0 {
			return
		}
		if !world.Rests(soon, 10*time.Millisecond) {
			w.Errorf("the board of an auction pings %v, and nothing asks %v", board.Pings, left)
			return
		}
	}
}

// checkBoard waits until everybody sees a position, and checks the board that shows it.
func (w *whole) checkBoard(s games.State) {
	w.Helper()
	var names []string
	for _, who := range w.Seats {
		names = append(names, bottest.Titles(who))
	}
	view := gametest.BoardText(w, w.Game, s.View(games.Spectator), names)
	var board sandbox.Message
	_, err := w.Discord.User("eve").Await(w.Soon(), w.Channel, func(all []sandbox.Message) bool {
		boards := bottest.Public(all)
		if len(boards) == 0 {
			return false
		}
		board = boards[len(boards)-1]
		return len(board.Attachments) == 1 && strings.Contains(board.Attachments[0].Alt, view) &&
			(len(s.ToMove()) > 0) == (bottest.TurnOf(board) >= 0)
	})
	if err != nil {
		w.Fatalf("after ply %d the board is %q with %q, want one with the text\n%s\n%v\n%s", w.plies, board.Content, bottest.Labels(board), view, err, w.Said)
	}
	if png := board.Attachments[0].Data; !strings.HasPrefix(string(png), "\x89PNG") {
		w.Fatalf("the board is no PNG but %d other bytes", len(png))
	}
	if len(s.ToMove()) == 0 {
		return
	}
	if bottest.Bidding(s) && board.ID != w.latest {
		w.checkPings(board)
	}
	w.latest = board.ID // a bid in the thread takes its direct message away
	for _, seat := range s.ToMove() {
		who := w.Seats[seat]
		if mention := w.Discord.User(who).Mention(); !bottest.Bidding(s) && !strings.Contains(board.Content, mention) {
			w.Errorf("the board %q does not ask %s", board.Content, who)
		}
	}
}

// checkEnd checks the last board, and that the record replays to the same end.
func (w *whole) checkEnd() {
	w.Helper()
	state := w.Truth()
	last := w.Newest(w.Channel)
	if want := "t's over. "; !strings.Contains(last.Content, want) {
		w.Errorf("the last board says %q, want %q", last.Content, want)
	}
	answer := w.Click("eve", last, "Record")
	if !answer.Ephemeral || len(answer.Attachments) != 3 || answer.Attachments[1].Type != "application/json" {
		w.Fatalf("Record was answered with %+v", answer)
	}
	checkAnimation(w, answer.Attachments[0], last.Attachments[0])
	record, end, err := games.ReadRecord(all.Games(), answer.Attachments[1].Data)
	if err != nil {
		w.Fatalf("the record cannot be read: %v", err)
	}
	if got, want := fmt.Sprint(end.Result()), fmt.Sprint(state.Result()); got != want || record.Seed != w.Stored.Setup.Seed {
		w.Errorf("the record ends with %s, want %s", got, want)
	}
	for _, m := range w.Discord.User("eve").Sees(w.Channel) {
		if !m.Ephemeral && bottest.Confirming(m) != nil {
			w.Errorf("a question for one person is public: %q", m.Content)
		}
	}
	w.awaitLines()
	for _, who := range w.Names {
		if left := w.Alone(who, w.Channel); len(left) > 0 && !strings.Contains(left[0].Content, "[See how it ended]") {
			w.Errorf("after the end %s has the panel %q", who, left[0].Content)
		}
	}
}

// awaitLines waits until of a game that is over only the last public message is more than a line.
func (w *whole) awaitLines() {
	w.Helper()
	if _, err := w.Discord.User("eve").Await(w.Soon(), w.Channel, func(all []sandbox.Message) bool {
		all = bottest.Public(all)
		return !slices.ContainsFunc(all[:len(all)-1], func(m sandbox.Message) bool { return len(m.Rows)+len(m.Attachments) > 0 })
	}); err != nil {
		w.Errorf("old boards keep their buttons: %v\n%s", err, w.Summary("eve", w.Channel))
	}
}

// overHTTP fails the test unless all interactions went over HTTP, and the bot knows no gateway.
func (w *whole) overHTTP() {
	w.Helper()
	taken, refused := 0, 0
	for _, x := range w.Discord.Traffic() {
		switch {
		case x.Method == discord.GatewayMethod && x.Path == "INTERACTION_CREATE", strings.Contains(x.Path, "/gateway"):
			w.Errorf("over HTTP there is no %s %s", x.Method, x.Path)
		case x.Method == discord.EndpointMethod && x.Status == http.StatusAccepted:
			taken++
		case x.Method == discord.EndpointMethod && x.Status == http.StatusUnauthorized:
			refused++
		}
	}
	if taken == 0 || refused == 0 {
		w.Errorf("%d interactions were taken and %d refused, want some of each", taken, refused)
	}
}

// checkAnimation checks that a file is an animation of a game and that it ends with the last
// board.
func checkAnimation(t testing.TB, a, last sandbox.Attachment) {
	t.Helper()
	if a.Type != "image/gif" || !strings.HasSuffix(a.Name, ".gif") || !strings.Contains(a.Alt, "\nThe game as an animation, ") ||
		!strings.Contains(a.Alt, "It's over. ") {
		t.Errorf("the animation is %s of type %s with the alt text %q", a.Name, a.Type, a.Alt)
	}
	g, err := gif.DecodeAll(bytes.NewReader(a.Data))
	if err != nil {
		t.Fatal(err)
	}
	want, err := png.Decode(bytes.NewReader(last.Data))
	if err != nil {
		t.Fatal(err)
	}
	shown := image.NewNRGBA(want.Bounds())
	for _, frame := range g.Image {
		draw.Draw(shown, frame.Bounds(), frame, frame.Bounds().Min, draw.Over)
	}
	if len(g.Image) < 2 || g.Delay[len(g.Delay)-1] < 280 {
		t.Errorf("the animation has %d frames, and holds the last for %d hundredths of a second", len(g.Image), g.Delay[len(g.Delay)-1])
	}
	if n := differ(shown, want); n > 0 {
		t.Errorf("the last frame differs from the last board in %d pixels", n)
	}
}

// differ counts the pixels in which two pictures differ. It leaves out the corners, where
// the board is transparent.
func differ(a, b image.Image) int {
	n := 0
	for y := range b.Bounds().Dy() {
		for x := range b.Bounds().Dx() {
			r, g, bl, alpha := b.At(x, y).RGBA()
			r2, g2, bl2, _ := a.At(x, y).RGBA()
			if alpha == 0xffff && (r != r2 || g != g2 || bl != bl2) {
				n++
			}
		}
	}
	return n
}

// A panel goes once its person opens another one of the same game, and all go once the bids are revealed. A card with
// the board stays.
func TestPanelsOfBidsGoWhenAllIsRevealed(t *testing.T) {
	t.Parallel()
	r := bottest.New(t)
	thread, board := auction(r)
	card := r.Click("ann", board, "Board")
	untouched := r.Click("ann", board, "Bid")
	panel := r.Click("ann", board, "Bid")
	r.Idle()
	if got, want := alone(r, "ann", thread), []string{card.ID, panel.ID}; !slices.Equal(got, want) {
		t.Errorf("after a second press on Bid Ann sees %v, want %v, not %s", got, want, untouched.ID)
	}
	if bid := r.Click("ann", panel, bottest.Labels(panel)[0]); bid.ID != panel.ID || !strings.HasPrefix(bid.Content, "You bid ") {
		t.Fatalf("the panel becomes %+v", bid)
	}
	panel = r.Click("ben", board, "Bid")
	if asked := r.Click("ben", panel, bottest.Labels(panel)[0]); !slices.Contains(bottest.Labels(asked), "Confirm") {
		t.Fatalf("the last bid is answered with %+v", asked)
	}
	r.Idle()
	before := len(r.Discord.Traffic())
	if _, err := r.Discord.User("ben").Click(r.Ctx, panel.ID, "Confirm"); err != nil {
		t.Fatal(err)
	}
	r.Idle()
	for who, want := range map[string][]string{"ann": {card.ID}, "ben": nil} {
		if got := alone(r, who, thread); !slices.Equal(got, want) {
			t.Errorf("%s sees the private messages %v, want %v", who, got, want)
		}
	}
	deleted := 0
	for _, x := range r.Discord.Traffic()[before:] {
		if x.Method == "DELETE" && strings.HasSuffix(x.Path, "/@original") {
			deleted++
		}
	}
	if deleted != 2 {
		t.Errorf("%d panels were deleted by a press, want each of the two once", deleted)
	}
}

// An answer that takes the place of a panel stays, though all panels of the turn go before Discord has
// taken it.
func TestAnAnswerInPlaceOfAPanelStays(t *testing.T) {
	t.Parallel()
	r := bottest.New(t)
	thread, board := auction(r)
	lounge := r.Discord.Channel("lounge")
	r.Slash("ben", lounge, "/play game:magic opponent:@cleo first:me") // which waits for Ben
	table := r.AwaitButton("cleo", lounge, "Accept")
	r.Click("cleo", table, "Accept")
	panel := r.Click("ben", board, "Bid")
	first := r.Click("ann", board, "Bid")
	r.Click("ann", first, bottest.Labels(first)[0])
	panel = r.Click("ben", panel, bottest.Labels(panel)[0])
	r.Idle()
	gone := make(chan struct{}, 10)
	r.Discord.Intercept(func(_ http.ResponseWriter, req *http.Request) bool {
		switch {
		case req.Method == http.MethodDelete && strings.HasSuffix(req.URL.Path, "/@original"):
			gone <- struct{}{}
		case strings.HasSuffix(req.URL.Path, "/callback"):
			world.Pass(t, gone, "the end of a panel")
		}
		return false
	})
	r.Click("ben", panel, "Confirm")
	r.Idle()
	if got := alone(r, "ben", thread); !slices.Equal(got, []string{panel.ID}) {
		t.Errorf("ben sees the private messages %v, want the answer in place of %s", got, panel.ID)
	}
}

// auction has Ann and Ben begin a game of Permutations, and returns its thread and its board.
func auction(r *bottest.Rig) (thread string, board sandbox.Message) {
	r.Helper()
	games := r.Discord.Channel("games")
	table := r.Opens(games, "game:permutations first:me", "Join")
	r.Click("ben", table, "Join")
	r.Await("ann", games, func(m sandbox.Message) bool { return m.ID == table.ID && slices.Contains(bottest.Labels(m), "Start") })
	r.Click("ann", table, "Start")
	thread = r.Await("ben", games, func(m sandbox.Message) bool { return m.ID == table.ID && m.Thread != "" }).Thread
	return thread, r.AwaitButton("ben", thread, "Bid")
}

// alone returns the ids of the messages in a channel that a person alone sees.
func alone(r *bottest.Rig, who, channel string) (ids []string) {
	for _, m := range r.Alone(who, channel) {
		ids = append(ids, m.ID)
	}
	return ids
}
