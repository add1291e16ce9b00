/** The public interface of the API: paths, schemas of payloads and replies, status values, errors, institution.json. */
export { factSchema } from './application-calls.ts'
export * from './browser.ts'
export { type Body, type Calls, calls, type Payload, type Profile, type Reply } from './calls.ts'
export * from './editions.ts'
export { ADDRESS_DIGITS, brandDigits } from './face-address.ts'
export {
  type Institution,
  institutionParts,
  institutionSchema,
  type PublicInstitution,
  publicInstitution,
} from './institution.ts'
export { MOST_SIGNATURE_DIGITS, type SignaturePlace, sealBegins } from './pdf-seal.ts'
export {
  recordFilter,
  type StaffBody,
  type StaffParams,
  type StaffPayload,
  type StaffReply,
  staffCalls,
} from './staff/calls.ts'
export {
  type Editable,
  type EditionDifference,
  type Finding,
  finding,
  type ListedEdition,
} from './staff/form-calls.ts'
export { workListNames, workLists } from './staff/work-lists.ts'
export { ownTextsIn } from './structure.ts'
export {
  answersLeaving,
  grades,
  type Includable,
  includable,
  isWithheld,
  leaves,
  type WayOut,
  waysOut,
  withheldKeys,
} from './ways-out.ts'
