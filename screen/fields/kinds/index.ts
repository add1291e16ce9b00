/** One field for each kind of question. */
export { QuestionField } from './question-field.tsx'
export { WITHHELD } from './ssn-field.tsx'
