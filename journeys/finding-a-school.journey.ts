import type { Locator, Page } from '@playwright/test'
import type { Application } from '../engine/index.ts'
import { domestic } from '../form/testing/index.ts'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { typedOn } from './support/applicant.ts'
import { answersOf, expectPdfToHold, fillThroughApi } from './support/by-hand.ts'
import { importSchools } from './support/import-schools.ts'
import { tabTo } from './support/keyboard.ts'
import { pdfText } from './support/pdf-text.ts'
import { proves } from './support/proves.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'june.hale@mail.example', password: PASSWORD }
const { hs_name: _, college_name: __, ...answers } = answersOf(domestic)
const own = {
  college_name: 'Hill College of the Plains',
  college_city: 'Butte',
  college_country: 'USA',
  college_state: 'Montana',
  college_zip: '59701',
}

// Nothing can be loaded while the applicant is offline.
test.use({ expectedFaults: [/ERR_INTERNET_DISCONNECTED/] })

test('an applicant finds a school by its nickname, changes her mind, types the name of another, and submits', async ({
  page,
  product,
  mailbox,
  look,
}) => {
  const field = (key: string) => page.locator(`[id="${key}"]`)
  const school = field('college_name')
  const sentence = page.getByText('Enter your school information below.').first() // also read aloud

  await test.step('the office imports its lists while the server runs', async () => {
    expect(
      await importSchools(product, '--list', [
        'name,city,state,address_line_1,zip,category,ceeb,aliases',
        'Prairie State University,Havre,MT,1 Prairie Road,59501,college,4488,The Coyotes|Northern Teachers College',
        'Larch Valley High School,Havre,MT,2 Larch Lane,59501,high school,270123,',
        ',Havre,MT,,,,,',
      ]),
    ).toBe(
      'schools.csv: 3 rows read, 2 kept, 1 skipped (1 no name). In use as list:schools.csv.\n'.replace(
        'schools.csv:',
        `${product.dataDir}/schools.csv:`,
      ),
    )
  })

  await test.step('she signs up, and has answered everything but her schools', async () => {
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    await logIn(page, person)
    await fillThroughApi(page, product.address, answers)
    await page.getByRole('button', { name: 'Save and Continue' }).click()
    await expect(page).toHaveURL(/\/education$/)
  })

  await test.step('her college is found by its nickname, and fills what belongs to it', async () => {
    await typeInto(page, school, 'coyotes')
    const option = page.getByRole('option', { name: /Prairie State University/ })
    await expect(option).toContainText('Havre, Montana')
    await expect(page.getByRole('option', { name: "Create 'coyotes'" })).toBeVisible()
    await look('found')
    await typeInto(page, school, 'coyotes')
    await option.click()
    const card = page.getByRole('group', { name: 'Prairie State University, Havre, Montana' })
    await expect(card).toBeFocused()
    await look('chosen-as-a-card')
    await card.getByRole('button', { name: /^Edit address/ }).click()
    await expect(field('college_country')).toBeFocused()
    await expect(school).toHaveValue('Prairie State University')
    for (const [key, value] of [
      ['college_address_line_1', '1 Prairie Road'],
      ['college_city', 'Havre'],
      ['college_state', 'Montana'],
      ['college_zip', '59501'],
    ] as const) {
      await expect(field(key), proves('4.autocomplete.1', '7.lookup.5')).toHaveValue(value)
    }
    await expect(sentence).toBeHidden()
    await look('chosen')
  })

  await test.step('its code and its descriptions are stored', async () => {
    await saved(page)
    await expect
      .poll(() => storedAnswers(page), proves('7.lookup.6'))
      .toMatchObject({
        college_name: 'Prairie State University',
        college_name_desc: 'Prairie State University',
        college_ceeb: '4488',
        college_state: 'Montana',
        college_state_desc: 'Montana',
        college_country: 'USA',
        college_country_desc: 'United States',
      })
  })

  await test.step('she changes her mind offline: the old code goes with the first letter, and what she types stays', async () => {
    await page.context().setOffline(true)
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/lookup/find'))
    await typeInto(page, school, own.college_name)
    await failed
    await school.blur()
    await expect(school).toHaveValue(own.college_name)
    for (const each of ['address_line_1', 'city', 'state', 'zip']) {
      await expect(field(`college_${each}`), proves('4.autocomplete.3')).toHaveValue('')
    }
    await expect(sentence).toBeVisible()
    await expect(page.getByRole('alert'), proves('8.lookup.1')).toHaveCount(0)
    await expect(page.getByRole('listitem', { name: /Notification$/ }), proves('8.lookup.1')).toHaveCount(0)
    await page.context().setOffline(false)
    await saved(page)
    await expect
      .poll(() => storedAnswers(page), proves('4.autocomplete.4'))
      .toMatchObject({
        college_name: own.college_name,
        college_ceeb: '',
        college_zip: '',
      })
  })

  await test.step('she enters what she knows of it below, of which the ZIP code fills in half, and corrects the name without losing that', async () => {
    await typeInto(page, field('college_zip'), own.college_zip)
    await expect(field('college_city')).toHaveValue(own.college_city)
    await expect(field('college_state')).toHaveValue(own.college_state)
    await field('college_state').selectOption('Idaho')
    const question = '59701 is a ZIP code in Montana, not in Idaho. If it’s right, leave it as is.'
    await expect(field('college_zip')).toHaveAccessibleDescription(question)
    await look('zip-of-another-state')
    await field('college_state').selectOption(own.college_state)
    await expect(field('college_zip')).toHaveAccessibleDescription('')
    await typeInto(page, field('college_country'), 'United States')
    await page.keyboard.press('Enter')
    await expect(field('college_country'), proves('2.widgets.5')).toHaveValue('United States')
    await typeInto(page, school, 'Hill Colege')
    await page.getByRole('option', { name: "Create 'Hill Colege'" }).click()
    await expect(school, proves('2.widgets.1')).toHaveValue('Hill Colege')
    await typeInto(page, school, own.college_name)
    await page.keyboard.press('Tab')
    await expect(field('college_city')).toHaveValue(own.college_city)
    await look('her-own-words')
  })

  await test.step('her high school she finds by the keyboard alone, by the beginning of its name', async () => {
    await page.locator('body').press('Home')
    await tabTo(page, field('hs_name'))
    await page.keyboard.type('larch val')
    await expect(page.getByRole('option', { name: /Larch Valley High School/ })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('group', { name: 'Larch Valley High School, Havre, Montana' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Change Larch Valley High School' })).toBeFocused()
    await saved(page)
    await expect
      .poll(() => storedAnswers(page), proves('7.lookup.5'))
      .toMatchObject({
        hs_name: 'Larch Valley High School',
        hs_city: 'Havre',
      })
  })

  await test.step('the list closes when the window is left, and takes nothing with it', async () => {
    await typeInto(page, school, own.college_name)
    await expect(school).toHaveAttribute('aria-expanded', 'true')
    await page.evaluate(() => window.dispatchEvent(new Event('blur')))
    await expect(school).toHaveAttribute('aria-expanded', 'false')
    await expect(school).toHaveValue(own.college_name)
  })

  await test.step('she submits, and the application PDF holds the code of the high school and none of the college', async () => {
    await page.getByRole('button', { name: 'Save and Continue' }).click()
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(/\/completion$/)
    const found = {
      hs_name: 'Larch Valley High School',
      hs_ceeb: '270123',
      hs_address_line_1: '2 Larch Lane',
      hs_city: 'Havre',
      hs_state: 'Montana',
      hs_zip: '59501',
      hs_country: 'USA',
    }
    const applicant: Application = { ...domestic, answer: { ...answers, ...own, ...found } }
    await expectPdfToHold(page, applicant)
    const reply = await page.request.get((await page.getByRole('link', { name: /PDF/ }).getAttribute('href')) ?? '')
    const text = await pdfText(await reply.body())
    expect([text.includes('270123'), text.includes('4488'), text.includes('Prairie')]).toEqual([true, false, false])
  })
})

/** Replaces the content of a box by typing letter by letter, as people do. */
async function typeInto(page: Page, control: Locator, text: string): Promise<void> {
  typedOn(page).add(text)
  await control.click()
  await control.press('ControlOrMeta+a')
  await control.pressSequentially(text)
}

async function saved(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
}

async function storedAnswers(page: Page): Promise<unknown> {
  const reply = await page.request.get('/api/profile')
  return (await reply.json()).answer
}
