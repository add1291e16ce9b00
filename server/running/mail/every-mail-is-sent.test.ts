import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mailMessageSchema } from './mail-message.ts'

const server = join(import.meta.dirname, '../..')
/** The code that sends mails: all of the server but this folder and tests. */
const code = globSync('**/*.ts', { cwd: server })
  .filter((path) => !/\.test\.ts$|(^|\/)testing\/|^running\/mail\//.test(path))
  .map((path) => readFileSync(join(server, path), 'utf8'))
  .join('\n')

test.each(mailMessageSchema.options.map(({ shape }) => shape.kind.value))('the mail %s is sent somewhere', (kind) => {
  expect(code).toMatch(new RegExp(`kind: (\\w+ \\? '\\w+' : |\\w+ \\? )?'${kind}'`))
})
