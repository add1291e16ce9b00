import type { Locator } from '@playwright/test'
import { admissions as form } from '../form/index.ts'
import { logIn, PASSWORD } from './support/accounts.ts'
import { takenOver } from './support/applicant.ts'
import { fillContact, inSpanish, textsOn, wordsOf } from './support/other-words.ts'
import { pdfText, tight } from './support/pdf-text.ts'
import { deskOf } from './support/staff-link.ts'
import { expect, test } from './support/story.ts'
import { readAloud } from './support/virtual-reader.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
test.use({ expectedFaults: [/status of 400/] }) // a wrong password

const EMAIL = 'lucia@mail.example'

test('a parent who reads Spanish fills in the application with her daughter, from the first name to the receipt', async ({
  page,
  browser,
  product,
  mailbox,
  look,
}) => {
  const texts = await wordsOf(product.address, 'es')
  /** The Spanish for an English text, which must have one. */
  const es = (english: string): string => {
    const text = texts[english]
    if (typeof text !== 'string') throw new Error(`There is no Spanish for “${english}”.`)
    return text
  }
  const button = (english: string) => page.getByRole('button', { name: es(english), exact: true })
  const field = (id: string) => page.locator(`[id="${id}"]`)
  const radio = (id: string, english: 'Yes' | 'No') =>
    field(id)
      .getByRole('radio', { name: new RegExp(`^${es(english)}`) })
      .check()
  const pairs = Object.entries(texts).filter(([english, own]) => typeof own === 'string' && own !== english)
  const english = new Set(pairs.map(([each]) => each))
  const spanish = new Set(pairs.map(([, own]) => String(own)).filter((own) => !english.has(own)))
  /** No text of the page is a sentence of the other language, and the link to that one says which it is. */
  const expectAll = async (language: 'en' | 'es', where: string) => {
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    const [other, name] = language === 'es' ? (['en', 'English'] as const) : (['es', 'Español'] as const)
    await expect(page.getByRole('banner').locator(`[hreflang=${other}][lang=${other}]`), where).toHaveText(name)
    const foreign = language === 'es' ? english : spanish
    await expect.poll(async () => (await textsOn(page)).filter((each) => foreign.has(each)), where).toEqual([])
  }
  const expectSpanish = (where: string) => expectAll('es', where)
  /** What is said beside a box, in which somebody has mistyped something. */
  const mistakes = [
    ['zip', es('Enter a five-digit ZIP code, like 59717.'), '5', '59601'],
    ['phone_mobile', es('Please enter a valid cell phone/text number.'), '12', '4065550142'],
    ['contact_email_address', es('Please enter a valid contact email address'), 'lucia', ''],
  ] as const
  const spoken = [...english].filter((each) => / \S+ /.test(each) && ![...spanish].some((own) => own.includes(each)))
  /** What a screen reader says has no English sentence in it, no place that nobody filled, and these words. */
  const expectHeard = async (where: string, ...words: readonly string[]) => {
    // It also says the code of an option, which no browser does.
    const said = (await readAloud(page)).filter((each) => !each.startsWith('option, '))
    const wrong = said.filter((each) => /[{}]/.test(each) || spoken.some((sentence) => each.includes(sentence)))
    expect(wrong, `said of ${where}`).toEqual([])
    for (const each of words) expect(said, `said of ${where}`).toContain(each)
  }
  const change = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true }).click()
  /** In the middle of a page: all of it changes, and nothing typed is lost. */
  const thereAndBack = async (where: string, box?: Locator) => {
    const value = (await box?.inputValue()) ?? ''
    await change('English')
    await expectAll('en', `${where}, in English`)
    if (box) await expect(box).toHaveValue(value)
    await change('Español')
    await expectSpanish(`${where}, in Spanish again`)
    if (box) await expect(box).toHaveValue(value)
  }

  await test.step('the link changes the page under what she has typed, and keeps the focus', async () => {
    await page.goto('/')
    await takenOver(page)
    await field('first_name').fill('Lucía')
    await field('birth_date').fill('2')
    const link = page.getByRole('link', { name: 'Español' })
    await link.focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await expect(page.getByRole('link', { name: 'English' })).toBeFocused()
    await expect(field('first_name')).toHaveValue('Lucía')
    await expect(field('birth_date')).toHaveValue('2')
    await expectSpanish('Personal Info')
    await page.reload()
    await expect(field('first_name')).toHaveValue('Lucía')
    await expectSpanish('Personal Info, loaded again')
    await look('about')
  })

  await test.step('Personal Info', async () => {
    await field('last_name').fill('Ortega')
    await field('birth_date').fill('2')
    await field('birth_date-day').fill('30')
    await field('birth_date-year').fill('2004')
    await field('birth_date-year').blur()
    const noSuchDate = es('That date doesn’t exist. Check the month, the day and the year.')
    await expect(field('birth_date-error')).toHaveText(noSuchDate)
    await field('birth_date-day').fill('28')
    await radio('us_citizen', 'Yes')
    await fillContact(page, EMAIL)
    await radio('degree_nondegree', 'No')
    for (const [key, , wrong] of mistakes) await field(key).fill(wrong)
    await thereAndBack('Personal Info', field('last_name'))
    await button('Save and Continue').click()
  })

  await test.step('the cards and the mail with the code', async () => {
    await expect(page).toHaveURL(/\/signup$/)
    await expectSpanish('Sign Up')
    await page.locator('#password').fill('corta')
    await button('Submit').click()
    await expectSpanish('Sign Up with a wrong password')
    await look('sign-up')
    await page.locator('#password').fill(PASSWORD)
    await thereAndBack('Sign Up', page.locator('#password'))
    await button('Submit').click()
    await expect(page).toHaveURL(/\/confirm$/)
    await expectSpanish('Confirm')
    await expectHeard('Confirm', `button, ${es('Submit')}`)
    await look('confirm')
    await thereAndBack('Confirm')
    const mail = await mailbox.mailTo(EMAIL, /./)
    expect(mail.html).toContain('lang="es"')
    expect(mail.subject).not.toMatch(/confirm your/i)
    expect(mail.html).toContain('/about?lang=en" lang="en" hreflang="en">English</a>')
    await page.locator('#code').fill(/\b\d{6}\b/.exec(mail.text)?.[0] ?? '')
    await button('Submit').click()
    await expect(page).toHaveURL(/\/login$/)
    await expectSpanish('Log In')
    await page.locator('#password').fill('No es esta 2027')
    await button('Submit').click()
    const refusal = es('That email or password isn’t right. Try again or reset your password.')
    await expect(page.getByRole('listitem').getByText(refusal, { exact: true })).toBeVisible()
    await expectSpanish('Log In with a wrong password')
    await look('log-in')
    await thereAndBack('Log In', page.locator('#username'))
    await page.locator('#password').fill(PASSWORD)
    await button('Submit').click()
    await expect(page).toHaveURL(/\/about$/)
    await expect(field('email_address')).toHaveValue(EMAIL)
    await expectSpanish('Personal Info with an account')
    await button('Save and Continue').click()
  })

  await test.step('Academic History', async () => {
    await expect(page).toHaveURL(/\/education$/)
    await field('college_name').fill('Carroll')
    await page.getByRole('option', { name: /^Carroll College Helena/ }).click()
    await expect(page.getByText('Carroll College').first()).toBeVisible()
    await thereAndBack('Academic History')
    await expect(page.getByText('Carroll College').first()).toBeVisible()
    await expectSpanish('Academic History')
    await expectHeard('Academic History', `heading, ${es('Academic History')}, level 1`)
    await look('education')
    await button('Save and Continue').click()
  })

  await test.step('what is missing is said in Spanish, and what is signed is the same', async () => {
    await expect(page).toHaveURL(/\/final-steps$/)
    await button('Submit').click()
    await expect(page.getByRole('heading', { name: es('We are missing some information!') })).toBeVisible()
    await expectSpanish('Final Steps with everything missing')
    await expectHeard('what is missing', `link, ${es('Please answer the question about registration as an offender.')}`)
    await look('missing')
    await page.getByRole('link', { name: mistakes[0][1] }).click()
    await expect(page).toHaveURL(/\/about/)
    for (const [key, message] of mistakes) await expect(field(`${key}-error`)).toHaveText(message)
    await expectSpanish('Personal Info with mistakes')
    await expectHeard('Personal Info with mistakes', ...mistakes.map(([, message]) => message))
    await look('mistakes')
    for (const [key, , , right] of mistakes) await field(key).fill(right)
    await page.getByRole('link', { name: new RegExp(es('Submit')) }).click()
    await expect(page).toHaveURL(/\/final-steps/)
    for (const group of ['crime', 'pending', 'charges']) await field(`${group}_no-N`).check()
    await radio('register', 'No')
    for (const key of ['certify_checkbox', 'obligation_checkbox', 'legal_agree']) await field(key).check()
    await thereAndBack('Final Steps')
    await button('Submit').click()
  })

  await test.step('the receipt, on the page and as a mail', async () => {
    await expect(page).toHaveURL(/\/completion$/)
    await thereAndBack('the receipt')
    await look('receipt')
    const mail = await mailbox.mailTo(EMAIL, /solicitud/i)
    expect(mail.html).toContain('lang="es"')
  })

  const CERTIFIED = 'I certify that everything in this application is complete and true.'
  await test.step('her PDF is in Spanish, with what she signed in both languages', async () => {
    const link = page.getByRole('link', { name: /PDF/ })
    await expect(link).toBeVisible({ timeout: 60_000 })
    const text = tight(await pdfText(await (await page.request.get((await link.getAttribute('href')) ?? '')).body()))
    for (const each of [es(form.pages[0]?.title ?? ''), 'Certifico que todo en esta solicitud', CERTIFIED])
      expect(text).toContain(tight(each))
    expect(text).not.toContain(tight('Entry term'))
  })

  await test.step('staff read it in English, see in which language it was answered, and can read that too', async () => {
    const june = await deskOf(browser, product, 'June Hale', 'processor')
    await june.getByRole('link', { name: 'Ortega, Lucía' }).click()
    await expect(june.getByText('Answered in')).toBeVisible()
    await look('answered-in', june)
    const opened = june.context().waitForEvent('page')
    await june.getByRole('button', { name: 'Read the application' }).click()
    const view = await opened
    await expect(view.getByText('The applicant answered in Spanish.')).toBeVisible()
    await expect(view.getByText(CERTIFIED)).toBeVisible()
    await expect(view.getByText('Certifico que')).toHaveCount(0)
    await view.getByRole('button', { name: 'Read it as they did' }).click()
    await expect(view.getByText('Certifico que')).toBeVisible()
    await expect(view.getByText(CERTIFIED)).toBeVisible() // what is signed stands in both
    await look('as-read', view)
  })

  await test.step('another device takes her language when she logs in, and keeps it for the log-in of the next person', async () => {
    const context = await browser.newContext({ baseURL: product.address, locale: 'en-US' })
    const other = await context.newPage()
    await other.goto('/login')
    await expect(other.locator('html')).toHaveAttribute('lang', 'en')
    await logIn(other, { email: EMAIL, password: PASSWORD })
    await expect(other).toHaveURL(/\/completion$/)
    await expect(other.locator('html')).toHaveAttribute('lang', 'es')
    await expect(other.getByRole('link', { name: 'English' })).toBeVisible()
    await other.reload()
    await expect(other.locator('html')).toHaveAttribute('lang', 'es')
    await other.getByRole('button', { name: es('Account'), exact: true }).click()
    await other.getByRole('button', { name: es('Log out') }).click()
    await expect(other).toHaveURL(/\/login$/)
    await other.reload()
    await expect(other.locator('html')).toHaveAttribute('lang', 'es')
    expect((await context.cookies()).find(({ name }) => name === 'causeway_language')?.value).toBe('account.es')
    await context.close()
  })
})

