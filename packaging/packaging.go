// Package packaging has what the program needs of the packages to install itself as a service.
package packaging

import _ "embed"

// Service is the unit of systemd for one bot with its games in a file.
//
//go:embed parlour.service
var Service string

// Settings is the file of settings that the unit reads, as it is after an installation.
//
//go:embed parlour.env
var Settings string
