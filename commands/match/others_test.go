package match

import (
	"strings"
	"testing"
	"time"

	"parlour/games"
	"parlour/storage"
)

var midday = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// begun returns a match that is played by a, b and so on.
func begunGame(game string, seats int) storage.Head {
	head := storage.Head{ID: "m", Created: midday}
	head.Phase, head.Setup = storage.Playing, games.Setup{Game: game, Rules: 1, Seats: seats, Options: map[string]string{}}
	head.Clocks = make([]storage.Clock, seats)
	for seat := range seats {
		head.Players = append(head.Players, storage.Player{ID: string(rune('a' + seat)), Name: string(rune('A' + seat))})
	}
	return head
}

func TestWinnerOf(t *testing.T) {
	head := begunGame("permutations", 3)
	for _, c := range []struct {
		places []int
		want   string
	}{
		{[]int{2, 1, 3}, "b"}, {[]int{1, 2, 2}, "a"}, {[]int{1, 1, 3}, ""}, {nil, ""},
		{[]int{2, 3, 4, 1}, ""}, // a dummy, whose seat comes after those of the players
	} {
		if got := winnerOf(head, c.places); got != c.want {
			t.Errorf("WinnerOf %v = %q, want %q", c.places, got, c.want)
		}
	}
}

func TestBetween(t *testing.T) {
	m := &Match{Match: storage.Match{Head: begunGame("permute", 2)}}
	m.Phase = storage.Over
	for name, c := range map[string]struct {
		change func(*storage.Head)
		want   bool
	}{
		"the same":             {func(*storage.Head) {}, true},
		"swapped seats":        {func(h *storage.Head) { h.Players[0], h.Players[1] = h.Players[1], h.Players[0] }, true},
		"another option":       {func(h *storage.Head) { h.Setup.Options["size"] = "12" }, true},
		"another game":         {func(h *storage.Head) { h.Setup.Game = "magic" }, false},
		"another opponent":     {func(h *storage.Head) { h.Players[1].ID = "x" }, false},
		"a third player":       {func(h *storage.Head) { h.Players = append(h.Players, storage.Player{ID: "x"}) }, false},
		"one that goes on":     {func(h *storage.Head) { h.Phase = storage.Playing }, false},
		"one without a result": {func(h *storage.Head) { h.Phase = storage.Off }, false},
	} {
		head := begunGame("permute", 2)
		head.Phase = storage.Over
		c.change(&head)
		if got := m.samePair(head); got != c.want {
			t.Errorf("%s: Between = %v, want %v", name, got, c.want)
		}
	}
}

// The match whose clock expires first is the most urgent; those without a clock come last.
func TestWaiting(t *testing.T) {
	wakes := func(id string, since, due time.Time) storage.Head {
		head := begunGame("permute", 2)
		head.ID, head.Clocks[0] = id, storage.Clock{Since: since, Due: due}
		return head
	}
	late := wakes("late", midday, midday.Add(time.Hour))
	late.Clocks[0].ExpiredAt = midday.Add(-time.Hour)
	open, over := wakes("open", midday, midday), wakes("over", midday, midday)
	open.Phase, over.Phase = storage.Open, storage.Over
	list := []storage.Head{
		wakes("calm", midday, time.Time{}), wakes("soon", midday, midday.Add(time.Minute)), wakes("theirs", time.Time{}, time.Time{}),
		wakes("tomorrow", midday, midday.Add(24*time.Hour)), late, open, over,
	}
	var got []string
	for _, head := range Waiting(list, "a") {
		got = append(got, head.ID)
	}
	if want := "late soon tomorrow calm"; strings.Join(got, " ") != want {
		t.Errorf("Waiting = %s, want %s", strings.Join(got, " "), want)
	}
	if others := Waiting(list, "x"); len(others) != 0 {
		t.Errorf("%d matches wait for a stranger, want none", len(others))
	}
}
