import { expect, test } from 'vitest'
import { createLimits } from '../../platform/limits/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { onOneDatabase } from '../../testing/index.ts'
import { accountCommand } from './index.ts'
import { callsForTests, codeInText, cookieHeader, PASSWORD } from './testing/index.ts'

const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

onOneDatabase('npm run account', (on) => {
  const { open, mailTo, lines } = callsForTests(on)
  const few = { sign_in_everywhere: { most: 3, seconds: 3600 } }
  /** What it says of an address, without the times. */
  const linesOf = async (address: string, ...words: string[]) => {
    const { database } = on
    const now = () => new Date()
    const deps = { database, keyRing: createKeyRing(on.settings), limits: createLimits(database, few), now }
    const reply = await accountCommand(deps, [address, ...(words.length > 0 ? words : ['--by', 'June Hale'])])
    return reply.map((line) => line.replace(TIME, '…'))
  }

  test('says where somebody stands who signs up, logs in, and enters many wrong passwords', async () => {
    const username = 'maya@mail.example'
    const call = await open(createLimits(on.database, few))
    const { cookies } = await call('POST', '/public/signup', { username, password: PASSWORD })
    const code = codeInText(await mailTo(username, 1))
    expect(await linesOf(' MAYA@mail.example ')).toEqual([
      'There is no account with this email address.',
      'A sign-up waits. The newest code for it ends at ….',
      'Mails to it within a week, the newest first:',
      '… confirm_code: accepted by the mail server',
    ])
    await call('POST', '/public/confirm', { username, code }, cookieHeader(cookies))
    expect((await linesOf(username))[0]).toBe('There is an account, never logged in, and now on 0 devices.')
    const logIn = (password: string) => call('POST', '/public/login', { username, password })
    await logIn(PASSWORD)
    expect(await linesOf(username)).toEqual([
      'There is an account, logged in last at …, and now on 1 device.',
      'Mails to it within a week, the newest first:',
      '… confirm_code: accepted by the mail server',
    ])
    for (let tries = 0; tries < 3; tries += 1) await logIn('Another-1-Password')
    expect((await linesOf(username))[1]).toBe(
      'Too many wrong passwords: until … a new browser needs a mailed code, too.',
    )
    expect((await logIn(PASSWORD)).body.code).toBe('login_code_needed')

    const audited = await on.database.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'account looked up')
      .orderBy('id')
      .execute()
    expect(audited.map(({ detail }) => detail)).toEqual(audited.map(() => ({ by: 'June Hale' })))
    expect(audited[0]?.subject).toBe('none')
    expect(JSON.stringify(audited) + lines.join('')).not.toContain(username)
  })

  test.each([[['--by', 'June Hale']], [['maya', '--by', 'June Hale']], [['a@b.example', 'more', '--by', 'June']]])(
    '%j is answered with how to use it',
    async ([word = '', ...words]) => {
      await expect(linesOf(word, ...words)).rejects.toThrow(/^Usage: npm run account/)
    },
  )

  test('asks who wants to know', () => expect(linesOf('a@b.example', '--')).rejects.toThrow('--by'))
})
