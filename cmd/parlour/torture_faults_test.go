package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox"
	"parlour/commands/locale"
	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
)

// The judge of [TestTorture] finds each fault that is planted in a match, and nothing in a match without one.
func TestTortureJudges(t *testing.T) {
	const overtook = "1 boards were overtaken" // where all else is well
	for _, c := range []struct {
		name  string
		plant func(*trial)
		want  string // in the judgement; empty where all is well
	}{
		{"a move that was answered is lost", func(c *trial) {
			c.attempts["1"] = append(c.attempts["1"], attempt{3, []string{"a1", "C-a1"}, played})
		}, "ann has made"},
		{"a move that was refused is made", func(c *trial) { c.attempts["2"][0].heard = refused }, "ben has made [swap]"},
		{"another move is made than was asked for", func(c *trial) { c.attempts["1"][3].steps[1] = "A-b1" }, "ann has made"},
		{"a request makes two moves", func(c *trial) { c.match.Log[2].RequestID = c.match.Log[0].RequestID }, "has made two moves"},
		{"a move is against the rules", func(c *trial) { c.match.Log[2].Move = "swap" }, "refuse.swap"},

		{"a board is shown twice", func(c *trial) { c.again(c.board(2)) }, "shown twice"},
		{"a direct message is sent twice", func(c *trial) { c.again(&c.shown[len(c.shown)-1]) }, "shown twice"},
		{"a question is put twice", func(c *trial) { c.again(c.question(1)) }, "shown twice"},
		{"the table is lost", func(c *trial) { c.shown = c.shown[1:] }, "its table was never shown"},
		{"the table keeps its buttons", func(c *trial) { c.shown[0].buttons = true }, "its table has buttons is true"},
		{"the newest board is lost", func(c *trial) { c.lose(3) }, "the board of turn 3, the newest, was never shown"},
		{"a board is of a turn to come", func(c *trial) { c.board(2).turn = 4 }, "turn 4 was shown, which is not"},
		{"a board of the past keeps its buttons", func(c *trial) { c.board(1).buttons = true }, "has buttons (true)"},
		{"a board of the past keeps its picture", func(c *trial) { c.board(2).picture = true }, "a picture (true)"},
		{"the newest board has no buttons", func(c *trial) { c.board(3).buttons = false }, "is live (true), has buttons (false)"},
		{"the head holds an earlier board for the newest", func(c *trial) { c.match.Live.Message = c.board(2).id }, "of turn 2, is live (true)"},

		{"the first line is lost", func(c *trial) { c.lose(1) }, "of the record these lines are missing: [\"1"},
		{"the last line is lost", func(c *trial) { c.lose(2) }, "of the record these lines are missing: [\"2"},
		{"the board with a line is deleted", func(c *trial) { c.board(1).gone = c.match.Created.Add(time.Hour) }, "of the record these lines are missing"},
		{"a line is there again", func(c *trial) { c.board(2).said = c.board(1).said + "\n" + c.board(2).said }, "is there again"},
		{"two lines are in each other's place", func(c *trial) {
			one, two := c.board(1), c.board(2)
			one.said, two.said = two.said, one.said
		}, "is there again"},
		{"a line is of another move", func(c *trial) { c.board(1).said = "1\\. Ann ↺ d3, keeps d4" }, "which the replay does not give"},
		{"a board of the past still asks", func(c *trial) { c.board(1).said = "<@2>, your turn." }, "which the replay does not give"},
		{"a line tells what the newest board tells", func(c *trial) { c.match.Live.From = 1 }, "which the replay does not give"},
		{"a first board that all have answered stays", func(c *trial) { c.board(0).pinged = []string{"1"} }, "and was to be deleted"},
		{"the newest board does not tell its move", func(c *trial) { c.newest.Content = "<@2>, your turn." }, "does not tell"},
		{"the past is not tidied up", func(c *trial) { c.match.Old = []storage.Board{{Message: "m2"}} }, "are no lines yet"},

		{"a board is deleted unread", func(c *trial) { c.board(0).gone = c.match.Log[0].At }, "2 had not moved since"},
		{"a direct message is deleted unread", func(c *trial) { c.direct(3).gone = c.match.Log[2].At.Add(time.Second) }, "2 had not moved since"},
		{"a direct message is deleted before its answer", func(c *trial) { c.direct(1).gone = c.match.Log[1].At.Add(-time.Second) }, "2 had not moved since"},
		{"a direct message whose player has moved stays", func(c *trial) { c.direct(1).gone = time.Time{} }, "of turn 1 to 2 is there still"},
		{"the table is deleted", func(c *trial) { c.shown[0].gone = c.match.Log[2].At }, "was deleted"},
		{"a question is deleted", func(c *trial) { c.question(1).gone = c.match.Log[2].At }, "was deleted"},

		{"a question that waits has no buttons", func(c *trial) { c.question(2).buttons = false }, "question 2 waits for an answer (true) and has buttons (false)"},
		{"a question that was answered has buttons", func(c *trial) { c.question(1).buttons = true }, "question 1 waits for an answer (false) and has buttons (true)"},
		{"a question that was answered still asks", func(c *trial) { c.question(1).said = c.question(2).said }, "question 1 has become"},
		{"a question that waits is not there", func(c *trial) { c.shown = slices.DeleteFunc(c.shown, func(s shown) bool { return s.ask == 2 }) }, "question 2 waits and was never shown"},
		{"an answer is not shown", func(c *trial) { c.match.Asks[0].Answer = "declined" }, "question 2 has an answer and is no line"},
		{"a question nobody put", func(c *trial) { c.question(1).ask = 3 }, "question 3 was shown, which is not"},

		{"the match is never due again", func(c *trial) { c.match.NextCheck = time.Time{} }, "it is live and never due"},
		{"a board is still wanted", func(c *trial) { c.match.Desired.Post++ }, "published is {4 0} and desired {5 0}"},
		{"a publication still fails", func(c *trial) { c.match.FailingSince = c.match.Created }, "failing since 2026"},
		{"the match is over too early", func(c *trial) { c.match.Phase = storage.Over }, "[1] owe a move"},
		{"the newest board is of an earlier turn", func(c *trial) { c.newest.Rows[0][0].CustomID = "1:m:2:move" }, "the turn is 3"},
		{"the newest board shows another position", func(c *trial) { c.newest.Attachments[0].Alt = "another" }, "board does not show"},
		{"the newest board asks nobody", func(c *trial) { c.newest.Content = "Nobody's turn" }, "that ben is to be asked there is true"},
		{"the newest board asks one too many", func(c *trial) { c.newest.Content += " <@1>" }, "that ann is to be asked there is false"},

		{"a match without a fault", func(*trial) {}, ""},
		{"a table that waits", func(c *trial) {
			c.match.Phase, c.match.Log, c.shown, c.attempts = storage.Open, nil, c.shown[:1], nil
			c.match.Asks, c.shown[0].buttons = nil, true
		}, ""},
		{"a move that overtook the first board", func(c *trial) { c.lose(0) }, ""},
		{"a move that overtook a board", func(c *trial) {
			c.overtake(2)
			c.board(0).gone = c.match.Log[1].At.Add(time.Second) // all whom it asked have moved
		}, overtook},
		{"a first board that is deleted, as all have moved", func(c *trial) {
			c.board(0).gone = c.match.Log[1].At.Add(time.Second)
		}, ""},
		{"a code below a line", func(c *trial) { c.board(2).said += "\n-# 9XKD-4MZT" }, ""},
		{"a question to which all agreed", func(c *trial) { c.question(1).said = "ann offered a draw. ben agreed." }, ""},
		{"a question whose offer ended with its turn", func(c *trial) { c.question(1).said = "ann offered a draw. The game went on." }, ""},

		{"a takeback", (*trial).takenBack, ""},
		{"a takeback, and the older line stands", func(c *trial) {
			c.takenBack()
			c.board(2).said = strings.NewReplacer("~~", "", "2.", `2\.`).Replace(c.board(2).said)
		}, "the replay does not give"},
		{"a takeback, and a line that stands is struck", func(c *trial) {
			c.takenBack()
			c.board(1).said = "~~" + strings.Replace(c.board(1).said, `\.`, ".", 1) + "~~"
		}, "the replay does not give"},
		{"a takeback, and a struck line is lost", func(c *trial) { c.takenBack(); c.lose(2) }, "these lines are missing"},

		{"among friends", (*trial).befriend, ""},
		{"among friends no board", func(c *trial) { c.befriend(); c.there = nil }, "never shown"},
		{"among friends two boards", func(c *trial) { c.befriend(); c.there = append(c.there, c.newest) }, "2 boards are of the newest turn"},
		{"among friends another position", func(c *trial) { c.befriend(); c.newest.Attachments[0].Alt = "another" }, "does not show"},
		{"among friends a lost move", func(c *trial) { c.befriend(); c.attempts["1"] = nil }, "ann has made"},
	} {
		match := fair(t)
		c.plant(match)
		found, counts := strings.Join(match.judge(), "\n"), map[string]int{}
		if match.count(counts); counts["overtaken"] > 0 {
			found += fmt.Sprintf("%d boards were overtaken", counts["overtaken"])
		}
		if !strings.Contains(found, c.want) || (c.want == "" || c.want == overtook) && found != c.want {
			t.Errorf("%s: the judge finds %q, want %q", c.name, found, c.want)
		}
	}
}

