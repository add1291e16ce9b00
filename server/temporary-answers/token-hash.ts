import { createHash } from 'node:crypto'

/** Under which a token's answers stand: 256 random bits cannot be guessed from their hash, nor the table open a link. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Where sealed answers belong: those of one token do not open under another. */
export const placeOf = (hash: string): string => `temporary:${hash}`
