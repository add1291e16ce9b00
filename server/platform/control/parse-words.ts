import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { canonicalText } from '../../../engine/index.ts'

/** The words and options of a command. Throws its usage if it does not have an option. */
export function parseWords<const Options extends ParseArgsOptionsConfig>(
  words: readonly string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true })
  } catch {
    throw new Error(usage)
  }
}

/** The person of `--by`, whom the audit log names, because the server's user is nobody in particular. */
export function personIn(by = ''): string {
  const person = canonicalText(by)
  if (person !== '') return person
  throw new Error('Say who does this, with --by and a name or an address.')
}
