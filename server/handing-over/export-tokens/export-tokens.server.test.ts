import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { declined } from '../../platform/control/index.ts'
import { tokenHash } from '../../platform/secrets/index.ts'
import type { MailMessage } from '../../running/mail/index.ts'
import { onOneDatabase } from '../../testing/index.ts'
import {
  confirmToken,
  endTokensOf,
  findToken,
  listTokens,
  makeToken,
  problemWith,
  rememberUse,
  takeOverToken,
  tokenCommand,
} from './index.ts'

const DAY = 86_400_000 // ms

onOneDatabase('a token for the export calls', (on) => {
  let name = ''
  let now = new Date()
  let told: MailMessage[] = []
  const tokens = {
    get database() {
      return on.database
    },
    now: () => now,
    institution: { staff: { alerts_to: ['dean@example.edu', 'audit@example.edu'] } },
    mail: { enqueue: async (_: unknown, message: MailMessage) => void told.push(message) },
  }
  beforeEach(() => {
    name = `reader-${randomUUID().slice(0, 8)}`
    now = new Date()
    told = []
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
    const made = await make('--rights', 'conduct,changes', '--networks', '192.0.2.0/24,2001:db8::/32', '--days', '7')
    expect(made).toMatchObject({ name, rights: ['changes', 'conduct'], networks: ['192.0.2.0/24', '2001:db8::/32'] })
    expect(new Date(made.expires_at).getTime() - now.getTime()).toBe(7 * DAY)
    const [, id, secret] = /^cwy_([0-9a-f]{12})_(.{43})$/.exec(made.token) ?? []
    const row = await on.database.db.selectFrom('export_token').selectAll().where('name', '=', name).execute()
    expect(JSON.stringify([row, await audited(), await listed()])).not.toContain(secret)
    expect(await findToken(tokens, made.token)).toMatchObject({ id, name, rights: ['changes', 'conduct'] })
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

  describe.each(['ssn', 'demographics'])('with the right %s', (right) => {
    const guarded = [
      '--rights',
      `changes,${right}`,
      '--networks',
      '192.0.2.0/24',
      '--purpose',
      'a nightly load',
    ] as const
    const someone = async (person: string) => {
      const { id } = await on.database.db
        .insertInto('staff_person')
        .values({ issuer: 'operator', subject: `${person} ${randomUUID()}`, name: person, role: 'data_steward' })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { by: person, actor: `staff:${person}`, person: id }
    }
    const wanted = {
      rights: ['changes', right as 'ssn'] as const,
      networks: ['192.0.2.0/24'],
      purpose: 'a nightly load',
      days: 90,
      sandbox: false,
    }
    const problemOf = async (token: string) => {
      const found = await findToken(tokens, token)
      return found && problemWith(found, { now, address: '192.0.2.7' })
    }

    test.each([
      ['a network', [...guarded.slice(0, 2), '--purpose', 'a load'], 'the networks from which it may be used'],
      ['a purpose', [...guarded, '--purpose', ' '], 'a purpose'],
      ['an end within 90 days', [...guarded, '--days', '91'], 'an end within 90 days'],
    ])('needs %s', async (_, words, lacking) => {
      const sentence = `A token that reads Social Security numbers or demographic answers needs ${lacking}.`
      await expect(make(...words)).rejects.toThrow(declined(sentence))
      expect(await listed()).toBe(undefined)
    })

    test('opens nothing until somebody else confirms it, also for a release that does not know that', async () => {
      const [june, ada] = [await someone('June Hale'), await someone('Ada Moss')]
      const { token, is_waiting } = await makeToken(tokens, { ...wanted, name }, june)
      expect([is_waiting, await problemOf(token)]).toEqual([true, 'waiting_export_token'])
      const secret = token.slice(-43)
      const known = () =>
        on.database.db.selectFrom('export_token').select('id').where('hash', '=', tokenHash(secret)).execute()
      expect(await known()).toEqual([])
      await expect(confirmToken(tokens, name, june)).rejects.toThrow('another person must confirm it')
      expect(await confirmToken(tokens, name, ada)).toBe(`${name} can be used.`)
      expect([await problemOf(token), (await known()).length]).toEqual([undefined, 1])
      await expect(confirmToken(tokens, name, ada)).rejects.toThrow(`${name} needs no confirmation.`)
      await expect(takeOverToken(tokens, name, ada)).rejects.toThrow('another person must answer for it')
      expect(await audited()).toMatchObject([
        { action: 'export token asked for', detail: { purpose: 'a nightly load', person: june.person } },
        { action: 'export token confirmed', detail: { person: ada.person } },
      ])
    })

    test('is told to everybody who is to know, and its secret to none of them', async () => {
      const { token } = await make(...guarded)
      expect(told.map(({ kind, to }) => [kind, to])).toEqual([
        ['token_asked', 'dean@example.edu'],
        ['token_asked', 'audit@example.edu'],
      ])
      expect(told[0]?.values).toMatchObject({
        name,
        purpose: 'a nightly load',
        networks: '192.0.2.0/24',
        by: 'June Hale',
      })
      expect(JSON.stringify(told)).not.toContain(token.slice(-43))
      await make('--sandbox', '--rights', right).catch(() => {})
      expect(told).toHaveLength(2)
    })

    test('ends with the access of its maker, unless somebody else takes it over', async () => {
      const [june, ada, ben] = [await someone('June Hale'), await someone('Ada Moss'), await someone('Ben Ruiz')]
      const end = (person: number) =>
        on.database.db.updateTable('staff_person').set({ ended_at: now }).where('id', '=', person).execute()
      const { token } = await makeToken(tokens, { ...wanted, name }, june)
      await confirmToken(tokens, name, ada)
      expect(await takeOverToken(tokens, name, ben)).toContain('it ends with your access')
      await end(june.person)
      expect(await problemOf(token)).toBe(undefined)
      await end(ben.person)
      expect(await problemOf(token)).toBe('ended_export_token')
      expect((await listTokens(tokens)).find((each) => each.name === name)?.state).toBe('ended')
      expect(await endTokensOf(tokens, on.database.db, ben.person, ada)).toEqual([name])
    })
  })

  test.each<[string, readonly string[], string]>([
    [
      'no rights',
      ['make', 'a', '--by', 'x'],
      '--rights must be some of changes,documents,conduct,demographics,ssn,acknowledge.',
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
