import { z } from 'zod'

/** Answers as a browser posts them. Cleared ones may be false, null or undefined; they are stored as ''. */
export const postedAnswers = z.record(
  z.string(),
  z.union([z.string(), z.literal(false), z.null()]).transform((value) => (typeof value === 'string' ? value : '')),
)
