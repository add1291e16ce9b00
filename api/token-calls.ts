import { z } from 'zod'
import { paths } from './paths.ts'
import { postedAnswers } from './posted-answers.ts'

/** Answers passed on by a link, without an account (requirements 6.token and 7.tmp). */
export const tokenCalls = {
  keepAnswers: {
    ...paths.keepAnswers,
    access: 'public',
    body: z.object({ answer: postedAnswers }),
    reply: z.object({
      token: z.string(),
      /** The address that opens the answers: the first page of the form, with the token. */
      url: z.string(),
      expires_at: z.string(),
      /** Posted keys that are not stored: secret keys, retired keys, and keys that only the server writes. */
      ignored: z.array(z.string()),
    }),
  },
  keptAnswers: {
    ...paths.keptAnswers,
    access: 'public',
    body: z.object({ token: z.string().max(200) }),
    reply: z.object({ answer: z.record(z.string(), z.string()), expires_at: z.string() }),
  },
  /** Ends a link for everyone. The payload carries the token because addresses end up in logs. */
  endKeptAnswers: {
    ...paths.endKeptAnswers,
    access: 'public',
    body: z.object({ token: z.string().max(200) }),
    reply: z.object({ message: z.string() }),
  },
} as const
