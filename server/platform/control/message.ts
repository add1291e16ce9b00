import { z } from 'zod'

/** One line to the server: the name of a command, its words, and the folder the person stands in. */
export const requestSchema = z.object({
  name: z.string(),
  arguments: z.array(z.string()),
  folder: z.string().default('/'),
})

/** One line back: what the command gave, or one sentence why not. */
export const replySchema = z.union([
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({ ok: z.literal(false), message: z.string() }),
])

/** What the server replies to a command. */
export type Reply = z.infer<typeof replySchema>
