import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answer, answerAll } from './support/applicant.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'odette.changes@mail.example', password: PASSWORD }
const all = { military_served: 'Y', military_active_duty: 'N', military_city: 'Havre', military_state: 'Montana' }

test('an applicant clears a section by a slip, brings it back, and reads what was changed where', async ({
  page,
  browser,
  product,
  mailbox,
  look,
}) => {
  const stored = async () => (await (await page.request.get('/api/profile')).json()).answer
  const phone = await (await browser.newContext({ baseURL: product.address })).newPage()
  const notice = page.getByRole('paragraph').filter({ hasText: 'Your change cleared 3 answers: ' })

  await test.step('she answers about her service', async () => {
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    await logIn(page, person)
    await answer(page, 'first_name', 'Odette')
    await answer(page, 'ssn', '501-55-0187')
    await answerAll(page, all)
    await expect.poll(stored).toMatchObject(all)
  })

  await test.step('one wrong press clears it, and a notice says what went, without taking the focus', async () => {
    const no = page.locator('#military_served').getByRole('radio', { name: 'No' })
    await no.check()
    await expect(notice).toBeVisible()
    await expect(no).toBeFocused()
    await expect.poll(stored).toMatchObject({ military_served: 'N', military_city: '' })
    await expect(page.locator('[aria-live=polite]').filter({ hasText: 'Your change cleared' })).toHaveCount(1)
    await notice.scrollIntoViewIfNeeded()
    await look('cleared')
  })

  await test.step('with the keyboard alone she brings it back; the server has it again', async () => {
    await page.locator('#military_served').getByRole('radio', { name: 'No' }).focus()
    await page.keyboard.press('Tab')
    const back = page.getByRole('button', { name: /^Bring back/ })
    if (!(await back.evaluate((each) => each === document.activeElement))) await page.keyboard.press('Tab')
    await expect(back).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(notice).toHaveCount(0)
    await expect(page.locator('#military_served').getByRole('radio', { name: 'Yes' })).toBeFocused()
    await expect.poll(stored).toMatchObject(all)
    await page.reload()
    await expect(page.locator('#military_city')).toHaveValue('Havre')
  })

  await test.step('the list of changes knows the question, the values and the device, and no number', async () => {
    await phone.goto('/login')
    await logIn(phone, person)
    await answer(phone, 'first_name', 'Odile')
    await expect.poll(stored).toMatchObject({ first_name: 'Odile' })
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await page.getByRole('button', { name: 'What changed' }).click()
    const dialog = page.getByRole('dialog', { name: 'What changed' })
    const changes = dialog.getByRole('listitem')
    await expect(changes.first()).toContainText(/^First Name.*another device/)
    await expect(changes.first()).toContainText(/Odette.*Odile/)
    await expect(changes.filter({ hasText: 'Not answered' }).filter({ hasText: 'Havre' }).first()).toContainText(
      'this device',
    )
    await expect(changes.filter({ hasText: 'Social Security number' })).toContainText('We don’t show this answer here.')
    await expect(dialog).not.toContainText('501')
    await look('what-changed')
  })
})
