import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answer } from './support/applicant.ts'
import { command } from './support/operator.ts'
import { deskOf } from './support/staff-link.ts'
import { expect, test } from './support/story.ts'

test.use({ expectedFaults: [/status of 40[0134]/] }) // a wrong password, and pages of who is signed out

const person = { email: 'zephyrine@mail.example', password: PASSWORD }

const openYourData = async (page: Page) => {
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Your data' }).click()
}
const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('an applicant reads what is held and deletes it; staff erase another application, and only with two', async ({
  page,
  browser,
  product,
  mailbox,
  look,
}) => {
  const saveLine = page.locator('[data-save-line]')

  await test.step('she downloads what is held', async () => {
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    await logIn(page, person)
    await answer(page, 'first_name', 'Zephyrine')
    await answer(page, 'ssn', '501-55-0187')
    await expect(saveLine).toContainText('Saved')
    await openYourData(page)
    await look('your-data')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data' }).click()
    const held = JSON.parse(await readFile(await (await downloading).path(), 'utf8'))
    expect(held.application.answers).toContainEqual(expect.objectContaining({ key: 'first_name', answer: 'Zephyrine' }))
    expect(JSON.stringify(held)).not.toContain('501-55')
  })

  await test.step('with a wrong password nothing is deleted; with hers everything is', async () => {
    const password = page.getByLabel('Current password')
    await password.fill('not hers')
    await page.getByRole('button', { name: 'Delete everything' }).click()
    await expect(page.getByRole('dialog').getByText('Your current password isn’t right.')).toBeVisible()
    await password.fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Your application and your account were deleted.').first()).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.goto('/about')
    await expect(page.locator('#first_name')).toHaveValue('')
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, history.state]))
    expect(kept).not.toContain('Zephyrine')
    await page.goto('/login')
    await page.getByLabel('Email address').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('That email or password isn’t right.').first()).toBeVisible()
  })

  await test.step('staff ask for another one, and somebody else confirms it', async () => {
    await command(product, 'sample-applications', '3')
    const june = await deskOf(browser, product, 'June Hale', 'processor')
    const link = june.getByRole('table').getByRole('link').first()
    const name = (await link.textContent()) ?? ''
    await link.click()
    await june.getByLabel('Why?').fill('The applicant asks for it.')
    await look('keep-or-erase', june)
    await june.getByRole('button', { name: 'Ask to erase it' }).click()
    await expect(june.getByRole('heading', { name: 'To be erased' })).toBeVisible()

    const ada = await deskOf(browser, product, 'Ada Moss', 'administrator')
    await ada.getByRole('link', { name: 'Erasures' }).click()
    await expect(rowOf(ada, name)).toContainText('June Hale')
    await look('erasures', ada)
    await ada.getByRole('button', { name: `Erase the application of ${name}` }).click()
    await ada.getByRole('dialog').getByRole('button', { name: 'Erase it' }).click()
    await expect(ada.getByText('The application was erased.')).toBeVisible()
    await expect(rowOf(ada, 'confirmed by Ada Moss')).toBeVisible()
    await look('erased', ada)
    await june.reload()
    await expect(june.getByText('There is no application with this id.')).toBeVisible()
  })
})
