package commands_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"parlour/commands"
	"parlour/commands/match"
	"parlour/commands/world"
	"parlour/games"
	"parlour/storage"
)

// behind does a step past the service, or looks at what is stored; known is false for any other step:
//
//	alter 1 {"phase":"off"}          changes the head of a match in the store
//	note ann {"no_direct":true}      changes what the store has of a person
//	guild {"channels":["games"]}     the same for the server
//	match 1 phase clocks.0.due       writes down parts of a stored match; match "live" is ann's only one that goes on
//	about ann no_direct              writes down parts of what is stored of a person
//	due                              writes down how many matches and people are due
//	forgets d1                       match 1 forgets a direct message, as after a crash between its post and the note
//	budget                           channels of direct messages have the usual budget, and each that is opened is written down
//	alive, alive 1h                  the service has been at work until now; it is for so long, and checks every ten minutes
//	duel permute turn-time:10h       ann challenges ben to a game in which she moves first, and he accepts
//	table magic ben,cleo turn-time:10h    ann opens table 1, the others join, and she starts it and moves first
//	ended ann,ben wl 5 permute games    five games that count, a minute apart: who played, what it is for each, where
//	ended ann,parlour:6 wl 3 permute games    ann won three games against Parlour at level 6
//	parlour gives up                 from now on Parlour gives up in place of a move
//	parlour takes 3s                 from now on Parlour takes three seconds for each move of an analysis, and thinks aside
//	late                             what follows an answer comes too late from now on, as after 14 minutes
//	rates ann permute two 1600 80    ann's rating and its deviation, in games of two or, with "more", of more
//	forgotten                        ann is forgotten
//	before post STEP & STEP          before the next call of the channel, or write of the store, that begins with this
//	                                 word, another service does the steps; after "append~to_move" it must have those
//	                                 letters. "panics" is a step there.
//	after get STEP                   right after the service read or wrote it in its store, likewise
//	count games left, <@ann>         writes down how many messages of a channel have had these words at first
//	now games left, <@ann>           writes down how many messages that are there have these words now
//	counts find, counted             the calls of the channel of a kind are counted, and their number is written down
//	greet lounge ann 1h              ann added Parlour to a server with this system channel, or "none", an hour ago
//	thinks, think, thoughts          one thought of an opponent is thought, or all; how many wait is written down
//	forget thoughts                  those that wait are lost, as when the bot ends
//	lapse                            a turn of two hours goes by, and opponents think before it and after it
//	ticks 10m                        the service checks people and matches every five seconds for so long
//	dies 3, full 3, room             the process dies after three writes, or the disk is full; there is room again
func (w *talk) behind(words []string, line string) (known bool, err error) {
	ctx := context.Background()
	_, patch, _ := strings.Cut(line, "{")
	patch = "{" + patch
	switch words[0] {
	case "alter":
		m, err := w.store.Get(ctx, words[1])
		if err == nil {
			err = json.Unmarshal([]byte(patch), &m.Head)
		}
		if err == nil {
			_, err = w.store.Append(ctx, m.Head)
		}
		return true, err
	case "note":
		_, err = storage.People.Change(ctx, w.store, words[1], func(p *storage.Person) error { return json.Unmarshal([]byte(patch), p) })
	case "guild":
		_, err = storage.Servers.Change(ctx, w.store, "guild", func(s *storage.Server) error { return json.Unmarshal([]byte(patch), s) })
	case "match":
		if words[1] == "live" {
			words[1] = w.live().ID
		}
		m, err := w.store.Get(ctx, words[1])
		w.parts(m.Head, words[2:])
		return true, err
	case "about":
		p, err := storage.People.Get(ctx, w.store, words[1])
		w.parts(p, words[2:])
		return true, err
	case "due":
		matches, err := w.store.Due(ctx, w.Now(), 100)
		people, err2 := storage.People.Due(ctx, w.store, w.Now(), 100)
		w.note("  due: %d matches, %d people %v%v", len(matches), len(people), err, err2)
	case "hand":
		d := commands.Deed{About: words[1]}
		for i, into := range []*string{&d.ID, &d.Does} {
			if len(words) > i+2 {
				*into = words[i+2]
			}
		}
		told, err := w.service.ByHand(ctx, w.store.(storage.Movable), d)
		if said := strings.TrimSpace(string(told)); said != "" && d.Does != "export" {
			w.note("  %s", strings.ReplaceAll(said, "\n", "\n  "))
		}
		return true, err
	case "ratings":
		s, ok := w.store.(storage.Movable)
		if !ok {
			return true, fmt.Errorf("the ratings of a %T are not rebuilt", w.store)
		}
		played, wrong, err := match.RebuildRatings(ctx, s, false)
		w.note("  ratings: %d games, wrong %q", played, wrong)
		return true, err
	case "alive":
		if len(words) == 1 {
			words = append(words, "0s")
		}
		d, err := time.ParseDuration(words[1])
		for end := w.Now().Add(d); err == nil; w.Pass(10 * time.Minute) {
			_, err = storage.Uptimes.Change(ctx, w.store, storage.TheUptime, func(up *storage.Uptime) error { up.Alive = w.Now(); return nil })
			if d > 0 {
				err = errors.Join(err, w.service.Remind(ctx), w.service.Due(ctx))
			}
			if !w.Now().Before(end) {
				break
			}
		}
		return true, err
	case "table":
		err := w.person("ann", "/play first:me game:"+strings.Join(append(words[1:2:2], words[3:]...), " "))
		for who := range strings.SplitSeq(words[2], ",") {
			err = errors.Join(err, w.person(who, "clicks Join on 1"))
		}
		return true, errors.Join(err, w.person("ann", "clicks Start on 1"))
	case "forgotten":
		return true, errors.Join(w.step(w.t, "ann /privacy > Forget me > Yes, forget me"), w.service.Remind(ctx))
	case "ended":
		return true, w.ended(words[1:])
	case "rates":
		return true, w.rates(words[1:])
	case "late":
		w.tooLate = true
	case "parlour":
		takes, wrong := time.ParseDuration(words[len(words)-1])
		w.with(func(c *commands.Config) {
			c.Games = slices.Clone(c.Games)
			for i, g := range c.Games {
				if o, plays := g.(games.Opponent); plays && wrong != nil {
					c.Games[i] = meek{o}
				} else if plays {
					c.Games[i] = slow{o, func() { w.Pass(takes) }}
				}
			}
			if wrong == nil {
				w.aside = make(chan func(context.Context), 100)
				c.Aside = func(do func(context.Context)) { w.aside <- do }
			}
		})
	case "duel":
		if err := w.person("ann", "/play opponent:ben first:me game:"+strings.Join(words[1:], " ")); err != nil {
			return true, err
		}
		for n := 99; n > 0; n-- {
			if id := strconv.Itoa(n); w.ByID(id) != nil {
				return true, w.person("ben", "clicks Accept on "+id)
			}
		}
	case "before", "after":
		w.hook(words[0] == "before", words[1], strings.Split(strings.Join(words[2:], " "), " & "))
	case "panics":
		panic("boom")
	case "count", "now":
		n := 0
		for _, p := range w.In(words[1]) {
			version := p.Versions[0]
			if words[0] == "now" {
				version = p.Versions[len(p.Versions)-1]
			}
			if (words[0] == "count" || !p.Gone) && strings.Contains(version.Content, strings.Join(words[2:], " ")) {
				n++
			}
		}
		w.note("  %d messages", n)
	case "counts":
		n := w.counts(world.Op(strings.Join(words[1:], " ")))
		w.counted = func() int { return int(n.Load()) }
	case "counted":
		w.note("  counted: %d", w.counted())
	case "greet":
		words = append(words, "")
		j := commands.Joined{Guild: "11000000000000000010", Name: "Ann's *place*", Lang: "de", At: w.Now(), System: words[1], By: words[2]}
		if words[1] == "none" {
			j.System = ""
		}
		ago, _ := time.ParseDuration(words[len(words)-2])
		j.At = j.At.Add(-ago)
		w.service.Greet(j)
	case "thinks":
		if thought, began := world.Pass(w.t, w.aside, "the thought of an opponent"); began {
			thought(ctx)
		}
	case "think":
		for n := 0; len(w.aside) > 0 && err == nil; n++ {
			if err = w.step(w.t, "thinks"); n == 100 {
				err = errors.New("the opponents never come to an end")
			}
		}
	case "thoughts":
		w.note("  thoughts: %d", len(w.aside))
	case "forget":
		w.aside = make(chan func(context.Context), 100)
		w.with(func(*commands.Config) {}) // which thinks of nothing yet
	case "lapse":
		for step := range strings.SplitSeq("think, pass 1h, wake, remind, pass 50m, wake, remind, pass 10m, wake, think", ", ") {
			err = errors.Join(err, w.step(w.t, step))
		}
	case "ticks":
		d, err := time.ParseDuration(words[1])
		for end := w.Now().Add(d); err == nil && w.Now().Before(end); {
			w.Pass(5 * time.Second)
			if err = w.service.Remind(ctx); err == nil {
				err = w.service.Due(ctx)
			}
		}
		return true, err
	case "dies", "full":
		n, err := strconv.Atoi(words[1])
		if words[0] == "dies" {
			w.dies(n)
		} else {
			w.fills(n)
		}
		return true, err
	case "room":
		w.over(w.store)
	case "forgets":
		m, err := w.store.Get(ctx, "1")
		m.Asked = slices.DeleteFunc(m.Asked, func(d storage.Direct) bool { return d.Message == words[1] })
		if err == nil {
			_, err = w.store.Append(ctx, m.Head)
		}
		return true, err
	case "budget":
		w.openings = true
		w.with(func(c *commands.Config) { c.Budget = commands.Budget{Minute: 5, Day: 300} })
	default:
		return false, nil
	}
	return true, err
}

