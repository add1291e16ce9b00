export {
  deadlineInWords,
  endInWords,
  endOfDay,
  formatDateTime,
  formatDay,
  todayAt,
} from '../../../engine/index.ts'
export { formOf } from './form-of.ts'
export { exampleWarnings, readInstitution } from './read-institution.ts'
