export { claimSecretKeys } from './claim-secret-keys.ts'
export { keysCommand } from './keys-command.ts'
export { createPdfSealer } from './pdf-sealer.ts'
