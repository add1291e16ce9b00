// @vitest-environment happy-dom
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../testing/proves.ts'
import { preloadLazyCode } from '../parts/index.ts'
import { button, control, fill, open, type, until, wordsOf } from './opened-for-test.tsx'

beforeAll(preloadLazyCode)

let app: Awaited<ReturnType<typeof open>>
afterEach(() => app.close())

const EMAIL = 'maya.ortega@mail.example'
const GOOD = 'Larch-and-snow 2027'
const opened = async (address: string) => {
  app = await open(address)
  await until(() => control('form'))
}
const messagesOf = (key: string) => wordsOf(document.getElementById(`${key}-error`))

describe('the list of password rules', () => {
  const rules = () =>
    Object.fromEntries(
      [...document.querySelectorAll('ul[aria-labelledby] li')].map((each) => wordsOf(each).split(/, (?=met|not met)/)),
    )
  const words = [
    'is at least 12 characters',
    'contains at least one uppercase letter',
    'contains at least one lowercase letter',
    'contains at least one number',
    'contains at least one special character',
    'contains no leading or trailing whitespace',
  ]
  const EASY = 'is not easy to guess'

  test.each([
    ['/signup', [...words, EASY]],
    ['/reset', [...words, 'passwords must match', EASY]],
  ])('on %s is inactive while the password is empty', async (address, expected) => {
    await opened(address)
    expect(Object.keys(rules())).toEqual(expected)
    expect(Object.values(rules()), proves('5.auth.12')).toEqual(expected.map(() => undefined))
  })

  test.each(['/signup', '/reset'])('holds on %s: a password that misses one rule is not sent', async (address) => {
    await opened(address)
    await fill('username', EMAIL)
    await fill('password', GOOD)
    await until(() => expect(rules()[EASY], 'its words have come').toBe('met'))
    const missingOne = [
      'Aa1!Aa1!Aa1',
      'Password1234!',
      'larch-and-snow 2027',
      'LARCH-AND-SNOW 2027',
      'Larch-and-snow',
      'Larchandsnow2027',
    ]
    for (const password of [...missingOne, ` ${GOOD}`]) {
      await fill('password', password)
      if (address === '/reset') await fill('confirm_password', password)
      button('Submit').click()
      await until(() => expect(messagesOf('password'), password).toContain('This does not meet every rule below.'))
      expect(app.callNames(), `${password}: ${proves('5.auth.11')}`).toEqual([])
      await fill('password', GOOD)
      await until(() => expect(messagesOf('password'), password).toBe(''))
    }
  })

  test.each([
    ['Larch-2027x', 'is at least 12 characters', ['9.password.1']],
    ['Larch-2027xy', 'no rule', ['9.password.1']],
    ['Aa1!Aa1!Aa1!', EASY, []],
    ['Montana2026!!', EASY, []],
    ['larch-and-snow 2027', 'contains at least one uppercase letter', []],
    ['LARCH-AND-SNOW 2027', 'contains at least one lowercase letter', []],
    ['Larch-and-snow', 'contains at least one number', []],
    ['Larchandsnow2027', 'contains at least one special character', []],
    [' Larch-and-snow2027', 'contains no leading or trailing whitespace', []],
  ])('for %j it shows as unmet: %s', async (password, unmet, ids) => {
    await opened('/signup')
    await fill('password', password)
    await until(() =>
      expect(rules(), proves('5.auth.13', ...ids)).toEqual(
        Object.fromEntries([...words, EASY].map((each) => [each, each === unmet ? 'not met yet' : 'met'])),
      ),
    )
  })

  test('describes the field and never changes there; each rule is read aloud once, when it is first met', async () => {
    await opened('/signup')
    const described = `Choose a password that ${[...words, EASY].join(', ')}.`
    const description = () =>
      wordsOf(document.getElementById(control('#password').getAttribute('aria-describedby') ?? ''))
    expect(description()).toBe(described)
    const region = control('form [aria-live=polite]')
    const spoken: string[] = []
    new MutationObserver(() => spoken.push(wordsOf(region))).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    })
    const said = (times: number) => until(() => expect(spoken).toHaveLength(times))
    await type('password', 'password') // easy, and its words are fetched
    await until(() => expect(rules()[EASY]).toBe('not met yet'))
    await type('password', 'larch')
    await type('password', 'larch-and-snow')
    await said(1)
    expect(description(), 'a change would be read again').toBe(described)
    await type('password', 'Larch-and-sno')
    await said(2)
    await type('password', 'L')
    await new Promise((resolve) => setTimeout(resolve, 900)) // longer than the pause before reading
    await type('password', GOOD)
    await said(3)
    expect(spoken).toEqual([
      'Met: is at least 12 characters, contains at least one lowercase letter, contains at least one special character, contains no leading or trailing whitespace, is not easy to guess',
      'Met: contains at least one uppercase letter',
      'Met: contains at least one number',
    ])
    expect(description()).toBe(described)
  })

  test('reads aloud that the password is not easy to guess, once its words have come', async () => {
    await opened('/signup')
    const region = control('form [aria-live=polite]')
    await type('password', 'Montana2026!!')
    await until(() => expect(wordsOf(region)).toContain('is at least 12 characters'))
    expect([rules()[EASY], wordsOf(region).includes(EASY)]).toEqual(['not met yet', false])
    await type('password', GOOD)
    await until(() => expect(wordsOf(region)).toBe(`Met: ${EASY}`))
  })

  test('on /reset it shows whether the two passwords match', async () => {
    await opened('/reset')
    await fill('password', GOOD)
    await until(() => expect(rules()['passwords must match'], proves('5.auth.10')).toBe('not met yet'))
    await fill('confirm_password', GOOD)
    await until(() => expect(rules()['passwords must match'], proves('5.auth.10')).toBe('met'))
  })
})
