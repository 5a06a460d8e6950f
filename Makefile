# make, or make help, lists what there is.
.DEFAULT_GOAL := help
.PHONY: help run test race rest check golden samples tongues translate-check strengths licenses sheet film fuzz long perft year heap load lobbies loads rush share spoil flood puzzles arena study book ladder newcomers chances clients torture proxy store small pgbench bench sharp build release-check

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "make %-15s %s\n", $$1, $$2}'

run: ## host games on a Discord of your own, and play in a browser
	go run ./cmd/parlour sandbox

test: ## all tests
	go test ./...

race: ## the tests of all that starts goroutines, with the race detector
	CGO_ENABLED=1 go test $(TESTED) -p 3 $(RACE) -skip '$(CONTENT)' $(CONCURRENT)
	CGO_ENABLED=1 go test $(TESTED) $(RACE) $(WATCHED) -run '^Test(Concurrent|SpriteCache|TableIsReadBack)$$' ./imaging ./imaging/canvas ./games/magic

rest: ## all other tests, those that take long and keep to one core first
	go test $(TESTED) -run '$(CONTENT)' ./cmd/parlour ./bot ./bot/bottest/play ./bot/gateway ./bot/probe ./bot/web ./cmd/parlour/arena ./commands ./commands/match ./commands/publish ./storage/bolt ./storage/postgres
	go test $(TESTED) ./imaging ./bot/bottest/leaks ./bot/bottest/page ./games/all $(filter-out $(shell go list $(CONCURRENT)),$(shell go list ./...))

# That of the program waits for the leases of dead processes, so it begins first, here and above.
CONCURRENT = ./cmd/parlour ./cmd/parlour/arena ./cmd/parlour/setup ./bot ./bot/bottest/play ./bot/gateway ./bot/rest ./bot/web ./bot/probe ./bot/sandbox ./commands ./commands/match ./commands/publish ./commands/think ./storage/...

# make check vets, and nobody debugs these tests. They collect garbage a quarter as often, which saves a fifth of
# their time.
TESTED = -timeout 15m -vet=off -ldflags '-s -w' -exec 'env -u GOMEMLIMIT GOGC=400'

# Long tests of what is said, shown and stored, and of simulated time carry the mark //test:unwatched: other
# tests take the same paths beside each other.
CONTENT = ^($(shell grep -rh -A1 --include='*_test.go' '^//test:unwatched' . | sed -n 's/^func \(Test[A-Za-z0-9]*\).*/\1/p' | paste -sd'|'))$$

# Below them, rules, drawing, compression and schemas keep to memory of their own: to watch that too
# would take six times the time. Imaging's caches and magic's solver have their own line above. None of them may
# use a sync.Map: the program would get its unwatched copy everywhere, and report races that are none.
unwatched = $(foreach p,$(1),-gcflags=$(p)='-race=false -dwarf=false')
LIBRARIES = $(call unwatched,image/... compress/... hash/... regexp/... math/big github.com/alecthomas/kong \
	github.com/fogleman/gg github.com/golang/freetype/... github.com/klauspost/compress/... github.com/nicksnyder/go-i18n/... \
	github.com/santhosh-tekuri/jsonschema/... golang.org/x/image/... golang.org/x/text/...)
RACE = -race $(QUICK) $(LIBRARIES) $(call unwatched,parlour/games/... parlour/imaging/...)
# Without inlining and the tables of debuggers the rest compiles in two thirds of the time, and is hardly slower.
QUICK = -gcflags=all='-l -dwarf=false' $(foreach p,runtime/... internal/runtime/...,-gcflags=$(p)=-dwarf=false)
# The line of these has the same flags for all else, so that it is compiled once.
WATCHED = $(foreach p,parlour/imaging/... parlour/games/magic,-gcflags=$(p)='-l -dwarf=false')

check: ## formatting, vet, lint and a tidy go.mod
	@test -z "$$(gofmt -l .)" || { gofmt -l . ; echo "gofmt -w . mends these files"; exit 1; }
	go vet ./...
	go run honnef.co/go/tools/cmd/staticcheck $(LINT) ./... # go tool would compile all of Go anew, for its own flags
	go mod tidy -diff

