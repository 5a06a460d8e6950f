package rest

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"github.com/bwmarrin/discordgo"
)

// An Application is the bot's application at Discord.
type Application struct {
	ID      string
	User    string // id of its bot's user
	Name    string // of that user
	Key     string // its public key, in hex
	Address string // to which Discord sends its interactions; empty for the gateway
	Friends bool   // whether people may install it for themselves
}

// Application asks Discord for the application of the client's token, and so finds out whether the token is good:
// if not, the error is [ErrTokenRefused].
// Without a network it fails at once, so that the person who starts the program learns of it.
func (c *Client) Application(ctx context.Context) (a Application, err error) {
	var user struct{ ID, Username string }
	var app struct {
		ID       string
		Installs map[string]any `json:"integration_types_config"` // by kind of installation
		Key      string         `json:"verify_key"`
		Address  string         `json:"interactions_endpoint_url"`
	}
	for _, one := range []struct {
		path string
		out  any
	}{{"users/@me", &user}, {"applications/@me", &app}} {
		err := c.Do(ctx, Request{Method: http.MethodGet, Path: one.path, Bucket: one.path, FailFast: true}, one.out)
		if err != nil {
			return a, fmt.Errorf("%s: %w", one.path, err)
		}
	}
	_, friends := app.Installs[strconv.Itoa(int(discordgo.ApplicationIntegrationUserInstall))]
	return Application{app.ID, user.ID, user.Username, app.Key, app.Address, friends}, nil
}

// Invitation returns the address at which somebody adds the bot of an application to a server. It asks for
// the permissions that the bot needs and no more.
func Invitation(app string) string {
	const needs int64 = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages | discordgo.PermissionAttachFiles |
		discordgo.PermissionReadMessageHistory | discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads
	return fmt.Sprintf("https://discord.com/oauth2/authorize?client_id=%s&scope=bot+applications.commands&permissions=%d", app, needs)
}
