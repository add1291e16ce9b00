// @vitest-environment happy-dom
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { proves } from '../../testing/proves.ts'
import { preloadLazyCode } from '../parts/index.ts'
import {
  arrivesAt,
  button,
  control,
  fill,
  link,
  open,
  passed,
  place,
  profileOf,
  refusing,
  saved,
  toasts,
  type,
  until,
  wordsOf,
} from './opened-for-test.tsx'

beforeAll(preloadLazyCode)

let app: Awaited<ReturnType<typeof open>>
afterEach(() => {
  app.close()
  vi.restoreAllMocks()
})

const step = (number: number) => control(`nav li:nth-child(${number}) a`)
const opened = async (...given: Parameters<typeof open>) => {
  app = await open(...given)
  await until(() => control('form'))
}
const asStudent = async (address: string, profile: Parameters<typeof profileOf>[0] = {}, server = {}) => {
  await opened(address, {
    loggedIn: true,
    server: { profile: profileOf({ last_page: address, ...profile }), ...server },
  })
}
const validating = (['started', 'validating'] as const).map((web_status) => ({
  web_status,
  at: '2026-11-21T08:00:00.000Z',
}))

test('there are three steps, numbered 1 to 3, each with its page', async () => {
  await opened('/about')
  const steps = [...document.querySelectorAll('nav[aria-label^="Steps"] a')]
  expect(
    steps.map((each) => [wordsOf(each), each.getAttribute('href')]),
    proves('2.navigation.19', '9.steps.1', '2.routes.1', '2.routes.3', '2.routes.4'),
  ).toEqual([
    [expect.stringMatching(/^1Personal Info/), '/about'],
    [expect.stringMatching(/^2Academic History/), '/education'],
    [expect.stringMatching(/^3Submit/), '/final-steps'],
  ])
})

describe('a visitor', () => {
  test('who has answered nothing can follow a step', async () => {
    await opened('/about')
    step(2).click()
    await arrivesAt('/education')
    expect(passed()).toBeUndefined()
  })

  test('who has answered something and follows a step goes to /signup instead, with the answers', async () => {
    await opened('/about')
    await fill('first_name', 'Maya')
    step(2).click()
    proves('2.navigation.15')
    await arrivesAt('/signup')
    expect(passed()).toEqual({ first_name: 'Maya' })
  })

  test.each([
    ['Save and Continue', '/education', 'college_credits', '30', ['2.buttons.2', '6.anonymous.4']],
    ['Save', '/about', 'first_name', 'Maya', ['6.anonymous.3']],
    ['Submit', '/final-steps', 'legal_agree', 'true', ['2.buttons.7', '4.status.5', '6.anonymous.5']],
  ])(
    'who presses %s goes to /signup with the answers, and nothing is sent',
    async (words, address, key, value, ids) => {
      await opened(address)
      if (value === 'true') (await until(() => control(`#${key}`))).click()
      else await fill(key, value)
      const pressed = await until(() => button(words))
      pressed.click()
      await arrivesAt('/signup')
      expect([place(), passed()], proves(...ids)).toEqual(['/signup', { [key]: value }])
      expect(app.callNames()).toEqual([])
    },
  )
})

describe('the buttons', () => {
  const chevron = (words: string) => {
    const icon = button(words).querySelector('svg')
    const side =
      icon === button(words).firstChild ? 'leading' : icon === button(words).lastChild ? 'trailing' : undefined
    return [side, icon?.innerHTML]
  }

  test('a chevron leads back from Previous and on from Save and Continue', async () => {
    await opened('/education')
    expect(chevron('Previous'), proves('2.buttons.3')).toEqual(['leading', expect.stringContaining('M12 4.5 6.5 10')])
    expect(chevron('Save and Continue'), proves('2.buttons.1')).toEqual([
      'trailing',
      expect.stringContaining('m8 4.5 5.5 5.5'),
    ])
  })

  test.each(['/about', '/education', '/final-steps'])('%s has a Save button', async (address) => {
    await opened(address)
    await until(() =>
      expect([...document.querySelectorAll('button')].map(wordsOf), proves('2.buttons.4')).toContain('Save'),
    )
  })

  test('Previous goes to the page before', async () => {
    await opened('/education')
    button('Previous').click()
    await arrivesAt('/about')
  })
})

