package bot

import (
	"sync"
	"time"

	"parlour/commands/match"
)

// tokenLife is how long the token of a press is used, a little less than Discord's 15
// minutes.
const tokenLife = 14*time.Minute + 30*time.Second

// maxTokens is how many tokens are kept.
const maxTokens = 2000

// tokens keep, for a while, the token of the newest press on each message whose @original
// that message is. What is done by such a token counts towards no limit of Discord's; without one
// an edit is an ordinary one, and a panel stays, so nothing is lost if they are forgotten.
type tokens struct {
	mu        sync.Mutex
	byMessage map[string]token
}

// token is the token of a press.
type token struct {
	text  string
	at    time.Time
	until *match.Moment // of a panel: when it is of no more use
	name  string        // of the message by the token; empty for @original
	left  int           // number of messages that it may still post
}

// keep keeps the token of a press on a message. If there are too many, it forgets those
// that are too old, or else the oldest.
func (t *tokens) keep(message, text string, now time.Time) {
	t.put(message, token{text: text, at: now})
}

// put is [tokens.keep] for a token with all it has.
func (t *tokens) put(message string, kept token) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.byMessage == nil {
		t.byMessage = map[string]token{}
	}
	delete(t.byMessage, message)
	if len(t.byMessage) >= maxTokens {
		t.makeRoom(kept.at)
	}
	t.byMessage[message] = kept
}

// makeRoom forgets tokens, at least one. The lock is held.
func (t *tokens) makeRoom(now time.Time) {
	var oldest string
	for message, kept := range t.byMessage {
		if now.Sub(kept.at) >= tokenLife {
			delete(t.byMessage, message)
		} else if oldest == "" || kept.at.Before(t.byMessage[oldest].at) {
			oldest = message
		}
	}
	if len(t.byMessage) >= maxTokens {
		delete(t.byMessage, oldest)
	}
}

// of returns the token of the newest press on a message, "" if there is none that works.
func (t *tokens) of(message string, now time.Time) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	kept, ok := t.byMessage[message]
	if !ok {
		return ""
	}
	if now.Sub(kept.at) >= tokenLife {
		delete(t.byMessage, message)
		return ""
	}
	return kept.text
}

// forget forgets the token of a message, unless a newer press has replaced it.
func (t *tokens) forget(message, text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.byMessage[message].text == text {
		delete(t.byMessage, message)
	}
}
