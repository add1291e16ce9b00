import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMigrationSettings, readSettings } from './index.ts'
import { secretSettings } from './setting-table.ts'

const key = `a:${Buffer.alloc(32, 1).toString('base64')}`
const url = 'postgresql://causeway:hunter2@db.example/causeway'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'causeway-given-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const fileWith = (text: string) => {
  const path = join(folder, `${Math.random()}`)
  writeFileSync(path, text)
  return path
}

test('a secret may be in a file, which most programs end with a line break', () => {
  for (const end of ['', '\n', '\r\n']) {
    const given = { SECRET_KEY_FILE: fileWith(key + end), DATABASE_URL_FILE: fileWith(url + end), SECRET_KEY: '' }
    expect(readSettings(given)).toMatchObject({ databaseUrl: url, secretKeys: [{ id: 'a' }] })
  }
  const migration = { DATABASE_URL: url, MIGRATION_DATABASE_URL_FILE: fileWith(url) }
  expect(readMigrationSettings(migration)).toMatchObject({ migrationUrl: url })
})

test.each(secretSettings)('%s in a file that says nothing, or besides the setting, stops the start', (name) => {
  const read = (given: Readonly<Record<string, string>>) => () => readSettings(given)
  const missing = join(folder, 'missing')
  expect(read({ [`${name}_FILE`]: missing })).toThrow(`${name}_FILE ${missing} cannot be read (ENOENT).`)
  expect(read({ [`${name}_FILE`]: folder })).toThrow(`${name}_FILE ${folder} cannot be read (EISDIR).`)
  const empty = fileWith('\n')
  expect(read({ [`${name}_FILE`]: empty })).toThrow(`${name}_FILE ${empty} is empty.`)
  const twice = { [name]: 'hunter2', [`${name}_FILE`]: fileWith('hunter2') }
  expect(read(twice)).toThrow(`${name} and ${name}_FILE exclude each other: give one of them.`)
})

test('what is wrong in a file is named by its setting and not repeated', () => {
  expect(() => readSettings({ SECRET_KEY_FILE: fileWith('hunter2') })).toThrow(/^SECRET_KEY (?!.*hunter2)[^\n]+\.$/)
})

test('other settings are not read from files', () => {
  expect(readSettings({ PORT_FILE: fileWith('8080') }).port).toBe(3000)
})
