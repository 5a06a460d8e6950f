package bot

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"parlour/bot/rest"
	"parlour/commands/publish"
)

// register sends the list of commands to Discord, for all servers. Discord takes the
// whole list or keeps the old one. Of several processes that share the shards, the one with shard 0
// does so. It does not if the same list was sent by another process over the store.
func (b *bot) register(ctx context.Context) error {
	if all := b.shards.States(); len(all) > 0 && all[0].Index > 0 {
		return nil
	}
	body, err := json.Marshal(commandList(b.service.Definitions(), b.friends))
	if err != nil {
		return err
	}
	const what = "commands"
	sum := fmt.Sprintf("%s %x", b.app, sha256.Sum256(body))
	if done, err := b.fleet.Done(ctx, what); err == nil && done == sum {
		return nil
	}
	if err := b.do(ctx, rest.Request{Method: http.MethodPut, Path: "applications/" + b.app + "/commands", Bucket: "register", Body: body}, nil); err != nil {
		return err
	}
	_, err = b.fleet.Do(ctx, what, sum)
	return err
}

// registerPause is the pause between two attempts of [bot.registerLater]. Tests shorten it.
var registerPause = time.Minute

// registerLater calls [bot.register] again until Discord takes or refuses the commands,
// or the context is done.
func (b *bot) registerLater(ctx context.Context) {
	for pause(ctx, registerPause) == nil {
		err := b.register(ctx)
		switch {
		case err == nil:
			b.Log.Info("Discord has taken the commands")
			return
		case errors.Is(err, publish.ErrForbidden):
			b.Log.Warn("the commands stay as they were, because Discord refuses the new ones", "err", err)
			return
		}
	}
}
