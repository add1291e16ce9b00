/** What was ended stays ended in a restored database (docs/decisions/0072). */
export { defineRevocationsJob, revokeListedAtStart } from './revocations.ts'
