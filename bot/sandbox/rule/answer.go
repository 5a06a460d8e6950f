package rule

// Types of the first answer.
const (
	answerPong        = 1
	AnswerMessage     = 4
	AnswerDefer       = 5
	AnswerDeferUpdate = 6
	AnswerUpdate      = 7
	AnswerChoices     = 8
	AnswerModal       = 9
)
