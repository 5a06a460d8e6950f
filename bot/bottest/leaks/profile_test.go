package leaks_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlour/bot"
	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/games"
	"parlour/games/all"
	"parlour/games/slyde"
	"parlour/imaging/pages"
	"parlour/storage"
)

// partners play with each other alone.
var partners = map[string]string{"ben": "cleo", "cleo": "ben", "dan": "eve", "eve": "dan"}

// marks are the games of which some are played in one channel alone. There is one of Slyde in each.
var marks = []string{"permute", "magic", "pentago", "twistonly", "catchup", "permutu", "permutations"}

const (
	ended = 2  // how many games of each place two partners have ended that are rated where that may be
	paced = 42 // how many moves one more has that they ended there, so that each has made enough for a pace
)

// play has partners end games in each place: some of its own game, and one of Slyde in which all moves take as many hours as the
// place has for its number. In the first place a game goes on. Dan hides his profile, and Eve has blocked Cleo.
func (y *yard) play() {
	y.Helper()
	game := infoOf("slyde")
	plies := longGame(y, game.Setup())
	for _, pair := range [][]string{{"ben", "cleo"}, {"dan", "eve"}} {
		for i, place := range slices.Concat(y.open, y.closed) {
			for n := range ended {
				h := y.between(pair, infoOf(marks[i]), place, n)
				if i < len(y.open) {
					h.Rated = &storage.Rated{Formula: 1, At: h.EndedAt}
					for _, p := range h.Players {
						h.Rated.Seats = append(h.Rated.Seats, storage.RatedSeat{Player: p.ID, Number: n + 1, After: storage.Skill{Mean: meanOf(i)}})
						y.rateOnce(storage.PoolOf(h), p.ID)
					}
				}
				y.keep(h)
			}
			h := y.between(pair, game, place, ended)
			h.Began = y.clock.Now().Add(-20 * 24 * time.Hour)
			var log []storage.Entry
			for n, ply := range plies {
				log = append(log, storage.Entry{Ply: ply, At: h.Began.Add(time.Duration((n+1)*(i+1)) * time.Hour)})
			}
			y.keep(h, log...)
		}
		h := y.between(pair, infoOf(marks[0]), y.open[0], ended+1)
		h.Phase, h.Places, h.EndedAt = storage.Playing, nil, time.Time{}
		h.Asleep, h.Stand = true, &storage.Stand{In: []games.Seat{0, 1}} // so that lists don't look
		y.keep(h)
	}
	y.note("dan", func(p *storage.Person) { p.NoProfile = true })
	y.note("eve", func(p *storage.Person) {
		p.Blocked = []storage.Blocked{{ID: y.Discord.User("cleo").ID(), Name: "Cleo"}}
	})
}

// note changes what is kept about somebody.
func (y *yard) note(who string, change func(*storage.Person)) {
	y.Helper()
	_, err := storage.People.Change(y.Ctx, y.Store, y.Discord.User(who).ID(), func(p *storage.Person) error { change(p); return nil })
	if err != nil {
		y.Fatal(err)
	}
}

// meanOf returns the rating to which the games of a place led.
func meanOf(place int) float64 { return 1000 + float64(place) }

// between returns a game of a place that the first of two people has won.
func (y *yard) between(pair []string, game games.Info, place string, n int) storage.Head {
	h := storage.Head{ID: fmt.Sprint("played-", pair[0], "-", place, "-", n), Created: y.clock.Now()}
	h.Guild, h.Home, h.Channel, h.Setup = y.Discord.GuildID(), place, place, game.Setup()
	h.Setup.Seats = len(pair)
	for _, who := range pair {
		h.Players = append(h.Players, storage.Player{ID: y.Discord.User(who).ID(), Name: who})
	}
	h.Phase, h.Places, h.EndedAt = storage.Over, []int{1, 2}, h.Created
	return h
}

// infoOf returns what is known of a game.
func infoOf(game string) games.Info {
	i := slices.IndexFunc(all.Games(), func(g games.Game) bool { return g.Info().Name == game })
	return all.Games()[i].Info()
}

