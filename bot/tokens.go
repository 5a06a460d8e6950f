package bot

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"parlour/bot/rest"
	"parlour/commands/clock"
	"parlour/commands/match"
	"parlour/commands/publish"
)

// life is how long a token is used, a little less than Discord's 15 minutes.
const life = 14*time.Minute + 30*time.Second

// most is how many tokens are kept.
const most = 2000

// tokens keep the newest token under each key, such as the id of a message or of a channel. They
// are safe for concurrent use, and the zero value is ready to use.
//
// What is done by a token counts towards no limit of Discord's. Nothing is lost if one is forgotten:
// an edit is then an ordinary one, and a panel stays.
type tokens struct {
	mu    sync.Mutex
	byKey map[string]token
}

// A token is the token of an interaction.
type token struct {
	Text  string        // as Discord has it; empty for none
	At    time.Time     // of the interaction
	Until *match.Moment // of a panel: when it is of no more use
	By    string        // of a panel: the person who opened it
	Made  time.Time     // when Discord made the interaction; of a panel the one that was last answered in it
	Name  string        // of the message by the token; empty for @original
	Left  int           // number of messages that it may still post
	Going bool          // the panel is being deleted
}

// Put keeps a token under a key. If there are too many, it forgets those that are too old, or
// else the oldest.
func (t *tokens) Put(key string, kept token) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.put(key, kept)
}

// put is [tokens.Put] while the lock is held.
func (t *tokens) put(key string, kept token) {
	if t.byKey == nil {
		t.byKey = map[string]token{}
	}
	delete(t.byKey, key)
	if len(t.byKey) >= most {
		t.makeRoom(kept.At)
	}
	t.byKey[key] = kept
}

// makeRoom forgets tokens, at least one. The lock is held.
func (t *tokens) makeRoom(now time.Time) {
	var oldest string
	for key, kept := range t.byKey {
		if now.Sub(kept.At) >= life {
			delete(t.byKey, key)
		} else if oldest == "" || kept.At.Before(t.byKey[oldest].At) {
			oldest = key
		}
	}
	if len(t.byKey) >= most {
		delete(t.byKey, oldest)
	}
}

// Of returns the token of a key, zero if there is none that works.
func (t *tokens) Of(key string, now time.Time) token {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.working(key, now)
}

// working is [tokens.Of] while the lock is held. It forgets a token that is too old.
func (t *tokens) working(key string, now time.Time) token {
	kept := t.byKey[key]
	if now.Sub(kept.At) >= life {
		delete(t.byKey, key)
		return token{}
	}
	return kept
}

// Take returns the token of a key for one of the messages that it may still post, zero if there is
// none.
func (t *tokens) Take(key string, now time.Time) token {
	t.mu.Lock()
	defer t.mu.Unlock()
	kept := t.working(key, now)
	if kept.Left == 0 {
		return token{}
	}
	kept.Left--
	t.byKey[key] = kept
	return kept
}

// Forget forgets the token of a key. With a text it does so only if no newer one has replaced that.
func (t *tokens) Forget(key, text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if text == "" || t.byKey[key].Text == text {
		delete(t.byKey, key)
	}
}

// Part returns the keys of the panels that are of no more use and whose tokens work, in the order in which they were
// opened: the keys are the interactions that did so. From then on they are going.
func (t *tokens) Part(now time.Time, useless func(panel token) bool) (openers []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for opener, kept := range t.byKey {
		if kept.Until == nil || kept.Going || !useless(kept) || t.working(opener, now).Text == "" {
			continue
		}
		kept.Going = true
		t.byKey[opener] = kept
		openers = append(openers, opener)
	}
	// ids rise with time
	slices.SortFunc(openers, func(a, b string) int { return cmp.Or(len(a)-len(b), cmp.Compare(a, b)) })
	return openers
}

// Keep leaves a panel to a press in it that is being answered, so that nothing deletes it, not even if the answer that
// opened it is noted only now. ok is false for one that is going.
func (t *tokens) Keep(opener string, pressed token) (ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.byKey[opener].Going {
		return false
	}
	t.put(opener, token{At: pressed.At, Made: pressed.Made})
	return true
}

