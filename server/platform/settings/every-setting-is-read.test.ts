import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from './index.ts'

const server = join(import.meta.dirname, '../..')
/** The code that settings are for: all of the server but this folder and tests. */
const code = globSync('**/*.ts', { cwd: server })
  .filter((path) => !/\.test\.ts$|(^|\/)testing\/|^platform\/settings\//.test(path))
  .map((path) => readFileSync(join(server, path), 'utf8'))
  .join('\n')

test.each(Object.keys(readSettings({})))('the setting %s is read by the code that it is for', (name) => {
  expect(code).toMatch(
    new RegExp(
      `\\bsettings\\.${name}\\b|\\{[^{}]*\\b${name}\\b[^{}]*\\}(: [^=]*)? = (deps\\.)?settings|[({,]\\s*${name}\\b[^()]*\\}: (Pick<)?Settings|Pick<Settings,[^>]*'${name}'`,
    ),
  )
})
