import { z } from 'zod'
import { paths } from './paths.ts'
import { postedAnswers } from './posted-answers.ts'

/** Answers handed over by a link, without an account (requirements 6.token and 7.tmp). */
export const tokenCalls = {
  keepAnswers: {
    ...paths.keepAnswers,
    access: 'public',
    body: z.object({ answer: postedAnswers }),
    reply: z.object({
      token: z.string(),
      /** Where the answers open: the first page of the form with the token. */
      url: z.string(),
      expires_at: z.string(),
      /** Posted keys that are not kept: secret ones, retired ones and those the server writes itself. */
      ignored: z.array(z.string()),
    }),
  },
  keptAnswers: {
    ...paths.keptAnswers,
    access: 'public',
    body: z.object({ token: z.string().max(200) }),
    reply: z.object({ answer: z.record(z.string(), z.string()), expires_at: z.string() }),
  },
  /** Ends a link for everybody. In the payload, not in the address, so that no log on the way keeps the token. */
  endKeptAnswers: {
    ...paths.endKeptAnswers,
    access: 'public',
    body: z.object({ token: z.string().max(200) }),
    reply: z.object({ message: z.string() }),
  },
} as const