// keep stores a game.
func (y *yard) keep(h storage.Head, log ...storage.Entry) {
	y.Helper()
	h, err := y.Store.Create(y.Ctx, h)
	if err == nil && len(log) > 0 {
		_, err = y.Store.Append(y.Ctx, h, log...)
	}
	if err != nil {
		y.Fatal(err)
	}
}

// rateOnce gives a person a rating that no game led to.
func (y *yard) rateOnce(pool storage.Pool, person string) {
	y.Helper()
	_, err := storage.AllRatings.Change(y.Ctx, y.Store, person, func(r *storage.Ratings) error {
		r.Set(storage.Rating{Pool: pool, Skill: storage.Skill{Mean: 900, Deviation: 60}, Games: ended, At: y.clock.Now()})
		return nil
	})
	if err != nil {
		y.Fatal(err)
	}
}

// longGame returns [paced] moves of a game.
func longGame(y *yard, setup games.Setup) (log []games.Ply) {
	y.Helper()
	s, err := slyde.Game{}.Start(setup)
	rng := rand.New(rand.NewPCG(3, 5))
	for range paced {
		if err != nil || len(s.ToMove()) == 0 {
			y.Fatal("the game does not go on", err)
		}
		seat := s.ToMove()[0]
		legal := s.Legal(seat)
		log = append(log, games.Ply{Seat: seat, Move: legal[rng.IntN(len(legal))]})
		s, err = s.Play(seat, log[len(log)-1].Move)
	}
	if err != nil {
		y.Fatal(err)
	}
	return log
}

// askProfile has somebody ask for a profile in a place, and judges it.
func (y *yard) askProfile(who, place string) {
	y.Helper()
	of := bottest.Everyone[1+y.asked%4]
	y.asked++
	y.judgeProfile(who, of, place, y.Slash(who, place, "/profile person:@"+of))
}

// judgeProfile notes what a profile should not tell its reader.
func (y *yard) judgeProfile(who, of, place string, m sandbox.Message) {
	y.Helper()
	picture, isDrawn := y.pictured(m)
	said := fmt.Sprintf("%s\n%+v", m.Content, picture)
	tells := func(what string) {
		y.told = append(y.told, fmt.Sprintf("%s in %s is told by the profile of %s %s: %s", who, place, of, what, said))
	}
	none := fmt.Sprintf("There's no profile of %s here.", bottest.Titles(of))
	if (of == "dan" || of == "eve" && who == "cleo") && of != who {
		if m.Content != none || isDrawn {
			tells("what is hidden")
		}
		return
	}
	for _, other := range bottest.Everyone {
		if other != who && other != of && regexp.MustCompile(`(?i)\b`+other+`\b`).MatchString(said) {
			tells("of " + other)
		}
	}
	rows := map[string]int{} // games that are counted, by title
	for _, row := range regexp.MustCompile(`(?m)^(.+): (\d+) won, (?:(\d+) drawn, )?(\d+) lost$`).FindAllStringSubmatch(m.Content, -1) {
		for _, n := range row[2:] {
			is, _ := strconv.Atoi(cmp.Or(n, "0"))
			rows[row[1]] += is
		}
	}
	total := 0
	for _, n := range rows {
		total += n
	}
	for i, from := range slices.Concat(y.open, y.closed) {
		title := infoOf(marks[i]).Title
		count := rows[title]
		if count > ended {
			tells("of a game that is not over")
		}
		shown := count > 0
		shown = shown || strings.Contains(m.Content, title+": you") || picture.Game == marks[i] ||
			slices.ContainsFunc(picture.Games, func(p pages.Play) bool { return p.Game == marks[i] }) ||
			slices.ContainsFunc(picture.Ratings, func(r pages.Rating) bool { return r.Rating == meanOf(i) }) ||
			regexp.MustCompile(`within `+strconv.Itoa(i+1)+` hours?\b`).MatchString(said)
		if !shown {
			continue
		}
		if from != place {
			y.shown++
		}
		if y.hides(who, from, place) {
			tells("of a game of " + from)
		}
	}
	for _, found := range regexp.MustCompile(`of the last (\d+) games lost|of (\d+) lost on time`).FindAllStringSubmatch(said, -1) {
		if n, _ := strconv.Atoi(found[1] + found[2]); n != total {
			tells("how many games it does not show were lost on time")
		}
	}
	with := strings.Contains(m.Content, ": you")
	if against := picture.Against; against != nil {
		if with = true; against.Won+against.Drawn+against.Lost != total {
			tells("of other games with its reader")
		}
	}
	if with && who != partners[of] {
		tells("of games that its reader didn't play")
	}
}

