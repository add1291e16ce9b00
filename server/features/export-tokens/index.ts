/** The tokens with which other systems use the export calls. */

export type { ExportRight } from './export-tokens.ts'
export { type FoundToken, findToken, isSandbox, problemWith, rememberUse } from './find-token.ts'
export { tokenCommand } from './token-command.ts'
