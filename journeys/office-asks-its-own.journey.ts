import type { Page } from '@playwright/test'
import { domestic } from '../form/testing/index.ts'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answersOf, fillThroughApi } from './support/by-hand.ts'
import { deskOf } from './support/staff-link.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'olive.own@mail.example', password: PASSWORD }
const ASKED = 'Have you worked for us before?'
const EXPLAINED = 'When was that, and where?'

/** What somebody presses on a page: buttons, links and lines that open, fields to be typed into, and lists to choose from. */
function pressesOn(desk: Page) {
  let presses = 0
  return {
    counted(task: string, most: number): void {
      console.log(`${task}: ${presses} presses`)
      expect(presses, task).toBeLessThanOrEqual(most)
      presses = 0
    },
    async press(name: string | RegExp, role: 'button' | 'link' | 'checkbox' = 'button'): Promise<void> {
      presses += 1
      await desk.getByRole(role, { name, exact: true }).click()
    },
    async open(words: string): Promise<void> {
      presses += 1
      await desk.locator('summary', { hasText: words }).click()
    },
    async type(name: string, words: string): Promise<void> {
      presses += 1
      await desk.getByLabel(name, { exact: true }).click()
      await desk.keyboard.press('ControlOrMeta+A')
      await desk.keyboard.insertText(words)
    },
    /** Goes on from a field, which is then kept: nothing can be checked before something is in the draft. */
    async leave(): Promise<void> {
      presses += 1
      await desk.keyboard.press('Tab')
    },
    /** Opens a list, and chooses in it. */
    async choose(name: string, option: string): Promise<void> {
      presses += 2
      await desk.getByRole('combobox', { name }).selectOption(option)
    },
  }
}