// pictured returns what the picture of a profile has, and whether there is one.
func (y *yard) pictured(m sandbox.Message) (p pages.Profile, is bool) {
	y.Helper()
	for _, a := range m.Attachments {
		_, text, _ := bytes.Cut(a.Data, []byte("IEND\xaeB`\x82"))
		if err := json.Unmarshal(text, &p); err != nil {
			y.Fatalf("the picture of a profile says %q: %v", text, err)
		}
		is = true
	}
	return p, is
}

// A careless store does not say of people what they hide, and of games what readers must know.
type careless struct {
	storage.Store
	record func(*storage.Record)
	head   func(*storage.Head)
}

func (s careless) Record(ctx context.Context, kind, id string) (storage.Record, error) {
	r, err := s.Store.Record(ctx, kind, id)
	if s.record != nil {
		s.record(&r)
	}
	return r, err
}

func (s careless) OfPlayer(ctx context.Context, id string, live bool, part storage.Part) ([]storage.Head, error) {
	list, err := s.Store.OfPlayer(ctx, id, live, part)
	for i := range list {
		if s.head != nil {
			list[i].Players = slices.Clone(list[i].Players)
			s.head(&list[i])
		}
	}
	return list, err
}

// without renames a field of records, so that nobody finds it.
func without(field string) func(testing.TB, *yard, *bot.Config) {
	return func(_ testing.TB, _ *yard, c *bot.Config) {
		c.Store = careless{Store: c.Store, record: func(r *storage.Record) {
			r.Value = bytes.ReplaceAll(r.Value, []byte(`"`+field+`":`), []byte(`"no":`))
		}}
	}
}

// misread changes the games of [yard.play] that a bot reads in lists.
func misread(change func(*yard, *storage.Head)) func(testing.TB, *yard, *bot.Config) {
	return func(_ testing.TB, y *yard, c *bot.Config) {
		c.Store = careless{Store: c.Store, head: func(h *storage.Head) {
			if strings.HasPrefix(h.ID, "played-") {
				change(y, h)
			}
		}}
	}
}

// tooMuch are faults of a bot whose profiles tell too much, and what the search then finds.
var tooMuch = map[string]struct {
	plant func(testing.TB, *yard, *bot.Config)
	want  string
}{
	"who hides":   {without("no_profile"), "the profile of dan what is hidden"},
	"who blocked": {without("blocked"), "the profile of eve what is hidden"},
	"running": {misread(func(_ *yard, h *storage.Head) { h.Phase, h.Places = storage.Over, []int{1, 2} }),
		"of a game that is not over"},
	"with others": {misread(func(y *yard, h *storage.Head) { h.Players[1].ID = y.Discord.User("eve").ID() }),
		"of games that its reader didn't play"},
	"an opponent": {func(t testing.TB, _ *yard, c *bot.Config) {
		bottest.NewProxy(t, c, func(p *bottest.Proxy, r *http.Request) *http.Response {
			if body := bottest.BodyOf(r); bytes.Contains(body, []byte("** here")) {
				bottest.SetBody(r, bytes.ReplaceAll(body, []byte("** here"), []byte("** here, often with Dan")))
			}
			return p.Pass(r)
		})
	}, "of dan"},
}

// The search finds a profile that somebody hides or that the reader may not have, one that counts a game that goes on or
// games of its reader that others played, and one that names an opponent.
func TestWhatAProfileTellsTooMuchIsFound(t *testing.T) {
	t.Parallel()
	for name, fault := range tooMuch {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			y := &yard{}
			*y = *newYard(t, func(c *bot.Config) { fault.plant(t, y, c) })
			y.play()
			for _, who := range bottest.Everyone[1:] {
				for range 4 {
					y.askProfile(who, y.open[0])
				}
			}
			if !strings.Contains(strings.Join(y.told, "\n"), fault.want) {
				t.Errorf("the search finds %q, want %q", y.told, fault.want)
			}
		})
	}
}