golden: ## write the golden files anew; read the difference before you commit it
	go test $(patsubst %/testdata,./%,$(wildcard games/*/testdata)) ./commands ./commands/clock ./imaging ./cmd/parlour ./cmd/parlour/engine ./cmd/parlour/setup -update

samples: ## add samples of what is stored, for a number of a form that has none and for new buttons, to commands/testdata/samples; what is there stays
	go test ./commands -count=1 -run '^Test(SampleStores|FieldsAreThoseOfTheNumbers|Conversations)$$' -samples
	go test ./commands -count=1 -run '^Test(Sample|FieldsAre)'

tongues: ## every conversation again where people, or their server, speak a made-up language, in which each sentence is a third longer (30 seconds)
	go test ./commands -run InAMadeUpLanguage -tongues

translate-check: ## what a translation lacks and what is long, then its faults: make translate-check TO=de
	go test ./commands/locale -run 'TestTranslations$$' -v -language '$(or $(TO),$(error name a language, such as TO=de))'

strengths: ## 1,000 people whose strengths are known play 50 rated games each of two to six seats, five times: how well ratings tell the strengths (15 seconds)
	go test ./commands/match/rating -run RatingsTellStrengths -v -people 1000

puzzles: ## a puzzle for each day of a year anew, in games/puzzles/year.jsonl, found in games between weak levels (an hour), and then each one proved again by a plain search (10 minutes); make puzzles OF=pentago writes those of one game anew
	go test ./games/puzzles -timeout 12h -run 'TestMake$$' -v -make 53 -of '$(OF)'
	go test ./games/puzzles -timeout 2h -run 'TestPuzzlesAreProved' -v -all
	go test ./games/magic -timeout 2h -run 'TestOneTurnSolvesAPuzzle' -v -puzzles

licenses: ## write what parlour licenses prints anew, after a library came, went or changed its version; read the difference before you commit it
	go test ./cmd/parlour -run Licen -update

sheet: ## pages and pictures of every game in both palettes, as Discord shows them on a desktop (dark and light) and on a phone, side by side in artefacts/sheets: look at them; for each its bytes, and what 16 colours leave of it
	go test ./imaging -run Sheet -v -sheet $(CURDIR)/artefacts/sheets

film: ## docs/film.gif anew: a challenge, a move, a bid and an end, played on the sandbox's page in Chromium (15 seconds); look at its pictures in artefacts/film before you commit it
	PARLOUR_SHOTS=$(CURDIR)/artefacts/film go test ./bot/bottest/page -run 'Film' -v -film

# The folders of the games, which all have golden files.
GAMES = $(patsubst %/testdata,./%,$(filter-out games/gametest/testdata,$(wildcard games/*/testdata)))

