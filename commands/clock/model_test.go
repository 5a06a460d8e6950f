package clock

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"parlour/storage"
)

// A model is a slow and plain account of some days in a zone, minute by minute, against which the
// package is tested. Its moments are numbers of minutes after the first.
type model struct {
	zone  *time.Location
	start time.Time
	walls []int // the local time at each minute, in minutes since 1 January 1970
}

const minutesOfDay = 24 * 60

// scenes are zones with the middle one of the days of a model. The clocks change on that day,
// except in the first two.
var scenes = []struct{ zone, day string }{
	{"UTC", "2026-06-15"},
	{"Asia/Kathmandu", "2026-06-15"},
	{"Europe/Berlin", "2026-03-29"}, // 02:00 to 03:00
	{"Europe/Berlin", "2026-10-25"}, // 03:00 to 02:00
	{"America/New_York", "2026-03-08"},
	{"America/New_York", "2026-11-01"},
	{"America/New_York", "2096-11-04"},    // beyond what the zone lists, by its rule
	{"Australia/Lord_Howe", "2026-04-05"}, // 02:00 to 01:30
	{"Australia/Lord_Howe", "2026-10-04"}, // 02:00 to 02:30
	{"Australia/Lord_Howe", "2096-10-07"},
	{"America/Sao_Paulo", "2018-11-04"}, // 00:00 to 01:00
	{"America/Sao_Paulo", "2019-02-17"}, // 00:00 to 23:00
	{"America/Nuuk", "2026-03-28"},      // 23:00 to 00:00
	{"America/Nuuk", "2026-10-24"},      // 00:00 to 23:00
	{"America/St_Johns", "2010-03-14"},  // 00:01 to 01:01
	{"America/St_Johns", "2010-11-07"},  // 00:01 to 23:01
	{"Africa/Casablanca", "2026-02-15"}, // 03:00 to 02:00
	{"Africa/Casablanca", "2026-03-22"}, // 02:00 to 03:00
	{"Pacific/Apia", "2011-12-30"},      // a day that was left out
}

