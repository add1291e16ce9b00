import { pino } from 'pino'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { readInstitution } from '../../running/institution/index.ts'
import type { MailMessage } from '../../running/mail/index.ts'
import { onOneDatabase } from '../../testing/index.ts'
import { createEmailCodes } from './account-secrets.ts'
import type { Accounts } from './accounts.ts'
import { createAccounts } from './index.ts'
import { browserForTests, codeIn, idIn, wrongCode } from './testing/index.ts'

const password = 'Correct-Horse-7-Battery'
const MINUTE = 60_000

onOneDatabase('a change of the email address', (on) => {
  let accounts: Accounts
  let mails: MailMessage[] = []
  let clock = 0
  let number = 0
  let [before, after] = ['', '']

  beforeAll(() => {
    accounts = createAccounts({
      database: on.database,
      keyRing: createKeyRing(on.settings),
      settings: on.settings,
      institution: readInstitution(on.settings),
      mail: { enqueue: async (_, message) => void mails.push(message) },
      log: pino({ level: 'silent' }),
      now: () => new Date(Date.now() + clock),
    })
  })
  beforeEach(() => {
    number += 1
    ;[before, after] = [`before${number}@example.edu`, `after${number}@example.edu`]
    mails = []
    clock = 0
  })

  async function signUp(username: string) {
    const browser = browserForTests(accounts)
    await browser.signUp({ username, password })
    expect(await browser.confirm({ username, code: codeIn(mails.at(-1)) })).toEqual({ kind: 'ok' })
  }
  async function logIn(username: string) {
    const outcome = await accounts.login({ username, password }, { needsCode: false })
    if (outcome.kind !== 'ok') throw new Error(`Not logged in: ${outcome.kind}.`)
    return outcome.session
  }
  async function opened() {
    await signUp(before)
    const session = await logIn(before)
    mails = []
    return session
  }
  const ask = (id: string, username = after) => accounts.askEmailChange(id, { username })
  const confirm = (id: string, code: string, token?: string) => accounts.confirmEmailChange(id, { code }, token)
  const codeTo = (address: string) => codeIn(mails.findLast(({ to, kind }) => to === address && kind === 'email_code'))
  const subjects = () => mails.map(({ kind, to }) => `${kind} ${to}`)

  test('needs the code that was mailed there, and both addresses get to know', async () => {
    const { accountId, token } = await opened()
    const other = await logIn(before)
    await accounts.forgotPassword({ username: before })
    const link = idIn(mails.at(-1))
    mails = []
    expect(await ask(accountId, ` ${after.toUpperCase()} `)).toEqual({ kind: 'ok' })
    expect(subjects()).toEqual([`email_code ${after}`, `email_change_asked ${before}`])
    // Who reads the earlier mailbox is not told the new address.
    expect(mails.at(-1)?.values).toEqual({ new_address: 'a…@example.edu' })
    expect(await accounts.pendingEmailChange(accountId)).toMatchObject({ username: after })
    expect(await confirm(accountId, wrongCode(codeTo(after)), token)).toEqual({ kind: 'wrong_code' })
    expect((await accounts.sessionOf(token, { touch: false }))?.username).toBe(before)

    expect(await confirm(accountId, ` ${codeTo(after)} `, token)).toEqual({ kind: 'ok', username: after })
    expect(subjects().slice(2)).toEqual([`email_changed ${before}`, `email_confirmed ${after}`])
    // The account is the same, so drafts on a device, which belong to its id, and the identity cookie still fit.
    expect(await accounts.sessionOf(token, { touch: false })).toMatchObject({ accountId, username: after })
    expect(await accounts.sessionOf(other.token, { touch: false })).toBeUndefined()
    expect(await accounts.pendingEmailChange(accountId)).toBeUndefined()
    expect(await accounts.login({ username: before, password }, { needsCode: false })).toEqual({
      kind: 'wrong_credentials',
    })
    expect((await logIn(after)).accountId).toBe(accountId)
    // A link that waits in the earlier mailbox opens nothing, under either address.
    for (const username of [before, after]) {
      const given = { username, id: link, password: `${password}!`, confirm_password: `${password}!` }
      expect(await accounts.resetPassword(given, undefined)).toEqual({ kind: 'used_link' })
    }
  })

  test('the code confirms once; a second press or a lost reply changes and mails nothing more', async () => {
    const { accountId } = await opened()
    await ask(accountId)
    const code = codeTo(after)
    await confirm(accountId, code)
    const { token } = await logIn(after)
    const sent = mails.length
    expect(await confirm(accountId, code)).toEqual({ kind: 'ok', username: after })
    expect(mails).toHaveLength(sent)
    expect(await accounts.sessionOf(token, { touch: false })).toBeDefined()
    // Once it has gone on to a third address, the code of the second one is nothing.
    await ask(accountId, `third-${after}`)
    expect(await confirm(accountId, code)).toEqual({ kind: 'wrong_code' })
    await confirm(accountId, codeTo(`third-${after}`))
    expect(await confirm(accountId, code)).toEqual({ kind: 'wrong_code' })
  })

  test('two devices ask at once: one address waits, and only its code works', async () => {
    const { accountId } = await opened()
    const addresses = [after, `other-${after}`]
    expect(await Promise.all(addresses.map((address) => ask(accountId, address)))).toEqual([
      { kind: 'ok' },
      { kind: 'ok' },
    ])
    const waiting = (await accounts.pendingEmailChange(accountId))?.username ?? ''
    const [older = ''] = addresses.filter((address) => address !== waiting)
    expect(await confirm(accountId, codeTo(older))).toEqual({ kind: 'wrong_code' })
    const code = codeTo(waiting)
    const both = await Promise.all([confirm(accountId, code), confirm(accountId, code)])
    expect(both).toEqual([
      { kind: 'ok', username: waiting },
      { kind: 'ok', username: waiting },
    ])
    expect(subjects().filter((each) => each.startsWith('email_confirmed'))).toHaveLength(1)
  })

  test('five wrong codes, half an hour, canceling, or a new password end it', async () => {
    const { accountId } = await opened()
    await ask(accountId)
    for (let tries = 0; tries < 5; tries += 1) await confirm(accountId, wrongCode(codeTo(after)))
    expect(await accounts.pendingEmailChange(accountId)).toBeUndefined()
    expect(await confirm(accountId, codeTo(after))).toEqual({ kind: 'wrong_code' })

    await ask(accountId)
    clock = 31 * MINUTE
    expect(await accounts.pendingEmailChange(accountId)).toBeUndefined()
    expect(await confirm(accountId, codeTo(after))).toEqual({ kind: 'expired_code' })

    await ask(accountId)
    await accounts.cancelEmailChange(accountId)
    expect(await confirm(accountId, codeTo(after))).toEqual({ kind: 'wrong_code' })

    const next = `${password}!`
    const given = { current_password: password, password: next, confirm_password: next }
    await ask(accountId)
    await accounts.changePassword({ accountId, username: before }, given, undefined)
    expect(await confirm(accountId, codeTo(after))).toEqual({ kind: 'wrong_code' })

    await ask(accountId)
    const code = codeTo(after)
    await accounts.forgotPassword({ username: before })
    const { id, username } = { id: idIn(mails.at(-1)), username: before }
    await accounts.resetPassword({ username, id, password, confirm_password: password }, undefined)
    expect(await confirm(accountId, code)).toEqual({ kind: 'wrong_code' })
  })

  test('an address that has an account gets the same answer, no code, and a mail with the truth', async () => {
    const taken = `taken-${after}`
    await signUp(taken)
    const { accountId } = await opened()
    expect(await ask(accountId, taken)).toEqual(await ask(accountId))
    await ask(accountId, taken)
    expect(await accounts.pendingEmailChange(accountId)).toMatchObject({ username: taken })
    expect(subjects()).toContain(`email_taken ${taken}`)
    expect(subjects()).not.toContain(`email_code ${taken}`)
    // Not even the code that this change would have.
    for (const { id, account_id, new_email } of await on.database.db
      .selectFrom('email_change')
      .selectAll()
      .where('account_id', '=', accountId)
      .execute()) {
      const code = createEmailCodes(createKeyRing(on.settings)).codeOf({ id, account_id, new_email })
      if (new_email === taken) expect(await confirm(accountId, code)).toEqual({ kind: 'wrong_code' })
    }
    expect((await logIn(taken)).accountId).not.toBe(accountId)
    // Its own address is no secret.
    expect(await ask(accountId, before)).toMatchObject({ kind: 'invalid', problems: [{ key: 'username' }] })
  })

  test('somebody signs up with the address meanwhile: they have it, and the owner of the code reads so', async () => {
    const { accountId } = await opened()
    await ask(accountId)
    const code = codeTo(after)
    await signUp(after)
    expect(await confirm(accountId, code)).toEqual({ kind: 'taken_email' })
    expect((await logIn(before)).accountId).toBe(accountId)
  })

  test('at the same moment: exactly one of a sign-up and a change gets the address', async () => {
    const { accountId } = await opened()
    await ask(accountId)
    const code = codeTo(after)
    const stranger = browserForTests(accounts, '198.51.100.7')
    await stranger.signUp({ username: after, password: `${password}!` })
    const signUpCode = codeIn(mails.at(-1))
    const [changed, signedUp] = await Promise.all([
      confirm(accountId, code),
      stranger.confirm({ username: after, code: signUpCode }),
    ])
    expect([changed.kind, signedUp.kind].filter((kind) => kind === 'ok')).toHaveLength(1)
    expect(changed.kind === 'ok' ? signedUp.kind : changed.kind).toBe(
      changed.kind === 'ok' ? 'wrong_code' : 'taken_email',
    )
  })

  test('sign-ups that wait with the new address, and links to confirm them, no longer make an account', async () => {
    const { accountId } = await opened()
    const waiting = browserForTests(accounts)
    await waiting.signUp({ username: after, password: `${password}!` })
    const signUpCode = codeIn(mails.at(-1))
    await accounts.forgotPassword({ username: after })
    const id = idIn(mails.at(-1))
    await ask(accountId)
    await confirm(accountId, codeTo(after))
    expect(await waiting.confirm({ username: after, code: signUpCode })).toEqual({ kind: 'wrong_code' })
    const given = { username: after, id, password: `${password}?`, confirm_password: `${password}?` }
    expect(await accounts.resetPassword(given, undefined)).toEqual({ kind: 'used_link' })
    // Nor once the account has gone on, and the address is free again.
    await ask(accountId, `third-${after}`)
    await confirm(accountId, codeTo(`third-${after}`))
    expect(await waiting.confirm({ username: after, code: signUpCode })).toEqual({ kind: 'wrong_code' })
    expect(await accounts.resetPassword(given, undefined)).toEqual({ kind: 'used_link' })
    // The earlier address is free for whoever reads its mailbox.
    await signUp(before)
    expect((await logIn(before)).accountId).not.toBe(accountId)
  })

  test('an account that was erased meanwhile is not changed, and nothing is left of the change', async () => {
    const { accountId } = await opened()
    await ask(accountId)
    await on.database.db.deleteFrom('user').where('id', '=', accountId).execute()
    expect(await confirm(accountId, codeTo(after))).toEqual({ kind: 'unauthorized' })
    expect(await ask(accountId)).toEqual({ kind: 'unauthorized' })
    const { db } = on.database
    const left = await db.selectFrom('email_change').select('id').where('account_id', '=', accountId).execute()
    expect(left).toEqual([])
  })

  test('a change is forgotten after a month, when its mails have left the queue', async () => {
    const { accountId } = await opened()
    await ask(accountId)
    await confirm(accountId, codeTo(after))
    const changes = () =>
      on.database.db.selectFrom('email_change').select('id').where('account_id', '=', accountId).execute()
    const askedDaysAgo = (days: number) => {
      const created_at = new Date(Date.now() - days * 24 * 60 * MINUTE)
      return on.database.db
        .updateTable('email_change')
        .set({ created_at })
        .where('account_id', '=', accountId)
        .execute()
    }
    await askedDaysAgo(29)
    await logIn(after)
    expect(await changes()).toHaveLength(1)
    await askedDaysAgo(32)
    await logIn(after)
    expect(await changes()).toEqual([])
  })
})
