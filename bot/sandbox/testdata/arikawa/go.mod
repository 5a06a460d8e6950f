module tally

go 1.26.0

require github.com/diamondburned/arikawa/v3 v3.4.0

require (
	github.com/gorilla/schema v1.4.1 // indirect
	github.com/gorilla/websocket v1.5.3 // indirect
	golang.org/x/time v0.6.0 // indirect
)
