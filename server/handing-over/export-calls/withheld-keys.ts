import type { ExportRight } from '../../../api/index.ts'
import type { Form } from '../../../engine/index.ts'
import { demographicKeys, secretKeys } from '../exports/index.ts'

/** The keys that a token with these rights may not read. */
export const withheldKeys = (form: Form, rights: readonly string[]): ReadonlySet<string> =>
  new Set([
    ...(rights.includes('demographics' satisfies ExportRight) ? [] : demographicKeys(form)),
    ...(rights.includes('ssn' satisfies ExportRight) ? [] : secretKeys(form)),
  ])
