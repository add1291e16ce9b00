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
    /** Opens a list, and chooses in it. */
    async choose(name: string, option: string): Promise<void> {
      presses += 2
      await desk.getByRole('combobox', { name }).selectOption(option)
    },
  }
}

test('a registrar asks a question of her own while an applicant is in the middle, and moves it by keyboard', async ({
  page,
  browser,
  product,
  mailbox,
  look,
}) => {
  const desk = await deskOf(browser, product, 'Rhea Rigg', 'registrar')
  const { press, open, type, choose, counted } = pressesOn(desk)
  const second = await deskOf(browser, product, 'Sol Sand', 'registrar')
  const confirm = async (number: number) => {
    await second.goto('/staff/form')
    await second.getByRole('button', { name: `Confirm edition ${number}` }).click()
    await expect(second.getByText(`Edition ${number} is confirmed.`)).toBeVisible()
  }
  const publish = async (title: string, number: number) => {
    await press('Check the draft')
    await type('What this edition is about', title)
    await desk.getByLabel('Why, for the record').fill('The office decided it.')
    await press('Publish now')
    await expect(
      desk.getByText(new RegExp(`^Edition ${number} (is in effect|waits for a second person)`)),
    ).toBeVisible()
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
    await look('outline', desk)
    await open('Contact')
    await press('Add a question to Contact')
    await choose('What kind', 'yes_no')
    await type('The question', ASKED)
    await type('What is asked on yes', EXPLAINED)
    await expect(desk.getByText('own_have_you_worked_for_us_before')).toBeVisible()
    await look('adding', desk)
    await press('Add it')
    await expect(desk.getByRole('button', { name: `Change ${ASKED}` })).toBeFocused()
    await expect(desk.getByText(`Asked if “${ASKED}” is Yes.`)).toBeVisible()
    await publish('A question of ours', 2)
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
})
