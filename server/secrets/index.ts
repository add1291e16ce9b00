export { type KeyRing, openKeyRing } from './open-key-ring.ts'
export { type Sealed, sealedSchema } from './sealed.ts'
export { newToken, tokenHash } from './token.ts'
