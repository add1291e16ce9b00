export { formOf } from './form-of.ts'
export { formatDateTime } from './format-date-time.ts'
export { readInstitution } from './read-institution.ts'
export { todayAt } from './today-at.ts'
