export {
  deadlineInWords,
  endInWords,
  endOfDay,
  formatDateTime,
  formatDay,
  todayAt,
} from '../../../engine/index.ts'
export { askingFaults, definitionOf, keptOwn, registerOfInstitution, stamped } from './asking.ts'
export {
  beginsAt,
  type Edition,
  type Editions,
  editionShown,
  editionTag,
  follow,
  followLanguages,
  hashOf,
  isInEffect,
  openEditions,
} from './editions.ts'
export { filledForm, formOf, formToRead, institutionErrors, languagesOf } from './form-of.ts'
export { optionsTakenOut } from './options-taken-out.ts'
export { exampleWarnings, readInstitution } from './read-institution.ts'
export { translationWarnings } from './translation-warnings.ts'