// hook has another service do some steps once, before or after a call of the store, or before one of the channel.
func (w *talk) hook(before bool, when string, steps []string) {
	at, has, _ := strings.Cut(when, "~")
	own := w.service
	var happened atomic.Bool
	w.t.Cleanup(func() {
		if !happened.Load() {
			w.t.Errorf("it never came to what was to happen at %q", when)
		}
	})
	do := func() {
		happened.Store(true)
		w.service = w.another(func(c *commands.Config) { c.Store = w.store })
		defer func() { w.service = own }()
		w.steps(w.t, steps...)
	}
	if !slices.ContainsFunc([]world.Op{world.Create, world.Append, world.PutRecord, world.Get, world.OfPlayer}, func(op world.Op) bool { return strings.HasPrefix(string(op), at) }) {
		w.once(at, do)
		return
	}
	w.over(world.Once(w.store, before, func(a world.Access) bool {
		head, _ := json.Marshal(a.Head)
		return strings.HasPrefix(string(a.Op), at) && strings.Contains(string(head)+string(a.Record.Value), has)
	}, do))
	own = w.service
}

// parts writes down parts of what is stored, each by its path of JSON keys.
func (w *talk) parts(stored any, paths []string) {
	text, err := json.Marshal(stored)
	var all any
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	for _, path := range paths {
		part := all
		for key := range strings.SplitSeq(path, ".") {
			switch of := part.(type) {
			case map[string]any:
				part = of[key]
			case []any:
				if n, err := strconv.Atoi(key); err == nil && n < len(of) {
					part = of[n]
				} else if key == "#" {
					part = len(of)
				}
			}
		}
		text, err := json.Marshal(part)
		w.note("  %s: %s", path, text)
		if err != nil {
			w.t.Fatal(err)
		}
	}
}

