/** What a person reads who takes answers along to an account. */
export const ANSWERS_FOLLOW = 'We’ll bring your answers with you.'
