export {
  deadlineInWords,
  endInWords,
  endOfDay,
  formatDateTime,
  formatDay,
  todayAt,
} from '../../../engine/index.ts'
export { exampleWarnings } from './example-warnings.ts'
export { formOf } from './form-of.ts'
export { readInstitution } from './read-institution.ts'
