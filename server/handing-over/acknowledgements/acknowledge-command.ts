import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseWords, personIn } from '../../platform/control/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { acknowledge } from './acknowledge.ts'
import { rowsIn } from './rows-in.ts'

const USAGE = 'Usage: npm run acknowledge -- <target> <file.csv> --by <person>'

/**
 * `npm run acknowledge`: records what a target answered (docs/deliveries.md). Throws one sentence and records nothing if
 * anything is wrong. `folder` is the user's current folder, for relative paths.
 */
export async function acknowledgeCommand(
  { db }: Pick<Database, 'db'>,
  words: readonly string[],
  folder: string,
): Promise<{ readonly recorded: number; readonly repeated: number }> {
  const { target, path, by } = read(words)
  const rows = rowsIn(await textOf(resolve(folder, path)))
  const outcome = await acknowledge(db, { target, made_by: by }, rows)
  if ('problem' in outcome) throw new Error(outcome.problem)
  return outcome
}

function read(words: readonly string[]) {
  const { values, positionals } = parseWords(words, { by: { type: 'string' } }, USAGE)
  const [target, path, ...more] = positionals
  if (!target || !path || more.length > 0) throw new Error(USAGE)
  return { target, path, by: personIn(values.by) }
}

async function textOf(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${path} cannot be read (${error.code}).`)
  })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error(`${path} is not in UTF-8.`)
  }
}
