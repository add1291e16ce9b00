/** The tokens with which other systems use the export calls. */

export {
  confirmToken,
  endToken,
  endTokensOf,
  type FoundToken,
  findToken,
  isSandbox,
  listTokens,
  makeToken,
  problemWith,
  rememberUse,
  takeOverToken,
} from './export-tokens.ts'
export { tokenCommand } from './token-command.ts'
