import { beforeAll, describe, expect, test } from 'vitest'
import { createLanguages } from '../../platform/languages/index.ts'
import { createLimits } from '../../platform/limits/index.ts'
import { onOneDatabase } from '../../testing/index.ts'
import { callsForTests, cookieHeader, PASSWORD as password } from './testing/index.ts'

describe('the language of an account and of a device', () => {
  onOneDatabase('where two languages are offered', (on) => {
    const { open, confirmed } = callsForTests(on)
    const [ana, ben] = ['ana@example.edu', 'ben@example.edu']
    let call: Awaited<ReturnType<typeof open>>
    beforeAll(async () => {
      call = await open(createLimits(on.database), createLanguages(['en', 'es']))
      for (const each of [ana, ben]) await confirmed(each)
    })
    const logIn = async (username: string, cookie = '') => {
      const reply = await call('POST', '/public/login', { username, password }, cookie)
      return { ...reply, session: cookieHeader(reply.cookies.filter((each) => each.startsWith('causeway-session'))) }
    }
    const languageOf = async (username: string) => {
      const user = on.database.db.selectFrom('user').select('language').where('email', '=', username)
      return (await user.executeTakeFirstOrThrow()).language
    }
    const languageCookie = (cookies: readonly string[]) => cookies.find((each) => each.startsWith('causeway_language'))
    const kept = (language: string) => `causeway_language=account.${language}; Path=/; Max-Age=31536000; SameSite=Lax`

    test('one that was chosen on the device becomes that of the account, also for other devices', async () => {
      const chosen = await logIn(ana, 'causeway_language=es')
      expect(await languageOf(ana)).toBe('es')
      expect(chosen).toMatchObject({ status: 200, body: { language: 'es' } })
      const { body, cookies } = await logIn(ana)
      expect(body).toMatchObject({ language: 'es' })
      expect(languageCookie(cookies)).toBe(kept('es'))
    })

    test('on a device of two people, what one has chosen is not taken over by the account of the other', async () => {
      const first = await logIn(ana, 'causeway_language=es')
      expect(languageCookie(first.cookies)).toBe(kept('es'))
      const second = await logIn(ben, 'causeway_language=account.es')
      expect(second.body).toMatchObject({ language: 'en' })
      expect(languageCookie(second.cookies)).toBe(kept('en'))
      expect(await languageOf(ben)).toBe('en')
    })

    test('who logs out takes the choice along, and the device goes on in the same language', async () => {
      const { session } = await logIn(ana)
      const left = await call('GET', '/api/logout', undefined, `${session}; causeway_language=es`)
      expect(left).toMatchObject({ status: 200, body: { message: 'Su sesión está cerrada.' } })
      expect(languageCookie(left.cookies)).toBe(kept('es'))
      const wrong = { username: ben, password: 'wrong' }
      const next = await call('POST', '/public/login', wrong, 'causeway_language=account.es')
      expect(next.body.message).toMatch(/contraseña/)
      expect(await languageOf(ben)).toBe('en')
    })

    test('what the form refuses is said in the language of the device', async () => {
      const { body } = await call('POST', '/public/forgot-password', { username: 'ana' }, 'causeway_language=es')
      expect(body.problems).toMatchObject([{ key: 'username', message: expect.stringMatching(/correo/) }])
    })

    test('a failed log-in changes and tells nothing', async () => {
      const wrong = { username: ben, password: 'wrong' }
      const { body, cookies } = await call('POST', '/public/login', wrong, 'causeway_language=es')
      expect(body).not.toHaveProperty('language')
      expect(languageCookie(cookies)).toBeUndefined()
      expect(await languageOf(ben)).toBe('en')
    })
  })
})