fuzz: ## each fuzz target for a while: make fuzz FUZZTIME=1m, or 5000x
	@set -e; for pkg in $$(go list ./...); do \
	  for target in $$(go test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
	    echo "$$pkg $$target"; fuzz="go test -run ^\$$ -fuzz ^$$target\$$ -fuzztime $(FUZZTIME) -fuzzminimizetime 100x $$pkg"; $$fuzz || $$fuzz; \
	  done; \
	done
# On a busy machine Go may take the end of the time for a failure. What was found fails again.
FUZZTIME ?= 10s

long: ## 10,000 random games of each game, every promise checked at every position; 1,000 auctions searched for leaks; 1,000 reminders due at once; 250 tables whose direct messages are refused; games that are solved, solved anew (8 minutes and 1 GB)
	go test -timeout 2h -run Contract $(GAMES) -long
	go test -timeout 2h -p 1 -run InTheLongRun -v $(GAMES) -long
	go test -timeout 1h -run NothingLeaks -v ./bot/bottest/leaks -auctions 1000
	go test -timeout 1h -run ManyReminders -v ./bot/bottest/play -reminders 1000
	go test -timeout 1h -run NoLoopOfRefusals -v ./commands -refused-tables 250

perft: ## sequences of moves counted as deep as others have published them, for each game that says so (TestPerftInTheLongRun)
	go test -timeout 1h -run 'PerftInTheLongRun$$' -v $(GAMES) -long

year: ## a simulated year of 200 people and 1,000 games, in which every rule about time is counted (3 minutes); make year SEED=2 has another
	go test -timeout 1h -run 'TestYear$$' -v ./commands -year -seed $(SEED)
SEED ?= 1

heap: ## a million interactions: the memory in use at the end against that after ten thousand; 10,000 live games at rest: what is resident, which fails over 40 MB (2 minutes)
	go test -timeout 1h -run MemoryStaysFlat -v ./bot -interactions 1000000
	go test -timeout 1h -run 'TestIdle$$' -v ./cmd/parlour -idle-games 10000

load: ## 1,000 people in 500 games who are offered 15 moves a second, typed for two minutes, then clicked for two: how long answers and boards take, and what a move costs; it fails over 90 MB (7 minutes, and alone on the machine)
	go test -timeout 1h -run 'TestLoad$$' -v ./cmd/parlour -load-people 1000 -load-for 2m

lobbies: ## 5,000 servers whose lobbies are all due, beside 100 people in 50 games who are offered 15 typed moves a second for a minute: how long boards take, of which 99 in 100 must come within a second (5 minutes, and alone on the machine)
	go test -timeout 1h -run 'TestLobbies' -v ./cmd/parlour -lobbies 5000 -lobbies-people 100 -lobbies-for 1m

loads: ## three bots over one database, and 1,000 people who are offered 15 typed moves a second for two minutes: how long boards take, and whether the three share the work (7 minutes, and alone on the machine)
	go test -timeout 1h -run 'FleetLoad$$' -v ./cmd/parlour -fleet-people 1000 -fleet-for 2m

rush: ## 1,000 people in 500 games who are offered 40 typed moves a second for a minute, while Discord takes 50 requests a second: how long boards take, and when every old board is a line (12 minutes, because the channels in which the games begin take five posts in five seconds; alone on the machine)
	go test -timeout 1h -run 'TestRush$$' -v ./cmd/parlour -rush-people 1000 -rush-for 1m

share: ## how long others wait for Parlour while one person has 50 games at hard going with it, and how long the last of 20 people who want hard at once (20 seconds, and alone on the machine); make share TABLES=80 begins more
	go test -timeout 1h -run 'TestShare$$' -v ./bot/bottest/play -share $(TABLES)
TABLES ?= 50

spoil: ## ten people play, with Parlour too, two minutes alone and two beside a hostile person and two friends, by turns: whether they wait at most twice as long beside them, and whether anybody was refused wrongly (5 minutes)
	go test -timeout 1h -run 'TestSpoil$$' -v ./cmd/parlour -spoil-for 2m

flood: ## for half a minute a thousand unsigned bodies, 1,500 heads that do not end and 200 bodies a second that come a byte a second: the memory that a bot over HTTP takes, and how long a person waits (1 minute, and alone on the machine)
	go test -timeout 1h -run 'TestFlood$$' -v ./cmd/parlour -flood-for 30s

arena: ## a tournament of Parlour's levels and their yardsticks, the cheap games first; it can be stopped, and goes on where it was (an hour a game or many, and alone on the machine); it fails if a step of a ladder is too high or too low; make arena COUNT=20 plays fewer games, SEED=2 others, and PARLOUR_GAMES=magic make arena plays that one; RESULTS=FILE keeps them elsewhere, and WORKERS=2 plays two at once
	go build -o artefacts/parlour ./cmd/parlour
	./artefacts/parlour arena --all --count $(COUNT) --seed $(SEED) --results $(RESULTS) --workers $(WORKERS)
WORKERS ?= 1
RESULTS ?= cmd/parlour/arena/tournament.jsonl
COUNT ?= 200

study: ## what it is worth to begin each game: COUNT games of strong levels against themselves, kept in cmd/parlour/arena/study.jsonl, and from all that are there the table in docs/beginning.md and what /rules says (two hours; a run that was cut off goes on); PARLOUR_GAMES=permute make study plays that one
	go build -o artefacts/parlour ./cmd/parlour
	./artefacts/parlour arena --study --count $(COUNT) --seed $(SEED) --results cmd/parlour/arena/study.jsonl --workers $(WORKERS)
	go test ./cmd/parlour/arena -run 'PrintedStudy|PrintedLadders' -update

book: ## the book of Four in a Row anew, games/fourinarow/book.bin: what is solved is kept in artefacts, so that a run that was cut off goes on (20 minutes and 1 GB)
	mkdir -p artefacts
	nice go test ./games/fourinarow -timeout 24h -run 'TestMakeBook$$' -v -book $(CURDIR)/artefacts/fourinarow.txt

ladder: ## the ladders in docs/opponents.md and games/*/ladder.go anew, from the results that make arena has kept so far
	go test ./cmd/parlour/arena -run PrintedLadders -update

ends: ## 200 late positions of each game whose ends are exact, that a plain solver solves too: whether both agree, how many each decides, and in what time (10 minutes)
	go test -timeout 1h -run 'TestEnds$$' -v $(GAMES) -ends 200

newcomers: ## NEWCOMERS people of each of four strengths play ten games of each kind with Parlour, and press the rematch that stands out: how many of the last seven they win, which fails below 35 and above 65 of 100 (an hour with 20); make newcomers GAME=pentago plays that one
	go test -timeout 12h ./cmd/parlour/arena -run 'TestNewcomersWin/$(GAME)' -v -newcomers $(NEWCOMERS)
NEWCOMERS ?= 20

chances: ## how often games are won in which advice says a chance: COUNT games of each third of the levels at the usual table of each game, kept in cmd/parlour/arena/testdata, and from all that are there games/*/chances.go and docs/chances (hours; a run that was cut off goes on); make chances TABLE="permute-12 slyde" COUNT=400 names tables, COUNT=0 only fits; then make golden, as people read other numbers
	go run ./cmd/parlour arena --chances $(addprefix --table ,$(notdir $(TABLE))) --count $(COUNT) --seed $(SEED)

clients: ## a bot on each library of bot/sandbox/README.md against the sandbox; npm fetches those in JavaScript, Go that one in Go, and discord.py is Debian's python3-discord (1 minute)
	go test -count=1 -v -run 'TestDiscordJS$$' ./bot/sandbox
	go test -count=1 -v -run 'Test(Clients|ArikawaPlays|ErisPlays)$$' ./cmd/parlour -clients

torture: ## the bot killed 300 times while a crowd plays, and started again; then three bots over one database, over HTTP and over the gateway, with 300 deaths of bots, 30 of the database, 15 cuts of one bot's way to it and 5 promotions of a standby each; a bot frozen for two minutes: no move is lost, each board of the past is its line, and nothing unread is deleted (20 minutes); make torture KILLS=30 kills less often
	go test -timeout 1h -run 'Torture' -skip Fleet -v ./cmd/parlour -kills $(KILLS)
	go test -timeout 2h -run FleetTorture -v ./cmd/parlour -fleet-kills $(KILLS) -db-kills $$(( $(KILLS) / 10 )) -db-cuts $$(( $(KILLS) / 20 )) -promotions $$(( $(KILLS) / 60 ))
	go test -timeout 1h -run AFrozenBot -parallel 18 -v ./cmd/parlour -frozen-for 2m
KILLS ?= 300

proxy: ## two people who play by /move for 270 seconds while a quarter of all requests fail, and a sixth of what the gateway does, and the bot is killed 30 times: no move is lost or made twice, and how many are made (5 minutes, and alone on the machine); make proxy SEED=2 draws other faults
	go test -timeout 1h -run 'TestProxy$$' -v ./cmd/parlour -proxy-for 270s -seed $(SEED)

store: ## 400 flipped bytes, a flip in each byte of each page's header, 100,000 matches brought up from one schema to the next, 1,000,000 matches opened, the tables of their largest server, a profile, the bytes of a finished match, as the store is filled and as the bot plays (30 minutes and 5 GB of disk, and alone on the machine)
	go test -timeout 1h -run 'Flipped|Damaged|SpoiltWhileOpen' -v ./storage/bolt
	go test -timeout 1h -run MatchIsSmall -v ./storage/bolt -finished 1000
	go test -timeout 1h -run FinishedGameIsSmall -v ./bot/bottest/play -finished 200
	go test -timeout 1h -run BringingUpIsBounded -v ./storage/bolt -bringing 100000
	go test -timeout 1h -run OpeningReadsLittle -v ./storage/bolt -opening 1000000
	go test -timeout 1h -run StandingsAreReadFast -v ./storage/bolt -standing 1000000
	go test -timeout 1h -run ProfilesAreReadFast -v ./commands -profiled 1000000

small: ## the tests of the store in a file with an int of 32 bits: as on a 386, which a PC of 64 bits runs by itself, and as on an ARM of version 7, by qemu-user (20 minutes and 1 GB of disk)
	CGO_ENABLED=0 GOARCH=386 $(SMALL)
	@command -v qemu-arm >/dev/null || { echo "An ARM needs qemu-arm: install Debian's qemu-user."; exit 0; }; \
	set -ex; CGO_ENABLED=0 GOARCH=arm GOARM=7 $(SMALL) -exec qemu-arm -skip '$(PROCESSES)'
# One test at a time: several stores side by side have not enough addresses to grow.
SMALL = go test -timeout 1h -p 1 -parallel 1 ./games ./games/all ./storage ./storage/bolt
# These start their own program anew, which a machine of another kind cannot.
PROCESSES = ^Test(Fault|DiskFull|NoRoom.*|Killed.*|InUse)$$

pgbench: ## a database in place of the file: a move there and in a file, 64 people who move at once, ten of 1,000,000 read from each list, the tables and a profile of 1,000,000, the bytes of a finished match (15 minutes and 3 GB of disk, and alone on the machine)
	go test -run '^$$' -bench 'LoneMove|Writers' -benchtime 5s ./storage/postgres
	go test -timeout 1h -parallel 1 -run 'ListsAreReadByIndex|FinishedMatchIsSmall|StandingsAreReadFast' -v ./storage/postgres -stored 1000000 -standing 1000000 -finished 2000
	PARLOUR_TEST_STORE=postgres go test -timeout 1h -run ProfilesAreReadFast -v ./commands -profiled 1000000

indb: ## the search for leaks, the simulated year, the conversations and the clocks that lie with a PostgreSQL database in place of each file (5 minutes)
	PARLOUR_TEST_STORE=postgres go test -timeout 1h -run 'NothingLeaks|PlantedLeaks' -v ./bot/bottest/leaks
	PARLOUR_TEST_STORE=postgres go test -timeout 1h -run 'TestYear$$|TestConversations' -v ./commands -year -seed $(SEED)
	PARLOUR_TEST_STORE=postgres go test -timeout 1h -run TimeIsDiscords -v ./bot/bottest/play

bench: ## the benchmarks: rules against plain ones, a shared commit, a picture, from Confirm to the board; how long the gateway stays closed (1 minute of it)
	go test -run '^$$' -bench . ./games/... ./storage/bolt ./imaging
	go test -run '^$$' -bench ConfirmToBoard -benchtime 200x ./bot/bottest/play
	go test -run Reopening -v ./bot/gateway -apart 5s

sharp: ## new boards drawn here and, as SVGs, by sharp, which is fetched from npm
	npm install --silent --no-save --prefix artefacts/sharp sharp@$(SHARP)
	NODE_PATH=$(CURDIR)/artefacts/sharp/node_modules go test -run '^$$' -bench BesideSharp -benchtime 5x ./imaging
SHARP = 0.35.5

build: ## one static binary, as the Dockerfile builds it
	CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o parlour ./cmd/parlour

release-check: ## what a release is made of, for the newest commit: the binary built twice in two folders and compared, GoReleaser's packages, and the deb installed, run and removed in a folder of its own, as root (10 minutes the first time)
	packaging/check.sh
