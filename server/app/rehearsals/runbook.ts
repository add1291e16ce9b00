import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const guide = readFileSync(join(import.meta.dirname, '../../../docs/runbooks.md'), 'utf8')

/**
 * The commands of a step of docs/runbooks.md: the block of code after the bold words `**To <step>**`. So a rehearsal
 * carries out what an operator reads.
 */
export function runbook(step: string): readonly string[] {
  const block = guide.split(`**To ${step}**`)[1]?.split('```\n')[1]
  if (block === undefined) throw new Error(`docs/runbooks.md has no commands for: ${step}.`)
  return block
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
}
