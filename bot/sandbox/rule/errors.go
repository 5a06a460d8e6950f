package rule

import (
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Error is an error in the form in which Discord answers it.
type Error struct {
	Status  int            `json:"-"`
	Code    int            `json:"code"`
	Message string         `json:"message"`
	Errors  map[string]any `json:"errors,omitempty"`

	// Of a 429 only.
	RetryAfter float64 `json:"retry_after,omitempty"` // in seconds
	Global     *bool   `json:"global,omitempty"`
}

// Error is the code and the sentence.
func (e *Error) Error() string { return fmt.Sprintf("%d: %s", e.Code, e.Message) }

// codeInvalid is the code for a body with flaws in its form.
const codeInvalid = 50035

// codeUnsupported is the sandbox's own code, which Discord does not use.
const codeUnsupported = 999999

// Unsupported refuses what Discord does and the sandbox does not imitate.
func Unsupported(what string) *Error {
	return &Error{Status: http.StatusBadRequest, Code: codeUnsupported,
		Message: "This is the sandbox, which does not imitate " + Clip(what)}
}

// The errors with which the API refuses a request.
var (
	ErrUnauthorized   = refusal(401, 0, "401: Unauthorized")
	ErrInternal       = refusal(500, 0, "500: Internal Server Error")
	ErrWebPage        = refusal(403, 0, "The API is not for web pages.")
	ErrNotFound       = refusal(404, 0, "404: Not Found")
	ErrTooMany        = refusal(429, 0, "You are being rate limited.")
	ErrChannel        = refusal(404, 10003, "Unknown Channel")
	ErrGuild          = refusal(404, 10004, "Unknown Guild")
	ErrMember         = refusal(404, 10007, "Unknown Member")
	ErrMessage        = refusal(404, 10008, "Unknown Message")
	ErrUser           = refusal(404, 10013, "Unknown User")
	ErrWebhook        = refusal(404, 10015, "Unknown Webhook")
	ErrInteraction    = refusal(404, 10062, "Unknown interaction")
	ErrCommand        = refusal(404, 10063, "Unknown application command")
	ErrCommandCount   = refusal(400, 30032, "Maximum number of application commands reached (100)")
	ErrOnCount        = refusal(400, 30032, "Maximum number of application commands reached (15)")
	ErrEntryCount     = refusal(400, 30032, "Maximum number of application commands reached (1)")
	ErrOldEdits       = refusal(429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later")
	ErrDMTooFast      = refusal(403, 40003, "You are opening direct messages too fast.")
	ErrTooLarge       = refusal(413, 40005, "Request entity too large")
	ErrAnswered       = refusal(400, 40060, "Interaction has already been acknowledged.")
	ErrFollowUps      = refusal(400, 40094, "This interaction has hit the maximum number of follow up messages")
	ErrAccess         = refusal(403, 50001, "Missing Access")
	ErrNotAuthor      = refusal(403, 50005, "Cannot edit a message authored by another user")
	ErrEmpty          = refusal(400, 50006, "Cannot send an empty message")
	ErrClosedDM       = refusal(403, 50007, "Cannot send messages to this user")
	ErrDMOfBot        = refusal(400, 50007, "Cannot send messages to this user")
	ErrPermission     = refusal(403, 50013, "Missing Permissions")
	ErrNotice         = refusal(403, 50021, "Cannot execute action on a system message")
	ErrChannelType    = refusal(400, 50024, "Cannot execute action on this channel type")
	ErrWebhookToken   = refusal(401, 50027, "Invalid Webhook Token")
	ErrArchived       = refusal(400, 50083, "Thread is archived")
	ErrBadJSON        = refusal(400, 50109, "The request body contains invalid JSON.")
	ErrEntryLost      = refusal(400, 50240, "You cannot remove this app's Entry Point command in a bulk update operation. Please include the Entry Point command in your update request or delete it separately.")
	ErrNoMutualServer = refusal(403, 50278, "Cannot send messages to this user due to having no mutual guilds")
	ErrThreadExists   = refusal(400, 160004, "A thread has already been created for this message")
	ErrThreadLocked   = refusal(400, 160005, "Thread is locked")
	ErrThreads        = refusal(400, 160006, "Maximum number of active threads reached")

	ErrAnnouncementThreads = refusal(400, 160007, "Maximum number of active announcement threads reached")
)

// refusal is an error with which the API refuses a request. One with a code is known by it.
func refusal(status, code int, message string) *Error {
	e := &Error{Status: status, Code: code, Message: message}
	if _, known := knownErrors[code]; code != 0 && !known {
		knownErrors[code] = e
	}
	return e
}

// knownErrors are Discord's errors whose status and words the sandbox knows: those that it
// refuses with.
var knownErrors = map[int]*Error{}

// KnownError finds an error by its code, or nil.
func KnownError(code int) *Error { return knownErrors[code] }

// FormFlaw returns err if it is about the form of a request, or says that the sandbox does not
// know the request; else nil.
func FormFlaw(err error) *Error {
	var bad *Error
	if errors.As(err, &bad) && (bad.Code == codeInvalid || bad.Code == codeUnsupported || bad == ErrBadJSON) {
		return bad
	}
	return nil
}

// InFull words an error with all its flaws, each with its path.
func InFull(err error) string {
	var bad *Error
	if errors.As(err, &bad) {
		return bad.InFull()
	}
	return err.Error()
}

// InFull words the error with all its flaws, each with its path.
func (e *Error) InFull() string {
	lines := []string{e.Error()}
	listFlaws(&lines, "", e.Errors)
	return strings.Join(lines, "\n")
}

// listFlaws adds a line for each flaw below a path.
func listFlaws(lines *[]string, path string, node map[string]any) {
	for _, name := range slices.Sorted(maps.Keys(node)) {
		switch below := node[name].(type) {
		case map[string]any:
			listFlaws(lines, strings.TrimPrefix(path+"."+name, "."), below)
		case []flaw:
			for _, f := range below {
				*lines = append(*lines, fmt.Sprintf("%s: %s (%s)", path, f.Message, f.Code))
			}
		}
	}
}

// flaw is one thing that is wrong at a path.
type flaw struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Flaws gathers the flaws of a body, each at its path. A flaw of a whole hides the
// flaws of its parts.
type Flaws struct{ tree map[string]any }

// Add adds a flaw at a path such as "data.components.0.label"; "" is the whole body.
func (f *Flaws) Add(path, code, format string, args ...any) {
	var steps []string
	if path = strings.Trim(path, "."); path != "" {
		steps = strings.Split(path, ".")
	}
	f.Put(steps, code, fmt.Sprintf(format, args...))
}

// Put adds a flaw at a path of steps.
func (f *Flaws) Put(steps []string, code, text string) {
	if f.tree == nil {
		f.tree = map[string]any{}
	}
	at := f.tree
	for _, step := range steps {
		if at["_errors"] != nil {
			return
		}
		next, ok := at[step].(map[string]any)
		if !ok {
			next = map[string]any{}
			at[step] = next
		}
		at = next
	}
	list, _ := at["_errors"].([]flaw)
	clear(at)
	at["_errors"] = append(list, flaw{code, text})
}

// Length adds a flaw for a text that is too short or too long.
func (f *Flaws) Length(path, text string, low, high int) {
	switch n := len([]rune(text)); {
	case low == 0 && n > high:
		f.Add(path, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", high)
	case n < low || n > high:
		f.Add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", low, high)
	}
}

// Required adds a flaw for a field that is missing.
func (f *Flaws) Required(path string, missing bool) {
	if missing {
		f.Add(path, "BASE_TYPE_REQUIRED", "This field is required")
	}
}

// Err returns an error of code 50035 with all flaws, or nil if there are none.
func (f *Flaws) Err() error {
	if f.tree == nil {
		return nil
	}
	return &Error{Status: http.StatusBadRequest, Code: codeInvalid, Message: "Invalid Form Body", Errors: f.tree}
}

// maxEcho is how many characters of an input an error repeats.
const maxEcho = 80

// Clip shortens a text for an error.
func Clip(text string) string {
	if r := []rune(text); len(r) > maxEcho {
		return string(r[:maxEcho]) + "…"
	}
	return text
}

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
