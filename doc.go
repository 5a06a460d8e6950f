// Package parlour holds no code: the program is cmd/parlour, and the tests here
// keep the rules of the house.
package parlour