// models returns a model of each of the scenes. Nobody changes them, so the tests share them.
func models(t *testing.T) []*model {
	t.Helper()
	all, err := allModels()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var allModels = sync.OnceValues(func() ([]*model, error) {
	var all []*model
	for n, s := range scenes {
		zone, err := time.LoadLocation(s.zone)
		if err != nil {
			return nil, err
		}
		middle, err := time.ParseInLocation("2006-01-02 15:04", s.day+" 12:00", zone)
		if err != nil {
			return nil, err
		}
		m := &model{zone: zone, start: middle.AddDate(0, 0, -5)}
		for i := range 14 * minutesOfDay {
			at := m.at(i).In(zone)
			_, offset := at.Zone()
			m.walls = append(m.walls, (int(at.Unix())+offset)/60)
		}
		if changes := m.walls[len(m.walls)-1]-m.walls[0] != len(m.walls)-1; changes != (n >= 2) {
			return nil, fmt.Errorf("the clocks of %s change around %s: %v", s.zone, s.day, changes)
		}
		all = append(all, m)
	}
	return all, nil
})

func (m *model) at(minute int) time.Time { return m.start.Add(time.Duration(minute) * time.Minute) }

// first returns the first minute at which the local time is at least said.
func (m *model) first(said int) int {
	for i, w := range m.walls {
		if w >= said {
			return i
		}
	}
	return len(m.walls)
}

// last returns the last minute at which the local time is said, or the first minute of a later
// local time if it is never said.
func (m *model) last(said int) int {
	for i := len(m.walls) - 1; i >= 0; i-- {
		switch {
		case m.walls[i] == said:
			return i
		case m.walls[i] < said:
			return i + 1
		}
	}
	return 0
}

// quiet returns for each minute whether it is in the quiet hours.
func (m *model) quiet(w storage.Window) []bool {
	marked := make([]bool, len(m.walls))
	if w.From == w.To {
		return marked
	}
	for day := m.walls[0]/minutesOfDay - 1; day*minutesOfDay <= m.walls[len(m.walls)-1]; day++ {
		from, to := day*minutesOfDay+w.From, day*minutesOfDay+w.To
		if w.To < w.From {
			to += minutesOfDay
		}
		for i, end := m.first(from), m.last(to); i < end; i++ {
			marked[i] = true
		}
	}
	return marked
}

// run returns the stretch of marked minutes around a marked one.
func run(marked []bool, at int) (from, to int) {
	for from = at; from > 0 && marked[from-1]; from-- {
	}
	for to = at; to < len(marked) && marked[to]; to++ {
	}
	return from, to
}

// A plain turn is a [Turn] in minutes of a model.
type plain struct {
	*model
	since, limit  int
	grace, least  int // it has at least so many minutes from grace on
	quiet, paused []bool
}

// after returns the minute at which the turn has run for so many minutes since another.
func (p plain) after(from, running int) int {
	for ; running > 0; from++ {
		if !p.paused[from] {
			running--
		}
	}
	return from
}

func (p plain) due() int {
	due := p.after(p.since, p.limit)
	if p.quiet[p.since] {
		if _, to := run(p.quiet, p.since); p.since+p.limit <= to {
			due = max(due, p.after(to, 60))
		}
	}
	return max(due, p.after(p.grace, p.least))
}

func (p plain) spent(now int) int {
	n := 0
	for i := p.since; i < now; i++ {
		if !p.paused[i] {
			n++
		}
	}
	return n
}

// free returns the first minute from one on that is neither quiet nor paused.
func (p plain) free(i int) int {
	for p.quiet[i] || p.paused[i] {
		i++
	}
	return i
}

func (p plain) reminder(percent, now int) time.Time {
	due, earliest := p.due(), max(now, p.since)
	hundredths := p.spent(due) * percent
	i := p.after(p.since, hundredths/100)
	rest := time.Duration(hundredths%100) * time.Minute / 100
	for rest > 0 && p.paused[i] {
		i++
	}
	if i < earliest {
		i, rest = earliest, 0
	}
	if f := p.free(i); f > i {
		i, rest = f, 0
	}
	if p.quiet[due-1] || p.paused[due-1] {
		begin := due
		for begin > 0 && (p.quiet[begin-1] || p.paused[begin-1]) {
			begin--
		}
		if before := p.free(max(begin-10, earliest)); before <= i {
			i, rest = before, 0
		}
	}
	if i >= due {
		return time.Time{}
	}
	return p.at(i).Add(rest)
}

// random returns a random turn, and the same turn for the model.
func (m *model) random(rng *rand.Rand) (Turn, plain) {
	p := plain{model: m, since: 2*minutesOfDay + rng.IntN(3*minutesOfDay), limit: 1 + rng.IntN(2*minutesOfDay)}
	switch rng.IntN(3) {
	case 0:
		p.limit = 1 + rng.IntN(90)
	case 1:
		p.limit = 1 + rng.IntN(12*60)
	}
	t := Turn{Since: m.at(p.since), Limit: time.Duration(p.limit) * time.Minute}
	t.Quiet = Quiet{Zone: m.zone, Window: storage.Window{From: rng.IntN(minutesOfDay), To: rng.IntN(minutesOfDay)}}
	if rng.IntN(2) == 0 { // over midnight, as most changes of the clocks are near it
		t.Quiet.Window = storage.Window{From: 20*60 + rng.IntN(6*60), To: rng.IntN(10 * 60)}
		t.Quiet.From %= minutesOfDay
	}
	if rng.IntN(3) == 0 {
		p.grace, p.least = p.since+rng.IntN(2*minutesOfDay), rng.IntN(minutesOfDay)
		t.Extension = storage.Span{From: m.at(p.grace), To: m.at(p.grace).Add(time.Duration(p.least) * time.Minute)}
	}
	p.paused = make([]bool, len(m.walls))
	for range rng.IntN(4) {
		from := p.since - 12*60 + rng.IntN(2*minutesOfDay)
		to := from - 60 + rng.IntN(10*60)
		t.Pauses = append(t.Pauses, storage.Span{From: m.at(from), To: m.at(to)})
		for i := from; i < to; i++ {
			p.paused[i] = true
		}
	}
	p.quiet = m.quiet(t.Quiet.Window)
	return t, p
}

func TestTurnMatchesTheModel(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 1))
	all := models(t)
	for n := range 2000 {
		turn, plain := all[n%len(all)].random(rng)
		if got, want := turn.Due(), plain.at(plain.due()); !got.Equal(want) {
			t.Fatalf("case %d: %+v is due at %v, want %v", n, turn, got, want)
		}
		for range 3 {
			now := plain.since - 60 + rng.IntN(plain.due()-plain.since+120)
			if got, want := turn.Spent(plain.at(now)), time.Duration(plain.spent(now))*time.Minute; got != want {
				t.Fatalf("case %d: %+v has at %v run %v, want %v", n, turn, plain.at(now), got, want)
			}
			for percent := 1 + rng.IntN(7); percent < 100; percent += 7 {
				got, want := turn.Reminder(percent, plain.at(now)), plain.reminder(percent, now)
				if !got.Equal(want) || !got.IsZero() && !turn.Reminder(percent, got).Equal(got) {
					t.Fatalf("case %d: %+v reminds, asked at %v, after %d %% at %v, want %v, and asked then too", n, turn, plain.at(now), percent, got, want)
				}
			}
		}
	}
}

