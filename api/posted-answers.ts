import { z } from 'zod'

/** Answers as a browser posts them: cleared ones may come as false, null or nothing; all are stored as ''. */
export const postedAnswers = z.record(
  z.string(),
  z.union([z.string(), z.literal(false), z.null()]).transform((value) => (typeof value === 'string' ? value : '')),
)
