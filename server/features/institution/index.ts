export { formOf } from './form-of.ts'
export { momentAt } from './moment-at.ts'
export { readInstitution } from './read-institution.ts'
export { todayAt } from './today-at.ts'
