/** The few sentences the engine itself says; everything else is worded in the form. */
export const tooLong = (label: string, limit: number): string =>
  `${label}: please use no more than ${limit.toLocaleString('en-US')} characters.`

/** Said of the tick that excludes the others of its group and stands beside one of them. */
export const contradictory = (label: string): string =>
  `You checked "${label}" and also an answer that it rules out. Please clear one of them.`

/** Printed for a question that was shown and left unanswered. */
export const NOT_ANSWERED = 'Not answered'

/** Printed for a stored document (requirement 6.service.6). */
export const attachedFor = (label: string): string => `Document attached for "${label}"`
