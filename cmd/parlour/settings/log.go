package settings

import (
	"io"
	"log/slog"
)

// A Log says how to log. Its tags make the flags. The zero value logs text, from info on.
type Log struct {
	Format string `name:"log" env:"PARLOUR_LOG" enum:"text,json" default:"text" help:"How the log is written: text, or json with an object a line."`
	Level  string `name:"log-level" env:"PARLOUR_LOG_LEVEL" enum:"debug,info,warn,error" default:"info" help:"The least that is logged: debug, info, warn or error. At debug each request to Discord is."`
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
