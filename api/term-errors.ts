/** Why an application cannot be submitted for its entry term now (docs/decisions/0080). */
export const termErrors = {
  closed_term: { status: 409, message: '{term} closed on {date}. Please choose another term.' },
  last_term_closed: { status: 409, message: '{term} closed on {date}. No other term is open for applications.' },
  early_term: {
    status: 409,
    message: '{term} opens on {date}. You can fill in this form and save it now, and submit it then.',
  },
} as const