describe('a student', () => {
  test('who follows a step arrives once the answers are saved', async () => {
    let save = () => {}
    const saving = new Promise<object>((resolve) => {
      save = () => resolve(saved)
    })
    await asStudent('/about', {}, { saveAnswers: () => saving })
    await type('first_name', 'Maya')
    step(2).click()
    await until(() => expect(app.calls.slice(1)).toEqual([['saveAnswers', { first_name: 'Maya' }]]))
    await new Promise((resolve) => setTimeout(resolve, 100)) // enough time to navigate without the save
    expect(place(), proves('2.navigation.16')).toBe('/about')
    save()
    proves('7.answer.3')
    await arrivesAt('/education')
    await until(() => expect(app.calls.slice(2)).toEqual([['saveLastPage', { last_page: '/education' }]]))
  })

  test('each step replaces the history entry', async () => {
    await asStudent('/about')
    const pushed = vi.spyOn(window.history, 'pushState')
    for (const [number, address] of [
      [2, '/education'],
      [3, '/final-steps'],
      [1, '/about'],
    ] as const) {
      step(number).click()
      await arrivesAt(address)
    }
    expect(pushed, proves('2.navigation.14')).not.toHaveBeenCalled()
  })

  test.each([
    ['started', undefined],
    ['validating', validating],
  ])('while the status is %s, each change of page is reported to the server', async (_, web_status) => {
    await asStudent('/about', web_status && { web_status })
    button('Save and Continue').click()
    await arrivesAt('/education')
    button('Previous').click()
    await arrivesAt('/about')
    const reportedPages = () => app.calls.filter(([name]) => name === 'saveLastPage').map(([, body]) => body)
    await until(() =>
      expect(reportedPages(), proves('2.navigation.3')).toEqual([{ last_page: '/education' }, { last_page: '/about' }]),
    )
  })

  test('a page is reported only after the previous report was answered, so that none arrives late', async () => {
    const answered: (() => void)[] = []
    const saveLastPage = () => new Promise<object>((resolve) => void answered.push(() => resolve({ message: 'Done.' })))
    await asStudent('/about', {}, { saveLastPage })
    const reported = () => app.calls.filter(([name]) => name === 'saveLastPage').map(([, body]) => body)
    step(2).click()
    await until(() => expect(reported()).toEqual([{ last_page: '/education' }]))
    await arrivesAt('/education')
    step(1).click()
    await arrivesAt('/about')
    await new Promise((resolve) => setTimeout(resolve, 100)) // enough time to report without the wait
    expect(reported()).toHaveLength(1)
    answered[0]?.()
    await until(() => expect(reported()).toEqual([{ last_page: '/education' }, { last_page: '/about' }]))
    answered[1]?.()
  })

  test('while validating, answers are saved and their problems are posted before the next page', async () => {
    await asStudent('/about', { web_status: validating, answer: { first_name: 'Maya' } })
    await type('last_name', 'Ortega')
    step(3).click()
    await arrivesAt('/final-steps')
    await until(() =>
      expect(app.callNames().slice(1), proves('2.navigation.17', '6.student.2')).toEqual([
        'saveAnswers',
        'reportValidations',
        'saveLastPage',
      ]),
    )
    expect(app.calls[2]?.[1], proves('5.when.4')).toMatchObject({
      birth_date: ['Date of birth'],
      register: [expect.any(String)],
    })
    expect(app.calls[2]?.[1]).not.toHaveProperty('last_name')
  })

  test.each([
    ['fails', () => refusing(502)],
    ['never comes back', () => new Promise<object>(() => {})],
  ])('while validating, a report of problems that %s does not block the navigation', async (_, reportValidations) => {
    await asStudent('/about', { web_status: validating }, { reportValidations })
    step(2).click()
    await arrivesAt('/education')
    button('Save and Continue').click()
    await arrivesAt('/final-steps')
    expect(toasts()).toEqual([])
  })

  test('the welcome disappears with the first step and does not come back', async () => {
    await asStudent('/about')
    const banner = () => document.querySelector('section[aria-label=Welcome]')
    expect(wordsOf(banner())).toMatch(/^HiThank you/)
    step(2).click()
    await arrivesAt('/education')
    expect(banner(), proves('2.navigation.18')).toBeNull()
    step(1).click()
    await arrivesAt('/about')
    expect(banner(), proves('2.navigation.18')).toBeNull()
  })

  describe('whose answers cannot be saved is asked whether', () => {
    const failing = async () => {
      await asStudent('/about', {}, { saveAnswers: refusing(503, { message: 'Busy.', code: 'busy' }) })
      await fill('first_name', 'Maya')
      step(2).click()
      await until(() => control('[role=dialog]'))
      expect(wordsOf(control('[role=dialog] h2')), proves('2.navigation.20')).toBe('Your answers aren’t saved yet')
      expect(place()).toBe('/about')
    }
    const calls = (name: string) => app.callNames().filter((each) => each === name).length

    test('to try again, which saves and goes', async () => {
      await failing()
      app.answers.saveAnswers = saved
      button('Try again').click()
      await arrivesAt('/education')
      expect(document.querySelector('[role=dialog]')).toBeNull()
    })

    test('to go on, with the answers kept on the device', async () => {
      await failing()
      const tried = calls('saveAnswers')
      button('Continue anyway').click()
      await arrivesAt('/education')
      expect(calls('saveAnswers')).toBe(tried)
      await until(() => expect(window.localStorage.getItem('causeway.drafts') ?? '').toContain('Maya'))
    })

    test('or to stay', async () => {
      await failing()
      button('Close').click()
      await until(() => expect(document.querySelector('[role=dialog]')).toBeNull())
      expect(place()).toBe('/about')
      expect(control('#first_name')).toHaveProperty('value', 'Maya')
    })
  })
})

test('the banner leads a visitor to /login with the answers', async () => {
  await opened('/about')
  await fill('first_name', 'Maya')
  link('click here to log back in').click()
  proves('2.banner.2')
  await arrivesAt('/login')
  expect(passed(), proves('2.navigation.11')).toEqual({ first_name: 'Maya' })
})
