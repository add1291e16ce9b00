import type { Institution } from '../../../api/index.ts'
import type { Settings } from '../../platform/settings/index.ts'

/** What an operator should know: an installation that applicants reach still has the institution of the example. */
export function exampleWarnings(
  { help_email }: Pick<Institution, 'help_email'>,
  { baseUrl }: Pick<Settings, 'baseUrl'>,
): readonly string[] {
  if (!isMadeUp(help_email) || isMadeUp(new URL(baseUrl).hostname)) return []
  return [
    `INSTITUTION_FILE is the example: applicants are told to write to ${help_email}. Copy it, change it, and set INSTITUTION_FILE to the copy.`,
  ]
}

/** Nobody can have a name below `.example` or `localhost`. */
const isMadeUp = (name: string) => /(\.example|localhost|^127\.0\.0\.1|^\[::1\])$/.test(name)
