import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answerAll } from './support/applicant.ts'
import { proves } from './support/proves.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'olga.many@mail.example', password: PASSWORD }

test('colleges are added and removed, a tab is chosen, and all of it is there on another device', async ({
  page,
  browser,
  baseURL,
  mailbox,
  look,
}) => {
  const college = (number: number) => page.getByRole('heading', { name: `College ${number}`, exact: true })
  const name = (prefix: string) => page.locator(`[id="${prefix}name"]`)

  await test.step('a visitor adds a college, and cannot switch tabs', async () => {
    await page.goto('/education')
    await expect(name('college_')).toBeVisible()
    await expect(name('college_2_'), proves('4.add-another.1')).toHaveCount(0)
    await page.getByRole('button', { name: 'Add another' }).click()
    await expect(name('college_2_'), proves('4.add-another.2')).toBeFocused()
    await expect(name('college_3_'), proves('4.add-another.2')).toHaveCount(0)
    await answerAll(page, { college_name: 'First College', college_2_name: 'Second College', ged_transfer: 'D' })
    await expect(page.getByRole('group', { name: 'Upload a transcript or diploma, if you have one' })).toBeVisible()
    await expect(page.getByRole('tab'), proves('6.anonymous.7')).toHaveCount(0)
  })

  await test.step('she signs up, and both colleges come with her', async () => {
    await page.getByRole('button', { name: 'Save and Continue' }).click()
    await signUp(page, mailbox, person)
    await logIn(page, person)
    await page.getByRole('link', { name: /Academic History/ }).click()
    await expect(name('college_2_')).toHaveValue('Second College')
  })

  await test.step('she adds a third and removes the second, which is asked first', async () => {
    await page.getByRole('button', { name: 'Add another' }).click()
    await expect(name('college_3_'), proves('4.add-another.2', '6.student.7')).toBeFocused()
    await answerAll(page, { college_3_name: 'Third College' })
    const second = page.getByRole('button', { name: /^Remove/ }).first()
    await second.click()
    const dialog = page.getByRole('dialog', { name: 'Remove College 2?' })
    await expect(dialog).toBeVisible()
    await look('remove-asks-first')
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    await expect(name('college_3_')).toHaveValue('Third College')
    await second.click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(college(3)).toHaveCount(0)
    await expect(name('college_2_')).toHaveValue('Third College')
  })

  await test.step('she chooses the other tab', async () => {
    await page.getByRole('tab', { name: 'GED or HiSET documents' }).click()
    await expect(page.getByRole('tab', { name: 'GED or HiSET documents' }), proves('6.student.6')).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await expect(page.locator('#ged_record'), proves('6.student.6')).toBeVisible()
    await look('tab-chosen')
  })

  await test.step('on another device everything is as she left it', async () => {
    const device = await browser.newContext(baseURL === undefined ? {} : { baseURL })
    const other = await device.newPage()
    await other.goto('/login')
    await logIn(other, person)
    await expect(other, proves('2.routes.26')).toHaveURL(/\/education$/)
    await expect(other.locator('[id="college_2_name"]')).toHaveValue('Third College')
    await expect(other.getByRole('heading', { name: 'College 3', exact: true })).toHaveCount(0)
    await expect(other.getByRole('tab', { name: 'GED or HiSET documents' })).toHaveAttribute('aria-selected', 'true')
    await device.close()
  })
})
