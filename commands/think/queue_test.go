package think

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlour/commands/match"
	"parlour/games"
	"parlour/games/permute"
	"parlour/games/search"
	"parlour/storage/bolt"
)

// kinds are the kinds of thoughts by name.
var kinds = map[string]kind{"light": light, "heavy": heavy, "hint": hinting, "review": review}

// of returns a thought, told by "PERSON KIND" or "PERSON@SERVER KIND".
func of(t *testing.T, what string) *task {
	t.Helper()
	name, kind, _ := strings.Cut(what, " ")
	k, known := kinds[kind]
	if !known {
		t.Fatalf("there is no kind of thought %q", kind)
	}
	person, server, _ := strings.Cut(name, "@")
	return newTask(Asker{server, person}, k)
}

// arrive puts thoughts into a queue while another has the only room.
func arrive(t *testing.T, q *queue, has *task, names ...string) []*task {
	t.Helper()
	if _, err := q.enter(t.Context(), has); err != nil {
		t.Fatal(err)
	}
	var all []*task
	for _, name := range names {
		all = append(all, of(t, name))
		q.add(all[len(all)-1])
	}
	return all
}

// drained lets one thought after the other have the room that another has, and returns their names in
// that order, with the crowd of each.
func drained(t *testing.T, q *queue, has *task, names []string, tasks []*task) (order []string, crowds []int) {
	t.Helper()
	for range tasks {
		q.leave(has)
		i := slices.IndexFunc(tasks, func(t *task) bool { return len(t.room) > 0 })
		if i < 0 {
			t.Fatalf("after %v nobody has the room", order)
		}
		order, crowds = append(order, names[i]), append(crowds, <-tasks[i].room)
		has = tasks[i]
	}
	q.leave(has)
	return order, crowds
}

// Rooms go to servers in turn and in these to people, to light moves before heavy ones, and to hints and analyses last.
func TestTheOrderOfThoughts(t *testing.T) {
	for came, want := range map[string]string{
		// people take turns
		"ann heavy, ann heavy, ann heavy, ben heavy, cay heavy, ben heavy": "ann heavy, ben heavy, cay heavy, ann heavy, ben heavy, ann heavy",
		// light before heavy
		"ann heavy, ann light, ben heavy, ben light, ann light": "ann light, ben light, ann light, ben heavy, ann heavy",
		// hints and analyses last
		"ann review, ann hint, ben review, cay heavy, cay heavy, dan hint, cay light": "cay light, cay heavy, cay heavy, ann hint, dan hint, ben review, ann review",
		// servers take turns before people do, and a direct message is a server of its own
		"ann@A heavy, ben@A heavy, cay@A heavy, dan@B heavy, eve@B heavy, fay heavy": "ann@A heavy, dan@B heavy, fay heavy, ben@A heavy, eve@B heavy, cay@A heavy",
		"ann@A heavy, ann@A heavy, ben@A heavy, ann@B heavy, ann heavy":              "ann@A heavy, ann@B heavy, ann heavy, ben@A heavy, ann@A heavy",
		// the person who had a room just now comes last
		"x heavy, ann heavy": "ann heavy, x heavy",
	} {
		q, all, x := newQueue(1), strings.Split(came, ", "), of(t, "x heavy")
		got, _ := drained(t, q, x, all, arrive(t, q, x, all...))
		if strings.Join(got, ", ") != want || !q.order.Empty() || q.taken() > 0 {
			t.Errorf("of %s the order is %q, want %s; somebody is not forgotten, or %d rooms are not", came, got, want, q.taken())
		}
	}
}

// A newcomer goes before the next thought of a person with many. That thought goes before the next
// newcomer, so nobody waits for ever.
func TestNewcomersStarveNobody(t *testing.T) {
	q := newQueue(1)
	x := of(t, "x heavy")
	tasks := arrive(t, q, x, "ann heavy", "ann heavy", "ann heavy")
	q.leave(x)
	for i, person := range []string{"ben", "cay"} {
		newcomer := of(t, person+" heavy")
		q.add(newcomer)
		if q.leave(tasks[i]); len(newcomer.room) == 0 {
			t.Errorf("%s does not go before the next of ann's", person)
		}
		if q.leave(newcomer); len(tasks[i+1].room) == 0 {
			t.Errorf("after %s it is not ann's turn", person)
		}
	}
}

// A thought has a crowd of the other people who wait with thoughts as heavy, and of those that
// wait of its own person. One person's many count as one for the others.
func TestTheCrowdOfAThought(t *testing.T) {
	came := []string{"ann heavy", "ann heavy", "ann heavy", "ben heavy", "cay light", "dan hint"}
	q, x := newQueue(1), of(t, "x heavy")
	order, crowds := drained(t, q, x, came, arrive(t, q, x, came...))
	if want := []int{0, 3, 1, 1, 0, 0}; !slices.Equal(crowds, want) {
		t.Errorf("the crowds of %q are %v, want %v", order, crowds, want)
	}
}

