// Package setup takes somebody who owns a server on Discord, and may never have seen a terminal, from a
// downloaded program to a bot that runs.
//
// Its policies:
//
//   - It asks for the token without showing it, and checks it with Discord before anything is written.
//   - If the person leaves at a question, everything stays as it was.
//   - The token goes into the file of settings that [DefaultFile] names, which only its owner may
//     read; on Windows, those who may read its folder. Files are written whole, and one that is there is
//     asked about and kept under another name; what else it says stays.
//   - Where systemd runs, it offers the service, whose settings and games are in places of their own. On a Mac and
//     on Windows it offers to start Parlour when the person logs in, with the settings and games where they are.
//
// # What the program is told from outside
//
// Besides its command line these are the file of settings, the bot's token, how to log, and how much memory to
// take. The version of the program is known here too, and a service manager such as systemd is told how the
// program is.
package setup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"parlour/bot/rest"
)

// patience is how long a question to Discord may take.
const patience = 20 * time.Second

// errNoTerminal is returned where nobody can be asked, and nothing says the token.
var errNoTerminal = errors.New("setup asks questions, and there is no terminal to ask them in: give the token by --token-file or as DISCORD_TOKEN, or start it in a terminal")

// Cmd is the subcommand. Its tags make the flags.
type Cmd struct {
	Token Token  `embed:""`
	API   string `env:"PARLOUR_API" type:"api" placeholder:"URL" help:"Another address for Discord's API, such as a sandbox."`
}

// Alone returns what a program does that was started without arguments, as by a double click: it runs if it
// has a token, and asks for one if not.
func Alone() []string {
	if tokenAround() {
		return []string{"run"}
	}
	draft, err := ReadDraft(DefaultFile)
	if err == nil && draft.Get("token") == "" && draft.Get("token-file") == "" {
		return []string{"setup"}
	}
	return []string{"run"} // which says what is wrong with the file, if anything is
}

