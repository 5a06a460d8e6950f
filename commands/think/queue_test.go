package think

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
)

// arrive puts thoughts into a queue, each "PERSON KIND", while one of x holds the only room.
func arrive(t *testing.T, q *queue, names ...string) []*task {
	t.Helper()
	if _, err := q.enter(t.Context(), "x", heavy); err != nil {
		t.Fatal(err)
	}
	kinds := map[string]kind{"light": light, "heavy": heavy, "hint": hinting, "review": review}
	var all []*task
	for _, name := range names {
		person, of, _ := strings.Cut(name, " ")
		task := &task{person, kinds[of], make(chan int, 1)}
		q.add(task)
		all = append(all, task)
	}
	return all
}

// drained lets one thought after the other have the room that x had, and returns their names in
// that order, with the crowd of each.
func drained(t *testing.T, q *queue, names []string, tasks []*task) (order []string, crowds []int) {
	t.Helper()
	person, of := "x", heavy
	for range tasks {
		q.leave(person, of)
		i := slices.IndexFunc(tasks, func(t *task) bool { return len(t.room) > 0 })
		if i < 0 {
			t.Fatalf("after %v nobody has the room", order)
		}
		order, crowds = append(order, names[i]), append(crowds, <-tasks[i].room)
		person, of = tasks[i].person, tasks[i].kind
	}
	q.leave(person, of)
	return order, crowds
}

// Rooms go to people in turn, to light moves before heavy ones, and to hints and analyses last.
func TestTheOrderOfThoughts(t *testing.T) {
	for name, c := range map[string]struct{ came, want []string }{
		"people take turns": {
			[]string{"ann heavy", "ann heavy", "ann heavy", "ben heavy", "cay heavy", "ben heavy"},
			[]string{"ann heavy", "ben heavy", "cay heavy", "ann heavy", "ben heavy", "ann heavy"},
		},
		"light before heavy": {
			[]string{"ann heavy", "ann light", "ben heavy", "ben light", "ann light"},
			[]string{"ann light", "ben light", "ann light", "ben heavy", "ann heavy"},
		},
		"hints and analyses last": {
			[]string{"ann review", "ann hint", "ben review", "cay heavy", "cay heavy", "dan hint", "cay light"},
			[]string{"cay light", "cay heavy", "cay heavy", "ann hint", "dan hint", "ben review", "ann review"},
		},
		"the person who had a room just now comes last": {
			[]string{"x heavy", "ann heavy"},
			[]string{"ann heavy", "x heavy"},
		},
	} {
		q := newQueue(1)
		got, _ := drained(t, q, c.came, arrive(t, q, c.came...))
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: the order is %q, want %q", name, got, c.want)
		}
		if len(q.people) > 0 || q.taken() > 0 {
			t.Errorf("%s: %d people and %d rooms are not forgotten", name, len(q.people), q.taken())
		}
	}
}

// A newcomer goes before the next thought of a person with many. That thought goes before the next
// newcomer, so nobody waits for ever.
func TestNewcomersStarveNobody(t *testing.T) {
	q := newQueue(1)
	tasks := arrive(t, q, "ann heavy", "ann heavy", "ann heavy")
	q.leave("x", heavy)
	for i, person := range []string{"ben", "cay"} {
		newcomer := &task{person, heavy, make(chan int, 1)}
		q.add(newcomer)
		if q.leave("ann", heavy); len(newcomer.room) == 0 {
			t.Errorf("%s does not go before the next of ann's", person)
		}
		if q.leave(person, heavy); len(tasks[i+1].room) == 0 {
			t.Errorf("after %s it is not ann's turn", person)
		}
	}
}

// A thought has a crowd of the other people who wait with thoughts as heavy, and of those that
// wait of its own person. One person's many count as one for the others.
func TestTheCrowdOfAThought(t *testing.T) {
	came := []string{"ann heavy", "ann heavy", "ann heavy", "ben heavy", "cay light", "dan hint"}
	q := newQueue(1)
	order, crowds := drained(t, q, came, arrive(t, q, came...))
	if want := []int{0, 3, 1, 1, 0, 0}; !slices.Equal(crowds, want) {
		t.Errorf("the crowds of %q are %v, want %v", order, crowds, want)
	}
}

// With two rooms only one analysis is thought about at a time.
func TestOneAnalysisAtATime(t *testing.T) {
	q := newQueue(2)
	first, second := &task{"ann", review, make(chan int, 1)}, &task{"ben", review, make(chan int, 1)}
	q.add(first)
	q.add(second)
	if len(first.room) == 0 || len(second.room) > 0 {
		t.Errorf("the first has a room: %v, the second: %v; want the first alone", len(first.room), len(second.room))
	}
	if q.leave("ann", review); len(second.room) == 0 {
		t.Error("after the first the second has no room")
	}
}

// A thought whose context ends while it waits goes away, and the others go on.
func TestWaitingEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1)
		arrive(t, q)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			_, err := q.enter(ctx, "ann", light)
			ended <- err
		}()
		synctest.Wait()
		behind := &task{"ben", light, make(chan int, 1)}
		q.add(behind)
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("the wait ends with %v, want its context's end", err)
		}
		if _, err := q.enter(ctx, "ann", light); !errors.Is(err, context.Canceled) {
			t.Errorf("with the context done the next wait ends with %v", err)
		}
		q.leave("x", heavy)
		if q.leave("ben", light); len(behind.room) == 0 || q.taken() > 0 || len(q.people) > 0 {
			t.Errorf("%d rooms are taken and %d people known at the end, want none", q.taken(), len(q.people))
		}
	})
}