// TestReminderKeepsItsPromises checks [Turn.Reminder] at moments between whole minutes.
func TestReminderKeepsItsPromises(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 2))
	all := models(t)
	reminded := 0
	for n := range 2000 {
		turn, _ := all[n%len(all)].random(rng)
		jitter := func(at time.Time) time.Time { return at.Add(time.Duration(rng.Int64N(int64(time.Minute)))) }
		turn.Since, turn.Limit = jitter(turn.Since), turn.Limit+time.Duration(rng.IntN(1000))
		for i, p := range turn.Pauses {
			turn.Pauses[i] = storage.Span{From: jitter(p.From), To: jitter(p.To)}
		}
		due := turn.Due()
		now := turn.Since.Add(time.Duration(rng.Int64N(int64(due.Sub(turn.Since)))))
		low, high := turn.Reminder(20, now), turn.Reminder(80, now)
		if low.IsZero() != high.IsZero() || high.Before(low) {
			t.Fatalf("case %d: %+v reminds, asked at %v, after 20 %% at %v and after 80 %% at %v", n, turn, now, low, high)
		}
		if low.IsZero() {
			continue
		}
		reminded++
		for _, at := range []time.Time{low, high} {
			if _, quiet := turn.Quiet.At(at); quiet || at.Before(now) || !at.Before(due) || turn.Spent(at.Add(1)) == turn.Spent(at) {
				t.Fatalf("case %d: %+v, due at %v, reminds, asked at %v, at %v", n, turn, due, now, at)
			}
		}
	}
	if reminded < 1000 {
		t.Errorf("only %d of the cases had a reminder", reminded)
	}
}

func TestQuietMatchesTheModel(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 3))
	for _, m := range models(t) {
		for range 60 {
			turn, p := m.random(rng)
			for range 60 {
				i := 3*minutesOfDay + rng.IntN(8*minutesOfDay)
				got, ok := turn.Quiet.At(m.at(i))
				if ok != p.quiet[i] {
					t.Fatalf("%+v at %v: quiet %v, want %v", turn.Quiet, m.at(i), ok, p.quiet[i])
				}
				if !ok {
					continue
				}
				from, to := run(p.quiet, i)
				if !got.From.Equal(m.at(from)) || !got.To.Equal(m.at(to)) {
					t.Fatalf("%+v at %v: %v, want %v to %v", turn.Quiet, m.at(i), got, m.at(from), m.at(to))
				}
			}
		}
	}
}

func TestDailyMatchesTheModel(t *testing.T) {
	t.Parallel()
	for _, m := range models(t) {
		for minute := 0; minute < minutesOfDay; minute += 7 {
			at := m.at(minutesOfDay)
			for day := m.walls[minutesOfDay] / minutesOfDay; day < m.walls[12*minutesOfDay]/minutesOfDay; day++ {
				want, ok := m.daily(day, minute)
				if !ok || want <= minutesOfDay {
					continue
				}
				// Asked at any time since the one before, it is the same.
				between := at.Add(m.at(want).Sub(at) / 3)
				for _, asked := range []time.Time{at, between, m.at(want).Add(-1)} {
					if got := Daily(minute, m.zone, asked); !got.Equal(m.at(want)) {
						t.Fatalf("%v: Daily(%s, %v) = %v, want %v", m.zone, FormatMinute(minute), asked, got.In(m.zone), m.at(want))
					}
				}
				at = m.at(want)
			}
		}
	}
}

// daily returns when a minute of a day comes, where days count from 1 January 1970. ok is false if
// the zone has no such day.
func (m *model) daily(day, minute int) (at int, ok bool) {
	if m.walls[m.first(day*minutesOfDay)]/minutesOfDay != day {
		return 0, false
	}
	i := m.first(day*minutesOfDay + minute)
	if m.walls[i]/minutesOfDay != day {
		i--
	}
	return i, true
}
