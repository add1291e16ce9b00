import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answerAll } from './support/applicant.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'tess.twice@mail.example', password: PASSWORD }
const other = { email: 'omar.other@mail.example', password: PASSWORD }

test('two tabs of one applicant merge answer by answer, and log in and out together', async ({
  page,
  context,
  browser,
  baseURL,
  mailbox,
}) => {
  const saved = /^Saved$/
  const second = await context.newPage()

  await test.step('a visitor opens the form in two tabs, types in both, and logs in in one', async () => {
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    await second.goto('/about')
    await answerAll(second, { city: 'Kalispell' })
    await logIn(page, person)
    await expect(second.getByText('Create an account to save')).toHaveCount(0)
    await expect(second.locator('#city')).toHaveValue('Kalispell')
    await expect(second.getByText(saved)).toBeVisible()
    await expect(page.locator('#city')).toHaveValue('Kalispell')
  })

  await test.step('each tab shows what the other saved, and keeps what is being typed in it', async () => {
    await second.locator('#last_name').pressSequentially('Gray')
    await answerAll(page, { first_name: 'Tess' })
    await expect(second.locator('#first_name')).toHaveValue('Tess')
    await second.locator('#last_name').pressSequentially('-Wolf')
    await second.locator('#last_name').blur()
    await expect(page.locator('#last_name')).toHaveValue('Gray-Wolf')
    await expect(page.locator('#first_name')).toHaveValue('Tess')
  })

  await test.step('the same answer changed in both: the last one counts in both', async () => {
    await answerAll(page, { city: 'Polson' })
    await expect(second.locator('#city')).toHaveValue('Polson')
    await answerAll(second, { city: 'Ronan' })
    await expect(page.locator('#city')).toHaveValue('Ronan')
  })

  await test.step('what another device saves arrives with the next save of this one', async () => {
    const device = await browser.newContext(baseURL === undefined ? {} : { baseURL })
    const phone = await device.newPage()
    await phone.goto('/login')
    await logIn(phone, person)
    await answerAll(phone, { prev_name: 'Stone' })
    await expect(phone.getByText(saved)).toBeVisible()
    await answerAll(page, { middle_name: 'Ann' })
    await expect(page.locator('#prev_name')).toHaveValue('Stone')
    await expect(second.locator('#middle_name')).toHaveValue('Ann')
    await device.close()
  })

  await test.step('both lose the line with something unsaved; Log Out in one saves what the other typed, and both leave', async () => {
    await context.setOffline(true)
    await answerAll(second, { city: 'Arlee' })
    await expect(second.getByText('Not saved yet. You’re offline.')).toBeVisible()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('causeway.drafts'))).toContain('Arlee')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Log Out' }).click()
    for (const each of [page, second]) {
      await expect(each).toHaveURL(/\/login$/)
      await expect(each.getByRole('main').getByText('You have been logged out.', { exact: true })).toBeVisible()
    }
  })

  await test.step('somebody else logs in in one tab: the other one is theirs as well', async () => {
    await page.goto('/signup')
    await signUp(page, mailbox, other)
    await logIn(page, other)
    await expect(second).toHaveURL(/\/about$/)
    await expect(second.locator('#city')).toHaveValue('')
    await answerAll(second, { city: 'Hamilton' })
    await expect(page.locator('#city')).toHaveValue('Hamilton')
  })
})
test.use({ expectedFaults: [/ERR_INTERNET_DISCONNECTED/] })
