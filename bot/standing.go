package bot

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"parlour/bot/rest"
	"parlour/commands"
)

// Of asks which commands Discord has for an application, and measures how long that takes.
func askStanding(ctx context.Context, client *rest.Client, app string) (s commands.Standing, err error) {
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
