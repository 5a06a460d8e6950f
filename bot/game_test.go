package bot_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"parlour/bot/sandbox"
	"parlour/games"
	"parlour/games/permute"
)

// TestAWholeGame plays a game by buttons and by text to the scored end, with a swap, and
// restarts the bot in the middle. It checks every message that people see.
func TestAWholeGame(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	channel, board := r.challenge(r.discord.Channel("games"), "options:size=9")
	state := begin(t)
	who := []string{"ann", "ben"}
	var plies int
	for ; len(state.ToMove()) > 0; plies++ {
		seat := state.ToMove()[0]
		move := next(state, seat, plies)
		if plies == 7 {
			r.stop()
			r.start()
		}
		if plies%2 == 0 || plies == 1 {
			r.byButtons(who[seat], board, steps(move))
		} else {
			answer := r.slash(who[seat], channel, "/move move:"+strings.ToLower(string(move)))
			if want := "You played **" + string(move) + "**."; answer.Content != want {
				t.Fatalf("/move %s was answered with %q, want %q", move, answer.Content, want)
			}
		}
		var err error
		if state, err = state.Play(seat, move); err != nil {
			t.Fatal(err)
		}
		board = r.awaitBoard("ben", channel, plies+1)
		r.checkBoard(board, state, who)
	}
	r.checkEnd(channel, board, state, plies, who)
	r.checkMentions(1)
}

// checkMentions checks that every message, edit and answer names at most so many people to
// notify, and that Discord looks for no mentions in the text.
func (r *rig) checkMentions(most int) {
	r.t.Helper()
	checked := 0
	for _, x := range r.discord.Traffic() {
		var body struct {
			Type     int
			Data     *json.RawMessage
			Mentions *struct {
				Parse []string
				Users []string
			} `json:"allowed_mentions"`
		}
		answer := strings.HasSuffix(x.Path, "/callback")
		if !answer && !(strings.Contains(x.Path, "/messages") && !strings.HasSuffix(x.Path, "/threads")) {
			continue
		}
		if err := json.Unmarshal(x.Request, &body); err != nil {
			r.t.Errorf("%s %s: %v", x.Method, x.Path, err)
			continue
		}
		if answer {
			if body.Type != 4 && body.Type != 7 {
				continue // the answer is no message
			}
			if err := json.Unmarshal(*body.Data, &body); err != nil {
				r.t.Error(err)
			}
		}
		checked++
		if body.Mentions == nil || body.Mentions.Parse == nil || len(body.Mentions.Parse) > 0 || len(body.Mentions.Users) > most {
			r.t.Errorf("%s %s may notify %+v", x.Method, x.Path, body.Mentions)
		}
	}
	if checked == 0 {
		r.t.Error("no message was checked")
	}
}

