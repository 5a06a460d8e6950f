package bot

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"parlour/bot/rest"
	"parlour/commands"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games/all"
	"parlour/storage"
)

// The tokens that these tests plant.
const (
	plantedBot         = "MTEwMDAwMDAwMDAwMDAwMDAwMQ.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789-_"
	plantedInteraction = "aW50ZXJhY3Rpb246MTEwMDAwMDAwMDAwMDAwMDAwMTpwbGFudGVk"
	plantedOther       = "a-token-of-another-form"
)

// clumsy is a transport whose errors contain the address and the token.
type clumsy struct{}

func (clumsy) RoundTrip(r *http.Request) (*http.Response, error) {
	return nil, fmt.Errorf("no way to %s as %s", r.URL, r.Header.Get("Authorization"))
}

// wantClean checks that a text has no planted token, and that it has other words.
func wantClean(t *testing.T, where, text, says string) {
	t.Helper()
	for _, token := range []string{plantedBot, plantedInteraction, plantedOther} {
		if strings.Contains(text, token) {
			t.Errorf("%s has a token: %s", where, text)
		}
	}
	if !strings.Contains(text, says) {
		t.Errorf("%s is %q, want it to contain %q", where, text, says)
	}
}

// clumsyBot returns a bot and its log. Every request of the bot fails with an error that
// contains its tokens, and no second try has the time for its pause.
func clumsyBot(t *testing.T) (*bot, *bytes.Buffer) {
	t.Helper()
	var log bytes.Buffer
	planted := Config{Token: plantedBot, Patience: 3, AnswerWithin: 1000 * time.Hour}
	planted.Log = slog.New(slog.NewTextHandler(&log, nil))
	b := newBot(planted)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := b.prepare(ctx); err == nil {
		t.Fatal("prepare succeeds without a Discord")
	}
	var err error
	if b.service, err = commands.New(commands.Config{Games: all.Games()}); err != nil {
		t.Fatal(err)
	}
	b.Patience = Config{}.withDefaults().Patience
	c := b.restConfig()
	c.Backoff, c.Transport = 1000*b.Patience, clumsy{}
	if b.rest, err = rest.New(c); err != nil {
		t.Fatal(err)
	}
	return b, &log
}

// An error of the network has no token, and keeps its other words.
func TestErrorsHoldNoToken(t *testing.T) {
	t.Parallel()
	for _, planted := range []string{plantedInteraction, plantedOther} {
		b, log := clumsyBot(t)
		x := &exchange{b: b, interaction: &interaction{ID: "1", Token: planted}}
		b.app = "2"
		b.tokens.Put("5", token{Text: planted, At: b.Now()})
		for name, err := range map[string]error{
			"a callback":                      x.put(response{Type: discordgo.InteractionResponsePong}),
			"an answer":                       func() error { _, err := x.answer(drawnReply{}); return err }(),
			"an edit by the token of a press": (channel{b, rest.Normal}).Edit(t.Context(), "3", "5", message.Message{Content: "x"}),
			"a deletion":                      (&exchange{b: b, interaction: x.interaction, pressed: asker, answered: discordgo.InteractionResponseDeferredMessageUpdate}).deleteOriginal(),
			"a post": func() error {
				_, err := channel{b, rest.Normal}.Post(t.Context(), "3", "n", message.Message{Content: "x"})
				return err
			}(),
			"the start": b.whoAmI(t.Context()),
			"commands":  b.register(t.Context()),
		} {
			wantClean(t, "the error of "+name, fmt.Sprint(err), "no way to ")
			wantClean(t, "the error of "+name, fmt.Sprintf("%v %+v %s %q", err, err, err, err), "no way to ")
			b.Log.Warn("it failed", "err", err)
		}
		wantClean(t, "the log", log.String(), "no way to ")
	}
}

// The log redacts panics and errors of the gateway, which the bot does not redact before.
func TestTheLogHoldsNoToken(t *testing.T) {
	t.Parallel()
	b, log := clumsyBot(t)
	func() {
		defer b.recover("a test")
		panic(fmt.Sprintf("boom: Bot %s, %s, %s, https://discord.com/api/v9/webhooks/1/%s/messages/@original", plantedBot, plantedBot, plantedInteraction, plantedOther))
	}()
	wantClean(t, "the log of a panic", log.String(), "boom")
	wantClean(t, "the log of a panic", log.String(), "/messages/@original")
	log.Reset()
	b.gatewayConfig().Log.Error("a gateway", "err", errors.New(plantedBot))
	wantClean(t, "the log of the gateway", log.String(), "[a token]")
}

