package main

import (
	"flag"
	"os/exec"
	"path/filepath"
	"testing"

	"parlour/bot/sandbox/tooltest"
)

var clients = flag.Bool("clients", false, "TestClients: run bots on further libraries of other people, which npm fetches")

// greeting is a conversation with the bots of testdata/clients: a command, a menu, a button and its form.
const greeting = `
/ready?seconds=60
= "commands":["greet"]
hello := /mia/slash {"in":"#general","line":"/greet whom:@noah"}
= "content":"Hello, <@1100000000000000101>!" … "label":"More" … "placeholder":"Meal"
/noah/pick {"message":"$hello","menu":"Meal","values":["Soup"]}
= "content":"noah eats soup." … "ephemeral":true
form := /noah/click {"message":"$hello","button":"More"}
= "title":"More" … "label":"Words"
/noah/submit {"form":"$form","fields":{"Words":"so hungry"}}
= "content":"noah says: so hungry"
/broken
= {"broken":[]}
`

// TestClients runs a bot on each library of the sandbox's README that has no test of its own.
func TestClients(t *testing.T) {
	if !*clients {
		t.Skip("it runs with -clients: make clients")
	}
	ctx, installed := soon(t, "npm ci of further libraries")
	dir := tooltest.Npm(ctx, t, foreign+"clients", "three further libraries", "--omit=optional")
	installed()
	for _, name := range []string{"core", "oceanic", "discordeno"} {
		t.Run(name, func(t *testing.T) {
			node := exec.Command("node", name+".mjs")
			node.Dir = dir
			converse(t, node, greeting)
		})
	}
	t.Run("discord.py", func(t *testing.T) {
		for _, python := range []string{"python3", "/usr/bin/python3"} {
			if exec.Command(python, "-c", "import discord").Run() == nil {
				converse(t, exec.Command(python, filepath.Join(dir, "greet.py")), greeting)
				return
			}
		}
		tooltest.Lacking(t, "discord.py is not here: install Debian's python3-discord")
	})
}
