package rule

import (
	"fmt"
	"hash/fnv"
	"math"
	"net/http"
	"strconv"
	"time"
)

// LimitHeader tells of the limit of a bucket: how many requests it takes, how many of them are
// left, and how long it is until all are left again.
func LimitHeader(bucket string, requests, left int, now time.Time, reset time.Duration) http.Header {
	h := http.Header{}
	h.Set("X-RateLimit-Limit", strconv.Itoa(requests))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(left))
	h.Set("X-RateLimit-Reset", fmt.Sprintf("%.3f", float64(now.Add(reset).UnixMilli())/1000))
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", reset.Seconds()))
	h.Set("X-RateLimit-Bucket", bucketID(bucket))
	return h
}

// bucketID names a bucket as Discord does, by nothing that can be read.
func bucketID(bucket string) string {
	sum := fnv.New64a()
	sum.Write([]byte(bucket))
	return fmt.Sprintf("%016x", sum.Sum64())
}

// Exceed adds to the headers of an answer that its request exceeds a limit of this scope:
// "user", "shared" or "global".
func Exceed(h http.Header, scope string, wait time.Duration) {
	if scope == "global" {
		h.Set("X-RateLimit-Global", "true")
	}
	h.Set("X-RateLimit-Scope", scope)
	RetryAfter(h, wait)
}

// RetryAfter adds to the headers of an answer how long to wait, in whole seconds.
func RetryAfter(h http.Header, wait time.Duration) {
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
}

// After is an error of status 429 that says how long to wait, and whether for the whole bot.
func (e *Error) After(wait time.Duration, global bool) *Error {
	says := *e
	says.RetryAfter, says.Global = wait.Seconds(), &global
	return &says
}