// A list of attempts explains some moves and not others.
func TestExplains(t *testing.T) {
	for _, c := range []struct {
		attempts []claim
		made     string
		want     bool
	}{
		{nil, "", true},
		{nil, "a", false},
		{[]claim{{[]string{"a"}, played}}, "a", true},
		{[]claim{{[]string{"a"}, played}}, "", false},
		{[]claim{{[]string{"a"}, played}}, "b", false},
		{[]claim{{[]string{"a"}, played}}, "a a", false},
		{[]claim{{[]string{"a"}, refused}}, "", true},
		{[]claim{{[]string{"a"}, refused}}, "a", false},
		{[]claim{{[]string{"a"}, unknown}}, "", true},
		{[]claim{{[]string{"a"}, unknown}}, "a", true},
		{[]claim{{[]string{"a"}, unknown}}, "a a", false},
		{[]claim{{[]string{"a"}, unknown}, {[]string{"a"}, played}}, "a", true},
		{[]claim{{[]string{"a"}, unknown}, {[]string{"a"}, played}}, "a a", true},
		{[]claim{{[]string{"a"}, unknown}, {[]string{"b"}, played}}, "b a", false},
		{[]claim{{[]string{"a"}, played}, {[]string{"b"}, played}}, "a b", true},
		{[]claim{{[]string{"a"}, played}, {[]string{"b"}, played}}, "b a", false},
		{[]claim{{[]string{"b", "a"}, played}}, "a", true},
		{[]claim{{[]string{"a"}, played}, {[]string{"a"}, unknown}, {[]string{"b"}, refused}, {[]string{"c"}, played}}, "a c", true},
	} {
		if got := explains(c.attempts, strings.Fields(c.made)); got != c.want {
			t.Errorf("that %+v explain %q is %v, want %v", c.attempts, c.made, got, c.want)
		}
	}
}

