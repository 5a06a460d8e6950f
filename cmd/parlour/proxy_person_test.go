package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
)

// givesUpAfter is how long a hasty person waits for an answer.
const givesUpAfter = 3 * time.Second

// looksAgainAfter is how long a hasty person looks at a board before they ask again.
const looksAgainAfter = time.Second

// typesAgainAfter is how long a hasty person takes to type anew what was not completed.
const typesAgainAfter = 200 * time.Millisecond

// A spell is what hasty people waited for of one kind.
type spell struct {
	times   int
	unheard int // of them, for nothing
	killed  int // of them, cut off by a kill
	took    time.Duration
}

// A stopwatch adds up what hasty people waited for. It is safe for concurrent use.
type stopwatch struct {
	mu     sync.Mutex
	spells map[string]*spell
}

// note adds a wait that began then, and returns it.
func (s *stopwatch) note(kind string, began time.Time) *spell {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.spells == nil {
		s.spells = map[string]*spell{}
	}
	if s.spells[kind] == nil {
		s.spells[kind] = &spell{}
	}
	one := s.spells[kind]
	one.times++
	one.took += time.Since(began)
	return one
}

// missed notes a wait for nothing.
func (s *stopwatch) missed(one *spell, killed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if killed {
		one.killed++
	} else {
		one.unheard++
	}
}

// A hasty is a person who gives up on an answer soon, and asks for completions until they come.
type hasty struct {
	watch *stopwatch

	confirms func()                      // is called when they confirm a move
	board    func(context.Context) error // waits for the board after that
}

// ask does something, and gives up on the answer after a while. The error is [errUnheard] if no answer
// came and the bot is alive, as far as anybody knows.
func (h *hasty) ask(life context.Context, kind string, do deed) (*sandbox.Message, error) {
	ctx, cancel := context.WithTimeout(life, givesUpAfter)
	defer cancel()
	began := time.Now()
	m, err := do(ctx)
	silent := errors.Is(err, discord.ErrNoAnswer) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
	one := h.watch.note(kind, began)
	if silent {
		h.watch.missed(one, life.Err() != nil)
	}
	if silent && life.Err() == nil {
		err = errUnheard
	}
	return m, err
}

// does does something as a hasty person does.
func (h *hasty) does(life context.Context, a action, do deed) (*sandbox.Message, error) {
	switch {
	case a.by == types:
		for {
			m, err := h.ask(life, "completions", do)
			if !errors.Is(err, errUnheard) || !rests(life, typesAgainAfter) {
				return m, err
			}
		}
	case a.by == chooses:
		return do(life)
	case a.what == "Confirm":
		h.confirms()
		return h.ask(life, a.what, func(ctx context.Context) (*sandbox.Message, error) {
			seen, stop := context.WithCancel(ctx)
			defer stop()
			go h.seesBoard(seen, stop)
			return do(seen)
		})
	case a.by == clicks:
		return h.ask(life, "the answer to a click", do)
	}
	return h.ask(life, "the answer to a command", do)
}

// looksOn is how long a hasty person who sees the board looks on at the panel where they have
// confirmed.
const looksOn = 500 * time.Millisecond

// seesBoard has a person give up on an answer soon after they see the board.
func (h *hasty) seesBoard(ctx context.Context, giveUp func()) {
	if h.board(ctx) == nil && rests(ctx, looksOn) {
		giveUp()
	}
}

// looks waits for a moment until a channel is as somebody wants it.
func (x *storm) looks(ctx context.Context, channel string, ok func([]sandbox.Message) bool) bool {
	short, cancel := context.WithTimeout(ctx, looksAgainAfter)
	defer cancel()
	_, err := x.discord.User("eve").Await(short, channel, ok)
	return err == nil
}

// sitDown has the first of two people challenge the second, and the second accept. They ask again
// until they see what they asked for.
func (x *storm) sitDown(ctx context.Context) (match, channel string, err error) {
	at := x.tables[0]
	var open sandbox.Message
	waits := func(all []sandbox.Message) (found bool) {
		open, found = openTable(all, x.sat...)
		return found
	}
	for !x.looks(ctx, at.home, waits) {
		if err := x.act(ctx, func(life context.Context) {
			x.user(at.who[0]).Slash(life, at.home, "/play game:"+at.game+" opponent:@"+at.who[1])
		}); err != nil {
			return "", "", err
		}
	}
	x.sat = append(x.sat, open.ID)
	o, _ := about(open)
	for !x.looks(ctx, at.home, func(all []sandbox.Message) bool {
		channel = at.begun(all, open.ID, o.match)
		return channel != ""
	}) {
		if err := x.act(ctx, func(life context.Context) { x.user(at.who[1]).Click(life, open.ID, "Accept") }); err != nil {
			return "", "", err
		}
	}
	x.games++
	return o.match, channel, nil
}

// plays has a person play by /move to the end of a match.
func (x *storm) plays(ctx context.Context, p *player) {
	me, had := &hasty{watch: x.watch}, ""
	p.user.guise = me.does
	for {
		board, over, err := p.asked(ctx, had)
		if err != nil || over {
			return
		}
		now, _ := about(board)
		me.board = func(ctx context.Context) error {
			_, err := p.user.Await(ctx, p.channel, func(all []sandbox.Message) bool {
				newest, found := newestBoard(all, p.match)
				return found && looks(newest) != looks(board)
			})
			return err
		}
		var a attempt
		tried, confirmed := false, false
		me.confirms = func() { confirmed = true }
		began := time.Now()
		if x.act(ctx, func(life context.Context) {
			x.watch.note("a bot that is there", began)
			began = time.Now()
			a, tried = p.typed(life, now.turn)
			x.watch.note("all answers for one try at a move", began)
		}) != nil {
			return
		}
		if tried {
			x.note(p.match, p.name, a)
		}
		began = time.Now()
		short, stop := context.WithTimeout(ctx, looksAgainAfter)
		if tried && !confirmed {
			stop() // they know that they have not moved
		}
		me.board(short)
		stop()
		x.watch.note("the board after all answers", began)
		if a.heard != played {
			continue
		}
		p.moved, had = now.turn, looks(board)
		if x.inLastLife() {
			p.made()
		}
	}
}
