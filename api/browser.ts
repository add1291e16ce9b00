/** The public interface of the API for the screen: paths, status values and errors, without the schemas. */
export {
  ACCOUNT,
  ACTIVE_EDITION,
  ANSWER_ORDER,
  DESCRIPTIONS,
  formatAnswerOrder,
  LONGEST_ORDER,
  PAGE_EDITION,
  PAGE_LANGUAGE,
  parseAnswerOrder,
} from './answer-order.ts'
export {
  BY_MAIL,
  checklistOf,
  type DocumentRequest,
  type Fact,
  factInWords,
  needInWords,
  schoolOf,
  statusInWords,
} from './checklist.ts'
export { namesIn, placeOf } from './edition-places.ts'
export { betweenCycles, graceOf, termProblem } from './entry-term.ts'
export { type ErrorCode, errors, NOT_CONVERTED, ownErrors, SUBMITTED, unexpected } from './errors.ts'
export { brandAddress, type FacePicture, facePictures, MOST_PICTURE_BYTES } from './face-address.ts'
export {
  type FileLimits,
  fileLimits,
  fileLimitsOf,
  fileProblem,
  inMegabytes,
  isPictureName,
  MOST_MEGABYTES,
  otherJpegEndings,
  slowestUpload,
} from './file-problem.ts'
export {
  type CallName,
  CODE_MINUTES,
  type LookupCategory,
  type PathParameters,
  paths,
  type WebStatus,
  webStatuses,
  webStatusFrom,
} from './paths.ts'
export { MOST_SEALS, sealsIn } from './pdf-seal.ts'
export { isUntranslated, type LanguageTexts, translationOf } from './staff/form-words.ts'
export {
  certificatePath,
  originalPath,
  packetPath,
  recordExportPath,
  type StaffCallName,
  staffPaths,
} from './staff/paths.ts'
export {
  type ExportRight,
  exportRightLabels,
  exportRights,
  GUARDED_DAYS,
  isGuarded,
  isStaffRole,
  mayStaff,
  rolesBeyond,
  type StaffRight,
  type StaffRole,
  staffRights,
  staffRoles,
} from './staff/rights.ts'
export { workListNames, workLists } from './staff/work-lists.ts'
