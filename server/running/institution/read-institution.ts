import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Institution, institutionSchema } from '../../../api/index.ts'
import { type Settings, startupError } from '../../platform/settings/index.ts'

/** Reads institution.json, once at the start. Throws a startup error whose sentence names the wrong entry. */
export function readInstitution({ institutionFile }: Pick<Settings, 'institutionFile'>): Institution {
  const read = institutionSchema.safeParse(jsonOf(institutionFile))
  if (read.success) return read.data
  throw startupError(
    `INSTITUTION_FILE ${institutionFile} is not complete: ${z.prettifyError(read.error).replaceAll('\n', ' ')}`,
  )
}

function jsonOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw startupError(`INSTITUTION_FILE ${file} cannot be read as JSON.`, cause)
  }
}

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
