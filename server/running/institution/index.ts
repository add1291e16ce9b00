export {
  deadlineInWords,
  endInWords,
  endOfDay,
  formatDateTime,
  formatDay,
  todayAt,
} from '../../../engine/index.ts'
export { formOf, formToRead, languagesOf } from './form-of.ts'
export { exampleWarnings, readInstitution } from './read-institution.ts'
export { translationWarnings } from './translation-warnings.ts'
