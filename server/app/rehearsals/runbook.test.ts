import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runbook, steps } from './runbook.ts'

// The rehearsals need programs that few machines have, so this is noticed without them.

test('the steps of docs/runbooks.md are those that rehearsals carry out', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/runbooks.md'), 'utf8')
  const written = Array.from(page.matchAll(/^\*\*To ([^*]+)\*\*/gm), ([, step]) => step)
  expect(written).toEqual(steps)
})

test.each(steps)('to %s there are commands, and a rehearsal runs them', (step) => {
  expect(runbook(step).join('\n')).toMatch(/^(mkdir|psql|rclone|npm) /)
  const rehearsals = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.server.test.ts'))
  const running = rehearsals.filter((name) =>
    readFileSync(join(import.meta.dirname, name), 'utf8').includes(`'${step}'`),
  )
  expect(running).not.toEqual([])
})
