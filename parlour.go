// Package parlour has what the program needs of its packages: to install itself as a service, and for shells. The program is
// cmd/parlour, and the tests here keep the rules of the house.
package parlour

import _ "embed"

// Unit is the unit of systemd for one bot with its games in a file.
//
//go:embed packaging/parlour.service
var Unit string

// Settings is the file of settings that the unit reads, as it is after an installation.
//
//go:embed packaging/parlour.env
var Settings string

// The completion of the command line, by shell. All three ask the program what fits.
var (
	//go:embed packaging/completion/parlour.bash
	Bash string
	//go:embed packaging/completion/_parlour
	Zsh string
	//go:embed packaging/completion/parlour.fish
	Fish string
)
