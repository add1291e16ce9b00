/** The tokens with which other systems use the export calls. */

export { endToken } from './end-token.ts'
export { type FoundToken, findToken, isSandbox, problemWith, rememberUse } from './find-token.ts'
export { listTokens } from './list-tokens.ts'
export { makeToken } from './make-token.ts'
export { tokenCommand } from './token-command.ts'
