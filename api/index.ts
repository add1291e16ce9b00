/** The door of the contract: paths, payload and reply schemas, status words, the error catalogue, institution.json. */
export * from './browser.ts'
export { type Body, type Calls, calls, type Profile, type Reply, type Told } from './calls.ts'
export {
  type Institution,
  institutionParts,
  institutionSchema,
  type PublicInstitution,
  publicInstitution,
} from './institution.ts'
