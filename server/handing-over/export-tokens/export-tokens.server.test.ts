import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { declined } from '../../platform/control/index.ts'
import { databasesForTests } from '../../testing/index.ts'
import { findToken, problemWith, rememberUse, tokenCommand } from './index.ts'

const DAY = 86_400_000 // ms

databasesForTests('a token for the export calls', (on) => {
  let name = ''
  let now = new Date()
  const tokens = {
    get database() {
      return on.database
    },
    now: () => now,
  }
  beforeEach(() => {
    name = `reader-${randomUUID().slice(0, 8)}`
    now = new Date()
  })
  const command = (...words: readonly string[]) => tokenCommand(tokens, words)
  const make = async (...words: readonly string[]) =>
    Object(await command('make', name, '--rights', 'changes', '--by', 'June Hale', ...words))
  const listed = async () => ((await command('list')) as readonly string[]).find((line) => line.startsWith(name))
  const audited = () =>
    on.database.db
      .selectFrom('audit')
      .select(['action', 'detail'])
      .where(sql`detail ->> 'name'`, '=', name)
      .orderBy('id')
      .execute()

  test('is shown once and stored as a hash, and is found again by nothing but itself', async () => {
    const made = await make('--rights', 'ssn,changes', '--networks', '192.0.2.0/24,2001:db8::/32', '--days', '7')
    expect(made).toMatchObject({ name, rights: ['changes', 'ssn'], networks: ['192.0.2.0/24', '2001:db8::/32'] })
    expect(new Date(made.expires_at).getTime() - now.getTime()).toBe(7 * DAY)
    const [, id, secret] = /^cwy_([0-9a-f]{12})_(.{43})$/.exec(made.token) ?? []
    const row = await on.database.db.selectFrom('export_token').selectAll().where('name', '=', name).execute()
    expect(JSON.stringify([row, await audited(), await listed()])).not.toContain(secret)
    expect(await findToken(tokens, made.token)).toMatchObject({ id, name, rights: ['changes', 'ssn'] })
    const wrong = `${made.token.slice(0, -1)}${made.token.endsWith('A') ? 'B' : 'A'}`
    for (const other of ['', 'cwy_', `cwy_${id}_`, wrong, `${made.token}A`, ` ${made.token}`])
      expect(await findToken(tokens, other)).toBe(undefined)
  })

  test('is good for 90 days from everywhere, or until it is ended, or from its networks', async () => {
    const found = await findToken(tokens, (await make()).token)
    if (!found) throw new Error('The token was not found.')
    const at = (days: number, address = '192.0.2.7') =>
      problemWith(found, { now: new Date(now.getTime() + days * DAY), address })
    expect([at(0), at(89.9), at(90)]).toEqual([undefined, undefined, 'expired_export_token'])
    const limited = { ...found, networks: ['192.0.2.0/24'] }
    expect(problemWith(limited, { now, address: '::ffff:192.0.2.9' })).toBe(undefined)
    expect(problemWith(limited, { now, address: '192.0.3.9' })).toBe('other_network')
    expect(problemWith({ ...limited, ended_at: now }, { now, address: '192.0.2.9' })).toBe('ended_export_token')
  })

  test('is listed with its rights, its dates and its last use, and its name is free once it has ended', async () => {
    const { token } = await make('--days', '1')
    expect(await listed()).toMatch(/changes; from every network; made by June Hale; valid until .*; never used$/)
    const found = await findToken(tokens, token)
    if (!found) throw new Error('The token was not found.')
    await rememberUse(tokens, found)
    expect(await listed()).toContain(`last used ${now.toISOString()}`)
    await expect(make()).rejects.toThrow(`There is a token ${name} already: end it first, or choose another name.`)
    now = new Date(now.getTime() + 2 * DAY)
    expect(await listed()).toContain('expired ')
    expect(await command('end', name, '--by', 'Ada Moss')).toEqual([`${name} has ended.`])
    expect(await listed()).toContain(`ended ${now.toISOString()}`)
    await expect(command('end', name, '--by', 'Ada Moss')).rejects.toThrow(declined(`There is no token ${name}.`))
    await make()
    expect(await audited()).toMatchObject([
      { action: 'export token made', detail: { by: 'June Hale', rights: ['changes'] } },
      { action: 'export token ended', detail: { by: 'Ada Moss' } },
      { action: 'export token made' },
    ])
  })

  test.each<[string, readonly string[], string]>([
    [
      'no rights',
      ['make', 'a', '--by', 'x'],
      '--rights must be some of changes,documents,demographics,ssn,acknowledge.',
    ],
    ['an unknown right', ['make', 'a', '--rights', 'changes,all', '--by', 'x'], 'acknowledge, not all.'],
    ['no network', ['make', 'a', '--rights', 'ssn', '--networks', '', '--by', 'x'], 'or 2001:db8::/32.'],
    [
      'a wrong network',
      ['make', 'a', '--rights', 'ssn', '--networks', '192.0.2.1', '--by', 'x'],
      '192.0.2.1 is no network such as 192.0.2.0/24 or 2001:db8::/32.',
    ],
    [
      'everybody’s network',
      ['make', 'a', '--rights', 'ssn', '--networks', '0.0.0.0/0', '--by', 'x'],
      '0.0.0.0/0 is no network',
    ],
    [
      'no days',
      ['make', 'a', '--rights', 'ssn', '--days', '0', '--by', 'x'],
      '--days must be a whole number from 1 to',
    ],
    ['many days', ['make', 'a', '--rights', 'ssn', '--days', '366', '--by', 'x'], '--days must be a whole number'],
    ['half days', ['make', 'a', '--rights', 'ssn', '--days', '1.5', '--by', 'x'], '--days must be a whole number'],
    ['a wrong name', ['make', 'A b', '--rights', 'ssn', '--by', 'x'], 'A b is no name of a token: use lower-case'],
    ['nobody', ['make', 'a', '--rights', 'ssn'], 'Say who does this, with --by and a name or an address.'],
    ['nobody to end it', ['end', 'a'], 'Say who does this'],
    ['rights to end it', ['end', 'a', '--rights', 'ssn', '--by', 'x'], 'Usage: npm run token'],
    ['no name', ['make'], 'Usage: npm run token'],
    ['an unknown word', ['show', 'a'], 'Usage: npm run token'],
    ['an unknown option', ['list', '--all'], 'Usage: npm run token'],
    ['a list with a name', ['list', 'a'], 'Usage: npm run token'],
  ])('is not made or ended with %s', async (_, words, message) => {
    await expect(command(...words)).rejects.toThrow(message)
  })
})
