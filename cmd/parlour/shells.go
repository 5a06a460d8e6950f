package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"parlour"
	"parlour/games/all"
)

// completeWord is the first argument with which the scripts of [completionCmd] ask what fits. What follows is no command
// line yet, so nothing parses it.
const completeWord = "complete"

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

func (c completionCmd) run(stdout io.Writer) error {
	_, err := io.WriteString(stdout, map[string]string{"bash": parlour.Bash, "zsh": parlour.Zsh, "fish": parlour.Fish}[c.Shell])
	return err
}

// complete prints what the last of some words can become, a line each: the word, a tab and what it is. A line with
// ":files" stands for the names of files. bash gives an equals sign as a word.
func complete(node *kong.Node, words []string, stdout io.Writer) {
	if len(words) == 0 {
		words = []string{""}
	}
	var asked *kong.Value // what the last flag waits for
	place := 0            // of the next argument
	last := words[len(words)-1]
	for _, word := range words[:len(words)-1] {
		flag, value := flagOf(node, word)
		switch command := childOf(node, word); {
		case word == "=":
		case asked != nil:
			asked = nil
		case flag != nil && !value && !flag.IsBool():
			asked = flag.Value
		case strings.HasPrefix(word, "-") && word != "-":
		case command != nil:
			node, place = command, 0
		default:
			place++
		}
	}
	if last == "=" && asked != nil {
		last = ""
	}
	flag, value := flagOf(node, last)
	switch {
	case asked != nil:
		offerValues(asked, "", last, stdout)
	case flag != nil && value:
		name, typed, _ := strings.Cut(last, "=")
		offerValues(flag.Value, name+"=", typed, stdout)
	case strings.HasPrefix(last, "-"):
		for _, group := range node.AllFlags(true) {
			for _, f := range group {
				offer(stdout, "--"+f.Name, last, f.Help)
			}
		}
	case place < len(node.Positional):
		offerValues(node.Positional[place], "", last, stdout)
	}
	for _, n := range node.Children {
		if asked == nil && place == 0 && !n.Hidden {
			offer(stdout, n.Name, last, n.Help)
		}
	}
}

// childOf returns a command by its name, nil for none.
func childOf(node *kong.Node, name string) *kong.Node {
	for _, n := range node.Children {
		if n.Name == name {
			return n
		}
	}
	return nil
}

// flagOf returns the flag that a word names, nil for none. value reports whether the word has its value too.
func flagOf(node *kong.Node, word string) (flag *kong.Flag, value bool) {
	name, _, value := strings.Cut(word, "=")
	for _, group := range node.AllFlags(false) {
		for _, f := range group {
			if "--"+f.Name == name {
				return f, value
			}
		}
	}
	return nil, false
}

// offerValues offers what a flag or an argument takes, behind what stands before it in the same word.
func offerValues(v *kong.Value, before, typed string, stdout io.Writer) {
	var fit []string
	switch {
	case v.Enum != "":
		fit = v.EnumSlice()
	case v.Name == "games" || v.Name == "game":
		for _, g := range all.Games() {
			fit = append(fit, g.Info().Name)
		}
	case strings.Contains(" file path store ", " "+v.Tag.Type+" ") || v.Tag.PlaceHolder == "FILE" || v.Tag.PlaceHolder == "DIR":
		fmt.Fprintln(stdout, ":files")
	}
	if v.IsSlice() { // only the last of a list is typed yet
		cut := strings.LastIndex(typed, ",") + 1
		before, typed = before+typed[:cut], typed[cut:]
	}
	for _, word := range fit {
		offer(stdout, before+word, before+typed, v.Help)
	}
}

// offer prints a word if it begins with what is typed, with the first sentence of its help.
func offer(stdout io.Writer, word, typed, help string) {
	if strings.HasPrefix(word, typed) {
		about, _, _ := strings.Cut(help, ". ")
		fmt.Fprintf(stdout, "%s\t%s\n", word, strings.TrimSuffix(about, "."))
	}
}

// manual writes the page of the manual for a command line.
func manual(app *kong.Application, version string, w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH PARLOUR 1 \"\" \"%s\"\n.SH NAME\nparlour \\- %s\n", roff("parlour "+version), roff(strings.TrimSuffix(app.Help, ".")))
	b.WriteString(".SH SYNOPSIS\n.B parlour\n.I COMMAND\n[flags]\n.SH COMMANDS\n")
	for _, n := range app.Children {
		if n.Hidden {
			continue
		}
		fmt.Fprintf(&b, ".SS %s\n%s\n", roff("parlour "+n.Summary()), roff(n.Help))
		for _, arg := range n.Positional {
			fmt.Fprintf(&b, ".TP\n.I %s\n%s\n", roff(arg.Summary()), roff(arg.Help))
		}
		flags(&b, n.Flags)
	}
	b.WriteString(".SH FLAGS OF EVERY COMMAND\n")
	flags(&b, app.Flags)
	b.WriteString(`.SH EXIT STATUS
.TP
0
It did what it was asked to.
.TP
1
It cannot go on. A service manager may start it again.
.TP
2
A setting or the token is wrong, so that only a person can help.
.TP
3
.B parlour probe
found a difference.
.TP
4, 5
.B parlour verify
found nothing wrong, but no proof of the deal, or no end.
.SH FILES
.TP
.I parlour.toml
The settings, if it is in the folder where Parlour starts. The service of a package has them in
.IR /etc/parlour/parlour.env .
.TP
.I parlour.db
The games. Those of the service are in
.IR /var/lib/parlour .
`)
	_, err := io.WriteString(w, b.String())
	return err
}

// flags writes what flags do.
func flags(b *strings.Builder, all []*kong.Flag) {
	for _, f := range all {
		if !f.Hidden {
			name := "--" + f.Name
			if !f.IsBool() {
				name += "=" + f.FormatPlaceHolder()
			}
			help := f.Help
			if len(f.Envs) > 0 {
				help += " In the environment it is " + strings.Join(f.Envs, ", ") + "."
			}
			fmt.Fprintf(b, ".TP\n.B %s\n%s\n", roff(name), roff(help))
		}
	}
}

// roff returns a text as a line of a manual, in which nothing is a command.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n", " ").Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
