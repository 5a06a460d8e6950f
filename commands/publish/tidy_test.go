package publish_test

import (
	"context"
	"strings"
	"testing"

	"parlour/commands/publish"
	"parlour/commands/world"
)

// looksOften has a process look for what is due for more than ten minutes.
var looksOften = strings.Repeat("pass 11m\na due 0s\n", 3)

// A thread is renamed before the board of the end. A name that the server forbids is tried without people's names, a
// rename that must wait is made later, and any other failure is the last. A rematch gives the thread its own name when it
// begins, also while the result of the game before still waits to become its name. The end of the rematch renames it,
// with a result or without, also where its own name still waits.
//
//test:unwatched
func TestThreadsAreRenamed(t *testing.T) {
	const first, again = "🏁 Ben beat Ann · Permute, no swap", "🏁 Ann beat Ben · Permute, no swap"
	const begun = "Ben – Ann · Permute, no swap · game 2"
	const off = "🏁 Ben – Ann, called off · Permute, no swap"
	ends := "a does resign 0\nmessages: 3\n" + looksOften + "named: over\nnext: never"
	rematch := "a does resign 0\na does again 0\na does again 1\na due 0s\n" + looksOften + "rematch\n"
	won, calledOff := rematch+"a does resign 0\n"+looksOften, rematch+"a does off 0\n"+looksOften
	soon := "a does resign 0\na does again 0\na does again 1\na due 0s\nrematch\na due 0s\na does resign 0\n" + looksOften
	scripts := map[string]string{}
	for name, c := range map[string]struct{ fails, script, names string }{
		"at once":                      {"", ends, first},
		"forbidden name":               {"name", ends, first + " | 🏁 Permute, no swap"},
		"later":                        {"later", ends, first + " | " + first},
		"refused":                      {"502", ends, first},
		"rematch":                      {"", won, first + " | " + begun + " | " + again},
		"rematch while the name waits": {"later later", won, first + " | " + first + " | " + begun + " | " + again}, // at the end, and with the question
		"its own name waits":           {"- later", won, first + " | " + begun + " | " + begun + " | " + again},
		"ends while its name waits":    {"- later later", soon, first + " | " + begun + " | " + again + " | " + again},
		"rematch called off":           {"", calledOff, first + " | " + begun + " | " + off},
		"rematch called off, later":    {"- - later", calledOff, first + " | " + begun + " | " + off + " | " + off},
		"rematch called off, no names": {"- - name", calledOff, first + " | " + begun + " | " + off + " | 🏁 Permute, no swap"},
	} {
		scripts[name] = "thread\nfail rename " + c.fails + "\n" + c.script + "\nnames: " + c.names
	}
	plays(t, scripts)
}

// Boards of the past become lines, or go.
//
//test:unwatched
func TestTidying(t *testing.T) {
	plays(t, map[string]string{
		// It becomes a line without another move and without another message.
		"a board becomes a line later": `
			fail edit 502 …
			a does move
			shown: all, to 1
			old: 1
			fail edit
			pass lease+1s
			a due 0s
			message 2: **Permute.** Ann moves first. Ann plays Orange, Ben plays Yellow.
			messages: 3
			old: 0`,
		"a board that nobody lets the bot change is left alone": `
			fail edit forbidden …
			a does move
			shown: all, to 1
			old: 0
			fail edit
			pass lease+1s
			a due 0s
			versions 2: 1
			messages: 3
			old: 0`,
		"a board whose people have all acted is deleted": `
			game permutations ann ben
			a commits bid 0
			a commits bid 1
			a shows
			gone 2: true`,
		// Its player has not read it.
		"a board whose player's clock has expired stays as a line": `
			game permutations ann ben
			a commits bid 0
			a commits lapse 1
			a shows
			gone 2: false
			buttons 2: 0`,
		"a table that could not be posted is posted later": `
			begins permute ann ben
			fail post 502
			a commits nothing
			a shows ! 502
			messages: 0
			pass lease+1s
			a due 0s
			boards: 1`,
		// A process died after it had posted it, and its nonce is forgotten.
		"a message that adds people to a thread goes": `
			begins permute ann ben
			a commits thread
			left thread-2 m-invite …
			pass 4m
			a due 0s
			gone 1: true
			messages: 3`,
		"a message that has added people to a thread goes": `
			begins permute ann ben
			a commits thread
			left thread-2 m-invite <@ann> <@ben>
			pass 4m
			a due 0s
			gone 1: true
			messages: 3`,
		// The game ends while two people are asked for a bid. What Discord refuses for good is left alone.
		"a direct message is taken away later": `
			game permutations ann ben
			fail strip,delete 502 502 502
			a commits resign 0
			a commits resign 1
			phase: over
			a shows
			` + strings.Repeat("pass lease+1s\na due 0s\n", 4) + `
			asked: 0
			calls strip: 5`,
		"a direct message that cannot be taken away is left alone": `
			game permutations ann ben
			fail strip,delete forbidden forbidden forbidden
			a commits resign 0
			a commits resign 1
			a shows
			` + strings.Repeat("pass lease+1s\na due 0s\n", 4) + `
			asked: 0
			calls strip: 2`,
		// A reply is taken back with the move before it. Both lines are struck, with a request each, and
		// those of moves that stand are left alone, until they are taken back too.
		"all lines that are taken back are struck": `
			a does press ×4
			message 2: **Permute.** Ann moves first. Ann plays Orange, Ben plays Yellow.
			message 3: **Permute.** 1\. Ann ↺ a1, keeps a1
			message 4: **Permute.** 2\. Ben ↺ a2, keeps a2
			message 5: **Permute.** 3\. Ann ↺ a3, keeps a3
			a does back 0
			a does agree 1
			message 2: **Permute.** Ann moves first. Ann plays Orange, Ben plays Yellow.
			message 3: **Permute.** 1\. Ann ↺ a1, keeps a1
			message 4: **Permute.** 2\. Ben ↺ a2, keeps a2
			message 5: **Permute.** ~~3. Ann ↺ a3, keeps a3~~
			message 6: **Permute.** ~~4. Ben ↺ a4, keeps a4~~
			versions 3: 2
			versions 5: 3
			versions 6: 2
			a does back 0
			a does agree 1
			message 2: **Permute.** Ann moves first. Ann plays Orange, Ben plays Yellow.
			message 3: **Permute.** ~~1. Ann ↺ a1, keeps a1~~
			message 4: **Permute.** ~~2. Ben ↺ a2, keeps a2~~
			message 5: **Permute.** ~~3. Ann ↺ a3, keeps a3~~
			message 6: **Permute.** ~~4. Ben ↺ a4, keeps a4~~
			versions 3: 3
			versions 5: 3
			old: 0
			lines: 0`,
		"lines are struck after the process has died": `
			a does press ×2
			a does back 0
			a commits agree 1
			at after post ; a dies
			a shows ! the process died
			` + strings.Repeat("pass lease+1s\nb due 0s\n", 2) + struck,
		"lines are struck after a change was refused for now": `
			a does press ×2
			a does back 0
			fail edit 502 …
			a does agree 1
			fail edit
			` + strings.Repeat("pass lease+1s\nb due 0s\n", 2) + struck,
		// Ann takes a move back and lets her time pass. Her board, which nobody has acted on, becomes a
		// line that says what it told.
		"the line of a takeback": `
			game permutu ann ben
			a does press ×2
			a does back 0
			a does agree 1
			a does lapse 0
			message 6: **Permutu.** Ann took a move back.`,
	})
}

