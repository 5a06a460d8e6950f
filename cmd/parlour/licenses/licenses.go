// Package licenses has the licences of all that is in the program, each to the letter.
package licenses

import _ "embed"

// Text names every module and all data of others that are in the program, on any system that it is built
// for, with their versions and licences. A test writes it: make licenses.
//
//go:embed licenses.txt
var Text string