/** The pages and cards that the story above does not come by. */
const OTHER_PAGES = [
  '/forgot',
  `/reset?${new URLSearchParams({ username: EMAIL, id: 'x'.repeat(43) })}`,
  '/from-phone#nobody-knows-this',
  '/check-pdf',
  '/documents/0198c0de-0000-7000-8000-000000000000/1/wrong',
  '/documents/application-pdf/0198c0de-0000-7000-8000-000000000000/1/wrong',
] as const

test.describe('on the pages that few see', () => {
  test.use({ expectedFaults: [/status of 404/] })

  test('the language is changed, and nothing of the other one is left', async ({ page, product }) => {
    const { expectSpanish, expectEnglish } = await inSpanish(page, product.address)
    const html = page.locator('html')
    const change = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true }).click()
    await page.goto('/about?lang=es')
    for (const address of OTHER_PAGES)
      await test.step(address, async () => {
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(html).toHaveAttribute('lang', 'es')
        await expectSpanish(address)
        await change('English')
        await expect(html).toHaveAttribute('lang', 'en')
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectEnglish(address)
        await change('Español')
        await expect(html).toHaveAttribute('lang', 'es')
        await expectSpanish(`${address} again`)
      })
  })
})

test.describe('a browser that prefers Spanish', () => {
  test.use({ locale: 'es-MX' })

  test('is offered it in Spanish, on a page in English, until its person chooses either', async ({ page, look }) => {
    const html = page.locator('html')
    const link = page.getByRole('banner').getByRole('link', { name: 'Leer en español', exact: true })
    await page.goto('/about')
    await takenOver(page)
    await expect(html).toHaveAttribute('lang', 'en')
    await expect(link).toHaveAttribute('lang', 'es')
    await look('proposed')
    await link.click()
    await expect(html).toHaveAttribute('lang', 'es')
    await page.getByRole('link', { name: 'English', exact: true }).click()
    await expect(html).toHaveAttribute('lang', 'en')
    await expect(link).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('link', { name: 'Español', exact: true })).toBeVisible()
  })
})
