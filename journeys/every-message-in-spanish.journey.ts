import type { Page } from '@playwright/test'
import { type AnswerMap, canonicalAnswers, problemsIn } from '../engine/index.ts'
import { warningsIn } from '../form/index.ts'
import { domestic, ledger, warned } from '../form/testing/index.ts'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { form, openSectionOf } from './support/applicant.ts'
import { inSpanish } from './support/other-words.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'elena@mail.example', password: PASSWORD }

/** A message of the form: at which key, and the answers that bring it about besides those that are in order. */
type Row = { readonly key: string; readonly message: string; readonly answer: AnswerMap }

const given = (answer: AnswerMap) => ({ ...domestic, answer: { ...domestic.answer, ...answer } })
const problemsOf = (answer: AnswerMap, today: string) =>
  problemsIn(form, given(answer), today).map(({ key, message }) => ({ key, message }))
const warningsOf = (answer: AnswerMap, today: string) =>
  Object.entries(warningsIn(given(answer).answer, today)).map(([key, message]) => ({ key, message }))

/**
 * The rows of the ledger. Of the answers that are refused, those that are today, because ages are counted from it, also
 * once they are stored, and the last of them, because the address of the account stands for one that is left out.
 */
const refusedRows = (today: string): readonly Row[] =>
  Object.values(ledger)
    .flat()
    .map(([, key, message, , refused]) => {
      const isMet = (answer: AnswerMap) => has(problemsOf(answer, today), { key, message })
      const answer = refused.map((each) => canonicalAnswers(form, each)).findLast(isMet)
      if (answer === undefined) throw new Error(`Nothing brings about “${message}” at ${key}.`)
      return { key, message, answer }
    })

/** With these the questions are asked of which the form may warn. */
const asked: AnswerMap = {
  us_citizen: 'N',
  perm_resident: 'Y',
  intl_other_first_language: 'Y',
  intl_english_at_school: '2',
  mailing_addr_same_as_perm_addr: '',
  military_served: 'Y',
  military_active_duty: 'N',
  sat_taken: 'Y',
  sat_taken_unsure: '',
  act_taken_unsure: '',
  ged_transfer: 'D',
}
const askedBesides: Readonly<Record<string, AnswerMap>> = { hs_expected_month: { ged_transfer: 'S' } }

/** What the form says of answers that can hardly be meant, once each. */
function warnedRows(today: string): readonly Row[] {
  const rows = warned.flatMap(([, answer, keys]) =>
    warningsOf(answer, today).flatMap((each) =>
      Object.hasOwn(keys, each.key) ? [{ ...each, answer: { ...asked, ...askedBesides[each.key], ...answer } }] : [],
    ),
  )
  return [...new Map(rows.map((row) => [name(row), row])).values()]
}

const NUMBER = 'ssn'

type Said = { readonly key: string; readonly message: string }
const name = ({ key, message }: Said) => `${key}: ${message}`
const has = (said: readonly Said[], { key, message }: Said) =>
  said.some((each) => each.key === key && each.message === message)

/** As few applications as have each of these messages. */
function applicationsWith(
  rows: readonly Row[],
  saidOf: (answer: AnswerMap) => readonly Said[],
): readonly { readonly answer: AnswerMap; readonly rows: readonly Row[] }[] {
  const found: { answer: AnswerMap; rows: readonly Row[] }[] = []
  for (const row of rows) {
    const joined = found.find((each) => {
      const keys = Object.keys(row.answer)
      if (keys.some((key) => Object.hasOwn(each.answer, key) && each.answer[key] !== row.answer[key])) return false
      const said = saidOf({ ...each.answer, ...row.answer })
      return [...each.rows, row].every((one) => has(said, one))
    })
    if (joined) Object.assign(joined, { answer: { ...joined.answer, ...row.answer }, rows: [...joined.rows, row] })
    else found.push({ answer: row.answer, rows: [row] })
  }
  return found
}