// With two rooms only one analysis is thought about at a time.
func TestOneAnalysisAtATime(t *testing.T) {
	q := newQueue(2)
	first, second := of(t, "ann review"), of(t, "ben review")
	q.add(first)
	q.add(second)
	if len(first.room) == 0 || len(second.room) > 0 {
		t.Errorf("the first has a room: %v, the second: %v; want the first alone", len(first.room), len(second.room))
	}
	if q.leave(first); len(second.room) == 0 {
		t.Error("after the first the second has no room")
	}
}

// The thoughts of a person who keeps the machine busy, while others ask for little, rest between each other. An other
// person's does not wait for that.
func TestThoughtsOfAGreedyPersonRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1)
		thinks := func(who string, takes time.Duration) (waited time.Duration) {
			came, x := time.Now(), of(t, who)
			if _, err := q.enter(t.Context(), x); err != nil {
				t.Fatal(err)
			}
			waited = time.Since(came)
			time.Sleep(takes)
			q.leave(x)
			return waited
		}
		thinks("ann light", 10*time.Millisecond)
		for _, c := range []struct {
			who  string
			want time.Duration
		}{{"mal heavy", 0}, {"mal heavy", 0}, {"mal light", lineRests * time.Second}, {"ann heavy", 0}, {"mal review", (lineRests - 1) * time.Second}} {
			if got := thinks(c.who, time.Second); got != c.want {
				t.Errorf("the thought %q waits for %v, want %v", c.who, got, c.want)
			}
		}
	})
}

// A person is greedy if they have used much more than the others on average. Nobody alone is, nor one of many who all do
// so, nor a person of whose use little is left. However many people there are, few are remembered.
func TestGreedy(t *testing.T) {
	start := time.Now()
	for used, want := range map[string]string{
		"mal 9000":                         "",
		"mal 9000, ann 10":                 "mal",
		"mal 200, ann 10":                  "",
		"mal 9000, ann 5000":               "",
		"mal 9000, ann 4000":               "mal",
		"mal 900, sid 900, ann 90, ben 90": "mal sid",
		"mal 9000, ann 9000, ben 9000":     "",
		"mal 9000, ann 10, later 25":       "mal",
		"mal 9000, ann 10, later 150":      "",
	} {
		var u Uses
		now, people := start, map[string]bool{}
		for step := range strings.SplitSeq(used, ", ") {
			var who string
			var n int
			if _, err := fmt.Sscan(step, &who, &n); err != nil {
				t.Fatal(err)
			}
			if who == "later" {
				now = now.Add(time.Duration(n) * time.Second)
				continue
			}
			people[who] = true
			u.Add(who, time.Duration(n)*time.Millisecond, now)
		}
		var greedy []string
		for who := range people {
			if u.Greedy(who, now) {
				greedy = append(greedy, who)
			}
		}
		slices.Sort(greedy)
		if got := strings.Join(greedy, " "); got != want {
			t.Errorf("after %s the greedy are %q, want %q", used, got, want)
		}
	}
	var u Uses
	for n := range 20 * mostUsers {
		u.Add(fmt.Sprint(n), time.Millisecond, start)
	}
	if len(u.of) > mostUsers {
		t.Errorf("%d people are remembered, want %d at most", len(u.of), mostUsers)
	}
}

// A thought whose context ends while it waits goes away, and the others go on.
func TestWaitingEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q, x := newQueue(1), of(t, "x heavy")
		arrive(t, q, x)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			_, err := q.enter(ctx, of(t, "ann light"))
			ended <- err
		}()
		synctest.Wait()
		behind := of(t, "ben light")
		q.add(behind)
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("the wait ends with %v, want its context's end", err)
		}
		if _, err := q.enter(ctx, of(t, "ann light")); !errors.Is(err, context.Canceled) {
			t.Errorf("with the context done the next wait ends with %v", err)
		}
		q.leave(x)
		if q.leave(behind); len(behind.room) == 0 || q.taken() > 0 || !q.order.Empty() {
			t.Errorf("%d rooms are taken at the end, or somebody is not forgotten", q.taken())
		}
	})
}

// against stores a game of a person in which an opponent of a level has the first move.
func against(t *testing.T, p *Pool, id, person string, level games.Level) {
	t.Helper()
	begin(t, p, id, 0, level, "")
	m := load(t, p, id)
	m.Players[1].ID = person
	m.Setup.Seed = games.SeedOf(games.Seed{}, []string{id})
	if _, err := p.Env.Append(t.Context(), m.Head); err != nil {
		t.Fatal(err)
	}
}

