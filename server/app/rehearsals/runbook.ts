import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const guide = readFileSync(join(import.meta.dirname, '../../../docs/runbooks.md'), 'utf8')

/** The steps of docs/runbooks.md that are commands. A test compares them with the page and with the rehearsals. */
export const steps = [
  'back up',
  'restore',
  'give no number twice',
  'keep erased what was erased, and ended what was ended',
  'take the restored database into use',
] as const

/**
 * The commands of a step of docs/runbooks.md: the block of code after the bold words `**To <step>**`. So a rehearsal
 * carries out what an operator reads.
 */
export function runbook(step: (typeof steps)[number]): readonly string[] {
  const block = guide.split(`**To ${step}**`)[1]?.split('```\n')[1]
  if (block === undefined) throw new Error(`docs/runbooks.md has no commands for: ${step}.`)
  return block
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
}
