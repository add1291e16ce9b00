import { z } from 'zod'
import { canonicalParagraph, canonicalText } from '../../../engine/index.ts'

/** The canonical text of what another system says (Q87), with sentences that continue the name of the field. */
const storable = (most: number, canonical: (text: string) => string) =>
  z
    .string()
    .refine((text) => text.isWellFormed() && !text.includes('\0'), 'has characters that cannot be stored')
    .overwrite(canonical)
    .max(most, `is longer than ${most} characters`)

/** What another system answers about a version of an application; each message continues the name of its field. */
export const acknowledgementSchema = z.strictObject({
  application_id: z.uuid('is not the id of an application').toLowerCase(),
  version: z.int('must be a whole number').min(1, 'must be at least 1'),
  /** A suspended application comes again with the next delivery. */
  result: z.enum(['accepted', 'suspended', 'rejected'], 'must be accepted, suspended or rejected'),
  /** What the other system calls the application. */
  their_id: storable(200, canonicalText).default(''),
  reason: storable(1000, canonicalParagraph).default(''),
})

export type Acknowledgement = z.output<typeof acknowledgementSchema>
