import { createHash, randomBytes } from 'node:crypto'

/** A token for a link: 256 random bits, so that nobody guesses it (docs/decisions/0014). */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** How a token is stored: whoever reads the table cannot open its link. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')
