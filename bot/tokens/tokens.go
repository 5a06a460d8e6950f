// Package tokens keeps, for a while, the tokens of interactions: by them the bot answers once
// more, changes what was pressed, and takes a panel away. They are never stored.
package tokens

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"parlour/commands/match"
)

// Life is how long the token of a press is used, a little less than Discord's 15
// minutes.
const Life = 14*time.Minute + 30*time.Second

// Most is how many tokens are kept.
const Most = 2000

// Tokens keep, for a while, the token of the newest press on each message whose @original
// that message is. What is done by such a token counts towards no limit of Discord's; without one
// an edit is an ordinary one, and a panel stays, so nothing is lost if they are forgotten.
type Tokens struct {
	mu        sync.Mutex
	byMessage map[string]Token
}

// A Token is the token of a press.
type Token struct {
	Text  string
	At    time.Time
	Until *match.Moment // of a panel: when it is of no more use
	Name  string        // of the message by the token; empty for @original
	Left  int           // number of messages that it may still post
}

// Keep keeps the token of a press on a message. If there are too many, it forgets those
// that are too old, or else the oldest.
func (t *Tokens) Keep(message, text string, now time.Time) {
	t.Put(message, Token{Text: text, At: now})
}

// Put is [Tokens.Keep] for a token with all it has.
func (t *Tokens) Put(message string, kept Token) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.byMessage == nil {
		t.byMessage = map[string]Token{}
	}
	delete(t.byMessage, message)
	if len(t.byMessage) >= Most {
		t.makeRoom(kept.At)
	}
	t.byMessage[message] = kept
}

// makeRoom forgets tokens, at least one. The lock is held.
func (t *Tokens) makeRoom(now time.Time) {
	var oldest string
	for message, kept := range t.byMessage {
		if now.Sub(kept.At) >= Life {
			delete(t.byMessage, message)
		} else if oldest == "" || kept.At.Before(t.byMessage[oldest].At) {
			oldest = message
		}
	}
	if len(t.byMessage) >= Most {
		delete(t.byMessage, oldest)
	}
}

// Of returns the token of the newest press on a message, "" if there is none that works.
func (t *Tokens) Of(message string, now time.Time) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	kept, ok := t.byMessage[message]
	if !ok {
		return ""
	}
	if now.Sub(kept.At) >= Life {
		delete(t.byMessage, message)
		return ""
	}
	return kept.Text
}

// Forget forgets the token of a message, unless a newer press has replaced it.
func (t *Tokens) Forget(message, text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.byMessage[message].Text == text {
		delete(t.byMessage, message)
	}
}

// Whole is [Tokens.Of] with all that is known of a token.
func (t *Tokens) Whole(message string, now time.Time) Token {
	t.Of(message, now) // forgets one that is too old
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.byMessage[message]
}

// Take returns the token by which one more message is posted in a channel. Its text is "" if there
// is none.
func (t *Tokens) Take(channel string, now time.Time) Token {
	t.Of(channel, now) // forgets one that is too old
	t.mu.Lock()
	defer t.mu.Unlock()
	kept := t.byMessage[channel]
	if kept.Left == 0 {
		return Token{}
	}
	kept.Left--
	t.byMessage[channel] = kept
	return kept
}

// Drop forgets the token of a message.
func (t *Tokens) Drop(message string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.byMessage, message)
}

// Past forgets the tokens of the panels of a match that are of no more use, and returns those that
// work, the panel that was opened first before the others.
func (t *Tokens) Past(m *match.Match, now time.Time) (texts []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var openers []string
	for opener, kept := range t.byMessage {
		if kept.Until != nil && kept.Until.Past(m) {
			openers = append(openers, opener)
		}
	}
	slices.SortFunc(openers, func(a, b string) int { return cmp.Or(len(a)-len(b), cmp.Compare(a, b)) }) // ids rise with time
	for _, opener := range openers {
		if kept := t.byMessage[opener]; now.Sub(kept.At) < Life {
			texts = append(texts, kept.Text)
		}
		delete(t.byMessage, opener)
	}
	return texts
}
