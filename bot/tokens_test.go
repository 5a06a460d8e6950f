package bot

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlour/commands/match"
	"parlour/storage"
)

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
		of a => `,
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
		past 3 playing => second third
		past 3 playing => 
		past 3 over => next
		put f old m=2 age=1m
		of board => board
		pass 13m30s
		past 3 playing => `,
}

// Tokens are kept while they are of use, and no longer.
func TestTokens(t *testing.T) {
	t.Parallel()
	for what, script := range tokenScripts {
		var kept tokens
		now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
		for line := range strings.Lines(strings.TrimSpace(script)) {
			does, want, _ := strings.Cut(strings.Trim(line, "\t\n"), " => ")
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
					default:
						one.Until = &match.Moment{Match: is, Turn: n}
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
				got = strings.Join(kept.Past(m, now), " ")
			case "pass":
				d, _ := time.ParseDuration(key)
				now = now.Add(d)
			case "many":
				got = fmt.Sprint(len(kept.byKey) > 10)
			}
			if got != want || len(kept.byKey) > most {
				t.Errorf("%s: %s = %q, want %q, and %d are kept", what, does, got, want, len(kept.byKey))
			}
		}
	}
}
