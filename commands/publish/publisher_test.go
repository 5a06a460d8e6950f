package publish_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/commands/world"
	"parlour/games"
	"parlour/storage"
)

// A match has publications at the same time, and publications that end before their note.
//
//test:unwatched
func TestPublications(t *testing.T) {
	plays(t, map[string]string{
		// While the board of a first move is being posted, two more moves are committed. The publication that
		// waited for the lock shows the newest version, and the buttons stay on the newest message.
		"the newest version is shown": `
			at after post ; a commits move as 2 ; a commits move as 3 ; later a shows as 2 ; later a shows as 3
			a does move
			wait
			boards: 3`,
		"the newest version is shown, the other way round": `
			at after post ; a commits move as 2 ; a commits move as 3 ; later a shows as 3 ; later a shows as 2
			a does move
			wait
			boards: 3`,
		"the newest version is shown, by the last publication alone": `
			at after post ; a commits move as 2 ; a commits move as 3 ; later a shows as 3
			a does move
			wait
			boards: 3`,
		// A publication that another process has overtaken posts its board late. The match still knows the
		// newer board as its newest message.
		"after another process": `
			a commits move as first
			b does move
			boards: 2
			a shows as first
			newest: 3
			shown: all, to 2`,
		// The next move gets a board of its own, once. The lost board becomes a line.
		"a move after one that was cut off": `
			a commits move
			at after post ; a dies
			a shows ! the process died
			pass 1s
			b does move
			boards: 3`,
		"a move after one that was cut off, and its nonce is forgotten": `
			a commits move
			at after post ; a dies
			a shows ! the process died
			pass 4m
			b does move
			boards: 3`,
		// The board asked Ann whether to claim the win, though Ben owed the move. The next
		// process knows whom it notified, so that it is not deleted before they have acted.
		"a found board has notified whom it mentions": `
			a commits move
			at after post ; a dies
			a shows ! the process died
			3 := <@ann>, Ben is out of time.
			fail edit 502 …
			b does move
			pinged 1: ann`,
	})
}

// The process dies after the board was posted and before that was noted, whether the commit of the
// move or a check has claimed the publication. The next process posts no second board: while the
// channel knows the nonce, and after it has forgotten it.
func TestPublishInterruptedBeforeTheNote(t *testing.T) {
	scripts := map[string]string{}
	for when, next := range map[string]string{
		"before the lease ends":           "pass 1s\nb due lease",
		"when the lease ends":             "pass lease+1s\nb due 0s",
		"when the nonce may be forgotten": "pass 2m\nb due 0s",
		"after the nonce is forgotten":    "pass 4m\nb due 0s",
		"after a day":                     "pass 24h\nb due 0s",
	} {
		for by, claim := range map[string]string{"commit": "", "check": "a forgets\npass lease+1s\ncut"} {
			scripts[when+", claimed by the "+by] = "a commits move\n" + claim + "\nat after post ; a dies\na shows ! the process died\n" + next + "\nboards: 2"
		}
	}
	plays(t, scripts)
}

// When the nonce of a board may be forgotten, the channel is searched for it. A message of another match that says
// the same is not taken for it.
func TestAMessageOfAnotherMatchIsNotAdopted(t *testing.T) {
	s := newStage(t, "permute", "ann", "ben")
	s.play(`
		a commits move
		at after post ; a dies
		a shows ! the process died`)
	other := s.Posts[2].Newest()
	for _, row := range other.Rows {
		for i := range row {
			row[i].ID = strings.Replace(row[i].ID, ":m:", ":other:", 1)
		}
	}
	s.Posts[2].Change(other)
	s.play(`
		pass 4m
		b due 0s
		newest: 4
		messages: 4`)
}

// A short channel lists no more than some of its newest messages.
type short struct {
	*world.Channel
	most int
}

func (c short) Own(ctx context.Context, channel string, since time.Time) ([]publish.Posted, error) {
	own, err := c.Channel.Own(ctx, channel, since)
	return own[:min(len(own), c.most)], err
}

// mortal starts a process over a channel that lists few messages.
func (s *stage) mortal(most int) *process {
	return s.starts("mortal", func(_ *process, c *publish.Config) {
		c.Channel, c.Patient = short{s.Channel, most}, short{s.Channel, most}
	})
}

// survives has a process that lives show the match.
func (s *stage) survives() {
	s.t.Helper()
	s.play(strings.Repeat("pass lease\nsurvivor due lease-1ns\n", 3) + "told: once")
}

// A process dies again and again while two people move and ask for a draw, at any request and at any
// write, mostly before a publication ends. In the end each board of the past is a line, and each ply
// is told once, though the channel lists no more than its newest messages.
//
//test:unwatched
func TestNoBoardIsLostByCrashes(t *testing.T) {
	for seed := range uint64(3) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			s := bareStage(t, "permute", "ann", "ben")
			chance := rand.New(rand.NewPCG(seed, 0))
			for range 30 {
				p := s.mortal(12)
				p.wholly, s.on = true, p
				p.fuse.Light(chance.IntN([]int{6, 8, 20}[seed%3]) + min(1, chance.IntN(3)))
				if chance.IntN(2) == 0 { // else somebody moves first
					endsWell(t, p.Due(t.Context(), match.Lease-1))
				}
				for p.fuse.Dead() == nil && s.stored().Phase == storage.Playing {
					s.pass(time.Duration(chance.Int64N(int64(time.Second))))
					s.acts(p, chance)
				}
				s.pass(time.Duration(chance.Int64N(int64(2 * time.Second))))
			}
			s.survives()
		})
	}
}

