export { claimSecretKeys } from './claim-secret-keys.ts'