// tokenAround reports whether the environment has the token, or says where it is.
func tokenAround() bool {
	return slices.ContainsFunc([]string{"DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "PARLOUR_CONFIG"},
		func(name string) bool { return Variable(name) != "" })
}

// Run sets Parlour up, with its settings in a file, [DefaultFile] if none is named. It returns the
// arguments with which the program goes on; none if it ends here.
func (c Cmd) Run(ctx context.Context, file string, con *Console) (next []string, err error) {
	return c.run(ctx, file, con, here())
}

func (c Cmd) run(ctx context.Context, file string, con *Console, m machine) (next []string, err error) {
	t := &talk{Cmd: c, Console: con, machine: m, named: file != ""}
	if !t.named {
		file = DefaultFile
	}
	if file, err = filepath.Abs(file); err != nil {
		return nil, err
	}
	draft, unread := ReadDraft(file)
	t.draft = cmp.Or(draft, &Draft{})
	given, err := t.Token.Quietly(t.api())
	if err != nil {
		return nil, err
	}
	if !con.Interactive && given == "" {
		return nil, errNoTerminal
	}
	t.greet()
	if unread != nil {
		return nil, unread
	}
	token, err := t.consent(ctx, given)
	if err != nil {
		return nil, err
	}
	app, token, err := t.identify(ctx, token)
	if err != nil {
		return nil, err
	}
	t.say("Discord knows this bot as %s.\n", app.Name)
	service, err := t.settle(ctx, token)
	if err != nil {
		return nil, err
	}
	if !service {
		next = t.start(ctx)
	}
	t.say("Now, on Discord:\n  1. Open this link: %s\n  2. Choose your server, and press Authorize.\n  3. In a channel there, type /play.", rest.Invitation(app.ID))
	return next, nil
}

// A talk is one conversation.
type talk struct {
	Cmd
	*Console
	machine
	named     bool // the file of settings was named
	draft     *Draft
	explained bool // where the token comes from
}

// greet says what this is.
func (t *talk) greet() {
	t.say("Welcome to Parlour, a bot that hosts board games on Discord.")
	if t.Interactive {
		t.say("In a few minutes it plays on your server. Ctrl+C leaves; nothing is written before Discord\nhas accepted a token.\n")
	}
}

// consent asks about a file of settings that is there. It returns the token to check; empty to ask for one.
func (t *talk) consent(ctx context.Context, given string) (token string, err error) {
	was := t.noted()
	switch {
	case t.draft.New || given != "" && given == was:
		return given, nil
	case !t.Interactive:
		return "", fmt.Errorf("there is a file of settings already, %s, and nobody to ask about it: start setup in a terminal, or name another file with --config", t.draft.Path)
	case given == "" && was != "":
		keep, err := t.agrees(ctx, "There are settings with a token already, in %s.\nKeep that token? If not, you can give another one; the old file is then kept beside it.", t.draft.Path)
		if keep {
			return was, err
		}
		return "", err
	}
	yes, err := t.agrees(ctx, "There are settings already, in %s.\nAdd the token to them? What else they say stays, and the old file is kept beside it.", t.draft.Path)
	if err == nil && !yes {
		err = fmt.Errorf("%s is as it was: to have another file of settings, name it with --config", t.draft.Path)
	}
	return given, err
}

// noted returns the token that the file of settings has or names; empty if it has none that can be read.
func (t *talk) noted() string {
	from := Token{Token: t.draft.Get("token"), File: t.draft.Get("token-file")}
	token, _ := from.Quietly(t.api())
	return token
}

// identify finds the application of a token, and asks for a token until there is a good one. Somebody may paste
// a token at any time meanwhile, and it is shown at none.
func (t *talk) identify(ctx context.Context, token string) (app rest.Application, _ string, err error) {
	show := t.hide()
	defer func() { show() }()
	if token == "" {
		t.explain()
	}
	for {
		if token == "" {
			if token, err = t.askToken(ctx); err != nil {
				return app, "", err
			}
		}
		t.say("Asking Discord…")
		app, err = t.check(ctx, token)
		switch {
		case err == nil:
			return app, token, nil
		case ctx.Err() != nil:
			return app, "", errLeft
		case !t.Interactive:
			return app, "", err
		case errors.Is(err, errRefused):
			t.say("%s.", sentence(err))
			t.explain()
			token = ""
			continue
		}
		show()
		again, err := t.agrees(ctx, "%s. Try again?", sentence(err))
		if err != nil {
			return app, "", err
		}
		if !again {
			return app, "", errLeft
		}
		show = t.hide()
	}
}

// explain says where the token comes from, once.
func (t *talk) explain() {
	if t.explained {
		return
	}
	t.explained = true
	t.say(`The bot needs a token, which is its password at Discord:
  1. Open https://discord.com/developers/applications
     and press New Application. Give it any name.
  2. On its page Bot, press Reset Token, and copy the token.
  3. Paste it here, once, and press Enter. You will not see it.
     To paste, right-click, or press Ctrl+Shift+V; on a Mac Cmd+V.`)
}

// sentence returns an error as the beginning of a sentence.
func sentence(err error) string {
	text := err.Error()
	return strings.ToUpper(text[:1]) + text[1:]
}

// askToken asks for a token until what comes looks like one.
func (t *talk) askToken(ctx context.Context) (string, error) {
	for {
		fmt.Fprint(t.out, "Token: ")
		text, err := t.secret(ctx)
		if err != nil {
			return "", err
		}
		switch token, fault := clean(text, t.api()); {
		case fault != "":
			t.say("That is not a token, because %s.", fault)
		case token == "":
			t.say("Nothing came. Copy the token, paste it here, and press Enter.")
		default:
			return token, nil
		}
	}
}

// errRefused says that Discord refuses a token.
//
//lint:ignore ST1005 a name
var errRefused = rest.Final{Err: errors.New("Discord refuses this token: press Reset Token on the page Bot again, and copy what it shows, not the application's ID, public key or client secret")}

// check asks Discord whose token it is. Its errors are sentences.
func (t *talk) check(ctx context.Context, token string) (rest.Application, error) {
	client, err := rest.New(rest.Config{Token: token, API: t.api(), Patience: patience, Pace: 1})
	if err != nil {
		return rest.Application{}, err
	}
	app, err := client.Application(ctx)
	switch {
	case errors.Is(err, rest.ErrTokenRefused):
		return app, errRefused
	case err != nil:
		return app, fmt.Errorf("there is no way to Discord, so check the network (%w)", err)
	}
	return app, nil
}

// api returns where Discord is: as the command line has it, or else the file of settings.
func (t *talk) api() string {
	if t.API == "" {
		return t.draft.Get("api")
	}
	return t.API
}

// settle keeps the token where Parlour will find it: in the file of settings, or with the service. service
// reports whether Parlour runs as one now.
func (t *talk) settle(ctx context.Context, token string) (service bool, err error) {
	if t.Interactive && t.manages() && t.admin {
		yes, err := t.agrees(ctx, "Shall Parlour be a service, which starts with this machine and needs no window?")
		if err != nil {
			return false, err
		}
		if yes {
			return true, t.install(ctx, token)
		}
	}
	if err := t.keep(token); err != nil {
		return false, err
	}
	if t.Interactive && t.starts() {
		yes, err := t.agrees(ctx, "Shall Parlour start by itself when you log in?")
		if yes && err == nil {
			if err = t.atLogin(ctx); err == nil {
				return true, nil
			}
			t.say("Parlour can't start by itself, because the system refuses that: %v.\n", err)
		}
	}
	switch {
	case t.os == "linux" && t.admin && !t.manages():
		t.say("There is no systemd here, so Parlour cannot be a service.\n")
	case t.manages() && !t.admin:
		t.say("To have Parlour start with this machine and need no window, an administrator types:\n  sudo %s setup --config %s\n  systemctl status parlour\n", quoted(t.program), quoted(t.draft.Path))
	}
	return false, nil
}

// keep writes the token into the file of settings, unless it has it already.
func (t *talk) keep(token string) error {
	set := map[string]string{}
	if token != t.noted() {
		set["token"] = token
	}
	if t.API != "" && t.API != t.draft.Get("api") {
		set["api"] = t.API
	}
	if len(set) == 0 {
		t.say("The settings stay as they are, in %s.\n", t.draft.Path)
		return nil
	}
	var without []string
	if set["token"] != "" {
		without = []string{"token-file"} // because a token is given once
	}
	text, err := t.draft.With(set, without...)
	if err != nil {
		return err
	}
	kept := ""
	if !t.draft.New {
		if kept, err = setAside(t.draft.Path, t.draft.Text); err != nil {
			return unwritten(err)
		}
	} else {
		text = "# Settings of Parlour. The token is the bot's password, so keep this file to yourself.\n" + text
	}
	if err := replace(t.draft.Path, text); err != nil {
		return unwritten(err)
	}
	t.say("The token is in %s. Keep that file to yourself.", t.draft.Path)
	if kept != "" {
		t.say("What was there is kept as %s.", kept)
	}
	t.say("")
	return nil
}

// unwritten adds to an error what to do about it.
func unwritten(err error) error {
	return fmt.Errorf("the settings cannot be written: %w: start Parlour in a folder that is yours, or name a file in one with --config", err)
}

// start offers to start Parlour, and returns the arguments for that. It says how to do so later.
func (t *talk) start(ctx context.Context) (next []string) {
	args := []string{"run"}
	if t.named {
		args = append(args, "--config", t.draft.Path)
	}
	when := "To start Parlour"
	switch {
	case ofAnother(t.draft.Path): // whose games root's would not be
		when += " as the owner of its folder, without sudo"
	case t.Interactive:
		if yes, err := t.agrees(ctx, "Start Parlour now?"); yes && err == nil {
			next = args
		}
	}
	command := quoted(t.called)
	if found, err := exec.LookPath(filepath.Base(t.called)); err == nil && found == t.program {
		command = filepath.Base(t.called)
	}
	for _, arg := range args {
		command += " " + quoted(arg)
	}
	if t.clicks() && !t.named && filepath.Dir(t.draft.Path) == filepath.Dir(t.program) {
		command = quoted(t.program) // alone, from anywhere
	}
	if next != nil {
		t.say("It runs while this window is open, and Ctrl+C stops it.")
		when += " another time"
	}
	if t.clicks() && !t.named {
		t.say("%s, double-click it, or type: %s\n", when, command)
	} else {
		t.say("%s, type: %s\n", when, command)
	}
	return next
}
