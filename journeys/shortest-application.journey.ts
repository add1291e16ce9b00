import type { Locator } from '@playwright/test'
import { PASSWORD } from './support/accounts.ts'
import { expect, test } from './support/story.ts'

/** What a tired applicant should need at the most, from the first name to the receipt. */
const MOST = { taps: 30, keys: 115 }
const EMAIL = 'maya@mail.example'

test.use({ sharesProduct: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('the shortest honest application on a phone takes few taps and keystrokes, in the order that the page proposes', async ({
  page,
  mailbox,
}) => {
  const done = { taps: 0, keys: 0 }
  const tap = async (control: Locator) => {
    await control.tap()
    done.taps += 1
  }
  const tapButton = (name: string) => tap(page.getByRole('button', { name, exact: true }))
  const type = async (text: string) => {
    await page.keyboard.type(text)
    done.keys += text.length
  }
  const field = (id: string) => page.locator(`[id="${id}"]`)
  /** Types into a box, which needs a tap unless it has the focus already. */
  const fill = async (control: Locator, text: string) => {
    if (!(await control.evaluate((box) => box === document.activeElement))) await tap(control)
    await type(text)
  }
  const radio = (id: string, name: 'Yes' | 'No') => tap(field(id).getByRole('radio', { name: new RegExp(`^${name}`) }))
  const sum = async (part: string, act: () => Promise<void>) =>
    test.step(part, async () => {
      const before = { ...done }
      await act()
      console.log(`${part}: ${done.taps - before.taps} taps, ${done.keys - before.keys} keystrokes`)
    })

  await sum('Personal Info, before the account', async () => {
    await page.goto('/')
    await fill(field('first_name'), 'Maya')
    await fill(field('last_name'), 'Ortega')
    await fill(field('birth_date'), '2')
    await fill(field('birth_date-day'), '28')
    await fill(field('birth_date-year'), '2004')
    await radio('us_citizen', 'Yes')
    await fill(field('address_line_1'), '12 Front Street')
    await fill(field('zip'), '59601')
    await expect(field('city')).toHaveValue('Helena')
    await fill(field('phone_mobile'), '4065550142')
    await fill(field('email_address'), EMAIL)
    await tap(field('entry_term')) // and another for the option
    await field('entry_term').selectOption({ index: 1 })
    done.taps += 1
    await radio('degree_nondegree', 'No')
    await tapButton('Save and Continue')
  })
  await sum('sign up, code, log in', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Sign Up' })).toBeVisible()
    await expect(page.getByLabel('Email address'), 'the address is not asked again').toHaveValue(EMAIL)
    await fill(page.getByLabel('Password', { exact: true }), PASSWORD)
    await tapButton('Submit')
    await expect(page).toHaveURL(/\/confirm$/)
    await fill(page.getByLabel('Confirmation code'), await mailbox.codeFor(EMAIL))
    await tapButton('Submit')
    await expect(page).toHaveURL(/\/login$/)
    await fill(page.getByLabel('Password', { exact: true }), PASSWORD)
    await tapButton('Submit')
    await expect(page).toHaveURL(/\/about$/)
    await expect(field('email_address')).toHaveValue(EMAIL)
    await tapButton('Save and Continue')
    await expect(page).toHaveURL(/\/education$/)
  })
  await sum('Academic History', async () => {
    await fill(field('college_name'), 'Carroll')
    await tap(page.getByRole('option', { name: /^Carroll College Helena/ }))
    await tapButton('Save and Continue')
    await expect(page).toHaveURL(/\/final-steps$/)
  })
  await sum('Submit', async () => {
    for (const group of ['crime', 'pending', 'charges']) await tap(field(`${group}_no-N`))
    await radio('register', 'No')
    for (const key of ['certify_checkbox', 'obligation_checkbox', 'legal_agree']) await tap(field(key))
    await tapButton('Submit')
    await expect(page).toHaveURL(/\/completion$/)
  })
  console.log(`altogether: ${done.taps} taps, ${done.keys} keystrokes`)
  expect(done.taps).toBeLessThanOrEqual(MOST.taps)
  expect(done.keys).toBeLessThanOrEqual(MOST.keys)
})

test.describe('with a wrong code', () => {
  test.use({ expectedFaults: [/status of 400/] })

  test('a message on a phone does not lie on the card that says the same, and the next takes its place', async ({
    page,
    mailbox,
  }) => {
    const email = 'ida@mail.example'
    const toasts = page.getByRole('listitem', { name: /Notification/ })
    const card = page.getByRole('main')
    const said = card.locator('[class*=notice]').first()
    const expectBeside = async () => {
      await expect(toasts).toHaveCount(1)
      await expect(said).toBeVisible()
      const [message, words] = [await toasts.boundingBox(), await said.boundingBox()]
      const title = await page.getByRole('heading', { level: 1 }).boundingBox()
      for (const box of [words, title]) {
        const isAbove = (box?.y ?? Infinity) + (box?.height ?? 0) <= (message?.y ?? 0)
        expect(isAbove, `${JSON.stringify(box)} and the message at ${JSON.stringify(message)}`).toBe(true)
      }
    }
    await page.goto('/signup')
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Submit', exact: true }).tap()
    await expect(page).toHaveURL(/\/confirm$/)
    await expectBeside()
    const code = await mailbox.codeFor(email)
    await page.getByLabel('Confirmation code').fill(code === '111111' ? '222222' : '111111')
    await page.getByRole('button', { name: 'Submit', exact: true }).tap()
    await expect(toasts).toContainText('Error')
    await expectBeside()
  })
})
