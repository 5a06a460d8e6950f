package publish_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"parlour/storage/fleet"
)

// Several processes show a match.
func TestProcesses(t *testing.T) {
	turns := ""
	for n := range 8 {
		turns += fmt.Sprintf("%c does move\nboards: %d\n", "ab"[n%2], n+2)
	}
	scripts := map[string]string{
		"two in turn": turns + `
			told: once
			posts a: 4
			posts b: 4`,
		// It is left to the other one, which shows it at once.
		"a move during another's publication": `
			at after post ; b does move ; b due lease-1ns
			a does move
			boards: 3
			posts b: 0
			told: once`,
		// A process posts the board of a move. Meanwhile the answer to a press at another one has changed the board
		// that was pressed, after that had become a line. It is a line in the end.
		"an answer in another process during a publication": `
			at after edit 2 ; b commits edit as edit ; restore 2 ; b delivers on 2 as edit
			a does move
			told: once
			messages: 3
			buttons 2: 0
			posts b: 0`,
		// The answer to a press changes a question at one process after another has shown the last answer: its buttons
		// do not stay.
		"an answer in another process after the last": `
			a commits draw 0 as asked
			a shows as asked
			messages: 3
			a does decline 1
			restore 3
			b delivers ask on 3 as asked
			a delivers ask on 3 as asked
			buttons 3: 0
			gone 3: false`,
		"an answer in another process before the line is shown": `
			a commits draw 0 as asked
			a shows as asked
			messages: 3
			a commits decline 1
			b delivers ask on 3 as asked
			a delivers ask on 3 as asked
			buttons 3: 0
			gone 3: false`,
		// What a process has claimed is left alone while its lease goes on, however late it is. When the lease has
		// ended another goes on with it, before it is due again.
		"a claim holds as long as its lease": `
			a commits move
			pass 1h
			b due 0s
			posts b: 0
			a looks
			b looks
			a commits move
			b due lease-1ns
			posts b: 0
			b outlives
			b due lease-1ns
			boards: 2`,
		// A process is frozen while it posts a board. Another takes the match over, and people move on. When the
		// first wakes it posts nothing more and writes nothing.
		"frozen while posting": `
			a commits move as first
			at after post ; b outlives ; b due lease-1ns ; b does move ; count
			a shows as first
			writes a: 0
			posts a: 0
			boards: 3
			told: once`,
		// A process whose lease was lost begins no publication.
		"nothing begins without a lease": `
			a commits move as first
			b outlives
			a leaves
			a shows as first ! lease
			posts a: 0
			b due lease-1ns
			boards: 2`,
		"a person is told once, though two look at the same time": `
			owes
			later a reminds 0s
			later b reminds 0s
			wait
			reminded: 1`,
		// A process is frozen while it tells a person something. Another goes on with that when the lease has ended,
		// not before. The message is there once, and the first writes nothing when it wakes.
		"frozen while reminding": `
			owes
			count
			at after post ; pass 1h ; b reminds lease ; writes b: 0 ; pass -1h ; b outlives ; b reminds lease-1ns ; count
			a reminds 0s
			reminded: 1
			writes a: 0`,
		// A lobby has one owner. When its lease has ended another goes on, and finds what was posted. A table and a board
		// are there already.
		"two show a lobby at the same time": `
			lobby
			later a lobbies
			later b lobbies
			wait
			messages: 3`,
		"frozen while a lobby is posted": `
			lobby
			at after post ; pass 1h ; b lobbies ; posts b: 0 ; pass -1h ; pass lease ; b outlives ; b lobbies ; count
			a lobbies
			messages: 3
			writes a: 0`,
		// So has the puzzle of a day.
		"two post a puzzle at the same time": `
			puzzle
			later a puzzles
			later b puzzles
			wait
			messages: 3
			a puzzles
			b puzzles
			messages: 3`,
		"frozen while a puzzle is posted": `
			puzzle
			at after post ; pass 1h ; b puzzles ; posts b: 0 ; pass -1h ; pass lease ; b outlives ; b puzzles ; count
			a puzzles
			messages: 3
			writes a: 0
			pass 1h
			b looks
			b puzzles
			messages: 3`,
		"a puzzle that is refused for now": `
			puzzle
			fail post later
			a puzzles
			messages: 2
			a puzzles
			messages: 2
			pass 101s
			b looks
			b puzzles
			messages: 3`,
		"a puzzle whose answer is lost": `
			puzzle
			fail post lost
			a puzzles
			messages: 3
			pass 1h
			b looks
			b puzzles
			messages: 3`,
		"a puzzle in a channel where nothing may be posted": `
			puzzle
			fail post forbidden
			a puzzles
			pass 1h
			a looks
			b looks
			a puzzles
			b puzzles
			messages: 2`,
		// So have a month's standings.
		"two post a month's standings at the same time": `
			month
			later a months
			later b months
			wait
			messages: 3
			a months
			b months
			messages: 3`,
		"frozen while a month's standings are posted": `
			month
			at after post ; pass 1h ; b months ; posts b: 0 ; pass -1h ; pass lease ; b outlives ; b months ; count
			a months
			messages: 3
			writes a: 0
			pass 1h
			b looks
			b months
			messages: 3`,
		// Discord does not take it, or does not answer: it is posted later, once.
		"a month's standings that are refused for now": `
			month
			fail post later
			a months
			messages: 2
			a months
			messages: 2
			pass 101s
			b looks
			b months
			messages: 3`,
		"a month's standings whose answer is lost": `
			month
			fail post lost
			a months
			messages: 3
			pass 1h
			b looks
			b months
			messages: 3`,
		"a month's standings in a channel where nothing may be posted": `
			month
			fail post forbidden
			a months
			pass 1h
			a looks
			b looks
			a months
			b months
			messages: 2`,
	}
	for name, script := range scripts {
		scripts[name] = "a joins\nb joins\n" + script
	}
	plays(t, scripts)
}

// Three processes are asked for moves, draws and answers at the same time. Nothing is left to a later look, each
// ply is told once, and one board is live.
func TestProcessesAtTheSameTime(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			s := newStage(t, "permute", "ann", "ben")
			for i, name := range strings.Fields("a b c") {
				p, chance := s.starts(name, s.joins), rand.New(rand.NewPCG(seed, uint64(i)))
				s.later.Go(func() {
					for range 12 { // all three together take less than a lease, so none loses it while it waits for a CPU
						if _, err := p.fleet.Look(t.Context()); err != nil {
							t.Error(err)
						}
						s.pass(time.Duration(chance.Int64N(int64(fleet.Lease / 40))))
						s.acts(p, chance)
					}
				})
			}
			s.play("wait\ntold: once")
		})
	}
}
