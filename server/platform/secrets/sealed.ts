import { z } from 'zod'

/** An encrypted text as stored: the id of its key, and nonce and ciphertext (with its tag) in base64. */
export const sealedSchema = z.object({ kid: z.string(), nonce: z.string(), data: z.string() })

/** An encrypted text as stored. */
export type Sealed = z.infer<typeof sealedSchema>
