import type { Database } from '../../platform/database/index.ts'

/** The dependencies of every function in this folder. */
export type ExportTokens = { readonly database: Pick<Database, 'db'>; readonly now: () => Date }

/** How the id of a token for the sandbox begins. */
export const SANDBOX = 'sandbox_'

/**
 * What a token allows: to read changes and applications, and besides their documents, demographic answers and Social
 * Security numbers, and to acknowledge.
 */
export const exportRights = ['changes', 'documents', 'demographics', 'ssn', 'acknowledge'] as const
export type ExportRight = (typeof exportRights)[number]
