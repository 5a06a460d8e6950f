package think

import "time"

// An Asker is a person for whom something is done, and the server where they ask for it.
type Asker struct {
	Server string // empty in a direct message, which is a server of its own then
	Person string
}

// in returns the asker as a person of a server, by names that no other server or person has.
func (a Asker) in() (server, person string) {
	if a.Server == "" {
		return a.Person, a.Person + " alone"
	}
	return a.Server, a.Person + " in " + a.Server
}

// An Order says whose turn it is: that of the server that had one longest ago, and in it of the person who had one
// longest ago. So neither a server with a thousand requests nor a person with a thousand holds up others by more than
// one. The zero value is ready to use. It is not safe for concurrent use.
type Order struct {
	shares map[string]*share // by server, and by person in a server
	clock  int               // rises with every turn
}

// A share is how a server or a person stands in an order.
type share struct {
	here int // how many of theirs wait or have their turn
	last int // the clock when they had a turn, or when they came
}

// Join adds something of an asker's. A new asker goes behind all others but the one who had a
// turn last.
func (o *Order) Join(a Asker) {
	if o.shares == nil {
		o.shares = map[string]*share{}
	}
	server, person := a.in()
	for _, name := range []string{server, person} {
		if o.shares[name] == nil {
			o.shares[name] = &share{last: o.clock - 1}
		}
		o.shares[name].here++
	}
}

// Leave takes away what [Order.Join] has added, and forgets an asker of whom nothing is left.
func (o *Order) Leave(a Asker) {
	server, person := a.in()
	for _, name := range []string{server, person} {
		if o.shares[name].here--; o.shares[name].here == 0 {
			delete(o.shares, name)
		}
	}
}

// Took notes that an asker has a turn.
func (o *Order) Took(a Asker) {
	o.clock += 2 // so that there is a place between this asker and the one before
	server, person := a.in()
	o.shares[server].last, o.shares[person].last = o.clock, o.clock
}

// Before reports whether it is rather the turn of one asker than of another. Both have joined.
func (o *Order) Before(a, b Asker) bool {
	server, person := a.in()
	otherServer, other := b.in()
	if server != otherServer {
		return o.shares[server].last < o.shares[otherServer].last
	}
	return o.shares[person].last < o.shares[other].last
}

// Empty reports whether nobody is in the order.
func (o *Order) Empty() bool { return len(o.shares) == 0 }

// A person is greedy if what was done for them lately took [greedyFrom] in all, and more than [greedyShare] times as
// long as for the others on average. So nobody is greedy alone, and no crowd in which all ask for as much.
const (
	greedyFrom  = 500 * time.Millisecond
	greedyShare = 2
)

// After each [halved] half of a use is forgotten, and a person with less than [leastUse]. With more than [mostUsers]
// people that is done at once.
const (
	halved    = 30 * time.Second
	leastUse  = time.Millisecond
	mostUsers = 1000
)

// Uses are how long what was done for each person has taken lately. The zero value is ready to use. They are not safe
// for concurrent use.
type Uses struct {
	of  map[string]time.Duration
	all time.Duration
	at  time.Time // of the last halving
}

// Add notes that something for a person took so long.
func (u *Uses) Add(person string, took time.Duration, now time.Time) {
	if u.fade(now); u.of == nil {
		u.of = map[string]time.Duration{}
	}
	u.of[person] += took
	if u.all += took; len(u.of) > mostUsers {
		u.halve()
	}
}

// fade forgets half of all uses for each time that is over.
func (u *Uses) fade(now time.Time) {
	for len(u.of) > 0 && now.Sub(u.at) >= halved {
		u.at = u.at.Add(halved)
		u.halve()
	}
	if len(u.of) == 0 {
		u.at = now
	}
}

func (u *Uses) halve() {
	u.all = 0
	for person, d := range u.of {
		if d /= 2; d < leastUse {
			delete(u.of, person)
			continue
		}
		u.of[person] = d
		u.all += d
	}
}

// Greedy reports whether a person is greedy.
func (u *Uses) Greedy(person string, now time.Time) bool {
	u.fade(now)
	used := u.of[person]
	return used >= greedyFrom && used*time.Duration(len(u.of)-1) > greedyShare*(u.all-used)
}

// A Line is that of all greedy people together: one thing is done for them at a time, and then none for some times as
// long. A machine that is always busy is slow for everybody, so they wait even while there is room. A Line is not safe
// for concurrent use.
type Line struct {
	Uses Uses
	Rest int           // how many times as long nothing is done
	More time.Duration // that each thing takes besides what is measured

	busy  bool
	until time.Time // it rests
}

// Open reports whether something may begin for a person.
func (l *Line) Open(person string) bool {
	now := time.Now()
	return !l.busy && !now.Before(l.until) || !l.Uses.Greedy(person, now)
}

// A Stint is something that is done for a person.
type Stint struct {
	person string
	began  time.Time
	greedy bool
}

// Begin notes that something begins for a person.
func (l *Line) Begin(person string) Stint {
	now := time.Now()
	s := Stint{person, now, l.Uses.Greedy(person, now)}
	l.busy = l.busy || s.greedy
	return s
}

// End notes the end of what has begun. It returns for how long the line rests then, 0 if the person is not greedy.
func (l *Line) End(s Stint) (rests time.Duration) {
	now := time.Now()
	took := now.Sub(s.began) + l.More
	l.Uses.Add(s.person, took, now)
	if s.greedy {
		rests = time.Duration(l.Rest) * took
		l.busy, l.until = false, now.Add(rests)
	}
	return rests
}
