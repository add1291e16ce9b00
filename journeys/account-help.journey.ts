import type { Page } from '@playwright/test'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answer } from './support/applicant.ts'
import { expect, test } from './support/story.ts'

const BEFORE = 'Philippa.Before@mail.example'
const AFTER = 'Philippa.After@mail.example'

// The server refuses a wrong code, and pages of whoever was logged out.
test.use({ expectedFaults: [/^Failed to load resource: the server responded with a status of 40[01]/] })

const openFromMenu = async (page: Page, words: string) => {
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('button', { name: words }).click()
  return page.getByRole('dialog', { name: words })
}

test('an applicant changes the email address, and logs out a device that is left in the library', async ({
  page,
  browser,
  product,
  mailbox,
  look,
}) => {
  const library = await (await browser.newContext({ baseURL: product.address })).newPage()
  const phone = await (await browser.newContext({ baseURL: product.address })).newPage()
  const isThrownOut = (elsewhere: Page) =>
    expect(
      elsewhere.getByText('Your session is invalid. Please clear your cookies and login again.').first(),
    ).toBeVisible()

  await test.step('she is logged in here, on a phone and in the library', async () => {
    await page.goto('/signup')
    await signUp(page, mailbox, { email: BEFORE, password: PASSWORD })
    await logIn(page, { email: BEFORE, password: PASSWORD })
    await answer(page, 'first_name', 'Philippa')
    for (const elsewhere of [library, phone]) {
      await elsewhere.goto('/login')
      await logIn(elsewhere, { email: BEFORE, password: PASSWORD })
    }
  })

  await test.step('she logs out the one in the library, whose next call says so', async () => {
    const dialog = await openFromMenu(page, 'Your devices')
    const devices = dialog.getByRole('listitem')
    await expect(devices).toHaveCount(3)
    await expect(devices.first()).toContainText(/^Chrome on Linux\s+This device/)
    await look('your-devices')
    await devices
      .last()
      .getByRole('button', { name: /^Log out Chrome on Linux/ })
      .click()
    await expect(devices).toHaveCount(2)
    await expect(dialog.getByRole('list')).toBeFocused()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await library.locator('#last_name').fill('Somebody')
    await library.locator('#last_name').blur()
    await expect(library).toHaveURL(/\/login$/)
    await isThrownOut(library)
  })

  await test.step('she asks for another address; the present one is told', async () => {
    const dialog = await openFromMenu(page, 'Change email address')
    await expect(dialog.getByText(`You log in with ${BEFORE.toLowerCase()}`)).toBeVisible()
    await dialog.getByLabel('New email address').fill(AFTER)
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await look('change-email')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText(`We emailed a 6-digit code to ${AFTER.toLowerCase()}.`)).toBeVisible()
    await expect(dialog.getByLabel('Confirmation code')).toBeFocused()
    await look('change-email-code')
    const { text } = await mailbox.mailTo(BEFORE, /^Your email address is about to change$/)
    expect(text).toContain('p…@mail.example')
  })

  await test.step('a wrong code changes nothing; the page may be loaded again before the right one', async () => {
    const code = await mailbox.codeFor(AFTER)
    const dialog = page.getByRole('dialog', { name: 'Change email address' })
    await dialog.getByLabel('Confirmation code').fill(code === '000000' ? '000001' : '000000')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText(/^That code isn’t right/)).toBeVisible()
    await page.reload()
    const again = await openFromMenu(page, 'Change email address')
    await again.getByLabel('Confirmation code').fill(code)
    await again.getByRole('button', { name: 'Submit' }).click()
    await expect(
      page.getByText('Your email address was changed, and you were logged out everywhere else.').first(),
    ).toBeVisible()
    await expect(again).toHaveCount(0)
  })

  await test.step('the menu has the new address, the answer the old one, and both mailboxes know', async () => {
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Account' }).getByText(AFTER.toLowerCase())).toBeVisible()
    await look('account-menu')
    await page.keyboard.press('Escape')
    await expect(page.locator('#email_address')).toHaveValue(BEFORE.toLowerCase())
    await mailbox.mailTo(BEFORE, /^Your email address was changed$/)
    await mailbox.mailTo(AFTER, /^Your new email address$/)
  })

  await test.step('the phone was logged out; there she logs in with the new address only', async () => {
    await phone.locator('#last_name').fill('Fielding')
    await phone.locator('#last_name').blur()
    await expect(phone).toHaveURL(/\/login$/)
    await isThrownOut(phone)
    await phone.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await phone.getByRole('button', { name: 'Submit' }).click()
    await expect(phone.getByText('That email or password isn’t right.').first()).toBeVisible()
    await logIn(phone, { email: AFTER, password: PASSWORD })
    // What was typed on the phone belongs to the account, not to its address.
    await expect(phone.locator('#last_name')).toHaveValue('Fielding')
    await expect(phone.locator('#first_name')).toHaveValue('Philippa')
  })
})
