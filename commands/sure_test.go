package commands_test

import (
	"slices"
	"strings"
	"testing"
)

// A typed turn that gives the other player the game is asked for in words, and so is one that is picked.
func TestALostTwistIsAskedFor(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "ann /play game:pentago opponent:ben first:me", "ben clicks Accept on 1")
	for i, m := range strings.Fields("a3-Ca4 e5-Aa1 a2-Cd1 d2-Ca1 f3-Ad1 b6-Ad1 d5-Aa1 e2-Ca4 e1-Aa1 c2-Cd1 a1-Cd4") {
		w.steps(t, []string{"ann", "ben"}[i%2]+" plays "+m)
	}
	w.steps(t, "ben /move move:f2-Ad1")
	if got, want := w.lastSaid("ben"), "This gives Ann five in a row, which wins. Play it?"; got != want {
		t.Errorf("a typed turn that loses is asked for by %q, want %q", got, want)
	}
	w.steps(t, "ben /move move:f2-Cd1")
	if got, want := w.lastSaid("ben"), "It will look like this. Play it?"; got != want {
		t.Errorf("another turn is asked for by %q, want %q", got, want)
	}
}

// Where the first stone goes in a corner, the four corners are buttons of the first board.
func TestTheCornerIsOneQuestion(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "ann /play game:pentago opponent:ben first:me options:opening=corner", "ben clicks Accept on 1")
	board := w.Posts[len(w.Posts)-1].Versions
	msg := board[len(board)-1]
	var labels []string
	for _, c := range msg.Rows[0] {
		labels = append(labels, c.Label)
	}
	if want := []string{"a6", "f6", "a1", "f1"}; !slices.Equal(labels, want) || !strings.Contains(msg.Content, "Which corner takes your first stone?") {
		t.Errorf("the first board has the buttons %q and says\n%s\nwant %q", labels, msg.Content, want)
	}
	w.steps(t, "ann clicks f1 on 2")
	if got := w.lastSaid("ann"); !strings.Contains(got, "You place f1.") {
		t.Errorf("after a corner is picked Ann is told %q", got)
	}
}
