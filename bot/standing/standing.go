// Package standing asks Discord what it knows of the bot itself, for /doctor. It changes nothing.
package standing

import (
	"context"
	"fmt"
	"net/http"
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
