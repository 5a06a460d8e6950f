package setup

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
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
