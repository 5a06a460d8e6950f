package play_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
	"parlour/games"
	"parlour/games/permute"
)

// TestAWholeGameOverHTTP plays a game by buttons and by text to the scored end, with a swap, restarts the bot in
// the middle, and checks every message that people see. All interactions go over HTTP.
func TestAWholeGameOverHTTP(t *testing.T) {
	t.Parallel()
	r := rig{bottest.OverHTTP(t, sandbox.Config{})}
	channel, board := r.Challenge(r.Discord.Channel("games"), "options:size=9")
	state := begin(t)
	who := []string{"ann", "ben"}
	var plies int
	for ; len(state.ToMove()) > 0; plies++ {
		seat := state.ToMove()[0]
		move := next(state, seat, plies)
		if plies == 7 {
			r.Stop()
			r.Start()
		}
		if plies%2 == 0 || plies == 1 {
			r.byButtons(who[seat], board, state, seat, move)
		} else {
			isPreview(t, r.Plays(who[seat], channel, strings.ToLower(string(move))), move)
		}
		var err error
		if state, err = state.Play(seat, move); err != nil {
			t.Fatal(err)
		}
		board = r.AwaitNext("ben", channel, board)
		r.checkBoard(board, state, who)
	}
	r.checkEnd(channel, board, state, plies, who)
	r.CheckMentions(2)
	r.overHTTP()
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
func (r rig) byButtons(who string, board sandbox.Message, s games.State, seat games.Seat, move games.Move) {
	r.Helper()
	steps := bottest.StepsOf(r, s, seat, move)
	panel := r.Walks(who, board, s, seat, steps)
	isPreview(r, panel, move)
	panel = r.Walks(who, r.Click(who, panel, "Back"), s, seat, steps)
	isPreview(r, panel, move)
	r.Confirms(who, panel)
}

// isPreview checks that a message shows one person a move and asks whether it is played.
func isPreview(t testing.TB, m sandbox.Message, move games.Move) {
	t.Helper()
	if !m.Ephemeral || len(m.Attachments) != 1 || !strings.HasPrefix(m.Attachments[0].Alt, string(move)+", not played yet.") || !slices.Contains(bottest.Labels(m), "Confirm") {
		t.Fatalf("the preview of %s is %+v, want a picture for one person", move, m)
	}
}

// checkBoard checks a board as everybody sees it.
func (r rig) checkBoard(board sandbox.Message, s games.State, who []string) {
	r.Helper()
	if len(board.Attachments) != 1 || !strings.Contains(board.Attachments[0].Alt, s.View(games.Spectator).String()) {
		r.Fatalf("the board %q does not show, in words,\n%s", board.Content, s.View(games.Spectator))
	}
	if png := board.Attachments[0].Data; !strings.HasPrefix(string(png), "\x89PNG") {
		r.Fatalf("the board is no PNG but %d other bytes", len(png))
	}
	if len(s.ToMove()) == 0 {
		return
	}
	want, pings := r.Discord.User(who[s.ToMove()[0]]).Mention()+", your turn. ", []string{who[s.ToMove()[0]]}
	if s.View(games.Spectator).Words().Unit == 0 {
		want, pings = r.Discord.User("ann").Mention()+" "+r.Discord.User("ben").Mention()+", here we go. Ann moves first.", who
	}
	if !strings.HasPrefix(board.Content, want) {
		r.Errorf("the board says %q, want %q", board.Content, want)
	}
	if !slices.Equal(board.Pings, pings) || board.Everyone || board.Silent {
		r.Errorf("the board pings %v, want %v alone", board.Pings, pings)
	}
}

// checkEnd checks the end of a game, and the messages that each person saw during it.
func (r rig) checkEnd(channel string, last sandbox.Message, s games.State, plies int, who []string) {
	r.Helper()
	result, _ := s.Result()
	winner := who[slices.Index(result.Places, 1)]
	if want := ", it's over. " + bottest.Titles(winner) + " wins, "; !strings.Contains(last.Content, want) {
		r.Errorf("the last board says %q, want %q", last.Content, want)
	}
	if !slices.Equal(last.Pings, who) || !slices.Equal(bottest.Labels(last), []string{"Rematch", "Analyse", "Record"}) {
		r.Errorf("the last board pings %v and has buttons %v", last.Pings, bottest.Labels(last))
	}
	r.awaitLines(channel)
	onlooker := r.Discord.User("cleo").Sees(channel)
	r.checkLines(bottest.Public(onlooker), plies)
	for _, m := range onlooker {
		if m.Ephemeral {
			r.Errorf("an onlooker sees an ephemeral message: %q", m.Content)
		}
	}
	for _, name := range who {
		if got := r.Discord.User(name).Sees(channel); len(bottest.Public(got)) != len(bottest.Public(onlooker)) || slices.ContainsFunc(got, func(m sandbox.Message) bool { return m.Ephemeral }) {
			r.Errorf("%s sees %d messages, want those that an onlooker sees and no panel\n%s", name, len(got), r.Summary(name, channel))
		}
		for _, n := range r.Discord.User(name).Notifications() {
			if !slices.ContainsFunc([]string{", your turn. ", ", here we go. ", ", it's over. ", " challenges you to "}, func(s string) bool { return strings.Contains(n.Text, s) }) {
				r.Errorf("%s was notified with %q", name, n.Text)
			}
		}
	}
	if n := len(r.Discord.User("cleo").Notifications()); n > 0 {
		r.Errorf("an onlooker was notified %d times", n)
	}
}

// checkLines checks what the boards of a game have become: a line for each ply but the last, and
// perhaps one before them for the board with which the game began.
func (r rig) checkLines(all []sandbox.Message, plies int) {
	r.Helper()
	if first := all[0]; first.Content == "Ann moves first." { // it goes once both have moved, if there is time for that
		all = all[1:]
	}
	if len(all) != plies {
		r.Fatalf("an onlooker sees %d messages, want a line for each of %d plies but the last, and a board", len(all), plies)
	}
	for i, m := range all[:plies-1] {
		want := fmt.Sprintf(`%d\. `, i+1)
		if !strings.HasPrefix(m.Content, want) || strings.Contains(m.Content, "\n") || len(m.Attachments) > 0 {
			r.Errorf("the board of ply %d is now %q with %d pictures, want a line that begins with %q", i+1, m.Content, len(m.Attachments), want)
		}
	}
}

// awaitLines waits until of a game that is over only the last public message is more than a line.
func (r rig) awaitLines(channel string) {
	r.Helper()
	if _, err := r.Discord.User("cleo").Await(r.Soon(), channel, func(all []sandbox.Message) bool {
		all = bottest.Public(all)
		return !slices.ContainsFunc(all[:len(all)-1], func(m sandbox.Message) bool { return len(m.Rows)+len(m.Attachments) > 0 })
	}); err != nil {
		r.Errorf("old boards keep their buttons: %v\n%s", err, r.Summary("cleo", channel))
	}
}

// A rig is a [bottest.Rig] that checks what people see.
type rig struct{ *bottest.Rig }

// overHTTP fails the test unless all interactions went over HTTP, and the bot knows no gateway.
func (r rig) overHTTP() {
	r.Helper()
	taken, refused := 0, 0
	for _, x := range r.Discord.Traffic() {
		switch {
		case x.Method == discord.GatewayMethod && x.Path == "INTERACTION_CREATE", strings.Contains(x.Path, "/gateway"):
			r.Errorf("over HTTP there is no %s %s", x.Method, x.Path)
		case x.Method == discord.EndpointMethod && x.Status == http.StatusAccepted:
			taken++
		case x.Method == discord.EndpointMethod && x.Status == http.StatusUnauthorized:
			refused++
		}
	}
	if taken == 0 || refused == 0 {
		r.Errorf("%d interactions were taken and %d refused, want some of each", taken, refused)
	}
}
