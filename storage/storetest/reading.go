package storetest

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlour/storage"
)

// reading are the checks of lists. Each is a script, as [script] reads it.
var reading = []check{
	{"of player", script(`
		create m
		create n created=1 phase=playing players=bob,bob invited=bob
		create o created=2 phase=off players= invited=
		live ann: m
		live bob: m, n
		live cy: m
		live an:
		ended ann:
		ended bob:
		ended cy:
		ended nobody:
	`)},
	{"of player, later", script(`
		create m
		change m players=cy,ann invited= phase=playing
		live cy: m
		live ann: m
		live bob:
		change m phase=over
		live cy:
		ended cy: m
		ended bob:
		change m phase=off
		live cy:
		ended cy: m
		ended bob:
		change m phase=open invited=dan past=fay
		live fay:
		live past fay: m
		live past dan:
		ended cy:
		live cy: m
		live dan: m
		change m phase=off
		live dan:
		ended dan: m
		live past fay:
		ended past fay: m
	`)},
	{"of player, oldest first", script(`
		create a created=4 phase=playing
		create b created=-1 phase=playing
		create c created=3 phase=playing
		create d created=-36792000 phase=playing
		live bob: d, b, c, a
		channel home: d, b, c, a
		change d phase=over
		change b phase=over
		change c phase=over
		change a phase=over
		ended bob: d, b, c, a
	`)},
	// among those of people whose ids sort before and after
	{"of player, the newest", script(`
		create a created=4 phase=playing players=bob invited= channel=home
		create b created=-1 phase=playing players=bob invited= channel=home
		create c created=3 phase=playing players=bob invited= channel=home
		create d created=-36792000 phase=playing players=bob invited= channel=home
		create e created=1 phase=over players=bob invited= channel=home
		create of-ann created=100 players=ann invited= home=ann channel=ann
		create of-bobby created=100 players=bobby invited= home=bobby channel=bobby
		create of-cy created=100 players=cy invited= home=cy channel=cy
		create of-zed created=100 players=zed invited= home=zed channel=zed
		newest 1 live bob: a
		newest 2 live bob: a, c
		newest 4 live bob: a, c, b, d
		newest 5 live bob: a, c, b, d
		newest 1 channel home: a
		newest 4 channel home: a, c, b, d
		newest 5 channel home: a, c, b, d
		newest 3 ended bob: e
		newest 3 live nobody:
	`)},
	{"of player, by when it ended", script(`
		create a created=4 phase=playing players=bob invited= channel=home
		create b created=-1 phase=playing players=bob invited= channel=home
		create c created=3 phase=playing players=bob invited= channel=home
		change a phase=over ended=5
		change c phase=off ended=6
		change b phase=over ended=7
		ended bob: a, c, b
		newest 2 ended bob: b, c
		newest 2 past home: b, c
	`)},
	{"of channel", script(`
		create m
		create n created=1 channel=home
		create o created=2 phase=over
		channel home: m, n
		channel thread: m
		channel hom:
		channel guild:
	`)},
	{"of channel, later", script(`
		create m channel=home
		channel home: m
		change m channel=thread-1
		channel home: m
		channel thread-1: m
		change m channel=thread-2
		channel thread-1:
		channel thread-2: m
		change m phase=off
		channel home:
		channel thread-2:
	`)},
	{"of a server", script(`
		create a guild=g players=ann invited=
		create b guild=g created=1 players=bob invited=
		create c guild=other players=cy invited=
		create d guild=g players=ann invited=bob
		channel tables g: a, b
		channel running g:
		newest 1 channel tables g: b
		channel others g: d
		change a phase=playing players=ann,bob
		change b phase=playing
		change d phase=playing players=ann,bob invited=
		channel tables g:
		channel tables other: c
		channel others g: b
		channel running g: a, d
		newest 1 channel running g: d
		change a phase=over
		channel running g: d
		newest 5 past running g:
		create e guild= phase=playing players=ann,bob
		channel running :
		channel others :
		change b phase=off
		channel others g:
	`)},
	{"ended in", script(`
		create live
		create a created=4 phase=over
		create b created=-1 phase=over
		create c created=3 phase=over
		create d created=-36792000 phase=over
		create e created=5 phase=off channel=home
		create f phase=over home=home-2 channel=zz
		newest 10 past home: e, a, c, b, d
		newest 10 past thread: a, c, b, d
		newest 2 past home: e, a
		newest 10 past zz: f
		newest 10 past hom:
		newest 10 past a:
		newest 10 past zzz:
	`)},
	{"ended in, later", script(`
		create m
		newest 10 past home:
		change m phase=over
		newest 10 past home: m
		newest 10 past thread: m
		change m channel=thread-2
		newest 10 past thread:
		newest 10 past thread-2: m
		change m phase=playing
		newest 10 past home:
		newest 10 past thread-2:
	`)},
	{"standings", script(`
		create live game=go results=wl
		create a game=go results=wl ended=1 phase=over
		create b game=go results=wl ended=3 phase=over
		create c game=go results=ld ended=2 phase=over
		create d game=chess results=dw ended=4 phase=over
		create e game=go results=w- ended=5 phase=over above=away
		create f game=go results=wl ended=50000 phase=over
		create l game=go results=lw ended=600000 phase=over
		create g game=go results=wl ended=6 phase=over guild=other
		create h game=go results=wwwww ended=7 phase=over players=former-ann,zed guild=another
		create i game=go results=wl ended=8 phase=off
		create j game=go results=wl ended=9 phase=over guild=
		create k game=go results=wl ended=8 phase=over above= home=lobby
		standings server 2026-03 thread any: ann +2=1-1 12:03 go, bob +1=1-2 12:04 go
		standings server 2026-03 thread go: ann +2=0-1 12:03 go, bob +0=1-2 never go
		standings server 2026-03 thread,away go: ann +3=0-1 12:05 go, bob +0=1-2 never go
		standings server 2026-03 lobby any: ann +1=0-0 12:08 go, bob +0=0-1 never go
		standings server ever thread go: ann +3=0-2 05:20 go, bob +1=1-3 04:00 go
		standings server 2026-04 thread,away any: ann +1=0-0 05:20 go, bob +0=0-1 never go
		standings server 2026 thread go: ann +3=0-1 05:20 go, bob +0=1-3 never go
		standings server 2026-02 thread any:
		standings server 2025 thread any:
		standings server 2026-03 home any:
		standings server 2026-03  any:
		standings serve 2026-03 thread any:
		standings server 2026-03 thread g:
		standings another 2026-03 thread go: zed +1=0-0 12:07 go
	`)},
	{"standings, later", script(`
		create a game=go
		create b game=go results=wl ended=3 phase=over
		change a results=wl ended=2 phase=over
		standings server 2026-03 thread go: ann +2=0-0 12:03 go, bob +0=0-2 never go
		change a due=d
		standings server 2026-03 thread go: ann +2=0-0 12:03 go, bob +0=0-2 never go
		change a players=ann,former-bob
		standings server 2026-03 thread go: ann +2=0-0 12:03 go, bob +0=0-1 never go
		change b players=ann,former-bob
		standings server 2026-03 thread go: ann +2=0-0 12:03 go
		change a game=chess
		standings server 2026-03 thread go: ann +1=0-0 12:03 go
		standings server 2026-03 thread chess: ann +1=0-0 12:02 chess
		change a phase=playing
		standings server 2026-03 thread chess:
		change a phase=over results=ll
		change b phase=over results=dd
		standings server 2026-03 thread any: ann +0=1-1 never chess
		change b results=
		change a results=
		standings server 2026-03 thread any:
	`)},
	{"due", script(createAll + `
		due 2 10: f, b, c
		due 3 10: f, b, c, e, a
		due 3 3: f, b, c
		due 3 5: f, b, c, e, a
		due 3 1: f
		due 3 0:
		due -36792000 10:
		due never 10:
	`)},
	{"due in any phase", script(`
		create off phase=off due=0
		create over phase=over due=1
		create playing phase=playing due=2
		create open due=3
		due 9 10: off, over, playing, open
	`)},
	{"due, later", script(`
		create m
		create other due=5
		change m due=1
		due 20 10: m, other
		change m due=7
		due 6 10: other
		due 20 10: other, m
		play m
		due 20 10: other, m
		change m phase=over due=d
		due 20 10: other
		change m due=2
		due 20 10: m, other
	`)},
	{"scheduled", script(`
		scheduled:
		record person ann due=1
		create h phase=over` + createAll + `
		scheduled: f, b, c, e, a, h, g
		change h due=1
		scheduled: f, b, h, c, e, a, g
		change h due=d
		scheduled: f, b, c, e, a, g
	`)},
	{"due records", script(`
		create m
		record k a due=a
		record k b due=b
		record k c due=c
		record k d due=d
		record k e due=e
		record k f due=f
		record k g due=g
		record other a due=1
		record other g due=1
		records k 2 10: f, b, c
		records k 3 10: f, b, c, e, a
		records k 3 5: f, b, c, e, a
		records k 3 1: f
		records k 3 0:
		records k -36792000 10:
		records k never 10:
		records none 100 10:
		record k f due=9
		records k 2 10: b, c
		records k 100 10: b, c, e, a, f
		record k f due=d
		records k 100 10: b, c, e, a
	`)},
	{"many records", script(`
		record k a due=a
		record k b due=d
		record k g due=g
		record other g due=1
		many k g,nothing,a,b: a, b, g
		many k b: b
		many other a,g: g
		many other a:
		many none a,b,g:
	`)},
}

