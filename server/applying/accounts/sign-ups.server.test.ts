import crypto from 'node:crypto'
import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { readInstitution } from '../../running/institution/index.ts'
import type { MailMessage } from '../../running/mail/index.ts'
import { onOneDatabase } from '../../testing/index.ts'
import { createLoginCodes, createPasswordHashes, createSignUpSecrets } from './account-secrets.ts'
import type { Accounts } from './accounts.ts'
import { createAccounts } from './index.ts'
import { type BrowserForTests, browserForTests, codeIn, idIn, secretsIn, wrongCode } from './testing/index.ts'

const password = 'Correct-Horse-7-Battery'
const other = 'Another-Horse-8-Battery'
const MINUTE = 60_000
const HOUR = 60 * MINUTE

onOneDatabase('sign-ups that wait for their code', (on) => {
  let opened: Accounts
  /** One browser; `stranger` is another one on another network. */
  let accounts: BrowserForTests
  let stranger: BrowserForTests
  let mails: MailMessage[] = []
  let clock = 0
  let username = ''
  let number = 0
  const lines: string[] = []

  beforeAll(() => {
    opened = createAccounts({
      database: on.database,
      keyRing: createKeyRing(on.settings),
      settings: on.settings,
      institution: readInstitution(on.settings),
      mail: { enqueue: async (_, message) => void mails.push(message) },
      log: pino({ level: 'trace' }, { write: (line: string) => lines.push(line) }),
      now: () => new Date(Date.now() + clock),
    })
  })
  beforeEach(() => {
    number += 1
    username = `student${number}@example.edu`
    mails = []
    clock = 0
    accounts = browserForTests(opened)
    stranger = browserForTests(opened, '198.51.100.7')
  })
  afterEach(() => {
    for (const secret of [username, password, other, ...mails.flatMap(secretsIn)]) {
      expect(lines.join('')).not.toContain(secret)
    }
  })

  const latest = () => mails.at(-1)

  async function confirmed() {
    await accounts.signUp({ username, password })
    expect(await accounts.confirm({ username, code: codeIn(latest()) })).toEqual({ kind: 'ok' })
  }
  async function loggedIn(with_ = password) {
    const outcome = await accounts.login({ username, password: with_ })
    if (outcome.kind !== 'ok') throw new Error(`Not logged in: ${outcome.kind}.`)
    return outcome.session
  }
  async function resetId() {
    await accounts.forgotPassword({ username })
    return idIn(latest())
  }

  describe('codes', () => {
    test('a wrong one does not confirm, and after five wrong ones the right one no longer works', async () => {
      await accounts.signUp({ username, password })
      const code = codeIn(latest())
      for (let time = 0; time < 5; time += 1) {
        expect(await accounts.confirm({ username, code: wrongCode(code) })).toEqual({ kind: 'wrong_code' })
      }
      expect(await accounts.confirm({ username, code })).toEqual({ kind: 'wrong_code' })
      expect(await accounts.login({ username, password })).toEqual({ kind: 'not_confirmed' })
      await accounts.resendConfirm({ username })
      expect(await accounts.confirm({ username, code: codeIn(latest()) })).toEqual({ kind: 'ok' })
    })
    test('an expired one does not confirm, and only someone who enters it learns that it was right', async () => {
      await accounts.signUp({ username, password })
      const code = codeIn(latest())
      clock = 31 * MINUTE
      expect(await accounts.confirm({ username, code })).toEqual({ kind: 'expired_code' })
      expect(await accounts.confirm({ username, code: wrongCode(code) })).toEqual({ kind: 'wrong_code' })
      expect(await accounts.login({ username, password })).toEqual({ kind: 'not_confirmed' })
      await accounts.resendConfirm({ username })
      expect(await accounts.confirm({ username, code: codeIn(latest()) })).toEqual({ kind: 'ok' })
    })
    test('one sent twice, at the same moment or later, confirms one account and leads on each time', async () => {
      await accounts.signUp({ username, password })
      const code = codeIn(latest())
      const both = await Promise.all([accounts.confirm({ username, code }), accounts.confirm({ username, code })])
      expect(both).toEqual([{ kind: 'ok' }, { kind: 'ok' }])
      expect(await accounts.confirm({ username, code })).toEqual({ kind: 'ok' })
      expect(await opened.confirm({ username, code, password }, undefined)).toEqual({ kind: 'ok' })
      const made = on.database.db.selectFrom('user').select('id').where('email', '=', username)
      expect(await made.execute()).toHaveLength(1)
      expect(await accounts.confirm({ username, code: wrongCode(code) })).toEqual({ kind: 'wrong_code' })
      expect(await stranger.confirm({ username, code })).toEqual({ kind: 'proof_needed' })
      expect(await stranger.confirm({ username, code, password: other })).toEqual({ kind: 'wrong_code' })
      clock = 31 * MINUTE
      expect(await accounts.confirm({ username, code })).toEqual({ kind: 'wrong_code' })
    })
    test('each mailed one works until it expires, and there are never two', async () => {
      await accounts.signUp({ username, password })
      await accounts.resendConfirm({ username })
      await accounts.signUp({ username, password })
      expect(new Set(mails.map(codeIn)).size).toBe(1)
      clock = 31 * MINUTE
      await accounts.signUp({ username, password })
      const [old = '', fresh = ''] = new Set(mails.map(codeIn))
      expect(await accounts.confirm({ username, code: old })).toEqual({ kind: 'wrong_code' })
      expect(await accounts.confirm({ username, code: fresh })).toEqual({ kind: 'ok' })
    })
    test('a second sign-up of the browser with the same password renews the first, and not its tries', async () => {
      await accounts.signUp({ username, password })
      const code = codeIn(latest())
      for (let tries = 0; tries < 3; tries += 1) await accounts.confirm({ username, code: wrongCode(code) })
      await accounts.signUp({ username, password })
      const waiting = on.database.db.selectFrom('pending_sign_up').select('tries_left').where('email', '=', username)
      expect(await waiting.execute()).toEqual([{ tries_left: 2 }])
      expect(await accounts.confirm({ username, code })).toEqual({ kind: 'ok' })
    })
    test('a code is right although the reply to its sign-up was lost, or another password was tried since', async () => {
      await opened.signUp({ username, password }, '192.0.2.1', undefined)
      clock = MINUTE
      await accounts.signUp({ username, password })
      const [lost = '', kept = ''] = mails.map(codeIn)
      await accounts.signUp({ username, password: other })
      expect(await accounts.confirm({ username, code: lost })).toEqual({ kind: 'wrong_code' })
      expect(await accounts.confirm({ username, code: lost, password })).toEqual({ kind: 'ok' })
      expect(await accounts.confirm({ username, code: kept })).toEqual({ kind: 'wrong_code' })
      username = `lost.${username}`
      mails = []
      await opened.signUp({ username, password }, '192.0.2.1', undefined)
      await accounts.signUp({ username, password })
      expect(await accounts.confirm({ username, code: codeIn(mails[0]) })).toEqual({ kind: 'ok' })
    })
    test.each([0, 1])(
      'a sign-up that a proxy sent twice is mailed once, and cookie %s goes with its code',
      async (kept) => {
        const twice = () => opened.signUp({ username, password }, '192.0.2.1', undefined)
        const outcome = (await Promise.all([twice(), twice()]))[kept]
        const proof = outcome?.kind === 'ok' ? outcome.proof : undefined
        expect(mails).toHaveLength(1)
        expect(await opened.confirm({ username, code: codeIn(mails[0]) }, proof)).toEqual({ kind: 'ok' })
      },
    )
    test('a sign-up that comes again is mailed again after a moment, from elsewhere, or with another password', async () => {
      await accounts.signUp({ username, password })
      await accounts.signUp({ username, password: other })
      await opened.signUp({ username, password }, '198.51.100.9', undefined)
      expect(mails).toHaveLength(3)
      clock = MINUTE
      await accounts.signUp({ username, password })
      expect(mails).toHaveLength(4)
    })
    test('a clock that is a week ahead for an hour ends none of the others', async () => {
      await accounts.signUp({ username, password })
      const code = codeIn(latest())
      clock = 7 * 24 * HOUR
      await stranger.signUp({ username, password: other })
      clock = 0
      expect(await accounts.confirm({ username, code })).toEqual({ kind: 'ok' })
    })
    test('a second sign-up of an address with an account is as quiet as any other', async () => {
      await confirmed()
      const first = await opened.signUp({ username, password: other }, '198.51.100.7', undefined)
      if (first.kind !== 'ok') throw new Error('Not signed up.')
      expect(await opened.signUp({ username, password: other }, '198.51.100.7', first.proof)).toEqual(first)
      expect(latest()).toEqual({ kind: 'account_exists', to: username, values: {} })
      const decoys = on.database.db.selectFrom('pending_sign_up').select('is_decoy').where('email', '=', username)
      expect(await decoys.execute()).toEqual([{ is_decoy: true }])
    })
    test('one of another account or of no account is a wrong one', async () => {
      await accounts.signUp({ username, password })
      const code = codeIn(latest())
      const nobody = { username: `nobody.${username}`, code, password }
      expect(await accounts.confirm(nobody)).toEqual({ kind: 'wrong_code' })
      expect(await accounts.confirm({ username, code })).toEqual({ kind: 'ok' })
    })
    test('neither codes nor ids of links are in the database', async () => {
      await accounts.signUp({ username, password })
      const code = codeIn(latest())
      const id = await resetId()
      const { db } = on.database
      const signUps = await db.selectFrom('pending_sign_up').selectAll().where('email', '=', username).execute()
      const rows = JSON.stringify([signUps, await db.selectFrom('verification').selectAll().execute()])
      expect(signUps).toHaveLength(1)
      const hashes = ['hex', 'base64', 'base64url'] as const
      const hashed = hashes.map((form) => crypto.createHash('sha256').update(code).digest(form))
      for (const secret of [code, ...hashed, id, password, '192.0.2.1']) expect(rows).not.toContain(secret)
    })
  })

  describe('a sign-up and those of others with the same address', () => {
    const waiting = () =>
      on.database.db.selectFrom('pending_sign_up').selectAll().where('email', '=', username).orderBy('id').execute()

    test('each code confirms its own sign-up, with the password chosen in that browser', async () => {
      await accounts.signUp({ username, password })
      await stranger.signUp({ username, password: other })
      const [mine, theirs] = mails.map(codeIn)
      // The mail of the stranger's sign-up came to me as well, but in my browser its code is wrong.
      expect(await accounts.confirm({ username, code: theirs ?? '' })).toEqual({ kind: 'wrong_code' })
      expect(await stranger.confirm({ username, code: mine ?? '' })).toEqual({ kind: 'wrong_code' })
      expect(await accounts.confirm({ username, code: mine ?? '' })).toEqual({ kind: 'ok' })
      expect(await stranger.login({ username, password: other })).not.toMatchObject({ kind: 'ok' })
      await loggedIn()
    })
    test('a later one neither ends nor changes an earlier one, in any order', async () => {
      await stranger.signUp({ username, password: other })
      await accounts.signUp({ username, password })
      const mine = codeIn(latest())
      for (let more = 0; more < 4; more += 1) await stranger.signUp({ username, password: `${other}${more}` })
      await stranger.resendConfirm({ username })
      for (let tries = 0; tries < 20; tries += 1) await stranger.confirm({ username, code: wrongCode(mine) })
      expect(await accounts.confirm({ username, code: mine })).toEqual({ kind: 'ok' })
      expect(await stranger.login({ username, password: other })).not.toMatchObject({ kind: 'ok' })
      await loggedIn()
    })
    test('a sixth replaces the oldest of the network with the most', async () => {
      await accounts.signUp({ username, password })
      const mine = codeIn(latest())
      for (let more = 0; more < 30; more += 1)
        await browserForTests(opened, '198.51.100.7').signUp({ username, password: other })
      expect(await waiting()).toHaveLength(5)
      expect(await accounts.confirm({ username, code: mine })).toEqual({ kind: 'ok' })
    })
    test('two at the same moment count each other', async () => {
      const six = Array.from({ length: 6 }, () => browserForTests(opened).signUp({ username, password }))
      expect(await Promise.all(six)).toEqual(Array(6).fill({ kind: 'ok' }))
      expect(await waiting()).toHaveLength(5)
    })
    test('two codes at the same moment make one account with one password', async () => {
      await accounts.signUp({ username, password })
      await stranger.signUp({ username, password: other })
      const [mine, theirs] = mails.map(codeIn)
      const both = [
        accounts.confirm({ username, code: mine ?? '' }),
        stranger.confirm({ username, code: theirs ?? '' }),
      ]
      expect((await Promise.all(both)).map(({ kind }) => kind).sort()).toEqual(['ok', 'wrong_code'])
      const rows = await on.database.db
        .selectFrom('user')
        .innerJoin('account', 'account.userId', 'user.id')
        .where('user.email', '=', username)
        .select('account.id')
        .execute()
      expect(rows).toHaveLength(1)
    })
    test('of a confirmed address changes nothing, informs its owner, and reveals nothing', async () => {
      await confirmed()
      const { token } = await loggedIn()
      expect(await stranger.signUp({ username, password: other })).toEqual({ kind: 'ok' })
      expect(latest()).toEqual({ kind: 'account_exists', to: username, values: {} })
      // The same as after a sign-up with an address that has no account.
      expect(await stranger.login({ username, password: other })).toEqual({ kind: 'not_confirmed' })
      expect(await stranger.confirm({ username, code: '000000' })).toEqual({ kind: 'wrong_code' })
      expect(await accounts.sessionOf(token, { touch: false })).toBeDefined()
      await loggedIn()
    })
    test('no code confirms one of an address that has an account', async () => {
      await confirmed()
      await stranger.signUp({ username, password: other })
      const { db } = on.database
      await db.updateTable('pending_sign_up').set({ tries_left: 2_000 }).where('email', '=', username).execute()
      const [decoy] = await waiting()
      const code = createSignUpSecrets(createKeyRing(on.settings), createPasswordHashes(on.database)).codeOf(
        decoy ?? { proof_hash: '', code_number: 0 },
      )
      expect(await stranger.confirm({ username, code })).toEqual({ kind: 'wrong_code' })
      await loggedIn()
    })
    test('an unconfirmed one ends after a week and is deleted a day later', async () => {
      await accounts.signUp({ username, password })
      clock = 7 * 24 * HOUR + MINUTE
      expect(await accounts.login({ username, password })).toEqual({ kind: 'wrong_credentials' })
      await accounts.resendConfirm({ username })
      expect(latest()?.kind).toBe('no_account')
      clock = 0
      const ended = on.database.db.updateTable('pending_sign_up').set({ expires_at: new Date(Date.now() - 25 * HOUR) })
      await ended.where('email', '=', username).execute()
      const gone = username
      username = `sweeper.${username}`
      await confirmed()
      await loggedIn()
      username = gone
      expect(await waiting()).toEqual([])
    })
  })

  describe('confirming on another device', () => {
    test('needs the password of the sign-up, and says so for every address', async () => {
      await accounts.signUp({ username, password })
      const code = codeIn(latest())
      const phone = browserForTests(opened, '203.0.113.9')
      expect(await phone.confirm({ username, code })).toEqual({ kind: 'proof_needed' })
      expect(await phone.confirm({ username: `nobody.${username}`, code })).toEqual({ kind: 'proof_needed' })
      expect(await phone.confirm({ username, code, password: other })).toEqual({ kind: 'wrong_code' })
      expect(await phone.confirm({ username, code, password })).toEqual({ kind: 'ok' })
      await loggedIn()
    })
    test('guesses without the password use up no tries, and five wrong codes with it use up the code', async () => {
      await accounts.signUp({ username, password })
      const code = codeIn(latest())
      for (let tries = 0; tries < 9; tries += 1) {
        await stranger.confirm({ username, code: wrongCode(code), password: other })
      }
      for (let tries = 0; tries < 5; tries += 1) await stranger.confirm({ username, code: wrongCode(code), password })
      expect(await accounts.confirm({ username, code })).toEqual({ kind: 'wrong_code' })
    })
    test('all codes of the address are mailed together, and valid ones do not change', async () => {
      await accounts.signUp({ username, password })
      await stranger.signUp({ username, password: other })
      const [mine = '', theirs] = mails.map(codeIn)
      for (const count of [3, 4]) {
        await browserForTests(opened).resendConfirm({ username })
        expect(mails).toHaveLength(count)
        expect(latest()).toMatchObject({ kind: 'confirm_codes', values: { codes: [{ code: mine }, { code: theirs }] } })
        // A wrong code writes the older row anew, which then lies behind the younger one.
        await accounts.confirm({ username, code: wrongCode(mine) })
      }
      expect(await accounts.confirm({ username, code: mine })).toEqual({ kind: 'ok' })
    })
    test('an altered cookie or one for another address proves nothing', async () => {
      const given = await opened.signUp({ username, password }, '192.0.2.1', undefined)
      const code = codeIn(latest())
      const elsewhere = await opened.signUp({ username: `other.${username}`, password }, '192.0.2.1', undefined)
      if (given.kind !== 'ok' || elsewhere.kind !== 'ok') throw new Error('Not signed up.')
      const [name = ''] = given.proof.split('.')
      for (const forged of [name, `${name}.`, `${given.proof}x`, elsewhere.proof, '.']) {
        expect(await opened.confirm({ username, code }, forged), forged).toEqual({ kind: 'proof_needed' })
      }
      expect(await opened.confirm({ username, code }, given.proof)).toEqual({ kind: 'ok' })
    })
  })

  test('an unconfirmed account of an older release does not prevent a sign-up', async () => {
    const { db } = on.database
    await db.insertInto('user').values({ id: username, name: '', email: username, emailVerified: false }).execute()
    await confirmed()
    await loggedIn()
  })

  describe('after very many wrong passwords', () => {
    const login = (given: object) => opened.login({ username, password, ...given }, { needsCode: true })

    test('a mailed code is required with the password, and neither can be guessed separately', async () => {
      await confirmed()
      expect(await login({})).toEqual({ kind: 'login_code_needed' })
      expect(await login({ password: other })).toEqual({ kind: 'login_code_needed' })
      await opened.mailLoginCode(username)
      const mail = latest()
      const code = mail?.kind === 'login_code' ? mail.values.code : 'no code'
      expect(await login({ code: wrongCode(code) })).toEqual({ kind: 'wrong_credentials' })
      expect(await login({ code, password: other })).toEqual({ kind: 'wrong_credentials' })
      clock = 29 * MINUTE
      expect(await login({ code: ` ${code} ` })).toMatchObject({ kind: 'ok' })
      clock = 61 * MINUTE
      expect(await login({ code })).toEqual({ kind: 'wrong_credentials' })
    })
    test('the code of one account does not work for another, and an address without an account also gets a mail', async () => {
      await confirmed()
      await opened.mailLoginCode(`other.${username}`)
      expect(latest()).toEqual({ kind: 'no_account', to: `other.${username}`, values: {} })
      const { code } = createLoginCodes(createKeyRing(on.settings), () => new Date()).current(`other.${username}`)
      expect(await login({ code })).toEqual({ kind: 'wrong_credentials' })
    })
  })
})
