package discord

import (
	"encoding/base64"
	"fmt"
	"strings"

	"parlour/bot/sandbox/world"
)

// fakeToken is the token of the sandbox's bot. It has the shape of Discord's tokens: the bot's
// id in base64, a dot, six characters, a dot, 27 characters. Libraries read the id from it.
func fakeToken() string {
	return base64.RawStdEncoding.EncodeToString([]byte(world.BotID)) + ".parlor.a-fake-token-of-the-sandbox"
}

// CheckToken refuses a token that no bot could send, and one that names another application:
// it is likely a real one, which has no business in a sandbox.
func CheckToken(token string) error {
	if token == "" || strings.ContainsAny(token, " \t\r\n") {
		return fmt.Errorf("sandbox: a token is one word")
	}
	parts := strings.Split(token, ".")
	id, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(parts[0], "="))
	if len(parts) != 3 || err != nil || !snowflake(string(id)) || string(id) == world.BotID {
		return nil
	}
	return fmt.Errorf("sandbox: the token is another application's, so keep it for Discord: leave --token out, or give any other word")
}

// snowflake reports whether a text is an id as Discord writes them.
func snowflake(id string) bool {
	return len(id) >= 17 && len(id) <= 20 && strings.Trim(id, "0123456789") == ""
}