// createAll makes a match for each of [nextChecks].
const createAll = `
		create a due=a
		create b due=b
		create c due=c
		create d due=d
		create e due=e
		create f due=f
		create g due=g`

// nextChecks are times of checks that have names.
var nextChecks = map[string]time.Time{
	"a": minute(3), "b": minute(-1), "c": minute(2), "d": {}, "e": minute(2).Add(time.Microsecond),
	"f": time.Date(1969, 12, 31, 23, 59, 59, 999999000, time.UTC), "g": time.Date(2400, 1, 1, 0, 0, 0, 0, time.UTC),
}

// script returns a check that carries out a script, a line at a time:
//
//	create ID FIELD=VALUE…       makes a match as [Full] has it, but for some fields
//	change ID FIELD=VALUE…       appends to a match, which changes some fields
//	play ID                      appends an entry
//	record KIND ID due=TIME      writes a record
//	QUESTION: IDS                asks a question of [wantLists]
//
// A time is in minutes after noon, or one of [nextChecks].
func script(text string) func(testing.TB, storage.Store) {
	return func(t testing.TB, s storage.Store) {
		for line := range strings.Lines(text) {
			words := strings.Fields(line)
			if len(words) == 0 {
				continue
			}
			switch words[0] {
			case "create":
				h := Full(words[1])
				change(&h, words[2:])
				create(t, s, h)
			case "change", "play":
				m, err := s.Get(t.Context(), words[1])
				if err != nil {
					t.Fatal(err)
				}
				change(&m.Head, words[2:])
				var log []storage.Entry
				if words[0] == "play" {
					log = plies("a")
				}
				add(t, s, m.Head, log...)
			case "record":
				r, err := s.Record(t.Context(), words[1], words[2])
				if err != nil {
					t.Fatal(err)
				}
				r.Value, r.NextCheck = fullRecord("", "").Value, timeOf(strings.TrimPrefix(words[3], "due="))
				put(t, s, r)
			default:
				wantLists(t, s, strings.TrimSpace(line))
			}
		}
	}
}

