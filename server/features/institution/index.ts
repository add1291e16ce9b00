export { momentAt } from './moment-at.ts'
export { openForm } from './open-form.ts'
export { readInstitution } from './read-institution.ts'
export { todayAt } from './today-at.ts'