// tokenScripts are what is done with tokens, and what comes back. A token has a text, and may be so old, post so often,
// or be of a panel of a turn of match m or n.
var tokenScripts = map[string]string{
	"of each message the newest token is kept, until it is too old": `
		of a =>
		put a first
		put a second age=-1m
		of a => second
		forget a first
		of a => second
		forget a second
		of a =>
		put a old
		pass 14m29.999s
		of a => old
		pass 1ms
		of a =>`,
	"if there are too many, those that are too old go, or else the oldest": `
		put 1..2000 t
		pass 1s
		put 5 again
		put more t
		of 1 =>
		of 2 => t
		of 5 => again
		of more => t
		pass 15m
		put last t
		many => false`,
	"a token is taken as often as it may still post, while it works": `
		put old old age=14m30s left=2
		put young young left=2
		take old =>
		take none =>
		take young => young
		take young => young
		take young =>
		of young => young`,
	"the tokens of a match's panels are handed out once their turn is over, or the game, while they work": `
		put board board
		put a second m=2
		put b third m=2
		put c next m=3
		put d other n=1
		put e a-card-now m=2
		drop e
		pass 1m
		past 2 playing =>
		keep e => true
		past 3 playing => second third
		past 3 playing =>
		keep a => false
		keep c => true
		put c next m=3
		past 3 over => next
		put f old m=2 age=1m
		of board => board
		pass 13m30s
		past 3 playing =>`,
}

// Tokens are kept while they are of use, and no longer.
func TestTokens(t *testing.T) {
	t.Parallel()
	for what, script := range tokenScripts {
		var kept tokens
		now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
		for line := range strings.Lines(strings.TrimSpace(script)) {
			does, want, _ := strings.Cut(strings.TrimSpace(line), " =>")
			want = strings.TrimSpace(want)
			words := strings.Fields(does)
			got := ""
			switch key := words[min(1, len(words)-1)]; words[0] {
			case "put":
				one := token{Text: words[2], At: now}
				for _, word := range words[3:] {
					is, value, _ := strings.Cut(word, "=")
					n, _ := strconv.Atoi(value)
					switch is {
					case "age":
						age, _ := time.ParseDuration(value)
						one.At = now.Add(-age)
					case "left":
						one.Left = n
					case "m", "n":
						one.Until = &match.Moment{Match: is, Turn: n}
					default:
						t.Fatalf("%s: no token has %q", what, word)
					}
				}
				if key != "1..2000" {
					kept.Put(key, one)
					break
				}
				for n := range most {
					one.At = now.Add(time.Duration(n))
					kept.Put(fmt.Sprint(n+1), one)
				}
			case "of":
				got = kept.Of(key, now).Text
			case "take":
				got = kept.Take(key, now).Text
			case "forget":
				kept.Forget(key, words[2])
			case "drop":
				kept.Forget(key, "")
			case "past":
				m := &match.Match{}
				m.ID, m.Phase = "m", map[string]storage.Phase{"playing": storage.Playing, "over": storage.Over}[words[2]]
				m.Turn, _ = strconv.Atoi(key)
				var texts []string
				for _, opener := range kept.Part(now, func(panel token) bool { return panel.Until.Past(m) }) {
					texts = append(texts, kept.Of(opener, now).Text)
				}
				got = strings.Join(texts, " ")
			case "keep":
				got = fmt.Sprint(kept.Keep(key, token{At: now}))
			case "pass":
				d, err := time.ParseDuration(key)
				if now = now.Add(d); err != nil {
					t.Fatal(err)
				}
			case "many":
				got = fmt.Sprint(len(kept.byKey) > 10)
			default:
				t.Fatalf("%s: no line begins with %q", what, words[0])
			}
			if got != want || len(kept.byKey) > most {
				t.Errorf("%s: %s = %q, want %q, and %d are kept", what, does, got, want, len(kept.byKey))
			}
		}
	}
}