// change sets fields of a match.
func change(h *storage.Head, fields []string) {
	for _, field := range fields {
		name, value, _ := strings.Cut(field, "=")
		values := strings.FieldsFunc(value, func(r rune) bool { return r == ',' })
		switch name {
		case "created":
			h.Created, h.EndedAt = timeOf(value), timeOf(value)
		case "due":
			h.NextCheck = timeOf(value)
		case "phase":
			h.Phase = storage.Phase(value)
		case "home":
			h.Home = value
		case "guild":
			h.Guild = value
		case "channel":
			h.Channel = value
		case "past":
			h.Past = values
		case "above":
			h.Above = value
		case "game":
			h.Setup.Game = value
		case "results":
			h.Outcome = value
		case "ended":
			h.EndedAt = timeOf(value)
		case "players":
			h.Players = nil
			for _, id := range values {
				h.Players = append(h.Players, storage.Player{ID: id})
			}
		case "invited":
			if h.Invited = nil; value != "" {
				h.Invited = &storage.Player{ID: value}
			}
		default:
			panic("there is no field " + name)
		}
	}
}

// timeOf reads a time of a script.
func timeOf(text string) time.Time {
	if at, ok := nextChecks[text]; ok {
		return at
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(err)
	}
	return minute(n)
}

// wantLists checks what a store says: each line is a question of [Answer] and its answer.
func wantLists(t testing.TB, s storage.Store, lines ...string) {
	t.Helper()
	for _, line := range lines {
		question, want, _ := strings.Cut(line, ":")
		got, err := Answer(context.Background(), s, question)
		if err != nil || got != strings.TrimPrefix(want, " ") {
			t.Errorf("%s: %s, %v, want%s", question, got, err, want)
		}
	}
}