func begin(t *testing.T) games.State {
	t.Helper()
	s, err := permute.Game{}.Start(games.Setup{Game: "permute", Rules: 1, Seats: 2, Options: map[string]string{
		"size": "9", "start": "chequer", "swap": "on",
	}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// next returns the move of a ply: the swap if it is legal, else one from anywhere in the
// list of legal moves.
func next(s games.State, seat games.Seat, ply int) games.Move {
	legal := s.Legal(seat)
	if slices.Contains(legal, "swap") {
		return "swap"
	}
	return legal[ply*37%len(legal)]
}

// steps returns a move as the values that the panel asks for.
func steps(m games.Move) []string {
	if m == "swap" {
		return []string{"swap"}
	}
	face, cell, _ := strings.Cut(string(m[1:]), "-")
	return []string{face, string(m[:1]) + "-" + cell}
}

// byButtons makes a move on the panel, and takes one step back on the way.
func (r *rig) byButtons(who string, board sandbox.Message, steps []string) {
	r.t.Helper()
	panel := r.click(who, board, "Move")
	for i, step := range steps {
		panel = r.choose(who, panel, step)
		if i == 0 && len(steps) > 1 {
			panel = r.choose(who, r.click(who, panel, "Back"), step)
		}
	}
	if !panel.Ephemeral || len(panel.Attachments) != 1 || !strings.HasPrefix(panel.Attachments[0].Alt, "Preview of ") {
		r.t.Fatalf("the preview is %+v, want a picture for one person", panel)
	}
	panel = r.click(who, panel, "Confirm")
	if !strings.HasPrefix(panel.Content, "You played ") || len(panel.Attachments) > 0 || len(panel.Rows) > 0 {
		r.t.Fatalf("Confirm was answered with %+v", panel)
	}
}

// checkBoard checks a board as everybody sees it.
func (r *rig) checkBoard(board sandbox.Message, s games.State, who []string) {
	r.t.Helper()
	if len(board.Attachments) != 1 || !strings.Contains(board.Attachments[0].Alt, s.View(games.Spectator).String()) {
		r.t.Fatalf("the board %q does not show, in words,\n%s", board.Content, s.View(games.Spectator))
	}
	if png := board.Attachments[0].Data; !strings.HasPrefix(string(png), "\x89PNG") {
		r.t.Fatalf("the board is no PNG but %d other bytes", len(png))
	}
	if len(s.ToMove()) == 0 {
		return
	}
	owes, other := who[s.ToMove()[0]], who[1-s.ToMove()[0]]
	first, _, _ := strings.Cut(board.Content, "\n")
	want := fmt.Sprintf("Your turn, %s: Permute against %s", r.discord.User(owes).Mention(), strings.ToUpper(other[:1])+other[1:])
	if first != want {
		r.t.Errorf("the first line of the board is %q, want %q", first, want)
	}
	if !slices.Equal(board.Pings, []string{owes}) || board.Everyone {
		r.t.Errorf("the board pings %v, want %s alone", board.Pings, owes)
	}
}

// checkEnd checks the end of a game, and the messages that each person saw during it.
func (r *rig) checkEnd(channel string, last sandbox.Message, s games.State, plies int, who []string) {
	r.t.Helper()
	result, _ := s.Result()
	winner := who[slices.Index(result.Places, 1)]
	if want := "Permute is over: " + strings.ToUpper(winner[:1]) + winner[1:] + " wins"; !strings.HasPrefix(last.Content, want) {
		r.t.Errorf("the last board says %q, want %q", last.Content, want)
	}
	if len(last.Pings) > 0 || !slices.Equal(labels(last), []string{"Rematch", "Analyse", "Record", "Text"}) {
		r.t.Errorf("the last board pings %v and has buttons %v", last.Pings, labels(last))
	}
	onlooker := r.discord.User("cleo").Sees(channel)
	if len(public(onlooker)) != plies+1 {
		r.t.Errorf("an onlooker sees %d messages, want a board for each of %d plies and the first", len(public(onlooker)), plies)
	}
	for _, m := range onlooker {
		if m.Ephemeral {
			r.t.Errorf("an onlooker sees an ephemeral message: %q", m.Content)
		}
		if strings.Contains(m.Content, "You played") {
			r.t.Errorf("an answer is public: %q", m.Content)
		}
	}
	r.awaitStripped(channel)
	for _, name := range who {
		all := r.discord.User(name).Sees(channel)
		if got := public(all); len(got) != plies+1 {
			r.t.Errorf("%s sees %d boards, want %d", name, len(got), plies+1)
		}
		for _, n := range r.discord.User(name).Notifications() {
			if !strings.HasPrefix(n.Text, "Your turn, @") && !strings.Contains(n.Text, "challenges you") {
				r.t.Errorf("%s was notified with %q", name, n.Text)
			}
		}
	}
	if n := len(r.discord.User("cleo").Notifications()); n > 0 {
		r.t.Errorf("an onlooker was notified %d times", n)
	}
}

// awaitStripped waits until only the last public message of a finished game has buttons.
func (r *rig) awaitStripped(channel string) {
	r.t.Helper()
	if _, err := r.discord.User("cleo").Await(r.soon(), channel, func(all []sandbox.Message) bool {
		return !slices.ContainsFunc(all[:len(all)-1], func(m sandbox.Message) bool { return len(m.Rows) > 0 && !m.Ephemeral })
	}); err != nil {
		r.t.Errorf("old boards keep their buttons: %v\n%s", err, r.summary("cleo", channel))
	}
}
