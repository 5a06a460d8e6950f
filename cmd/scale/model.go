package main

import (
	"math"
	"time"
)

// What a move and a game cost, as measured.
const (
	writesAMove  = 3                     // to the store: the move, what was shown of it, and the line that the board before became; counted in a game played by buttons
	countedAMove = 2                     // requests that count towards Discord's limit: a board and a line (TestAMoveBetweenTwoCostsTwo)
	cpuAMove     = 22 * time.Millisecond // of one core, for a clicked move (make load, docs/reliability.md)
	bytesAGame   = 13_000                // in the store, as played, with what finds it (TestFinishedMatchIsSmall)
	bytesAnImage = 26_000                // halfway between the lowest mean of a game and the highest (docs/pictures.md)
	imagesAMove  = 4                     // three steps and the board (docs/reliability.md)
	appends      = 5_000                 // writes a second that a database on two cores takes from 64 writers (docs/scale.md)
)

// What people do. Nobody publishes such figures, so these are guesses: put your own in their place. The
// metrics of a bot say how many moves there are.
const (
	gamesADay  = 0.3  // begun in a server: two a week
	movesAGame = 28   // of a game of Permute on 9×9, as in the measurement of its bytes
	busyHour   = 0.10 // part of a day's moves that its busiest hour has
	busySecond = 2.0  // moves in the busiest seconds of that hour, as a multiple of its mean
)

// What Discord allows: docs.discord.com/developers, the pages rate-limits and gateway.
const (
	requestsASecond = 50    // of one application
	serversAShard   = 2_500 // at most, over the gateway
)

// What a plan leaves free.
const (
	coresABot = 2
	busyPart  = 0.5 // of the cores of a bot, and of what the database takes, in the busiest seconds
	leastBots = 3   // so that two are there while one is stopped
)

// Prices in dollars: Amazon's list for us-east-1, on demand, in June 2026 (aws.amazon.com/ec2/pricing,
// rds/pricing, elasticloadbalancing/pricing). Smaller sellers ask for a part of it.
const (
	hoursAMonth   = 730
	botAnHour     = 0.0816 // m7g.large: 2 cores, 8 GB
	storeAnHour   = 0.065  // db.t4g.medium: 2 cores, 4 GB
	withStandby   = 2      // a synchronous standby doubles the price of a database and its disk
	diskAMonth    = 0.115  // of a GB
	leastDisk     = 20     // GB
	diskFor       = 2      // years of games that the disk is bought for
	balanceAnHour = 0.0225 // a load balancer
	sentAGB       = 0.09   // to the Internet
	sentFree      = 100    // GB a month
)

// An Estimate is what some number of servers asks for. Peaks are those of the busiest seconds.
type Estimate struct {
	Servers   int
	Moves     float64 // a second, the mean
	PeakMoves float64 // a second
	Counted   float64 // requests a second at the peak that count towards Discord's limit
	Raise     float64 // factor by which Discord's limit must be raised; 1 if it need not be
	Writes    float64 // a second at the peak
	Load      float64 // part of what one database takes, at the peak
	Stored    float64 // GB that a year adds
	Bots      int
	Shards    int     // over the gateway; over HTTP there are none
	Sent      float64 // GB a month
	Dollars   float64 // a month
}

// Of works out what some number of servers asks for.
func Of(servers int) Estimate {
	games := float64(servers) * gamesADay // a day
	moves := games * movesAGame
	e := Estimate{Servers: servers, Moves: moves / (24 * time.Hour).Seconds()}
	e.PeakMoves = moves * busyHour / time.Hour.Seconds() * busySecond
	e.Counted = e.PeakMoves * countedAMove
	e.Raise = max(1, e.Counted/requestsASecond)
	e.Writes = e.PeakMoves * writesAMove
	e.Load = e.Writes / appends
	e.Stored = games * 365 * bytesAGame / 1e9
	e.Bots = max(leastBots, int(math.Ceil(e.PeakMoves*cpuAMove.Seconds()/(coresABot*busyPart))))
	e.Shards = (servers + serversAShard - 1) / serversAShard
	e.Sent = moves * hoursAMonth / 24 * imagesAMove * bytesAnImage / 1e9
	e.Dollars = e.cost()
	return e
}

// cost returns what a month costs, with as many databases as the busiest seconds need.
func (e Estimate) cost() float64 {
	stores := math.Ceil(e.Load / busyPart)
	hourly := float64(e.Bots)*botAnHour + stores*storeAnHour*withStandby + balanceAnHour
	disk := max(leastDisk, diskFor*e.Stored) * diskAMonth * withStandby
	return hourly*hoursAMonth + disk + max(0, e.Sent-sentFree)*sentAGB
}
