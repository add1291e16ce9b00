/** The section of the last page in which everything can be read once more. It is none of the form's own. */
export const CHECK_ANSWERS = {
  id: 'check-your-answers',
  title: 'Check your answers',
  note: 'Review your answers before you sign.',
} as const
