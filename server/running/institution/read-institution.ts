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
