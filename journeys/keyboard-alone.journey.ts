import { PASSWORD } from './support/accounts.ts'
import { enter, tabTo, typeAnswer } from './support/keyboard.ts'
import { expect, test } from './support/story.ts'

const EMAIL = 'rosa.keys@mail.example'

test('an applicant fills in and submits the application with the keyboard alone', async ({ page, mailbox }) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  const typeAll = async (answers: Readonly<Record<string, string>>) => {
    for (const [key, value] of Object.entries(answers)) await typeAnswer(page, key, value)
  }

  await test.step('the first Tab offers to skip to the questions', async () => {
    await page.goto('/')
    await expect(heading('Personal Info')).toBeVisible()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: /^Skip to/ })
    await expect(skip).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.locator('main :focus')).toBeVisible()
  })

  await test.step('she answers and signs up', async () => {
    await typeAll({ first_name: 'Rosa', last_name: 'Keys' })
    await enter(page, button('Save and Continue'))
    await expect(heading('Sign Up')).toBeVisible() // the address changes before the page
    await tabTo(page, page.getByLabel('Email address'))
    await page.keyboard.type(EMAIL)
    await tabTo(page, page.getByLabel('Password', { exact: true }))
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/confirm$/)
    await tabTo(page, page.getByLabel('Confirmation code'))
    await page.keyboard.type(await mailbox.codeFor(EMAIL))
    await page.keyboard.press('Enter')
    await expect(heading('Log In')).toBeVisible()
    await tabTo(page, page.getByLabel('Email address'))
    await page.keyboard.type(EMAIL)
    await tabTo(page, page.getByLabel('Password', { exact: true }))
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/about$/)
  })

  await test.step('she fills in the three pages', async () => {
    await typeAll({
      email_address: EMAIL,
      address_line_1: '9 Quiet Lane',
      city: 'Dillon',
      state: 'Montana',
      zip: '59725',
      country: 'USA',
      phone_home: '4065550177',
      birth_date: '2003-11-30',
      us_citizen: 'Y',
      entry_term: '202770',
      degree_nondegree: 'ND',
    })
    await enter(page, button('Save and Continue'))
    await expect(page).toHaveURL(/\/education$/)
    await typeAll({ college_name: 'Western College' })
    await enter(page, button('Save and Continue'))
    await expect(page).toHaveURL(/\/final-steps$/)
    await typeAll({ crime_no: 'true', pending_no: 'true', charges_no: 'true' })
    await typeAll({ certify_checkbox: 'true', obligation_checkbox: 'true', legal_agree: 'true' })
  })

  await test.step('she submits, is led to what is missing, and submits again', async () => {
    await enter(page, button('Submit'))
    const summary = page.getByRole('heading', { name: 'We are missing some information!' })
    await expect(summary).toBeVisible()
    await enter(page, page.getByRole('link', { name: 'Please answer the question about registration as an offender.' }))
    await expect(page.locator('#register input').first()).toBeFocused()
    await page.keyboard.press('Space')
    await expect(page.locator('#register').getByRole('radio', { name: 'No' })).toBeChecked()
    await enter(page, button('Submit'))
    await expect(page).toHaveURL(/\/completion$/)
    await expect(page.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/)).toBeVisible()
  })
})
