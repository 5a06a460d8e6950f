// Package standing asks Discord what it knows of the bot itself, for /doctor. It changes nothing.
package standing

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"runtime/debug"
	"time"

	"parlour/bot/rest"
	"parlour/commands/interaction"
)

// Of asks which commands Discord has for an application, and measures how long that takes.
func Of(ctx context.Context, client *rest.Client, app string) (s interaction.Standing, err error) {
	var listed []struct{ Name string }
	began := time.Now()
	err = client.Do(ctx, rest.Request{Method: http.MethodGet, Path: "applications/" + app + "/commands", Bucket: "list of commands", FailFast: true}, &listed)
	if err != nil {
		return s, fmt.Errorf("list the commands: %w", err)
	}
	s.Took = time.Since(began)
	for _, c := range listed {
		s.Commands = append(s.Commands, c.Name)
	}
	return s, nil
}

// Version returns the version with which this program was built, or the commit that it was built from. It
// is "devel" if neither is known.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	commit := ""
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			commit = s.Value[:min(12, len(s.Value))]
		}
	}
	return cmp.Or(commit, "devel")
}
