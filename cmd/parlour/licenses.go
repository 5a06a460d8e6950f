package main

import _ "embed"

// licensesText names every module and all data of others that are in the program, on any system that it is built
// for, with their versions and licences. A test writes it: make licenses.
//
//go:embed licenses/licenses.txt
var licensesText string