// struck is what becomes of two moves that were taken back.
const struck = `
	message 2: **Permute.** Ann moves first. Ann plays Orange, Ben plays Yellow.
	message 3: **Permute.** ~~1. Ann ↺ a1, keeps a1~~
	message 4: **Permute.** ~~2. Ben ↺ a2, keeps a2~~
	messages: 6`

// Lines wait for room: they are made when nothing else is to be sent.
//
//test:unwatched
func TestLinesWaitForRoom(t *testing.T) {
	scripts := map[string]string{
		// While there is no room, boards are posted and none becomes a line. The match stays due. As soon as
		// there is a place for one request after the other, every old board becomes its line, with one request
		// each, and no check is needed for it.
		"lines wait": `
			count
			a does press ×4
			messages: 6
			old: 4
			next: soon
			calls edit: 0
			calls strip: 0
			calls delete: 0
			a works
			boards: 5
			gone 2: true
			message 3: **Permute.** 1\. Ann ↺ a1, keeps a1
			message 4: **Permute.** 2\. Ben ↺ a2, keeps a2
			message 5: **Permute.** 3\. Ann ↺ a3, keeps a3
			old: 0
			rests a: 0
			places a: 4
			next: later`,
		"a match that is due for another reason stays due after a visit": `
			a does press ×2
			a touches
			a works
			old: 0
			next: now`,
		// A move is committed while lines wait, and a match is visited before the publication of the move
		// begins. The board of the move comes all the same, at once.
		"a visit holds up no move": `
			a does press ×2
			a commits press
			a works
			a shows
			messages: 5
			a works
			boards: 4
			old: 0`,
		// The first one was cut off or failed: nothing visits its match.
		"a publication that is made again waits for no room": `
			a does press ×2
			a commits press
			pass lease+1s
			a due 0s
			boards: 4
			old: 0
			places a: 0`,
		"while a visit waits for room a move is made and shown": `
			a does press ×2
			at room ; a does press ; messages: 5
			a works
			boards: 4
			old: 0`,
	}
	// What waits for room is not lost by a crash: the next process makes lines of it at its start, and
	// when it has room. Whatever becomes of a request, and also when its answer is lost, the old boards
	// are lines in the end.
	for name, fault := range map[string]string{"no room": "later", "no effect": "502", "a lost answer": "lost"} {
		for when, next := range map[string]string{"": "a works\n", " and a restart": "a idles\na free\na due lease-1ns\na works\n"} {
			scripts[name+when] = "a free\nfail edit,delete " + fault + " …\na does press ×3\nold: 3\n" +
				strings.ReplaceAll("fail edit,delete F - F - F\n", "F", fault) + next +
				strings.Repeat("pass lease+1s\na due 0s\n", 4) + "boards: 4\nold: 0"
		}
	}
	for name, script := range scripts {
		scripts[name] = "a idles\n" + script
	}
	plays(t, scripts)
}

// A match for whose boards nothing can be done is visited again after a pause, and no more once the
// process ends.
func TestVisitsInVainPause(t *testing.T) {
	s := newStage(t, "permute", "ann", "ben")
	s.play("a idles\na does press ×2")
	ctx, end := context.WithCancel(t.Context())
	tries := 0
	s.Channel.Before = func(context.Context, world.Call) error { // its channel is limited
		if tries++; tries == 20 {
			end()
		}
		return publish.ErrLater
	}
	p := s.process("a")
	world.Finish(t, func() { p.works(ctx) }, "the end of the visits")
	if p.rests < 5 || p.rests > tries {
		t.Errorf("after %d requests in vain there were %d pauses", tries, p.rests)
	}
	s.line("old: 2")
}
