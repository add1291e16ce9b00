/** The tokens with which other systems use the export calls. */

export {
  endToken,
  type FoundToken,
  findToken,
  isSandbox,
  listTokens,
  makeToken,
  problemWith,
  rememberUse,
} from './export-tokens.ts'
export { tokenCommand } from './token-command.ts'
