export { createKeyRing, type KeyRing } from './create-key-ring.ts'
export { type Sealed, sealedSchema } from './sealed.ts'
export { readSignedPath, signedPath } from './signed-path.ts'
export { newToken, tokenHash } from './token.ts'