// board returns the board of a turn.
func (c *trial) board(turn int) *shown {
	return c.find(func(s shown) bool { return s.turn == turn && !s.table && s.ask == 0 && s.to == "" })
}

// direct returns the direct message of a turn to ben.
func (c *trial) direct(turn int) *shown {
	return c.find(func(s shown) bool { return s.turn == turn && s.to == "2" })
}

// question returns a question by its number.
func (c *trial) question(number int) *shown {
	return c.find(func(s shown) bool { return s.ask == number })
}

func (c *trial) find(is func(shown) bool) *shown { return &c.shown[slices.IndexFunc(c.shown, is)] }

// again shows a message a second time.
func (c *trial) again(s *shown) {
	twin := *s
	twin.id += "again"
	c.shown = slices.Insert(c.shown, slices.Index(c.ids(), s.id), twin)
}

func (c *trial) ids() (all []string) {
	for _, s := range c.shown {
		all = append(all, s.id)
	}
	return all
}

// lose removes the board of a turn.
func (c *trial) lose(turn int) {
	c.shown = slices.Delete(c.shown, slices.Index(c.ids(), c.board(turn).id), slices.Index(c.ids(), c.board(turn).id)+1)
}

// overtake removes the board before that of a turn, and has the board of the turn tell
// both moves. So it is after a move that came before the earlier board was posted.
func (c *trial) overtake(turn int) {
	before := c.board(turn - 1).said
	c.lose(turn - 1)
	c.board(turn).said = before + "\n" + c.board(turn).said
}

