/** One field for each kind of question. */
export { QuestionField } from './question-field.tsx'
export { RadioSet } from './radio-set.tsx'
export { isWithheld } from './ssn-field.tsx'
