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
	"slices"
	"strings"
	"unicode"

	"parlour/bot/rest"
)

// A Token says what the bot's token is: itself, or in a file. Its tags make the flags.
type Token struct {
	Token string `env:"DISCORD_TOKEN" placeholder:"TOKEN" help:"The bot's token. Put it in $DISCORD_TOKEN instead, because others can see a command line."`
	File  string `name:"token-file" env:"DISCORD_TOKEN_FILE" type:"file" placeholder:"FILE" help:"A file with the bot's token and nothing else, such as a Docker secret or a systemd credential."`
}

// Validate implements kong's check of the command line.
func (t Token) Validate() error {
	if strings.TrimSpace(t.Token) != "" && t.File != "" {
		return errors.New("the bot's token is given twice, by --token and by --token-file: leave one of them out")
	}
	return nil
}

// Read returns the token without what people write around it; empty if none is given. For Discord itself, which
// api is empty for, it has the form of Discord's. Read warns of a file that others can read.
func (t Token) Read(api string, log *slog.Logger) (string, error) {
	token, err := t.Quietly(api)
	if err == nil && t.File != "" && Exposed(t.File) {
		log.Warn("others on this machine can read the token file: chmod 600 keeps it yours", "file", t.File)
	}
	return token, err
}

// Quietly returns the token as [Token.Read] does, without a warning.
func (t Token) Quietly(api string) (string, error) {
	text := t.Token
	if t.File != "" {
		var err error
		if text, err = ReadText(t.File); err != nil {
			return "", rest.Final{Err: fmt.Errorf("the bot's token cannot be read: %w: let --token-file name a file that this account can read", err)}
		}
	}
	token, fault := clean(text, api)
	switch {
	case token == "" && fault == "" && t.File != "":
		return "", rest.Final{Err: fmt.Errorf("%s, which --token-file names, is empty: write the bot's token into it", t.File)}
	case fault != "":
		return "", rest.Final{Err: fmt.Errorf("%s is not a bot's token, because %s: press Reset Token on your application's Bot page, and copy what it shows", t.holds(), fault)}
	}
	return token, nil
}

// holds begins a sentence about what is no token.
func (t Token) holds() string {
	if t.File != "" {
		return "what stands in " + t.File + ", which --token-file names,"
	}
	return "--token"
}

// Refused says that Discord refuses the token.
func (t Token) Refused(err error) error {
	where := "to --token"
	if t.File != "" {
		where = "into the file that --token-file names"
	}
	return rest.Final{Err: fmt.Errorf("%w: press Reset Token on your application's Bot page, and copy what it shows %s, or let parlour setup ask for it (docs/trouble.md#token-refused)", err, where)}
}

// Exposed reports whether others on this machine can read or write a file. Windows does not say so by
// the mode of a file, so there it is false.
func Exposed(path string) bool {
	info, err := os.Stat(path)
	return err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0
}

// strange finds what no token is made of.
var strange = regexp.MustCompile(`[^A-Za-z0-9._~+/=-]`)

// clean returns a token without what people write around it, empty if nothing is left, or a clause about what is
// wrong with it. Only Discord's own, for which api is empty, are known well enough to say more than that they are
// one word.
func clean(text, api string) (token, fault string) {
	around := func(text string) string {
		return strings.TrimFunc(text, func(r rune) bool {
			return strings.ContainsRune(marks, r) || unicode.IsSpace(r) || unicode.Is(unicode.Cf, r)
		})
	}
	words := strings.Fields(around(text))
	if len(words) > 0 && strings.EqualFold(words[0], "Bot") {
		words = strings.Fields(around(strings.Join(words[1:], " ")))
	}
	if len(words) == 2 && words[0] == words[1] {
		words = words[:1]
	}
	if len(words) == 0 {
		return "", ""
	}
	token = once(words[0])
	switch {
	case len(words) > 1:
		return "", "it has more than one word"
	case strings.Contains(token, "://"):
		return "", "it is an address"
	case strange.MatchString(token):
		return "", fmt.Sprintf("it has %+q in it, which no token has", []rune(strange.FindString(token))[0])
	case api != "":
		return token, ""
	}
	return token, oddity(token)
}

// oddity returns a clause about why a word is no token of Discord's: an id in base64, a time and a signature, with dots
// between them. It is empty for what may be one.
func oddity(word string) string {
	parts := strings.Split(word, ".")
	key, err := hex.DecodeString(word)
	switch {
	case strings.Trim(word, "0123456789") == "":
		return "it is a number, as the application's ID is"
	case err == nil && len(key) == ed25519.PublicKeySize:
		return "it looks like the application's public key"
	case len(parts) == 1 && len(word) == 32:
		return "it looks like the application's client secret"
	case parts[0] == "mfa":
		return "it looks like a person's, which no bot may use"
	case strings.ContainsAny(word, "=~+/"):
		return fmt.Sprintf("it has %q in it, which no token has", word[strings.IndexAny(word, "=~+/")])
	case len(parts) != 3 || slices.Contains(parts, ""):
		return "it does not have three parts with dots between them"
	case len(word) < 50:
		return "it is too short, so a part of it is missing"
	}
	return ""
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
