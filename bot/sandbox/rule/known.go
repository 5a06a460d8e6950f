package rule

import (
	"slices"
)

// knownErrors are Discord's errors whose status and words the sandbox knows: those
// that it refuses with.
var knownErrors = []*Error{
	ErrChannel, ErrGuild, ErrMember, ErrMessage, ErrUser, ErrWebhook, ErrInteraction, ErrCommand, ErrTooLarge,
	ErrCommandCount, ErrAnswered, ErrAccess, ErrNotAuthor, ErrEmpty, ErrClosedDM, ErrPermission, ErrNotice, ErrChannelType,
	ErrWebhookToken, ErrArchived, ErrBadJSON, ErrNoMutualServer, ErrThreadExists, ErrFollowUps, ErrDMOfBot, ErrThreadLocked, ErrDMTooFast, ErrOldEdits,
	ErrThreads, ErrAnnouncementThreads,
}

// KnownError finds an error by its code, or nil.
func KnownError(code int) *Error {
	i := slices.IndexFunc(knownErrors, func(e *Error) bool { return e.Code == code })
	if i < 0 {
		return nil
	}
	return knownErrors[i]
}
