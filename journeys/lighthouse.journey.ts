import { domestic } from '../form/testing/index.ts'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answersOf, fillThroughApi } from './support/by-hand.ts'
import { startLighthouse, whyNoLighthouse } from './support/lighthouse.ts'
import { command } from './support/operator.ts'
import { signInByLink } from './support/staff-link.ts'
import { expect, skipBecause, test } from './support/story.ts'

skipBecause(whyNoLighthouse(), 'Lighthouse')

/** What a page must have in every column, of 100. */
const ENOUGH = 95
const person = { email: 'lena.hart@mail.example', password: PASSWORD }

test('Lighthouse finds the pages of applicants and of staff quick, accessible and sound', async ({
  product,
  mailbox,
}) => {
  const lighthouse = await startLighthouse(product.address)
  const expectGood = async (path: string, skipped: readonly string[] = []) => {
    const { columns, lost } = await lighthouse.grades(path, ENOUGH, skipped)
    console.log(
      `Lighthouse, ${path}: ${Object.entries(columns)
        .map(([column, grade]) => `${column} ${grade}`)
        .join(', ')}`,
    )
    expect.soft(Math.min(...Object.values(columns)), `${path}\n${lost.join('\n')}`).toBeGreaterThanOrEqual(ENOUGH)
  }
  try {
    await expectGood('/about')
    await expectGood('/login')

    const page = await lighthouse.context.newPage()
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    await logIn(page, person)
    await fillThroughApi(page, product.address, answersOf(domestic))
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /Submit/ })
      .click()
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(/\/completion$/)
    await page.goto('about:blank') // a second tab of the application would be a page of its own
    await expectGood('/completion')

    await command(product, 'sample-applications', '60')
    await signInByLink(product, page, 'June Hale', 'processor')
    await page.goto('about:blank')
    // No search engine should find the desk, which its page says; Lighthouse takes that for a mistake.
    await expectGood('/staff', ['is-crawlable'])
  } finally {
    await lighthouse.stop()
  }
})