test('a registrar asks a question of her own, and an applicant in the middle answers it', async ({
  page,
  browser,
  product,
  mailbox,
  look,
}) => {
  const desk = await deskOf(browser, product, 'Rhea Rigg', 'registrar')
  const { press, open, type, leave, choose, counted } = pressesOn(desk)
  const second = await deskOf(browser, product, 'Sol Sand', 'registrar')
  const confirm = async (number: number) => {
    await second.goto('/staff/form')
    await second.getByRole('button', { name: `Confirm edition ${number}` }).click()
    await expect(second.getByText(`Edition ${number} is confirmed.`)).toBeVisible()
  }
  /** What it is about is said already, by what differs; a reason is typed where one is needed. */
  const publish = async (about: RegExp, number: number) => {
    await press('Check the draft')
    const why = desk.getByLabel('Why, for the record')
    await expect(desk.getByLabel('What this edition is about')).toHaveValue(about)
    if ((await why.getAttribute('aria-required')) === 'true')
      await type('Why, for the record', 'The office decided it.')
    await press('Publish now')
    await expect(
      desk.getByText(new RegExp(`^Edition ${number} (is in effect|waits for a second person)`)),
    ).toBeVisible()
    // What is done from here on is over this edition.
    await expect(desk.getByText(/Nothing (here )?differs from/)).toBeVisible()
    if (await desk.getByText(`Edition ${number} waits for a second person to confirm it.`).isVisible())
      await confirm(number)
  }

  await test.step('an applicant has answered half of the form', async () => {
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    await logIn(page, person)
    await fillThroughApi(page, product.address, { ...answersOf(domestic), first_name: 'Olive', last_name: 'Own' })
    await expect(page.locator('#first_name')).toHaveValue('Olive')
  })

  await test.step('the registrar asks yes or no, and on yes for more', async () => {
    await desk.getByRole('link', { name: 'The form' }).click()
    await press('Questions', 'link')
    await expect(desk.getByRole('heading', { name: 'What it asks' })).toBeVisible()
    await open('Contact')
    await press('Add a question to Contact')
    await choose('What kind', 'yes_no')
    await type('The question', ASKED)
    await type('What is asked on yes', EXPLAINED)
    await expect(desk.getByLabel('Its key in exports, for good')).toHaveValue('own_have_you_worked_for_us_before')
    await press('Add it')
    await expect(desk.getByRole('button', { name: `Change ${ASKED}` })).toBeFocused()
    await expect(desk.getByText(`Asked if “${ASKED}” is Yes.`)).toBeVisible()
    await publish(/^“Have you worked for us before\?” is asked · yes · \d+ more$/, 2)
    counted('a yes-or-no question with an explanation shown on yes', 20)
  })

  await test.step('by keyboard she moves it up, and stays on the button', async () => {
    await desk.getByRole('button', { name: `Change ${ASKED}` }).focus()
    await desk.keyboard.press('Enter')
    const up = desk.getByRole('button', { name: `Move up ${ASKED}` })
    await up.focus()
    await desk.keyboard.press('Enter')
    await expect(desk.getByText(`“${ASKED}” is now number 7 of 9.`)).toBeVisible()
    await expect(up).toBeFocused()
    await desk.keyboard.press('Enter')
    await expect(desk.getByText(`“${ASKED}” is now number 6 of 9.`)).toBeVisible()
    await expect(up).toBeFocused()
    await look('row', desk)
  })

  await test.step('what must be asked has no button, and says for whom', async () => {
    await desk.getByLabel('Find questions').fill('Last Name')
    await expect(desk.getByText('It must be asked, for the desk, mails and PDFs')).toBeVisible()
    const must = desk.locator('[data-item="last_name"]')
    await expect(must.getByRole('button', { name: 'Make it optional Last Name' })).toBeVisible()
    await expect(must.getByRole('button', { name: 'Stop asking Last Name' })).toHaveCount(0)
    await desk.getByLabel('Find questions').fill('Chosen name')
    await press('Make it required Chosen name')
    await expect(desk.getByText('“Chosen name” is required.')).toBeVisible()
    await press('Asked if… Chosen name')
    await choose('The answer to', 'first_name')
    await expect(desk.getByText('Asked if “First Name” is answered.')).toBeVisible()
    await look('condition', desk)
    await press('Cancel')
    await desk.getByLabel('Find questions').fill('')
    await press('Ready-made questions for Contact')
    await desk.getByLabel('Find a ready-made question').fill('relat')
    await expect(desk.getByRole('button', { name: 'Emergency contact (add it)' })).toBeVisible()
    await look('ready-made', desk)
    await press('Undo')
    await press('Undo')
    await press('Undo')
    await expect(desk.getByText('Nothing differs from what applicants see.')).toBeVisible()
  })

  await test.step('she drops what is about Gallatin', async () => {
    await desk.getByRole('link', { name: 'Words', exact: true }).click()
    counted('on the way', 99)
    await press('Questions', 'link')
    await type('Find questions', 'Gallatin')
    await press('Stop asking At Gallatin College')
    await expect(desk.getByText(/neither is one that goes by its answer/)).toBeVisible()
    await expect(desk.getByRole('button', { name: 'Ask again At Gallatin College' })).toBeFocused()
    await look('gallatin', desk)
    await publish(/^“At Gallatin College” is asked · not any more · 1 more$/, 3)
    counted('drop the Gallatin block', 6)
  })

  await test.step('the applicant reads what is new, answers it and submits', async () => {
    await page.locator('#middle_name').fill('Ann')
    await page.locator('#middle_name').blur()
    await expect(page.getByText('We changed the form after you opened it')).toBeVisible()
    await page.getByRole('button', { name: 'Show the new form' }).click()
    const asked = page.getByRole('radiogroup', { name: ASKED })
    await asked.getByText('Yes', { exact: true }).click()
    await page.getByRole('textbox', { name: EXPLAINED }).fill('In 2024, at the library.')
    await page.getByRole('textbox', { name: EXPLAINED }).blur()
    await expect(page.locator('#first_name')).toHaveValue('Olive')
    await look('answered')
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /Submit/ })
      .click()
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(/\/completion$/)
  })

  await test.step('the desk reads the answer', async () => {
    const pat = await deskOf(browser, product, 'Pat Lowe', 'processor')
    await pat.getByRole('link', { name: 'Own, Olive' }).click()
    const [view] = await Promise.all([
      pat.waitForEvent('popup'),
      pat.getByRole('button', { name: 'Read the application' }).click(),
    ])
    await expect(view.getByText(ASKED)).toBeVisible()
    await expect(view.getByText('In 2024, at the library.')).toBeVisible()
  })

  await test.step('a colleague reads her comment on a question, and is done with it', async () => {
    const comment = 'Do we still need this?'
    await desk.goto('/staff/form?questions')
    await desk.getByLabel('Find questions').fill('Chosen name')
    await desk.getByRole('button', { name: 'Comment… on Chosen name' }).click()
    await desk.getByLabel('Comment for colleagues').fill(comment)
    await desk.getByRole('button', { name: 'Keep the comment' }).click()
    await expect(desk.getByRole('button', { name: 'Comment… on Chosen name' })).toBeFocused()
    await second.goto('/staff/form?questions=chosen_name')
    const said = second.getByRole('list', { name: 'Comments on Chosen name' })
    await expect(said).toContainText(comment)
    await expect(said).toContainText('Rhea Rigg')
    await expect(second.getByText('Nothing differs from what applicants see.')).toBeVisible()
    await look('comment', second)
    await said.getByRole('button', { name: `Done with “${comment}”` }).click()
    await expect(said).toHaveCount(0)
  })

  await test.step('one list says who changed what, when and why', async () => {
    await desk.goto('/staff/form?history')
    const asked = desk.getByRole('table', { name: 'Asked from and until' })
    await expect(asked.getByRole('row', { name: new RegExp(ASKED.replace('?', '\\?')) })).toContainText('Edition 2')
    await expect(asked.getByRole('row', { name: /At Gallatin College/ })).toContainText('prev_attend_gallatin')
    await expect(desk.getByText('The office decided it.').first()).toBeVisible()
    await look('history', desk)
    counted('on the way', 99)
  })

  await test.step('she renames a question, and retires a major', async () => {
    await desk.getByRole('link', { name: 'Words', exact: true }).click()
    await type('Find words', 'Previous name')
    await type('Previous name', 'Former name')
    await leave()
    await publish(/Former name/, 4)
    counted('rename a question', 6)
    await desk.reload()
    await open('Majors')
    await press('No longer offer Geology')
    await publish(/^Majors: GEOL · taken out$/, 5)
    counted('retire a major', 6)
  })

  await test.step('she goes back', async () => {
    await desk.reload()
    await press('Go back to edition 1')
    await desk.getByRole('dialog').getByRole('textbox', { name: 'Why, for the record' }).fill('It was better.')
    await press('Go back')
    await expect(desk.getByText(/^Edition 6, equal to 1,/)).toBeVisible()
    counted('go back', 6)
  })
})
