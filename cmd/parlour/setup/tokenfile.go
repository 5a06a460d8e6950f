package setup

import (
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"regexp"
	"runtime"
	"strings"
)

// A Token says what the bot's token is: itself, or in a file. Its tags make the flags.
type Token struct {
	Token string `env:"DISCORD_TOKEN" placeholder:"TOKEN" help:"The bot's token. Put it in $DISCORD_TOKEN instead, because others can see a command line."`
	File  string `name:"token-file" env:"DISCORD_TOKEN_FILE" placeholder:"FILE" help:"A file with the bot's token and nothing else, such as a Docker secret or a systemd credential."`
}

// Validate implements kong's check of the command line.
func (t Token) Validate() error {
	if strings.TrimSpace(t.Token) != "" && t.File != "" {
		return errors.New("the bot's token is given twice, by --token and by --token-file (in the environment, DISCORD_TOKEN and DISCORD_TOKEN_FILE): leave one of them out")
	}
	return nil
}

// Read returns the token; empty if none is given. It warns of a file that others can read.
func (t Token) Read(log *slog.Logger) (string, error) {
	token, err := t.Quietly()
	if err == nil && t.File != "" && Exposed(t.File) {
		log.Warn("others on this machine can read the token file: chmod 600 keeps it yours", "file", t.File)
	}
	return token, err
}

// Quietly returns the token as [Token.Read] does, without a warning.
func (t Token) Quietly() (string, error) {
	if t.File == "" {
		return strings.TrimSpace(t.Token), nil
	}
	text, err := os.ReadFile(t.File)
	if err != nil {
		return "", fmt.Errorf("the bot's token cannot be read: %w: let --token-file name a file that this account can read", err)
	}
	switch words := strings.Fields(string(text)); {
	case len(words) == 0:
		return "", fmt.Errorf("%s, which --token-file names, is empty: write the bot's token into it", t.File)
	case len(words) > 1:
		return "", fmt.Errorf("%s, which --token-file names, holds more than one word: write the bot's token into it and nothing else", t.File)
	}
	return strings.TrimSpace(string(text)), nil
}

// Exposed reports whether others on this machine can read or write a file. Windows does not say so by
// the mode of a file, so there it is false.
func Exposed(path string) bool {
	info, err := os.Stat(path)
	return err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0
}

// word matches what a token is made of.
var word = regexp.MustCompile(`^[A-Za-z0-9._~+/=-]+$`)

// clean returns a token without what people paste around it, or a sentence that says what is wrong.
func clean(text string) (token, wrong string) {
	words := strings.Fields(strings.Trim(strings.TrimSpace(text), `"'`))
	if len(words) > 0 && strings.EqualFold(words[0], "Bot") {
		words = words[1:]
	}
	if len(words) == 2 && words[0] == words[1] {
		words = words[:1]
	}
	switch {
	case len(words) == 0:
		return "", "Nothing came. Copy the token, paste it here, and press Enter."
	case len(words) > 1 || !word.MatchString(words[0]):
		return "", "That is no token. A token is one long word of letters, digits, dots and dashes."
	}
	return once(words[0]), ""
}

// once returns a token that somebody who saw nothing has pasted twice.
func once(token string) string {
	if half := len(token) / 2; half >= 20 && token[:half] == token[half:] { // a real one is longer
		return token[:half]
	}
	return token
}

// A PublicKey is the public key of an application.
type PublicKey struct{ Key ed25519.PublicKey }

// UnmarshalText reads a key as Discord shows it.
func (k *PublicKey) UnmarshalText(text []byte) error {
	key, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(key) != 0 && len(key) != ed25519.PublicKeySize {
		return errors.New("a public key is 64 hexadecimal digits: copy it from the application's General Information page")
	}
	if len(key) > 0 {
		k.Key = key
	}
	return nil
}
