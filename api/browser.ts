/** The public interface of the API for the screen: paths, status values and errors, without the schemas. */
export { ACCOUNT, ANSWER_ORDER, formatAnswerOrder, LONGEST_ORDER, parseAnswerOrder } from './answer-order.ts'
export { CODE_MINUTES } from './code-minutes.ts'
export { betweenCycles, graceOf, termProblem } from './entry-term.ts'
export { type ErrorCode, errors } from './errors.ts'
export { type ExportRight, exportRights } from './export-rights.ts'
export {
  type FileLimits,
  fileLimits,
  fileLimitsOf,
  fileProblem,
  inMegabytes,
  MOST_MEGABYTES,
  slowestUpload,
} from './file-problem.ts'
export type { LookupCategory } from './lookup-category.ts'
export { ownErrors } from './own-errors.ts'
export { type CallName, type PathParameters, paths } from './paths.ts'
export { NOT_CONVERTED, SUBMITTED } from './sentences.ts'
export { packetPath, recordExportPath, type StaffCallName, staffPaths } from './staff/paths.ts'
export { isStaffRole, mayStaff, type StaffRight, type StaffRole, staffRoles } from './staff/rights.ts'
export { type WebStatus, webStatuses, webStatusFrom } from './status.ts'
export { unexpected } from './unexpected.ts'
