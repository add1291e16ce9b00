import { createHash, randomBytes } from 'node:crypto'

/** A token for a link: 256 random bits, so that nobody can guess it (docs/decisions/0014). */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The stored form of a token: reading the table does not reveal the link. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')
