import { z } from 'zod'
import { lookupCategories, paths } from './paths.ts'
import { typedCode } from './typed-text.ts'

const MOST_SUGGESTIONS = 5 // 9.lookup.1

const category = z.enum(lookupCategories)
const place = { address_line_1: z.string(), city: z.string(), state: z.string(), zip: z.string(), country: z.string() }

/**
 * Schools and addresses (requirements 7.lookup). One path answers two kinds of request: text returns suggestions, and
 * the ID of a suggestion returns its record, in which unknown values are ''. The state is a name from the form's lists.
 * The type of a college, a code from there, is left out if it is unknown.
 */
export const lookupCalls = {
  find: {
    ...paths.find,
    access: 'public',
    body: z.union([
      z.object({
        text: z.string(),
        category,
        max_results: z
          .string()
          .regex(/^[1-9]\d{0,5}$/)
          .transform((most) => Math.min(Number(most), MOST_SUGGESTIONS))
          .default(MOST_SUGGESTIONS),
      }),
      z.object({ id: z.string(), category }),
    ]),
    reply: z.union([
      z.array(z.object({ text: z.string(), id: z.string(), sub_text: z.string() })),
      z.object({ name: z.string(), ceeb: z.string(), ...place, type: z.string().optional() }),
      z.object(place),
    ]),
  },
  /** The city and the states (by name) of a ZIP code, the state of its post office first; empty if unknown. */
  placeOfZip: {
    ...paths.placeOfZip,
    access: 'public',
    body: z.object({ zip: typedCode(5).regex(/^\d{5}$/) }),
    reply: z.object({ city: z.string(), states: z.array(z.string()) }),
  },
} as const