// ended stores games that count, one ended a minute after the other: who played, what each has come to, how many games,
// of which game, and in which channel.
func (w *talk) ended(words []string) error {
	n, err := strconv.Atoi(words[2])
	for range n {
		w.requests++
		head := storage.Head{ID: fmt.Sprint("ended-", w.requests), Created: w.Now()}
		head.Guild, head.Channel, head.Home, head.Phase = "guild", words[4], words[4], storage.Over
		head.Setup.Game, head.Outcome, head.EndedAt = words[3], words[1], w.Now()
		for who := range strings.SplitSeq(words[0], ",") {
			player := person(who).Player()
			if level, plays := strings.CutPrefix(who, "parlour:"); plays {
				player.ID, player.Level = who, games.Level(level)
				head.Places = []int{1, 2} // for which a level counts
			}
			head.Players = append(head.Players, player)
		}
		_, failed := w.store.Create(context.Background(), head)
		err = errors.Join(err, failed)
		w.Pass(time.Minute)
	}
	return err
}

// A meek game is one in which Parlour gives up in place of a move.
type meek struct{ games.Opponent }

func (meek) Player(string, games.Limit) (games.Player, error) {
	return func(games.View, games.Seat, games.Seed) games.Move { return "" }, nil
}

// A slow game is one in which Parlour takes time for each move of an analysis.
type slow struct {
	games.Opponent
	takes func()
}

func (s slow) Advise(v games.View, seat games.Seat, made games.Move, against games.Level, seed games.Seed) games.Advice {
	s.takes()
	return s.Opponent.Advise(v, seat, made, against, seed)
}

// rates sets a rating: of whom, in which game, with "more" for games with more than two, its mean and its deviation.
func (w *talk) rates(words []string) error {
	var r storage.Rating
	r.Pool, r.At, r.Volatility = storage.Pool{Guild: "guild", Game: words[1], More: words[2] == "more"}, w.Now(), 0.06
	if _, err := fmt.Sscan(strings.Join(words[3:], " "), &r.Mean, &r.Deviation); err != nil {
		return err
	}
	r.Games = 9
	_, err := storage.AllRatings.Change(context.Background(), w.store, words[0], func(all *storage.Ratings) error { all.Set(r); return nil })
	return err
}
