package setup

import (
	"io"
	"log/slog"
)

// A Log says how to log. Its tags make the flags. The zero value logs text, from info on.
type Log struct {
	Format string `name:"log" env:"PARLOUR_LOG" enum:"text,json" default:"text" help:"The form of the log: text, or json with one object a line."`
	Level  string `name:"log-level" env:"PARLOUR_LOG_LEVEL" enum:"debug,info,warn,error" default:"info" help:"The lowest level that is logged: debug, info, warn or error. With debug, that is each request to Discord too."`
}

// Handler returns a handler that writes so.
func (l Log) Handler(w io.Writer) slog.Handler {
	var level slog.Level
	_ = level.UnmarshalText([]byte(l.Level)) // kong has checked it; info where it is empty
	options := &slog.HandlerOptions{Level: level}
	if l.Format == "json" {
		return slog.NewJSONHandler(w, options)
	}
	return slog.NewTextHandler(w, options)
}
