package match

import (
	"strings"
	"testing"
	"time"

	"parlour/storage"
)

func TestWinnerOf(t *testing.T) {
	head := begun(t, "permutations", 3)
	for _, c := range []struct {
		places []int
		want   string
	}{
		{[]int{2, 1, 3}, "b"}, {[]int{1, 2, 2}, "a"}, {[]int{1, 1, 3}, ""}, {nil, ""},
		{[]int{2, 3, 4, 1}, ""}, // a dummy, whose seat comes after those of the players
	} {
		if got := WinnerOf(head, c.places); got != c.want {
			t.Errorf("WinnerOf %v = %q, want %q", c.places, got, c.want)
		}
	}
}

func TestBetween(t *testing.T) {
	m := &Match{Match: storage.Match{Head: begun(t, "permute", 2)}}
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
		head := begun(t, "permute", 2)
		head.Phase = storage.Over
		c.change(&head)
		if got := Between(m, head); got != c.want {
			t.Errorf("%s: Between = %v, want %v", name, got, c.want)
		}
	}
}

// The match whose clock expires first is the most urgent; those without a clock come last.
func TestWaiting(t *testing.T) {
	match := func(id string, since, due time.Time) storage.Head {
		head := begun(t, "permute", 2)
		head.ID, head.Clocks[0] = id, storage.Clock{Since: since, Due: due}
		return head
	}
	late := match("late", noon, noon.Add(time.Hour))
	late.Clocks[0].ExpiredAt = noon.Add(-time.Hour)
	open, over := match("open", noon, noon), match("over", noon, noon)
	open.Phase, over.Phase = storage.Open, storage.Over
	list := []storage.Head{
		match("calm", noon, time.Time{}), match("soon", noon, noon.Add(time.Minute)), match("theirs", time.Time{}, time.Time{}),
		match("tomorrow", noon, noon.Add(24*time.Hour)), late, open, over,
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
