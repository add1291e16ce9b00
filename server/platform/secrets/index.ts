export { createKeyRing, type KeyRing } from './create-key-ring.ts'
export { DATA_KEY, type DataSealer, type Sealed, type Sealer, sealAgain, sealedSchema } from './sealed.ts'
export { newToken, readSignedPath, signedPath, tokenHash } from './tokens.ts'
