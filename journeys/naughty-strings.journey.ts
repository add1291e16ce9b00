import { canonicalAnswers, questionsShown } from '../engine/index.ts'
import { domestic } from '../form/testing/index.ts'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answer, form } from './support/applicant.ts'
import { answersOf, fillThroughApi } from './support/by-hand.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'bobby.tables@mail.example', password: PASSWORD }
/** Strings that a one-line field can contain, typed or pasted. */
const naughty = [
  `O'Brien "the quick" \`n\` \\ / | & ; % $ # @`,
  '<script>window.harmed = true</script>',
  '"><img src=x onerror="window.harmed = true">',
  'javascript:window.harmed=true',
  "'; drop table application; --",
  '__proto__ constructor [object Object]',
  'عمر الخيام שלום',
  '\u202eright to left\u202c zero\u200bwidth',
  '漢字 ქართული தமிழ்',
  '👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽',
  '  space before and after  ',
  'z'.repeat(10_000),
]
const TOO_MUCH = 'z'.repeat(10_001)

// The browser reports the save that the server refuses in the last step.
test.use({ expectedFaults: [/the server responded with a status of 400/] })

test('whatever is typed into a text question is there again after a reload, as far as it shows, and none of it is executed', async ({
  page,
  product,
  mailbox,
}) => {
  // An answer about a parent opens the questions about parents.
  const applicant = { ...domestic, answer: { ...domestic.answer, parent_relationship: 'MOTHER' } }
  const keys = questionsShown(form, applicant)
    .filter((shown) => shown.page === 'about' && shown.question.kind === 'text')
    .map(({ question }) => question.key)
  const typed = keys.map((key, index) => [key, naughty[index % naughty.length] ?? ''] as const)
  const saved = () => expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await test.step('she has an application', async () => {
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    await logIn(page, person)
    await fillThroughApi(page, product.address, answersOf(applicant))
  })

  await test.step('she types it all', async () => {
    expect(typed.length).toBeGreaterThanOrEqual(naughty.length)
    for (const [key, text] of typed) await answer(page, key, text)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await saved()
  })

  await test.step('it is there after a reload', async () => {
    await page.reload()
    const stored = canonicalAnswers(form, Object.fromEntries(typed))
    for (const [key] of typed) await expect(page.locator(`[id="${key}"]`)).toHaveValue(stored[key] ?? '')
    expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
  })

  await test.step('what is too long to keep stays in its box with a message, and the rest is saved', async () => {
    await answer(page, 'middle_name', TOO_MUCH)
    await answer(page, 'prev_name', 'Kept')
    await saved()
    await expect(page.locator('#middle_name')).toHaveValue(TOO_MUCH)
    await expect(page.getByText(/couldn’t save|can’t save|not saved/i).first()).toBeVisible()
    await page.reload()
    await expect(page.locator('#prev_name')).toHaveValue('Kept')
  })
})