// While one person's fifty tables wait for hard, another's easy move waits for one thought alone.
// The fifty have fewer playouts the more of them wait, and the last has them all.
func TestOneFloodHoldsUpNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		thinks, goes := make(chan string, 1000), make(chan bool)
		p, _ := newPool(t, scripted{hears: func(level string, playouts int) {
			thinks <- fmt.Sprint(level, " ", playouts)
			<-goes
		}})
		p.Aside = func(do func(context.Context)) { go do(t.Context()) }
		p.Answered = func(context.Context, match.Unshown) error { return nil }
		for i := range 50 {
			against(t, p, fmt.Sprint("m", i), "mal", games.Hard)
			p.Consider(fmt.Sprint("m", i))
		}
		synctest.Wait()
		against(t, p, "e", "ann", games.Easy)
		p.Consider("e")
		var came []string
		for synctest.Wait(); len(thinks) > 0; synctest.Wait() {
			if len(thinks) != 1 {
				t.Fatalf("%d think at once in one room", len(thinks))
			}
			came = append(came, <-thinks)
			goes <- true
		}
		if len(came) != 51 || came[0] != "hard 1000" || came[1] != "easy 1000" {
			t.Fatalf("%d thoughts came, first %q, want hard, then easy, and 51 in all", len(came), came[:min(len(came), 3)])
		}
		if came[2] != "hard 100" || came[48] != "hard 200" || came[49] != "hard 500" || came[50] != "hard 1000" {
			t.Errorf("the playouts are %q, want the fewest at first and all at last", came)
		}
	})
}

// The goroutine of a thought that has few playouts, as others wait, ends as in a crash. The next process, in which
// nobody else waits, thinks with as many, and from the same seed.
func TestAThoughtCutOffHasTheSamePlayouts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "parlour.db")
		var asked []int
		var seeds []games.Seed
		for _, crash := range []bool{true, false} {
			store, err := bolt.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			p := poolOver(t, store, scripted{
				hears: func(_ string, playouts int) { asked = append(asked, playouts) },
				play: func(v games.View, seat games.Seat, seed games.Seed) games.Move {
					if seeds = append(seeds, seed); crash {
						runtime.Goexit()
					}
					return easily(v, seat, seed)
				},
			})
			p.Aside = func(do func(context.Context)) { go do(t.Context()) }
			x := of(t, "x heavy")
			if crash {
				if _, err := p.queue.enter(t.Context(), x); err != nil {
					t.Fatal(err)
				}
			}
			for _, who := range []string{"ann", "ben", "cay"} {
				if crash {
					against(t, p, who, who, games.Hard)
				}
				if crash || who == "ann" {
					p.Consider(who)
				}
				synctest.Wait()
			}
			if crash {
				p.queue.leave(x)
			} else if m := load(t, p, "ann"); len(m.Log) != 1 || m.Log[0].Playouts != asked[0] || m.Thought != nil {
				t.Errorf("the log is %+v, want a move with %d playouts", m.Log, asked[0])
			}
			synctest.Wait()
			store.Close()
		}
		if last := len(asked) - 1; last < 1 || asked[0] != countedFull/5 || asked[last] != asked[0] || seeds[last] != seeds[0] {
			t.Errorf("the thoughts had the playouts %v, want %d at first and at last, with one seed", asked, countedFull/5)
		}
	})
}

// A thought goes on part by part while nobody waits, in time that makes nobody greedy. Who comes waits for one part alone.
// What a crash cuts off has as many playouts as had been stored, though nobody waits.
func TestALongThoughtEndsOnceSomebodyWaits(t *testing.T) {
	for _, c := range []struct {
		comes, crashes int // before which part; -1 for never
		has, logged    int
	}{
		{-1, -1, 3000, 0},
		{0, -1, 1000, 1000},
		{1, -1, 2000, 2000},
		{2, -1, 3000, 0},
		{-1, 1, 2000, 2000},
		{-1, 2, 3000, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "parlour.db")
			came := of(t, "ben hint")
			for _, again := range []bool{false, true} {
				if again && c.crashes < 0 {
					break
				}
				store, err := bolt.Open(path)
				if err != nil {
					t.Fatal(err)
				}
				var p *Pool
				p = poolOver(t, store, scripted{
					hears: func(_ string, playouts int) {
						if playouts != c.has {
							t.Errorf("%v: it has %d playouts", c, playouts)
						}
					},
					parts: func(n int) {
						if n == c.comes {
							p.queue.add(came)
						}
						if n == c.crashes {
							runtime.Goexit()
						}
						time.Sleep(time.Second)
					},
				})
				p.Aside = func(do func(context.Context)) { go do(t.Context()) }
				if !again {
					against(t, p, "m", "ann", games.Hard)
				}
				p.queue.mu.Lock()
				p.queue.line.Uses.Add("ben", 100*time.Millisecond, time.Now())
				p.queue.mu.Unlock()
				p.Consider("m")
				time.Sleep(time.Minute)
				p.queue.mu.Lock()
				got := p.queue.line.Uses.of["ann"]
				p.queue.mu.Unlock()
				if c.crashes < 0 && got > time.Second {
					t.Errorf("%v: ann has used %v, want the first part alone", c, got)
				}
				if m := load(t, p, "m"); (again || c.crashes < 0) && (len(m.Log) != 1 || m.Log[0].Playouts != c.logged) {
					t.Errorf("%v: the log is %+v", c, m.Log)
				}
				store.Close()
			}
			if c.comes >= 0 && len(came.room) == 0 {
				t.Errorf("%v: who came has no room", c)
			}
		})
	}
}

