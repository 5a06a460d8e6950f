# make, or make help, lists what there is.
.DEFAULT_GOAL := help
.PHONY: help run test check golden fuzz bench build

help: ## this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "make %-8s %s\n", $$1, $$2}'

run: ## host games on a Discord of your own, and play in a browser
	go run ./cmd/parlour sandbox

test: ## all tests
	go test ./...

check: ## formatting, vet, lint and a tidy go.mod
	@test -z "$$(gofmt -l .)" || { gofmt -l . ; echo "gofmt -w . mends these files"; exit 1; }
	go vet ./...
	go tool staticcheck ./...
	go mod tidy -diff

golden: ## write the golden files anew; read the difference before you commit it
	go test $(patsubst %/testdata,./%,$(wildcard games/*/testdata)) ./commands ./imaging -update

fuzz: ## each fuzz target for a while: make fuzz FUZZTIME=1m, or 5000x
	@set -e; for pkg in $$(go list ./...); do \
	  for target in $$(go test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
	    echo "$$pkg $$target"; go test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) $$pkg; \
	  done; \
	done
FUZZTIME ?= 10s

bench: ## the benchmarks: a shared commit, a picture, from Confirm to the board
	go test -run '^$$' -bench . ./storage/bolt ./imaging
	go test -run '^$$' -bench ConfirmToBoard -benchtime 200x ./bot

build: ## one static binary, as the Dockerfile builds it
	CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o parlour ./cmd/parlour
