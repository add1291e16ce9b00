import type { Page } from '@playwright/test'
import { domestic } from '../form/testing/index.ts'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answersOf, expectPdfToHold, fillThroughApi } from './support/by-hand.ts'
import { enter, tabTo } from './support/keyboard.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'nils.late@mail.example', password: PASSWORD }
const answers = answersOf(domestic)
const ESSAY = 'What I wanted to add after all. '.repeat(200).trim()

async function submit(page: Page): Promise<void> {
  await page.getByRole('link', { name: /Submit/ }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/\/completion$/)
}

test('what is written after the application was submitted elsewhere is shown once, can be copied, and is not part of it', async ({
  page,
  browser,
  product: { address: baseURL },
  mailbox,
  look,
}) => {
  const device = await browser.newContext({ baseURL, permissions: ['clipboard-read', 'clipboard-write'] })
  const phone = await device.newPage()
  const dialog = phone.getByRole('dialog', { name: 'These answers aren’t part of your application' })
  const closing = phone.getByRole('dialog', { name: 'Close without copying?' })
  const button = (name: string) => closing.getByRole('button', { name, exact: true })
  const profile = async () => (await page.request.get('/api/profile')).json()

  await test.step('he is logged in on two devices, with an application that lacks nothing', async () => {
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    await logIn(page, person)
    await fillThroughApi(page, baseURL, answers)
    await phone.goto('/login')
    await logIn(phone, person)
    await expect(phone.locator('#middle_name')).toHaveValue('')
  })

  await test.step('he submits on one; what he writes on the other afterwards is shown, and leads to where he is', async () => {
    await submit(page)
    const { promise: written, resolve: finish } = Promise.withResolvers<void>()
    await phone.route('**/api/answer', async (route) => {
      await written // on a slow line he has written both before the server answers
      await route.continue()
    })
    await phone.locator('#decision_essay').fill(ESSAY)
    await phone.locator('#middle_name').fill('Einar')
    finish()
    await expect(phone).toHaveURL(/\/completion$/)
    await expect(dialog).toBeFocused()
    await expect(dialog).toContainText('Your application was submitted without these answers.')
    await expect(dialog.getByRole('definition')).toHaveText(['Einar', ESSAY])
    await look('too-late', phone)
    await phone.setViewportSize({ width: 390, height: 844 })
    await expect(dialog.getByRole('button', { name: 'Copy these answers' }), 'in sight').toBeInViewport({ ratio: 1 })
  })

  await test.step('loaded again before he has copied it, the page shows it again', async () => {
    await phone.reload()
    await expect(dialog.getByRole('definition')).toHaveText(['Einar', ESSAY])
  })

  await test.step('a slip of Escape loses nothing: it warns first', async () => {
    await phone.keyboard.press('Escape')
    await expect(closing).toContainText('If you close this, they’re gone.')
    await expect(closing.getByRole('definition')).toHaveText(['Einar', ESSAY])
    await look('closing-it', phone)
  })

  await test.step('with the keyboard alone he copies all of it; then Escape closes it, and the focus is on the page', async () => {
    await enter(phone, button('Copy these answers'))
    await expect(button('Copied')).toBeVisible()
    const copied = await phone.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain('Middle Name')
    expect(copied).toContain('Einar')
    expect(copied).toContain(ESSAY)
    await phone.keyboard.press('Escape')
    await expect(phone.getByRole('dialog')).toHaveCount(0)
    await expect(phone.getByRole('heading', { level: 1 })).toBeFocused()
  })

  await test.step('it is shown once, and both devices and the server know the application without it', async () => {
    await phone.reload()
    await expect(phone.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/)).toBeVisible()
    await expect(phone.getByRole('dialog')).toHaveCount(0)
    const { answer, submission } = await profile()
    expect(answer.middle_name ?? '').toBe('')
    expect(answer.decision_essay ?? '').toBe('')
    await expect(phone.getByText(submission.reference)).toBeVisible()
    await expect(page.getByText(submission.reference)).toBeVisible()
    expect(await phone.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/Einar|after all/)
  })
  await expectPdfToHold(page, { ...domestic, document_answer: {}, answer: answers })
  await device.close()
})

test('what a device kept unsaved of an application that was submitted elsewhere is shown when it is opened again', async ({
  page,
  browser,
  product: { address: baseURL },
  mailbox,
}) => {
  const device = await browser.newContext({ baseURL })
  const phone = await device.newPage()

  await test.step('on one device the line is gone while he writes', async () => {
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    await logIn(page, person)
    await fillThroughApi(page, baseURL, answers)
    await phone.goto('/login')
    await logIn(phone, person)
    await device.setOffline(true)
    await phone.locator('#prev_name').fill('Solberg')
    await phone.locator('#prev_name').press('Tab')
    await expect(phone.getByText('Not saved yet. You’re offline.')).toBeVisible()
    // A browser on a busy machine may end a page without notifying it; what was typed a second ago is stored anyway.
    await expect.poll(() => phone.evaluate(() => JSON.stringify(localStorage))).toContain('Solberg')
  })

  await test.step('he submits on the other; the first one tells him what is not part of it, once', async () => {
    await submit(page)
    // Only now: a page that is closed sends a last request, which a line that is gone does not always stop.
    await phone.close()
    await device.setOffline(false)
    const opened = await device.newPage()
    await opened.goto('/about')
    const shown = opened.getByRole('dialog', { name: 'These answers aren’t part of your application' })
    await expect(shown.getByRole('definition')).toHaveText(['Solberg'])
    await tabTo(opened, shown.getByRole('button', { name: 'Close', exact: true }).last())
    await opened.keyboard.press('Space')
    await expect(shown).toHaveCount(0)
    await opened.reload()
    await expect(opened.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/)).toBeVisible()
    await expect(shown).toHaveCount(0)
  })
  await device.close()
})
