import { domestic } from '../form/testing/index.ts'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answer, typedOn } from './support/applicant.ts'
import { answersOf, fillThroughApi } from './support/by-hand.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'june.hale@mail.example', password: PASSWORD }
/** She lives in Montana, has said nothing about in-state tuition, and attended a college without dates or transcript. */
const { instate_tuition: _, ...answers } = answersOf(domestic)
const MISTYPED = 'june.hale@gmial.com'
const MEANT = 'june.hale@gmail.com'
const IN_STATE = 'You live in Montana. Are you asking for in-state tuition? It costs much less.'
const DATES = 'You gave no dates for Carroll College.'
const TRANSCRIPT = 'You attached no unofficial transcript from Carroll College.'

test('what an applicant may have mistyped or forgotten is asked quietly, and keeps nobody from going on', async ({
  page,
  browser,
  product,
  mailbox,
  look,
}) => {
  const forgotten = page.getByRole('region', { name: 'You may have forgotten' })
  const saved = async () => (await (await page.request.get('/api/profile')).json()).answer
  const goOn = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const step = (name: RegExp) => page.getByRole('navigation').getByRole('link', { name }).click()

  await page.goto('/signup')
  await signUp(page, mailbox, person)
  await logIn(page, person)
  await fillThroughApi(page, product.address, answers)

  await test.step('the address that she probably means is offered below the box, and she goes on without it', async () => {
    const meant = page.locator('#email_address-after')
    for (const each of [MISTYPED, MEANT]) typedOn(page).add(each)
    await answer(page, 'email_address', MISTYPED)
    await expect(meant).toContainText(`Did you mean ${MEANT}?`)
    await expect(page.locator('#email_address')).not.toHaveAttribute('aria-invalid')
    await look('mistyped')
    await goOn('Save and Continue')
    await expect(page).toHaveURL(/\/education$/)
    expect((await saved()).email_address).toBe(MISTYPED)
  })

  await test.step('back there, one press takes it', async () => {
    await step(/Personal Info/)
    const field = page.locator('#email_address')
    await field.focus()
    await field.blur()
    await page.getByRole('button', { name: `Yes, change it to ${MEANT}` }).click()
    await expect(field).toHaveValue(MEANT)
    await expect(field).toBeFocused()
    await expect(page.locator('#email_address-after')).toHaveCount(0)
    await expect.poll(async () => (await saved()).email_address).toBe(MEANT)
  })

  await test.step('what she may have forgotten is asked at the end of its section when the page opens', async () => {
    await expect(page.locator('[data-section="in-state-tuition"]')).toContainText(IN_STATE)
    await expect(page.getByText(IN_STATE)).toBeVisible()
    await look('in-state')
    await step(/Academic History/)
    for (const each of [DATES, TRANSCRIPT])
      await expect(page.locator('[data-section="colleges"]').getByText(each)).toBeVisible()
    await look('colleges')
  })

  await test.step('and all of it above Submit, where one tap answers', async () => {
    await step(/Submit/)
    for (const each of [IN_STATE, DATES, TRANSCRIPT]) await expect(forgotten.getByText(each)).toBeVisible()
    const [asked, submit] = [forgotten, page.getByRole('button', { name: 'Submit', exact: true })]
    expect((await asked.boundingBox())?.y).toBeLessThan((await submit.boundingBox())?.y ?? 0)
    await look('forgotten')
    await forgotten.getByRole('group', { name: IN_STATE }).getByRole('button', { name: 'No' }).click()
    await expect(forgotten.getByText('Thank you.').filter({ visible: true })).toBeFocused()
    await expect.poll(async () => (await saved()).instate_tuition).toBe('N')
  })

  await test.step('one tap leads to the dates', async () => {
    await forgotten.getByRole('button', { name: 'Add the dates' }).click()
    await expect(page).toHaveURL(/\/education#college_attend_from_month$/)
    await expect(page.locator('#college_attend_from_month')).toBeFocused()
    await page.getByRole('button', { name: 'Back to your answers' }).click()
    await expect(page).toHaveURL(/\/final-steps/)
    await expect(forgotten.getByText(DATES)).toBeVisible()
  })

  await test.step('what she waves away is not asked again, after a reload or on another device', async () => {
    await forgotten.getByRole('button', { name: 'Leave it out' }).click()
    await expect(forgotten.getByText('We won’t ask again.').filter({ visible: true })).toBeFocused()
    // Before the reload: what is waved away has no line that says “Saved”, and the page is restored from the server.
    await expect
      .poll(async () => (await page.request.get('/api/profile')).json())
      .toMatchObject({ last_page: '/final-steps', add_another: { quiet_college_transcripts: expect.anything() } })
    await page.reload()
    await expect(forgotten.getByText(DATES)).toBeVisible()
    for (const each of [IN_STATE, TRANSCRIPT]) await expect(page.getByText(each)).toHaveCount(0)

    const device = await browser.newContext({ baseURL: product.address })
    const phone = await device.newPage()
    await phone.goto('/login')
    await logIn(phone, person)
    await expect(phone.getByRole('region', { name: 'You may have forgotten' })).toContainText(DATES)
    await expect(phone.getByText(TRANSCRIPT)).toHaveCount(0)
    await phone
      .getByRole('navigation')
      .getByRole('link', { name: /Academic History/ })
      .click()
    await expect(phone.locator('[data-section="colleges"]').getByText(DATES)).toBeVisible()
    await expect(phone.getByText(TRANSCRIPT)).toHaveCount(0)
    await device.close()
  })

  await test.step('she submits with one question still open', async () => {
    await expect(forgotten.getByText(DATES)).toBeVisible()
    await goOn('Submit')
    await expect(page).toHaveURL(/\/completion$/)
  })
})