// Each process dies after it has posted a message, before that is noted. The next notes a board
// before it posts its own, so however many die, no board gets out of reach.
func TestEachProcessNotesTheBoardOfTheOneBefore(t *testing.T) {
	s := bareStage(t, "permute", "ann", "ben")
	for range 20 {
		s.mortal(4)
		s.play("mortal commits move\nat after post ; mortal dies\nmortal shows ! the process died\npass 1s")
	}
	s.survives()
}

// endsWell checks that a publication ended well, or with the death of its process.
func endsWell(t *testing.T, err error) {
	t.Helper()
	if err != nil && !errors.Is(err, world.ErrDied) {
		t.Errorf("a publication failed with %v", err)
	}
}

// acts has somebody move, ask for a draw or decline one.
func (s *stage) acts(p *process, chance *rand.Rand) {
	m, err := p.Env.Change(s.t.Context(), "m", func(m *match.Match) ([]games.Ply, error) {
		if m.Phase != storage.Playing {
			return nil, match.ErrStale
		}
		m.RequestID = "request"
		seat := m.State.ToMove()[0]
		if i := slices.IndexFunc(m.Asks, func(a storage.Ask) bool { return a.Answer == "" }); i >= 0 && chance.IntN(2) == 0 {
			_, plies, err := m.AnswerAsk(1-m.SeatOf(m.Asks[i].By), m.Asks[i].Number, false)
			return plies, err
		}
		if chance.IntN(5) == 0 {
			return m.Ask(seat, match.AboutDraw)
		}
		legal := m.State.Legal(seat)
		return m.Play(seat, legal[chance.IntN(len(legal))])
	})
	if err == nil {
		endsWell(s.t, p.Publish(s.t.Context(), m.Unshown()))
	}
}

// In games with Parlour the answer to a press shows the changed board.
//
//test:unwatched
func TestGamesWithParlour(t *testing.T) {
	plays(t, map[string]string{
		// Once that is delivered nothing is left to show, and the opponent may think.
		"the answer is delivered": `
			game permute ann parlour
			a commits press
			a delivers on 2
			shown: all, to 1
			versions 2: 1
			messages: 2
			owed: 1`,
		"the answer is lost": `
			game permute ann parlour
			a commits press
			a shows on 2
			shown: all, to 1
			versions 2: 2
			messages: 2
			owed: 1`,
		// What it has shown is noted in the newest version.
		"the answer is delivered after somebody else has written the match": `
			game permute ann parlour
			a commits press
			a touches
			a delivers on 2
			shown: all, to 1
			versions 2: 1`,
		// It may have put the older board there. The board is shown once more.
		"the answer is delivered after a later change of the board": `
			game permute ann parlour
			a commits press as press
			a does move
			versions 2: 2
			a delivers on 2 as press
			versions 2: 3
			shown: all, to 2`,
		// A person moves on while an earlier change of their board is on its way, and that arrives after the
		// answer to the move. It has put the older board there, so the board is shown once more.
		"the answer is delivered before an earlier change": `
			game permutu ann
			at before edit ; a commits press as second
			a does press
			versions 2: 2
			a delivers on 2 as second
			versions 2: 3
			shown: all, to 2`,
		// The answer has overwritten the line, which is written once more.
		"the answer is delivered after a newer board was posted": `
			game permute ann parlour
			a commits press as press
			a shows on 2 as press
			pass 70s
			a does move
			versions 2: 3
			a delivers on 2 as press
			old: 0
			versions 2: 4
			message 2: **Permute.** 1\. Ann…`,
		// It changes the board in place.
		"Parlour answers soon": `
			game permute ann parlour
			a does press
			message 2: **Permute.** Parlour is thinking……
			pass 50s
			a does move
			boards: 1`,
		// After a minute it is a new board, and the one before becomes its line.
		"Parlour answers late": `
			game permute ann parlour
			a does press
			pass 70s
			a does move
			boards: 2
			message 2: **Permute.** 1\. Ann ↺ a1, keeps a1
			message 3: **Permute.** <@ann>, your turn. Parlour…`,
		"somebody deletes the only board": `
			game permute ann parlour
			delete 2
			a does press
			boards: 2`,
		// The process dies when it has posted a board, and the next move is made there. The next publication
		// finds that board under the nonce of the one it wants: it is the live board and shows the move.
		"the nonce of a lost board finds the live one, by a person alone": `
			game permute ann parlour
			a does press
			pass 70s
			a commits move
			at after post ; a dies
			a shows ! the process died
			pass 1s
			b does press
			boards: 2`,
		"the nonce of a lost board finds the live one, between people": `
			game permutu ann ben parlour
			a commits press
			at after post ; a dies
			a shows ! the process died
			pass 1s
			b does press
			boards: 2`,
		// Another board is posted that no commit has asked for, and meanwhile Parlour
		// moves. All is shown in the end, nothing is due, and Ann's next move is answered.
		"a board that is posted anew is no step ahead": `
			game permute ann parlour
			delete 2
			at after post ; a commits move as meanwhile
			a does press
			a shows as meanwhile
			boards: 2
			count
			a does press
			boards: 2
			owed: 1`,
		// Nobody is shown a board until the second is to move, and one
		// board tells of both plies; a long thought is said on the old board.
		"a board comes when a person is to move": `
			game permutu ann parlour ben
			a does press
			messages: 2
			versions 2: 1
			pass 11s
			a due 0s
			a due 0s
			message 2: **Permutu.** Parlour is thinking……
			versions 2: 2
			a does move
			boards: 2
			message 3: **Permutu.** <@ben>, your turn. Parlour…
			message 2: **Permutu.** 1\. Ann…`,
	})
}

