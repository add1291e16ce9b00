import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dictionary } from '@zxcvbn-ts/language-common'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { commonWords, isEasyToGuess } from '../../../engine/index.ts'
import { breachedPasswords, checkBreachedPasswords } from './breached-passwords.ts'

const known = {
  partner_name: 'Bridger State University',
  partner_short_name: 'Bridger State',
  vendor: 'Causeway',
  address: { line_1: '201 Meridian Hall', city: 'Bozeman', state: 'Montana', zip: '59717' },
  username: 'june.hale@mail.example',
}

const common = commonWords(Object.values(dictionary))

test.each([
  'Password123!',
  'Pa$$word2026',
  'P@ssw0rd1234',
  'Passw0rd!Passw0rd!',
  'Qwerty123456!',
  '1qaz@WSX3edc',
  'Aa1!Aa1!Aa1!',
  'Summer-2026!!',
  'Montana#2027',
  'Michael!1998',
  'Aaaaaaaaaaa1!',
  'aA1!aaaaaaaa',
  '2027!Fútbol!',
  'Iloveyou-1-2-3',
  'Bridger-State-26!',
  'Bozeman-2027!',
  'Causeway-1234',
  'June.Hale2004!',
  'Montana-State-1!',
])('%s is easy to guess', (password) => {
  expect(isEasyToGuess(password, known, common)).toBe(true)
})

test.each([
  'Larch-and-snow 2027',
  'Correct-Horse-7-Battery',
  'Wrong-password-1',
  'Larch-2027xy',
  'x7#Kq9!vP2$m',
  'Bridger-tulip-snow 4',
  'Пар0ль-от-Ларисы',
])('%s is not', (password) => {
  expect(isEasyToGuess(password, known, common)).toBe(false)
})

describe('breached passwords', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'causeway-breached-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()
  const passwords = Array.from({ length: 1_000 }, (_, at) => `Пароль-${at}!`)
  /** Counts of different lengths, because the lines of the real file have them too. */
  const lines = passwords.map((password, at) => `${hashOf(password)}:${at ** 2}`).sort()

  async function fileOf(text: string): Promise<string> {
    const path = join(folder, hashOf(text))
    await writeFile(path, text)
    return path
  }
  const log = { error: vi.fn() }
  const isBreachedIn = (path: string | undefined) => breachedPasswords({ settings: { breachedPasswords: path }, log })

  test.each([
    ['1,000 lines', lines.join('\n')],
    ['lines that end as on Windows', `${lines.join('\r\n')}\r\n`],
    ['hashes alone', lines.map((line) => line.slice(0, 40)).join('\n')],
  ])('every password in a file of %s is breached, and no other', async (_, text) => {
    const path = await fileOf(text)
    await checkBreachedPasswords({ breachedPasswords: path })
    const isBreached = isBreachedIn(path)
    const found = await Promise.all(passwords.map(isBreached))
    expect(found.every(Boolean)).toBe(true)
    const others = await Promise.all(passwords.map((password) => isBreached(`${password}.`)))
    expect(others.some(Boolean)).toBe(false)
    expect(log.error).not.toHaveBeenCalled()
  })

  test('a file of one line, and one that a hash begins but does not end, are read right', async () => {
    const isBreached = isBreachedIn(await fileOf(`${hashOf('one')}:1\n`))
    expect([await isBreached('one'), await isBreached('two')]).toEqual([true, false])
    expect(await isBreachedIn(await fileOf(hashOf('one').slice(0, 39)))('one')).toBe(false)
  })

  test('without a file nothing is breached; one that goes away is said to be missing, and stops nobody', async () => {
    expect(await isBreachedIn(undefined)('one')).toBe(false)
    expect(log.error).not.toHaveBeenCalled()
    expect(await isBreachedIn(join(folder, 'gone'))('one')).toBe(false)
    expect(log.error).toHaveBeenCalledOnce()
    expect(JSON.stringify(log.error.mock.calls)).not.toContain('"one"')
  })

  test.each([
    ['nothing', '', 'must have a SHA-1 hash on each line'],
    ['passwords', 'Summer-2026!!\nLarch-2027\n', 'must have a SHA-1 hash on each line'],
    ['small letters', lines.join('\n').toLowerCase(), 'must have a SHA-1 hash on each line'],
    ['hashes by their counts', [...lines].sort((one, other) => one.length - other.length).join('\n'), 'must be sorted'],
  ])('a file of %s stops the start', async (_, text, sentence) => {
    const path = await fileOf(text)
    await expect(checkBreachedPasswords({ breachedPasswords: path })).rejects.toThrow(
      `BREACHED_PASSWORDS ${path} ${sentence}`,
    )
  })

  test.each(['nowhere', '.'])('so does %s, which cannot be read', async (name) => {
    const path = join(folder, name)
    await expect(checkBreachedPasswords({ breachedPasswords: path })).rejects.toThrow(`${path} cannot be read.`)
  })
})
