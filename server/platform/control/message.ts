import { z } from 'zod'

/** One line sent to the server: the name of a command, its arguments, and who gave it in which folder. */
export const requestSchema = z.object({
  name: z.string(),
  arguments: z.array(z.string()),
  folder: z.string().default('/'),
  user: z.string().max(100).default(''),
})

/** One line sent back: the result of the command, or one sentence saying why it failed. */
export const replySchema = z.union([
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({ ok: z.literal(false), message: z.string() }),
])

/** The server's reply to a command. */
export type Reply = z.infer<typeof replySchema>