// A whole game of Permutations leaves a line for each of its 33 auctions in the thread, once and in
// order, also for the last one of a round, for which nobody bids. That one has the code of all that
// was bid in its round, and no other has one. The board of the end tells of all
// that was taken in the last auction, which has no line.
//
//test:unwatched
func TestEveryAuctionHasItsLine(t *testing.T) {
	s := newStage(t, "permutations", "ann", "ben", "cleo")
	asked := 0
	for n := 0; n < 500 && s.stored().Phase == storage.Playing; n++ {
		if n%10 == 0 {
			s.line("fail delete timeout")
		}
		s.line("a does press")
		for who, left := range s.directs() {
			if asked++; left > 1 && n%10 != 0 { // a deletion may just have failed
				t.Fatalf("after move %d there are %d messages in %s", n, left, who)
			}
		}
	}
	s.line("phase: over")
	s.play("pass 2h\na due 0s")
	if left := s.directs(); len(left) > 0 || asked == 0 {
		t.Errorf("direct messages stay at the end: %v, asked %d times", left, asked)
	}
	var got, want []string
	coded := map[string]string{} // codes by the number of the line above
	for _, p := range s.Posts {
		if p.Gone {
			continue
		}
		text := p.Newest().Content
		for _, unit := range regexp.MustCompile(`(?m)^(?:\*\*Permutations\.\*\* )?(\d+)\\\. .* takes .* takes .* takes .* takes `).FindAllStringSubmatch(text, -1) {
			got = append(got, unit[1])
		}
		if found := regexp.MustCompile(`(?m)^(?:\*\*Permutations\.\*\* )?(\d+)\\\. [^\n]*\n-# ([0-9A-Z-]{39})$`).FindStringSubmatch(text); found != nil {
			coded[found[1]] = found[2]
		}
	}
	for n := range 32 {
		want = append(want, fmt.Sprint(n+1))
	}
	if !slices.Equal(got, want) {
		t.Errorf("the lines are %v, want 1 to 32", got)
	}
	if len(coded) != 2 || coded["11"] == "" || coded["22"] == "" {
		t.Errorf("these lines have codes: %v, want those that end the rounds 1 and 2", coded)
	}
	end := s.message([]string{"last"}).Newest().Content
	if n := strings.Count(end, " takes "); n != 4 {
		t.Errorf("the last board tells of %d cards, want all 4:\n%s", n, end)
	}
}

// directs counts the direct messages that each person has.
func (s *stage) directs() map[string]int {
	all := map[string]int{}
	for _, who := range []string{"ann", "ben", "cleo"} {
		for _, p := range s.In(world.DM + who) {
			if !p.Gone {
				all[who]++
			}
		}
	}
	return all
}

// A clumsy channel adds people to a thread, and cannot delete the message that does it.
type clumsy struct{ *world.Channel }

func (c clumsy) Invite(ctx context.Context, thread, nonce string, _ []string) (string, error) {
	id, err := c.Post(ctx, thread, nonce, message.Message{Content: publish.Invitation})
	return id, errors.Join(err, context.DeadlineExceeded)
}

// A message that adds people to a thread and could not be deleted then is noted with what else is over, and goes
// with it.
func TestWhatAddsPeopleToAThreadGoes(t *testing.T) {
	s := bareStage(t, "permute", "ann", "ben")
	s.starts("a", func(_ *process, c *publish.Config) { c.Channel = clumsy{s.Channel} })
	s.play(`
		a commits thread
		a shows
		message 2: …
		gone 2: true
		channel: thread-1
		old: 0`)
}

// The table of a game was posted, and nobody noted that. The answer to the press that began the game has changed it
// into what it is now, with the code of the deal. The next process takes it for the table, and posts no other.
func TestTableThatBeganIsFound(t *testing.T) {
	s := bareStage(t, "permutations", "ann", "ben")
	m, err := s.process("a").Env.Load(t.Context(), "m")
	s.well(err)
	s.Make("games", "m-1", s.writer().Coded().Table(m))
	s.play(`
		pass 4m
		b due 0s
		table: 1
		messages: 2`)
}