// token returns the token of the interaction.
func (x *exchange) token() token {
	made, _ := clock.MadeAt(x.ID)
	return token{Text: x.Token, At: x.b.Now(), Made: made}
}

// keepToken keeps the token of an interaction whose @original is a message that
// [channel.Edit] may be asked to change.
func (x *exchange) keepToken() {
	if !x.updated() {
		return
	}
	x.noteAnswer()
	if x.pressed != unknown && !x.alone {
		x.b.tokens.Put(x.Message.ID, x.token())
	}
}

// mostFurther is how many messages may follow the answer to an interaction where the bot is a guest.
const mostFurther = 5

// noteAnswer keeps the token of an interaction that was answered where the bot is a guest, so that
// messages can follow. A deferred answer is none before it has its message, because the first message
// that follows would become that.
func (x *exchange) noteAnswer() {
	if x.guest {
		kept := x.token()
		kept.Left = mostFurther
		x.b.answers.Put(x.Channel, kept)
	}
}

// keepPanel keeps the token of an answer that is a panel of a turn, under the interaction that opened
// the panel. Older panels of the same person and match go: a press in one would be a second way to the same move. A panel
// that has become another message is forgotten, because that stays.
func (x *exchange) keepPanel(replaced bool, until *match.Moment) {
	if replaced && !x.alone || x.aloud {
		return // others see it, or it is a direct message, which the match knows
	}
	opener := x.ID
	if replaced {
		opener = x.opener()
	}
	kept := x.token()
	switch {
	case x.b.panels.Of(opener, x.b.Now()).Made.After(kept.Made):
		return // its person has pressed in it before this was noted, and it is another panel by now
	case until == nil && replaced:
		x.b.panels.Keep(opener, kept)
		return
	case until == nil:
		x.b.panels.Forget(opener, "")
		return
	}
	kept.Until, kept.By = until, x.request.By.ID
	if !replaced {
		x.b.dropPanels(until.Match, func(old token) bool {
			return old.By == kept.By && old.Until.Match == until.Match && old.Made.Before(kept.Made)
		})
	}
	x.b.panels.Put(opener, kept)
}

// opener returns the id of the interaction that opened the panel that was pressed.
func (x *exchange) opener() string {
	if by := x.Message.By; by != nil && by.ID != "" {
		return by.ID
	}
	return x.Message.ID
}

// dropPast deletes the private panels of the turns of a match that are over.
func (b *bot) dropPast(m *match.Match) {
	b.dropPanels(m.ID, func(panel token) bool { return panel.Until.Past(m) })
}

// dropPanels deletes the private panels that are of no more use, in one match.
func (b *bot) dropPanels(in string, useless func(panel token) bool) {
	all := b.panels.Part(b.Now(), useless)
	if len(all) == 0 {
		return
	}
	b.aside(func(ctx context.Context) {
		for _, opener := range all {
			text := b.panels.Of(opener, b.Now()).Text
			err := b.do(ctx, rest.Request{
				Method: http.MethodDelete, Path: b.webhook(text) + original, Bucket: "delete a panel of " + in,
				Priority: rest.Exempt,
			}, nil)
			if unlessGone(err) != nil {
				b.Log.Info("a panel stays", "match", in, "err", err)
			}
			b.panels.Forget(opener, text)
		}
	})
}

// byPress makes a request about a message by the token of the newest press on it, which counts towards no limit. works
// is false if there is none, or Discord does not take it. The error is then [publish.ErrForbidden] unless the message
// is gone.
func (b *bot) byPress(ctx context.Context, id string, r rest.Request) (works bool, err error) {
	by := b.tokens.Of(id, b.Now())
	if by.Text == "" {
		return false, errNoAnswer
	}
	r.Path, r.Bucket, r.Priority = b.webhook(by.Text)+original, "edit by a press "+id, rest.Exempt
	if by.Name != "" {
		r.Path = b.webhook(by.Text) + "/messages/" + by.Name
	}
	err = b.do(ctx, r, nil)
	if status := refusal(err).Status; status != http.StatusUnauthorized && status != http.StatusNotFound {
		return true, err
	}
	if !errors.Is(err, publish.ErrGone) {
		b.tokens.Forget(id, by.Text)
		err = errors.Join(publish.ErrForbidden, err)
	}
	return false, err
}
