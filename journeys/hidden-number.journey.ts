import type { Page } from '@playwright/test'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answer } from './support/applicant.ts'
import { expect, test } from './support/story.ts'

test.use({ sharesProduct: true })

const SSN = '501-55-0187'
const digits = (text: string) => text.replace(/\D/g, '')

/** Everything that Chromium tells screen readers about the page: names, values, descriptions and properties. */
async function exposed(page: Page): Promise<string> {
  const browser = await page.context().newCDPSession(page)
  const { nodes } = await browser.send('Accessibility.getFullAXTree')
  await browser.detach()
  return JSON.stringify(
    nodes.map(({ name, value, description, properties }) =>
      [name, value, description, ...(properties ?? []).map((property) => property.value)].map((each) => each?.value),
    ),
  )
}
const isExposed = async (page: Page) => {
  const texts = await exposed(page)
  expect(texts, 'the tree is there').toContain('Social Security number')
  return texts.includes(SSN) || texts.includes(digits(SSN)) || /\b501\b|\b0187\b/.test(texts)
}

test('a hidden Social Security number is not read out, and a shown one is', async ({ page }) => {
  await page.goto('/about')
  await answer(page, 'ssn', SSN)
  await expect(page.locator('#ssn')).toHaveValue(SSN)
  expect(await isExposed(page)).toBe(false)

  await page.getByRole('button', { name: 'Show Social Security number' }).click()
  expect(await isExposed(page)).toBe(true)

  await page.getByRole('button', { name: 'Hide Social Security number' }).click()
  expect(await isExposed(page)).toBe(false)
})

const person = { email: 'ada.number@mail.example', password: PASSWORD }
/** With the number, the fewest answers with which an applicant can submit. */
const others = {
  ...{ first_name: 'Ada', last_name: 'King', birth_date: '2004-02-29', us_citizen: 'Y', email_address: person.email },
  ...{ address_line_1: '1 Main Street', city: 'Bozeman', state: 'Montana', zip: '59715', country: 'USA' },
  ...{ phone_home: '(406) 555-0123', entry_term: '202770', degree_nondegree: 'ND', college_name: 'Helena College' },
  ...{ crime_no: 'true', pending_no: 'true', charges_no: 'true', register: 'N' },
  ...{ certify_checkbox: 'true', obligation_checkbox: 'true', legal_agree: 'true' },
}

test('a saved Social Security number comes back masked, can be changed, and is signed', async ({
  page,
  mailbox,
  look,
}) => {
  const box = page.locator('#ssn')
  const button = (verb: string) => page.getByRole('button', { name: `${verb} Social Security number` })
  const stored = async () => (await (await page.request.get('/api/profile')).json()).answer
  const arrived: string[] = []
  page.on('requestfinished', async (request) => {
    if (!/\/(api|public|service)\//.test(request.url())) return
    const reply = request.response().then((response) => response?.text())
    arrived.push((await reply.catch(() => '')) ?? '') // a page that is left takes its replies with it
  })

  await test.step('she types it, logs out and logs in: it is masked', async () => {
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    await logIn(page, person)
    await answer(page, 'ssn', SSN)
    await expect.poll(stored).toHaveProperty('ssn', '***-**-0187')
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('button', { name: 'Log Out' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await logIn(page, person)
    await expect(box).toHaveValue('***-**-0187')
    await expect(box).not.toBeEditable()
    await expect(box).toHaveAccessibleDescription(/ends in 0187/)
    await expect(button('Show')).toBeHidden()
    await look('masked')
  })

  await test.step('changing it and typing nothing keeps it', async () => {
    await button('Change').focus()
    await page.keyboard.press('Enter')
    await expect(box).toBeFocused()
    await expect(box).toHaveValue('')
    await expect(box).toHaveAccessibleDescription(/Leave this blank to keep your number/)
    await page.keyboard.press('Tab')
    await expect(button('Show')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(box).toHaveValue('***-**-0187')
  })

  await test.step('removing it empties the answer, and another one can be typed, replaced and shown', async () => {
    await button('Remove').click()
    await expect(box).toBeFocused()
    await expect.poll(stored).toHaveProperty('ssn', '')
    await answer(page, 'ssn', '501-55-0186')
    await expect.poll(stored).toHaveProperty('ssn', '***-**-0186')
    await page.reload()
    await button('Change').click()
    await page.keyboard.type(digits(SSN))
    await button('Show').click()
    await expect(box).toHaveAttribute('type', 'text')
    await expect(box).toHaveValue(SSN)
    await box.blur()
    await expect.poll(stored).toHaveProperty('ssn', '***-**-0187')
  })

  await test.step('saving everything that came from the server keeps it, and she submits', async () => {
    await expect(page.locator('[data-save-line]')).not.toContainText(/Not saved|Saving/)
    const reply = await page.request.put('/api/answer', { data: { ...(await stored()), ...others } })
    expect(await reply.json()).toMatchObject({ ignored: ['ssn'] })
    await page.reload() // shows what the call has saved
    await expect(box).toHaveValue('***-**-0187')
    await page.locator('a[href="/final-steps"]').click()
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(page).toHaveURL(/\/completion$/)
    expect((await stored()).ssn).toBe('***-**-0187')
  })

  expect(arrived.filter((text) => text.includes('***-**-0187')).length).toBeGreaterThan(0)
  expect(arrived.filter((text) => /501-?55/.test(text))).toEqual([])
})
