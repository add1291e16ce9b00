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
  tokenCommand,
} from './export-tokens.ts'