// Answer asks a store a question, and returns the ids that are its answer, or what a match or a record is. Times, which
// are in minutes after noon, are those of another zone. Questions are
//
//	live PLAYER            ended PLAYER      the matches of a person; after "newest N" the newest of them
//	channel CHANNEL        past CHANNEL      the live and the ended ones of a channel likewise
//	due MINUTE N           scheduled         at most N whose check is due, and all that have one
//	records KIND MINUTE N                    at most N records that are due
//	standings GUILD PERIOD CHANNELS GAME     what people have come to
//	many KIND IDS                            those of some records that are there
//	match ID               record KIND ID
func Answer(ctx context.Context, s storage.Store, question string) (string, error) {
	about, of, _ := strings.Cut(question, " ")
	part := storage.All
	if about == "newest" {
		n, rest, _ := strings.Cut(of, " ")
		most, _ := strconv.Atoi(n)
		part = storage.Newest(most)
		about, of, _ = strings.Cut(rest, " ")
	}
	words := strings.Split(of, " ")
	limit, _ := strconv.Atoi(words[len(words)-1])
	var now time.Time
	if n, err := strconv.Atoi(words[max(0, len(words)-2)]); err == nil {
		now = minute(n).In(east)
	}
	var heads []storage.Head
	var ids []string
	var err error
	switch about {
	case "match":
		m, err := s.Get(ctx, of)
		text, failed := json.Marshal(m)
		return fmt.Sprintf("version %d of %d plies: %s", m.Version, m.Plies, text), cmp.Or(err, failed)
	case "record":
		r, err := s.Record(ctx, words[0], words[1])
		return fmt.Sprintf("version %d, due at %v: %s", r.Version, r.NextCheck, r.Value), err
	case "live", "ended":
		heads, err = s.OfPlayer(ctx, of, about == "live", part)
	case "channel", "past":
		heads, err = s.OfChannel(ctx, of, about == "channel", part)
	case "due":
		heads, err = s.Due(ctx, now, limit)
	case "scheduled":
		ids, err = s.Scheduled(ctx)
	case "standings":
		var found []storage.Standing
		found, err = s.Standings(ctx, standingsOf(words))
		return saidOf(found), err
	case "many":
		var found []storage.Record
		found, err = s.RecordsOf(ctx, words[0], strings.Split(words[1], ","))
		for _, r := range found {
			ids = append(ids, r.ID)
		}
		slices.Sort(ids)
	case "records":
		var found []storage.Record
		found, err = s.DueRecords(ctx, words[0], now, limit)
		for _, r := range found {
			ids = append(ids, r.ID)
		}
	default:
		err = fmt.Errorf("there is no question %q", question)
	}
	for _, h := range heads {
		ids = append(ids, h.ID)
	}
	return strings.Join(ids, ", "), err
}

// standingsOf reads what a question asks for: a server, a month, a year or ever, channels, and a game or any.
func standingsOf(words []string) storage.Standings {
	of := storage.Standings{Guild: words[0], Channels: strings.Split(words[2], ",")}
	if at, err := time.Parse("2006-01", words[1]); err == nil {
		of.Period = storage.MonthOf(at)
	} else if at, err := time.Parse("2006", words[1]); err == nil {
		of.Period = storage.YearOf(at)
	}
	if words[3] != "any" {
		of.Game = words[3]
	}
	return of
}

// saidOf writes standings, by person: what each has won, drawn and lost, when they won last, and what they play most.
func saidOf(all []storage.Standing) string {
	var said []string
	for _, st := range all {
		last := "never"
		if st.Won > 0 {
			last = st.Last.Format("15:04")
		}
		said = append(said, fmt.Sprintf("%s +%d=%d-%d %s %s", st.Person, st.Won, st.Drawn, st.Lost, last, st.Game))
	}
	slices.Sort(said)
	return strings.Join(said, ", ")
}
