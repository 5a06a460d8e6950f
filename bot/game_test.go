package bot_test

import (
	"encoding/json"
	"fmt"
	"net/http"
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
	newRig(t).playsAWholeGame()
}

// playsAWholeGame is [TestAWholeGame] on a rig.
func (r *rig) playsAWholeGame() {
	t := r.t
	t.Helper()
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
			r.byButtons(who[seat], board, state, seat, move)
		} else {
			isPreview(t, r.plays(who[seat], channel, strings.ToLower(string(move))), move)
		}
		var err error
		if state, err = state.Play(seat, move); err != nil {
			t.Fatal(err)
		}
		board = r.awaitNext("ben", channel, board)
		r.checkBoard(board, state, who)
	}
	r.checkEnd(channel, board, state, plies, who)
	r.checkMentions(2)
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
		if sends := x.Method == http.MethodPost || x.Method == http.MethodPatch; !sends || !answer && !(strings.Contains(x.Path, "/messages") && !strings.HasSuffix(x.Path, "/threads")) {
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

func begin(t testing.TB) games.State {
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

// byButtons makes a move on the panel, and takes one step back on the way.
func (r *rig) byButtons(who string, board sandbox.Message, s games.State, seat games.Seat, move games.Move) {
	r.t.Helper()
	steps := stepsOf(r.t, s, seat, move)
	panel := r.walks(who, board, s, seat, steps)
	isPreview(r.t, panel, move)
	panel = r.walks(who, r.click(who, panel, "Back"), s, seat, steps)
	isPreview(r.t, panel, move)
	r.confirms(who, panel)
}

// isPreview checks that a message shows one person a move and asks whether it is played.
func isPreview(t testing.TB, m sandbox.Message, move games.Move) {
	t.Helper()
	if !m.Ephemeral || len(m.Attachments) != 1 || !strings.HasPrefix(m.Attachments[0].Alt, string(move)+", not played yet.") || !slices.Contains(labels(m), "Confirm") {
		t.Fatalf("the preview of %s is %+v, want a picture for one person", move, m)
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
	want, pings := r.discord.User(who[s.ToMove()[0]]).Mention()+", your turn. ", []string{who[s.ToMove()[0]]}
	if s.View(games.Spectator).Words().Unit == 0 {
		want, pings = r.discord.User("ann").Mention()+" "+r.discord.User("ben").Mention()+", here we go. Ann moves first.", who
	}
	if !strings.HasPrefix(board.Content, want) {
		r.t.Errorf("the board says %q, want %q", board.Content, want)
	}
	if !slices.Equal(board.Pings, pings) || board.Everyone || board.Silent {
		r.t.Errorf("the board pings %v, want %v alone", board.Pings, pings)
	}
}

// checkEnd checks the end of a game, and the messages that each person saw during it.
func (r *rig) checkEnd(channel string, last sandbox.Message, s games.State, plies int, who []string) {
	r.t.Helper()
	result, _ := s.Result()
	winner := who[slices.Index(result.Places, 1)]
	if want := ", it's over. " + titles([]string{winner}) + " wins, "; !strings.Contains(last.Content, want) {
		r.t.Errorf("the last board says %q, want %q", last.Content, want)
	}
	if !slices.Equal(last.Pings, who) || !slices.Equal(labels(last), []string{"Rematch", "Analyse", "Record"}) {
		r.t.Errorf("the last board pings %v and has buttons %v", last.Pings, labels(last))
	}
	r.awaitLines(channel)
	onlooker := r.discord.User("cleo").Sees(channel)
	r.checkLines(public(onlooker), plies)
	for _, m := range onlooker {
		if m.Ephemeral {
			r.t.Errorf("an onlooker sees an ephemeral message: %q", m.Content)
		}
	}
	for _, name := range who {
		if got := r.discord.User(name).Sees(channel); len(public(got)) != len(public(onlooker)) || slices.ContainsFunc(got, func(m sandbox.Message) bool { return m.Ephemeral }) {
			r.t.Errorf("%s sees %d messages, want those that an onlooker sees and no panel\n%s", name, len(got), r.summary(name, channel))
		}
		for _, n := range r.discord.User(name).Notifications() {
			if !slices.ContainsFunc([]string{", your turn. ", ", here we go. ", ", it's over. ", " challenges you to "}, func(s string) bool { return strings.Contains(n.Text, s) }) {
				r.t.Errorf("%s was notified with %q", name, n.Text)
			}
		}
	}
	if n := len(r.discord.User("cleo").Notifications()); n > 0 {
		r.t.Errorf("an onlooker was notified %d times", n)
	}
}

// checkLines checks what the boards of a game have become: a line for each ply but the last, and
// perhaps one before them for the board with which the game began.
func (r *rig) checkLines(all []sandbox.Message, plies int) {
	r.t.Helper()
	if first := all[0]; first.Content == "Ann moves first." { // it goes once both have moved, if there is time for that
		all = all[1:]
	}
	if len(all) != plies {
		r.t.Fatalf("an onlooker sees %d messages, want a line for each of %d plies but the last, and a board", len(all), plies)
	}
	for i, m := range all[:plies-1] {
		want := fmt.Sprintf(`%d\. `, i+1)
		if !strings.HasPrefix(m.Content, want) || strings.Contains(m.Content, "\n") || len(m.Attachments) > 0 {
			r.t.Errorf("the board of ply %d is now %q with %d pictures, want a line that begins with %q", i+1, m.Content, len(m.Attachments), want)
		}
	}
}

// awaitLines waits until of a game that is over only the last public message is more than a line.
func (r *rig) awaitLines(channel string) {
	r.t.Helper()
	if _, err := r.discord.User("cleo").Await(r.soon(), channel, func(all []sandbox.Message) bool {
		all = public(all)
		return !slices.ContainsFunc(all[:len(all)-1], func(m sandbox.Message) bool { return len(m.Rows)+len(m.Attachments) > 0 })
	}); err != nil {
		r.t.Errorf("old boards keep their buttons: %v\n%s", err, r.summary("cleo", channel))
	}
}
