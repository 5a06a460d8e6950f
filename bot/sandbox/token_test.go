package sandbox

import (
	"encoding/base64"
	"regexp"
	"strings"
	"testing"

	"parlour/bot/sandbox/world"
)

// Libraries hold a token to Discord's shape, and read the id of the bot from it, which is
// that of the application too.
func TestTheTokenIsTheApplications(t *testing.T) {
	s, b := play(t, Config{}, nil)
	parts := strings.Split(s.Token(), ".")
	if !regexp.MustCompile(`^[\w-]{24,28}\.[\w-]{6}\.([\w-]{27}|[\w-]{38})$`).MatchString(s.Token()) {
		t.Errorf("the token is %s, which is not of Discord's shape", s.Token())
	}
	id, err := base64.RawStdEncoding.DecodeString(parts[0])
	if err != nil || string(id) != s.BotID() {
		t.Errorf("the token names %q (%v), want the bot, %s", id, err, s.BotID())
	}
	var me struct{ ID string }
	var app struct {
		ID  string
		Bot struct{ ID string }
	}
	b.ok("GET", "/users/@me", nil, &me)
	b.ok("GET", "/applications/@me", nil, &app)
	if me.ID != s.BotID() || app.ID != me.ID || app.Bot.ID != me.ID {
		t.Errorf("the bot is %s, its application %s and the bot of that %s, want %s", me.ID, app.ID, app.Bot.ID, s.BotID())
	}
}

func TestTheSandboxTakesNoRealToken(t *testing.T) {
	other := base64.RawStdEncoding.EncodeToString([]byte("1290000000000000001"))
	own := base64.RawStdEncoding.EncodeToString([]byte(world.BotID))
	for token, ok := range map[string]bool{
		other + ".abcdef.abcdefghijklmnopqrstuvwxyz0": false,
		own + ".abcdef.abcdefghijklmnopqrstuvwxyz0":   true,
		"secret": true, "two words": false, "a.b.c": true,
	} {
		s, err := Start(Config{Token: token})
		if err == nil {
			s.Close()
		} else if strings.Contains(err.Error(), token) {
			t.Errorf("the error tells the token: %v", err)
		}
		if (err == nil) != ok {
			t.Errorf("Start with the token %q: %v", token, err)
		}
	}
}
