package rest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"regexp"
	"strings"
)

// hidden replaces a token.
const hidden = "[a token]"

// tokens matches the token of an interaction in an address, the token of a bot in a
// header, and anything that begins with "interaction:" in base64, as Discord's do.
var tokens = regexp.MustCompile(`((?:interactions|webhooks)/\d+/)[^/?#\s"']+|(Bot )[\w-]+\.[\w-]+\.[\w-]+|aW50ZXJhY3Rpb24[\w+/=-]*`)

// scrub replaces the tokens in a text.
func scrub(text string) string { return tokens.ReplaceAllString(text, "${1}${2}"+hidden) }

// redacted is an error with a text that holds no token. It unwraps to the original.
type redacted struct {
	words string
	error
}

func (e redacted) Error() string { return e.words }
func (e redacted) Unwrap() error { return e.error }

// redact returns err without tokens in its text. The address of a [url.Error] goes
// whole, because it may hold a token of another form.
func redact(err error) error {
	if err == nil {
		return nil
	}
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	return redacted{scrub(err.Error()), err}
}

// RedactLog returns a handler that writes to h without tokens: the bot's, and all that
// look like tokens. It is the last guard, for panics and unforeseen errors.
func RedactLog(h slog.Handler, token string) slog.Handler { return guard{h, token} }

// guard is the handler of [RedactLog].
type guard struct {
	slog.Handler
	token string
}

func (g guard) clean(text string) string { return strings.ReplaceAll(scrub(text), g.token, hidden) }

// Handle writes a record without tokens.
func (g guard) Handle(ctx context.Context, r slog.Record) error {
	clean := slog.NewRecord(r.Time, r.Level, g.clean(r.Message), r.PC)
	r.Attrs(func(a slog.Attr) bool { clean.AddAttrs(g.attr(a)); return true })
	return g.Handler.Handle(ctx, clean)
}

// WithAttrs returns a guard with redacted attributes.
func (g guard) WithAttrs(all []slog.Attr) slog.Handler {
	return guard{g.Handler.WithAttrs(g.attrs(all)), g.token}
}

// WithGroup returns a guard that puts attributes into a group.
func (g guard) WithGroup(name string) slog.Handler { return guard{g.Handler.WithGroup(name), g.token} }

func (g guard) attrs(all []slog.Attr) []slog.Attr {
	var clean []slog.Attr
	for _, a := range all {
		clean = append(clean, g.attr(a))
	}
	return clean
}

func (g guard) attr(a slog.Attr) slog.Attr {
	a.Value = a.Value.Resolve()
	switch a.Value.Kind() {
	case slog.KindString, slog.KindAny:
		if err, ok := a.Value.Any().(error); ok { // stays an error, because h may look into it
			a.Value = slog.AnyValue(redacted{g.clean(err.Error()), err})
			break
		}
		a.Value = slog.StringValue(g.clean(fmt.Sprint(a.Value.Any())))
	case slog.KindGroup:
		a.Value = slog.GroupValue(g.attrs(a.Value.Group())...)
	}
	return a
}
