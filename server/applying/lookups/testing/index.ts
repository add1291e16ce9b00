export { judgedColleges, judgedHighSchools } from './judged-queries.ts'
export { qualityOf } from './quality-of.ts'
