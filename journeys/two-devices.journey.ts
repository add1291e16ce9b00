import type { Page } from '@playwright/test'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answerAll } from './support/applicant.ts'
import { enter, tabTo, typeAnswer } from './support/keyboard.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'vera.devices@mail.example', password: PASSWORD }
const before = {
  first_name: 'Vera',
  address_line_1: '12 Old Road',
  city: 'Bozeman',
  state: 'Montana',
  zip: '59715',
  country: 'USA',
}
const moved = { address_line_1: '900 River Street', city: 'Missoula', zip: '59801' }

test('an answer changed on two devices is asked about on the second, and both devices and the server agree with what is chosen', async ({
  page,
  browser,
  baseURL,
  mailbox,
  look,
}) => {
  const device = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const phone = await device.newPage()
  const dialog = page.getByRole('dialog', { name: 'Which answers are right?' })
  const questions = dialog.getByRole('group')
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  const stored = async () => (await (await page.request.get('/api/profile')).json()).answer
  const saves = async (at: Page, answers: Readonly<Record<string, string>>) => {
    await answerAll(at, answers)
    await expect.poll(stored).toMatchObject(answers)
  }

  await test.step('she is logged in on two devices, which show the same', async () => {
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    await logIn(page, person)
    await saves(page, before)
    await phone.goto('/login')
    await logIn(phone, person)
    await expect(phone.locator('#first_name')).toHaveValue('Vera')
  })

  await test.step('the phone changes her name; the other device, which has not heard of it, changes it as well and is asked', async () => {
    await saves(phone, { first_name: 'Veronica' })
    await expect(page.locator('#first_name')).toHaveValue('Vera')
    await page.locator('#first_name').fill('Verena')
    await page.locator('#first_name').press('Tab')
    await expect(dialog).toBeFocused()
    await expect(dialog).toContainText('Nothing changes until you choose.')
    await expect(questions).toHaveCount(1)
    await expect(questions).toHaveAccessibleName('First Name')
    await expect(questions.getByRole('radio', { name: 'Saved Veronica' })).toBeChecked()
    await expect(
      questions.getByRole('radio', { name: /^Saved Veronica On another device \(Chrome on Linux\), / }),
    ).toBeChecked()
    await expect(
      questions.getByRole('radio', { name: 'On this device Verena Answered just now, not saved yet' }),
    ).not.toBeChecked()
    expect(await stored()).toMatchObject({ first_name: 'Veronica' })
    await look('one-answer')
  })

  await test.step('Escape puts it off: the focus is back, and both answers are kept, also when the page is loaded again', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.locator('#middle_name')).toBeFocused()
    expect(await stored()).toMatchObject({ first_name: 'Veronica' })
    const line = page.locator('[data-save-line]')
    await expect(line).toHaveText('1 answer to choose. Choose')
    await line.getByRole('button', { name: 'Choose' }).click()
    await expect(dialog).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(line).toHaveText('1 answer to choose. Choose')
    await page.reload()
    await expect(dialog).toContainText('Verena')
    await page.keyboard.press('Escape')
    await expect(page.getByText('We’ll keep both until you choose.')).toBeVisible()
  })

  await test.step('with the keyboard alone she takes the answer of this device; the focus does not get lost', async () => {
    await enter(page, page.getByRole('button', { name: 'Compare them' }))
    await expect(dialog).toBeFocused()
    await tabTo(page, questions.getByRole('radio', { name: 'Saved Veronica' }))
    await page.keyboard.press('ArrowDown')
    await expect(questions.getByRole('radio', { name: 'On this device Verena' })).toBeChecked()
    await enter(page, button('Use these answers'))
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('We’ll keep both until you choose.')).toHaveCount(0)
    await expect(page.locator('[data-save-line]')).toHaveText('Saved')
    await expect(page.locator('#first_name')).toHaveValue('Verena')
    await expect.poll(stored).toMatchObject({ first_name: 'Verena' })
    await expect(page.locator('body')).not.toBeFocused()
  })

  await test.step('the phone hears of it with its next save and asks nothing', async () => {
    await saves(phone, { middle_name: 'Ann' })
    await expect(phone.locator('#first_name')).toHaveValue('Verena')
    await expect(phone.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('an address is asked about as one thing, in which nothing of one is mixed with the other', async () => {
    await page.reload()
    await expect(page.locator('#middle_name')).toHaveValue('Ann')
    await saves(phone, moved)
    await typeAnswer(page, 'address_line_2', '')
    await page.locator('#address_line_1').fill('77 Hill Lane')
    await page.locator('#address_line_1').press('Tab')
    await expect(dialog).toBeFocused()
    await expect(questions).toHaveCount(1)
    await look('an-address')
    const [saved, here] = [questions.getByRole('radio').first(), questions.getByRole('radio').last()]
    await expect(saved).toHaveAccessibleName(/900 River Street.*59801.*Missoula/s)
    await expect(here).toHaveAccessibleName(/77 Hill Lane.*59715.*Bozeman/s)
    await tabTo(page, saved)
    await page.keyboard.press('ArrowDown')
    await expect(here).toBeChecked()
    await enter(page, button('Use these answers'))
    await expect.poll(stored).toMatchObject({ address_line_1: '77 Hill Lane', city: 'Bozeman', zip: '59715' })
    await expect(page.locator('#city')).toHaveValue('Bozeman')
    await saves(phone, { prev_name: 'Stone' })
    await expect(phone.locator('#city')).toHaveValue('Bozeman')
    await expect(phone.locator('#address_line_1')).toHaveValue('77 Hill Lane')
  })

  await test.step('a “Yes” pressed here, while the other device has said “No”, is asked about and not taken back', async () => {
    for (const each of [page, phone]) {
      await each.getByRole('link', { name: /Submit/ }).click()
      await expect(each.locator('#crime_no-N')).toBeEnabled()
    }
    await saves(phone, { crime_no: 'true' })
    await page.locator('#crime_no-Y').click() // what is saved is shown while she is asked
    await expect(dialog).toBeFocused()
    await expect(questions).toHaveAccessibleName(/^I have not been convicted of any of these/)
    await expect(questions.getByRole('radio', { name: 'Saved Checked' })).toBeChecked()
    expect(await stored()).toMatchObject({ crime_no: 'true' })
    await tabTo(page, questions.getByRole('radio').first())
    await page.keyboard.press('ArrowDown')
    await enter(page, button('Use these answers'))
    await expect.poll(stored).toMatchObject({ crime_no: '' })
    await expect(page.locator('#crime_no-Y')).toBeChecked()
  })

  await test.step('ticks that exclude each other are asked about together, and are never both given', async () => {
    await phone.reload() // it still said "No"
    await expect(phone.locator('#crime_no-Y')).toBeChecked()
    await saves(phone, { crime_no: 'true' })
    await typeAnswer(page, 'crime_arson', 'true')
    await expect(dialog).toBeFocused()
    await expect(questions).toHaveCount(1)
    await look('ticks')
    await expect(questions.getByRole('radio').first()).toHaveAccessibleName(/I have not been convicted of any of these/)
    await expect(questions.getByRole('radio').last()).toHaveAccessibleName(/Arson/)
    const { crime_no, crime_arson = '' } = await stored()
    expect([crime_no, crime_arson]).toEqual(['true', ''])
    await tabTo(page, questions.getByRole('radio').first())
    await page.keyboard.press('ArrowDown')
    await enter(page, button('Use these answers'))
    await expect.poll(stored).toMatchObject({ crime_no: '', crime_arson: 'true' })
    await expect(page.locator('#crime_no-Y')).toBeChecked()
    await saves(phone, { pending_no: 'true' })
    await expect(phone.locator('#crime_no-Y')).toBeChecked()
    await expect(phone.locator('#crime_arson')).toBeChecked()
  })
  await device.close()
})
