package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"regexp"
	"strings"
)

// hidden stands in the place of a token.
const hidden = "[a token]"

// tokens are those of interactions, as they stand in an address and as Discord writes
// them, which is "interaction:" and more in base64; and those of bots in a header.
var tokens = regexp.MustCompile(`((?:interactions|webhooks)/\d+/)[^/?#\s"']+|(Bot )[\w-]+\.[\w-]+\.[\w-]+|aW50ZXJhY3Rpb24[\w+/=-]*`)

// scrub takes tokens out of a text.
func scrub(text string) string { return tokens.ReplaceAllString(text, "${1}${2}"+hidden) }

// A redacted error is one whose words hold no token.
type redacted struct {
	words string
	error
}

func (e redacted) Error() string { return e.words }
func (e redacted) Unwrap() error { return e.error }

// redact takes the address, which may hold a token, out of an error, and tokens out of
// what else it says.
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

// A guard is a log that no token reaches, whoever writes it there: it is the last one,
// for panics and for errors that nobody thought of.
type guard struct {
	slog.Handler
	token string // of the bot
}

func (g guard) clean(text string) string { return strings.ReplaceAll(scrub(text), g.token, hidden) }

// Handle writes a record without tokens.
func (g guard) Handle(ctx context.Context, r slog.Record) error {
	clean := slog.NewRecord(r.Time, r.Level, g.clean(r.Message), r.PC)
	r.Attrs(func(a slog.Attr) bool { clean.AddAttrs(g.attr(a)); return true })
	return g.Handler.Handle(ctx, clean)
}

// WithAttrs returns a guard whose records have more attributes.
func (g guard) WithAttrs(all []slog.Attr) slog.Handler {
	return guard{g.Handler.WithAttrs(g.attrs(all)), g.token}
}

// WithGroup returns a guard whose attributes are in a group.
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
		if err, ok := a.Value.Any().(error); ok { // the log behind this one may know it
			a.Value = slog.AnyValue(redacted{g.clean(err.Error()), err})
			break
		}
		a.Value = slog.StringValue(g.clean(fmt.Sprint(a.Value.Any())))
	case slog.KindGroup:
		a.Value = slog.GroupValue(g.attrs(a.Value.Group())...)
	}
	return a
}
