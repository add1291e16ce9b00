export { endOfDay, todayAt } from '../../../engine/index.ts'
export { formOf } from './form-of.ts'
export { formatDateTime } from './format-date-time.ts'
export { readInstitution } from './read-institution.ts'