// fair returns a match under way in which nothing is wrong: three moves, an offer of a draw that
// was declined and one that waits, and direct messages, which Permute sends none of, but could.
func fair(t *testing.T) *trial {
	t.Helper()
	words, err := locale.New(all.Games())
	must(t, err)
	at := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	c := &trial{
		words: words,
		match: storage.Match{Head: storage.Head{
			ID: "m", Created: at, NextCheck: at.Add(time.Hour),
			Lobby: storage.Lobby{
				Phase:   storage.Playing,
				Setup:   games.Setup{Game: "permute", Rules: 1, Seats: 2, Options: map[string]string{"size": "9", "start": "chequer", "swap": "on"}},
				Players: []storage.Player{{ID: "1", Name: "ann"}, {ID: "2", Name: "ben"}},
			},
			Place: storage.Place{Lang: "en"},
			Publication: storage.Publication{
				Desired: storage.Revision{Post: 4}, Published: storage.Revision{Post: 4},
				Live:     storage.Board{Message: "board 3", From: 2, To: 3, Turn: 3, Posted: 3, Pinged: []string{"2"}},
				AskCount: 2, Asks: []storage.Ask{{Number: 2, About: "draw", By: "1", Agreed: []string{"1"}, Turn: 3, Message: "question 2"}},
			},
		}},
		attempts: map[string][]attempt{
			"1": {
				{0, []string{"d3", "C-d4"}, unknown}, {0, []string{"d3", "C-d4"}, played},
				{2, []string{"a1", "C-a1"}, refused}, {2, []string{"a1", "C-a2"}, unknown},
			},
			"2": {{1, []string{"swap"}, played}},
		},
	}
	for i, p := range []games.Ply{{Seat: 0, Move: "Cd3-d4"}, {Seat: 1, Move: "swap"}, {Seat: 0, Move: "Ca1-a2"}} {
		c.match.Log = append(c.match.Log, storage.Entry{Ply: p, At: at.Add(time.Duration(i+1) * time.Minute), RequestID: fmt.Sprint("request ", i)})
	}
	c.show(t)
	return c
}

// befriend moves a match among friends.
func (c *trial) befriend() { c.match.Guest, c.there = true, []sandbox.Message{c.newest} }

// show has the messages of a match shown.
func (c *trial) show(t *testing.T) {
	t.Helper()
	must(t, c.replay())
	add := func(id string, s shown) {
		s.id, s.match = id, "m"
		c.shown = append(c.shown, s)
	}
	add("table", shown{post: post{origin: origin{table: true}, pinged: []string{"2"}}, said: "ann and ben are playing Permute."})
	for turn, pinged := range [][]string{{"1", "2"}, {"2"}, {"1"}, {"2"}} {
		s := shown{post: post{origin: origin{turn: turn}, pinged: pinged}, said: "ann moves first."}
		if turn > 0 {
			lines, _ := c.unit(turn - 1)
			s.said = lines[0]
		}
		if turn == 3 {
			s.said, s.buttons, s.picture = "", true, true
		}
		add(fmt.Sprint("board ", turn), s)
	}
	add("question 1", shown{post: post{origin: origin{turn: 0, ask: 1}, pinged: []string{"2"}}, said: "ann offered a draw. ben played on."})
	add("question 2", shown{post: post{origin: origin{turn: 3, ask: 2}, pinged: []string{"2"}}, said: "<@2>, ann offers a draw.", buttons: true})
	add("direct 1", shown{post: post{origin: origin{turn: 1}, gone: c.match.Log[1].At.Add(time.Second)}, to: "2"})
	add("direct 3", shown{post: post{origin: origin{turn: 3}}, to: "2", buttons: true})
	last := c.states[3].state.View(games.Spectator)
	c.newest = sandbox.Message{
		Content: "<@2>, your turn. " + strings.Join(c.voice().All(last.Words().Last), " "), Rows: [][]sandbox.Component{{{Type: 2, CustomID: "1:m:3:move"}}},
		Attachments: []sandbox.Attachment{{Alt: "Permute:\n" + last.String()}},
	}
}