/** Puts these answers into the application instead of those of the last time, and loads the page with them. */
async function answerOnly(page: Page, answer: AnswerMap, before: AnswerMap): Promise<void> {
  const blank = Object.fromEntries(Object.keys(before).map((key) => [key, '']))
  const reply = await page.request.put('/api/answer', { data: { ...blank, ...given(answer).answer } })
  const { conflicts, superseded } = await reply.json()
  expect([conflicts, superseded]).toEqual([{}, {}])
  await page.reload()
}

test.describe('each message that the form has', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('is met in Spanish, in the list of what is missing and beside its question', async ({
    page,
    product,
    mailbox,
  }) => {
    const { es, expectSpanish } = await inSpanish(page, product.address)
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    await logIn(page, person)
    await page.getByRole('banner').getByRole('link', { name: 'Español', exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    const { today } = await (await page.request.get('/api/profile')).json()
    const met = new Set<string>()
    /** Each of these is met; those that are not are named. */
    const expectMet = (rows: readonly Row[], isMet: (row: Row) => Promise<boolean>) =>
      expect
        .poll(async () => (await Promise.all(rows.map(async (row) => ((await isMet(row)) ? [] : [name(row)])))).flat())
        .toEqual([])
    const open = async (slug: string) => {
      await page.locator(`nav a[href="/${slug}"]`).click()
      await expect(page).toHaveURL(new RegExp(`/${slug}$`))
    }
    /** Opens a page by its step, and reads what stands beside the questions of these rows there. */
    const meetBeside = async (rows: readonly Row[]) => {
      for (const { slug, keys } of form.pages) {
        const here = rows.filter(({ key }) => keys.some((each) => each === key))
        if (here.length === 0) continue
        await open(slug)
        /** What stands in the frame of the question, which has one for the two boxes of a month and a year. */
        const beside = ({ key }: Row) =>
          page.locator('[data-field]', { has: page.locator(`[id="${key}"], [id="${key}-error"]`) }).allTextContents()
        await expectMet(here, async (row) => (await beside(row)).some((text) => text.includes(es(row.message))))
        for (const row of here) met.add(name(row))
        await expectSpanish(`${slug} with ${here.map(name).join('; ')}`)
      }
    }

    let before: AnswerMap = {}
    page.setDefaultTimeout(20_000)
    const refused = refusedRows(today)
    for (const { answer, rows } of applicationsWith(refused, (each) => problemsOf(each, today)))
      await test.step(`${rows.length} that refuse`, async () => {
        await answerOnly(page, answer, before)
        before = answer
        await open('final-steps')
        await page.getByRole('button', { name: es('Submit'), exact: true }).click()
        await expect(page.getByRole('heading', { name: es('We are missing some information!') })).toBeVisible()
        const listed = page.getByRole('main').getByRole('link')
        await expectMet(rows, async (row) => (await listed.allTextContents()).includes(es(row.message)))
        await expectSpanish(`the list with ${rows.map(name).join('; ')}`)
        await meetBeside(rows)
      })

    const warnings = warnedRows(today)
    // A number that is stored does not come back, so of it something is said only to who types it.
    const ofNumbers = warnings.filter(({ key }) => key === NUMBER)
    const ofStored = warnings.filter(({ key }) => key !== NUMBER)
    for (const { answer, rows } of applicationsWith(ofStored, (each) => warningsOf(each, today)))
      await test.step(`${rows.length} that warn`, async () => {
        await answerOnly(page, answer, before)
        before = answer
        await meetBeside(rows)
      })

    await test.step('a number that nobody has', async () => {
      await open('about')
      for (const row of ofNumbers) {
        await openSectionOf(page, NUMBER)
        await page.locator(`#${NUMBER}`).fill(row.answer[NUMBER] ?? '')
        await page.locator(`#${NUMBER}`).blur()
        await meetBeside([row])
      }
    })

    expect(refused).toHaveLength(Object.values(ledger).flat().length)
    expect([...met].toSorted()).toEqual([...new Set([...refused, ...warnings].map(name))].toSorted())
  })
})
