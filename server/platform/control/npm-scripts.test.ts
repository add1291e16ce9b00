import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import packageFile from '../../../package.json' with { type: 'json' }

const guide = readFileSync(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8')
const sent = Object.entries(packageFile.scripts).flatMap(([script, line]) => {
  const [, command] = /control\/command\.ts (.+)$/.exec(line) ?? []
  return command === undefined ? [] : [{ script, command }]
})

test('there are commands to check', () => expect(sent.length).toBeGreaterThan(5))

test.each(sent)('npm run $script sends the command of its name and is in docs/operating.md', ({ script, command }) => {
  expect(command).toBe(script)
  expect(guide).toMatch(new RegExp(`\`npm run ${script}[ \`]`))
})
