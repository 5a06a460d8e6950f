package rest

import (
	"time"

	"golang.org/x/time/rate"
)

// fifty is how many requests Discord takes in a second from one application.
const fifty = 50.0

// closed is the pause after which a request looks again whether this process has a share.
const closed = 100 * time.Millisecond

// parted is a limit that several processes share.
type parted struct {
	of     func() float64      // see [Config.Share]
	global func(time.Duration) // see [Config.Global]
	whole  float64             // requests a second with all
	pace   float64             // of Low, with all
	share  float64             // as it was last
}

// unparted is the limit of a process that has all of it.
func unparted(perSecond, pace float64) parted {
	return parted{of: func() float64 { return fifty }, global: func(time.Duration) {}, whole: perSecond, pace: pace, share: fifty}
}

// now returns the limiter of all requests by the share that this process has now, nil if it has none.
// What was reserved by another limiter counts no more.
func (l *limiter) now() *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	share := l.parted.of()
	perSecond, most := rateOf(share, l.parted.whole)
	if perSecond <= 0 {
		return nil
	}
	if share != l.parted.share {
		l.parted.share = share
		l.all = rate.NewLimiter(rate.Limit(perSecond), most)
		l.all.AllowN(time.Now(), most) // a new share is no new burst
		l.low.SetLimit(rate.Limit(l.parted.pace * share / fifty))
	}
	return l.all
}

// rateOf returns the requests a second and the burst with a share, so that in no second more go
// out than the share, also if some are 60 ms longer on their way than others.
func rateOf(share, whole float64) (perSecond float64, most int) {
	const late = 0.06
	most = max(1, int(burst*share/fifty))
	return min(whole*share/fifty, (share-float64(most))/(1+late)), most
}
