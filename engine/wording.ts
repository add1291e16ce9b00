/** The engine's own sentences; all other wording is in the form. */
export const tooLong = (label: string, limit: number): string =>
  `${label}: please use no more than ${limit.toLocaleString('en-US')} characters.`

/** Shown for a checkbox that excludes the others in its group but is checked together with one of them. */
export const contradictory = (label: string): string =>
  `You checked "${label}" and also an answer that it rules out. Please clear one of them.`

/** Printed for a question that was shown but not answered. */
export const NOT_ANSWERED = 'Not answered'

/** Printed in place of questions that nobody had to answer. */
export const omittedQuestions = (count: number): string =>
  count === 1 ? '1 optional question not answered' : `${count} optional questions not answered`

/** Printed for a stored document (requirement 6.service.6). */
export const attachedFor = (label: string): string => `Document attached for "${label}"`
