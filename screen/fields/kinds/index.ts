/** One field for each kind of question. */
export { preloadPasswordField, QuestionField } from './question-field.tsx'
export { RadioSet } from './radio-set.tsx'
export { isWithheld } from './ssn-field.tsx'
