import type { Database } from '../../platform/database/index.ts'

/** The dependencies of every function in this folder. */
export type ExportTokens = { readonly database: Pick<Database, 'db'>; readonly now: () => Date }

/** How the id of a token for the sandbox begins. */
export const SANDBOX = 'sandbox_'
