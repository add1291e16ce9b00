import { questionsShown } from '../engine/index.ts'
import { veteran } from '../form/testing/index.ts'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { form } from './support/applicant.ts'
import { answersOf, fillThroughApi } from './support/by-hand.ts'
import { drawnSince, watchDrawings } from './support/drawings.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'kay.stroke@mail.example', password: PASSWORD }
const onPage = questionsShown(form, veteran).filter(({ page }) => page === 'about')
const texts = onPage.filter(({ question }) => question.kind === 'text').map(({ question }) => question.key)

test('a keystroke in a text field of the fullest page draws only that field', async ({ page, product, mailbox }) => {
  await page.goto('/signup')
  await signUp(page, mailbox, person)
  await logIn(page, person)
  await watchDrawings(page)
  await fillThroughApi(page, product.address, answersOf(veteran))
  await expect(page.getByRole('button', { name: 'Edit Residence 4' })).toBeVisible()
  await test.step('everything that is folded is opened, as the search of the browser does', async () => {
    await page.evaluate(() => {
      for (const folded of document.querySelectorAll('[hidden]')) folded.dispatchEvent(new Event('beforematch'))
    })
  })
  for (const key of texts) await expect(page.locator(`[id="${key}"]`)).toBeVisible()

  expect(onPage.length, 'questions on the page').toBeGreaterThan(100)
  expect(texts.length, 'of which for text').toBeGreaterThan(30)
  await test.step('what is counted is really counted', async () => {
    const { keys } = await drawnSince(page)
    expect(keys).toEqual(expect.arrayContaining(texts))
  })
  for (const key of texts.filter((_, index) => index % 4 === 0)) {
    const field = page.locator(`[id="${key}"]`)
    await field.focus()
    await field.press('End')
    // Leaving the previous field saves it, and the reply is drawn too: wait until nothing is drawn any more.
    await expect.poll(async () => (await drawnSince(page)).parts, { intervals: [300] }).toBe(0)
    // On a busy machine something late, such as the section in view, may be drawn with a keystroke, but not with each. A
    // box that searches draws its list too.
    const drawn = async () => {
      await field.press('a')
      const { keys, parts } = await drawnSince(page)
      return { keys, isLittle: parts < 20 }
    }
    await expect.poll(drawn, `drawn by a keystroke in ${key}`).toEqual({ keys: [key], isLittle: true })
  }
})