// TestTheLogReplaysAnOpponent plays a game in which an opponent's playouts change from move to move.
// From the log alone, with its playouts and seeds, the same moves are found again.
func TestTheLogReplaysAnOpponent(t *testing.T) {
	p, _ := newPool(t, permute.Game{})
	begin(t, p, "m", 0, games.Medium, games.Medium)
	full, _, least := permute.Game{}.Budget(games.Medium, load(t, p, "m").State.View(0), 0)
	for crowd := range 6 {
		m := load(t, p, "m")
		seat := m.State.ToMove()[0]
		player, full, err := p.player(t.Context(), m, "medium", seat, newTask(Asker{}, light), crowd)
		if err != nil {
			t.Fatal(err)
		}
		move, err := choose(m, player, seat)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.move(t.Context(), m, seat, choice{move: move, playouts: had(m, seat, full)}); err != nil {
			t.Fatal(err)
		}
	}
	m := load(t, p, "m")
	var had []int
	for _, s := range m.Steps() {
		had = append(had, s.Playouts)
		player, err := permute.Game{}.Player("medium", games.Limit{})
		if s.Playouts > 0 {
			player, err = permute.Game{}.Player(string(games.Medium), games.Limit{Playouts: s.Playouts})
		}
		if err != nil {
			t.Fatal(err)
		}
		if again := player(s.Before.View(s.Seat), s.Seat, chanceOf(m, s.Turn, s.Seat)); again != s.Move {
			t.Errorf("with %d playouts it plays %s, and %s stands in the log", s.Playouts, again, s.Move)
		}
	}
	want := []int{0}
	for _, part := range []int{2, 5, 10, 17, 26} {
		want = append(want, max(full/part, least))
	}
	if !slices.Equal(had, want) || least <= full/26 || least >= full/5 {
		t.Errorf("the playouts were %v, want %v", had, want)
	}
}

// A climber is Permute with ten levels, of which each has three times the playouts of the one below.
type climber struct {
	permute.Game
	search.Opponent[climber, permute.View]
}

func (climber) Table() search.Table[permute.View] {
	return search.Table[permute.View]{
		Levels: games.Ladder(10, 5), Overlooks: func(int) float64 { return 0 },
		See:      func(games.View, games.Seat) (v permute.View, cells, ply int) { return v, 1, 0 },
		Playouts: func(step, _ int) int { return int(math.Pow(3, float64(step))) },
		Decide: func(int) search.Searcher[permute.View] {
			return func(permute.View, search.Budget, *rand.Rand) games.Move { return "" }
		},
	}
}

// On a ladder of ten levels the steps above medium go behind the others. While people wait, each has half of its
// playouts, a fifth, a tenth and so on, and never fewer than the level three steps below.
func TestTheSharesOfALadder(t *testing.T) {
	for step, level := range (climber{}).Levels() {
		weight := light
		if step+1 > 5 {
			weight = heavy
		}
		if got := weightOf(climber{}, level); got != weight {
			t.Errorf("a move of %s is of kind %d, want %d", level, got, weight)
		}
	}
	for level, want := range map[games.Level][]int{
		games.Hard:   {0, 29524, 11809, 5904, 3473, 2271, 2187}, // of 59049, for which 0 stands
		"7":          {0, 1093, 437, 218, 128, 84, 81},          // of 2187
		games.Medium: {0, 121, 48, 24, 14, 9, 9},                // of 243
		"2":          {0, 4, 3, 3, 3, 3, 3},                     // of 9: no fewer than easy
		games.Easy:   {0, 0, 0, 0, 0, 0, 0},
	} {
		p, _ := newPool(t, climber{})
		for crowd, playouts := range want {
			id := fmt.Sprint("m", crowd)
			against(t, p, id, "ann", level)
			m := load(t, p, id)
			seat := m.State.ToMove()[0]
			_, full, err := p.player(t.Context(), m, level, seat, newTask(Asker{}, heavy), crowd)
			if err != nil {
				t.Fatal(err)
			}
			if got := had(m, seat, full); got != playouts {
				t.Errorf("with %d others waiting %s has %d playouts, want %d", crowd, level, got, playouts)
			}
		}
	}
}
