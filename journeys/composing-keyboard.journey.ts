import type { Locator, Page } from '@playwright/test'
import { logIn, PASSWORD } from './support/accounts.ts'
import { openSectionOf, takenOver } from './support/applicant.ts'
import { deskOf } from './support/staff-link.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'akiko.mori@mail.example', password: PASSWORD }

/**
 * Types as a keyboard that composes does, through the browser's input-method interface: each piece is shown while it is
 * composed, replaced by more of it, and then committed.
 */
async function compose(page: Page, box: Locator, ...pieces: readonly string[]): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await box.focus()
  for (const piece of pieces) {
    const signs = [...piece]
    for (const place of signs.keys()) {
      const text = signs.slice(0, place + 1).join('')
      await browser.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    }
    await browser.send('Input.insertText', { text: piece })
  }
  await browser.detach()
}

const scores: Readonly<Record<string, readonly string[]>> = {
  hs_gpa: ['３', '.７５'],
  hs_class_rank: ['１２'],
  hs_class_size: ['２', '４０'],
  college_credits: ['３０'],
  college_gpa: ['３．', '５'],
  sat_score_total: ['１２', '００'],
  sat_score_math: ['６００'],
  act_score_composite: ['２８'],
}
const asStored = Object.fromEntries(
  Object.entries(scores).map(([key, pieces]) => [key, pieces.join('').normalize('NFKC')]),
)

test.use({ expectedFaults: [/status of 401/] }) // before staff have signed in

test('a keyboard that composes types into every box, and what is stored is canonical', async ({
  page,
  product,
  browser,
  mailbox,
}) => {
  const box = (id: string) => page.locator(`[id="${id}"]`)
  const leave = () => page.keyboard.press('Tab')

  await test.step('a visitor composes digit by digit, and pieces of full width', async () => {
    await page.goto('/')
    await takenOver(page)
    await compose(page, box('first_name'), 'あきこ')
    await leave()
    await expect(box('first_name')).toHaveValue('あきこ')
    await compose(page, box('phone_home'), ...'4065860112')
    await expect(box('phone_home')).toHaveValue('(406) 586-0112')
    await compose(page, box('phone_mobile'), '４０６', '５８６０１１３')
    await expect(box('phone_mobile')).toHaveValue('(406) 586-0113')
    await page.getByRole('button', { name: 'Show Social Security number' }).click()
    await compose(page, box('ssn'), '５０１', '55', '０１８７')
    await expect(box('ssn')).toHaveValue('501-55-0187')
    await compose(page, box('birth_date'), '４')
    await compose(page, box('birth_date-day'), '１９')
    await compose(page, box('birth_date-year'), '２００５')
    await leave()
    await expect(box('birth_date')).toHaveValue('4')
    await expect(box('birth_date-day')).toHaveValue('19')
    await expect(box('birth_date-year')).toHaveValue('2005')
    await compose(page, box('zip'), '５９７１５')
    await leave()
    await expect(box('zip')).toHaveValue('59715')
    await expect(box('city')).toHaveValue('Bozeman') // found by the ZIP code
    await openSectionOf(page, 'parent_phone')
    await page.getByRole('button', { name: 'Add a parent or guardian' }).click()
    await compose(page, box('parent_phone'), '４０６', '５８６', '０１１４')
    await expect(box('parent_phone')).toHaveValue('(406) 586-0114')
    await compose(page, box('parent_zip'), '５９', '７１５')
    await leave()
    await expect(box('parent_zip')).toHaveValue('59715')
  })

  await test.step('nothing is rewritten while a composition lasts', async () => {
    const browser = await page.context().newCDPSession(page)
    await box('phone_home').fill('')
    await box('phone_home').focus()
    await browser.send('Input.imeSetComposition', { text: '406', selectionStart: 3, selectionEnd: 3 })
    await expect(box('phone_home')).toHaveValue('406')
    await browser.send('Input.imeSetComposition', { text: '4065', selectionStart: 4, selectionEnd: 4 })
    await browser.send('Input.insertText', { text: '4065860112' })
    await expect(box('phone_home')).toHaveValue('(406) 586-0112')
  })

  await test.step('letters that a box of digits drops are said', async () => {
    await box('phone_mobile').fill('call 406 586 0113')
    await expect(box('phone_mobile')).toHaveValue('(406) 586-0113')
    await expect(box('phone_mobile')).toHaveAccessibleDescription(/We kept only the digits\./)
  })

  await test.step('the code of the mail, in full width', async () => {
    await page.getByRole('button', { name: 'Save and Continue' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sign Up' })).toBeVisible() // the form has these fields too
    await page.getByLabel('Email address').fill(` ${person.email}\u200B`)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(/\/confirm$/)
    const code = await mailbox.codeFor(person.email)
    const wide = [...code].map((digit) => String.fromCodePoint((digit.codePointAt(0) ?? 0) + 0xfee0)).join('')
    await compose(page, page.getByLabel('Confirmation code'), wide)
    await page.getByRole('button', { name: 'Submit' }).click()
    await logIn(page, person)
  })

  await test.step('grades and scores of the second page', async () => {
    await page.getByRole('navigation', { name: 'Steps of the application' }).locator('[href="/education"]').click()
    await openSectionOf(page, 'sat_taken')
    await page.locator('#sat_taken').getByRole('radio', { name: 'Yes' }).check()
    await page.locator('#act_taken').getByRole('radio', { name: 'Yes' }).check()
    await page
      .locator('#ged_transfer')
      .getByRole('radio', { name: /diploma/ })
      .check()
    for (const [key, pieces] of Object.entries(scores)) {
      await compose(page, box(key), ...pieces)
      await leave()
      await expect(box(key)).toHaveValue(asStored[key] ?? '')
    }
  })

  await test.step('the server has it all', async () => {
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    const { answer } = await (await page.request.get('/api/profile')).json()
    expect(answer).toMatchObject({
      ...{ first_name: 'あきこ', phone_home: '(406) 586-0112', phone_mobile: '(406) 586-0113' },
      ...{ birth_date: '2005-04-19', zip: '59715', ssn: '***-**-0187' },
      ...{ parent_phone: '(406) 586-0114', parent_zip: '59715', ...asStored },
    })
  })

  await test.step('staff find it, composing what they search for', async () => {
    const desk = await deskOf(browser, product, 'Sam Reed', 'data_steward')
    await desk.getByText('More ways to find somebody').click()
    for (const [label, pieces] of [
      ['Name', ['あきこ']],
      ['E-mail', ['akiko.', 'mori@', 'mail.example']],
      ['Phone', ['４０６', '５８６', '０１１２']],
    ] as const) {
      const field = desk.getByLabel(label, { exact: true })
      await compose(desk, field, ...pieces)
      await expect(field).toHaveValue(pieces.join(''))
      await desk.keyboard.press('Enter')
      await expect(desk.getByRole('row').filter({ hasText: 'あきこ' }), label).toHaveCount(1)
      await field.fill('')
    }
  })
})
