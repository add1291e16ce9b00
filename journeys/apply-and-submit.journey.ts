import { type Application, emptyApplication, outlineOf, rowsOf } from '../engine/index.ts'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answerAll, form } from './support/applicant.ts'
import { pdfText, tight } from './support/pdf-text.ts'
import { proves } from './support/proves.ts'
import { expect, test } from './support/story.ts'

const EMAIL = 'maya.ortega@mail.example'
const person = { email: EMAIL, password: PASSWORD }

const beforeSigningUp = { first_name: 'Maya', last_name: 'Ortega-Lindqvist', ssn: '501-55-0187' }
const aboutHer = {
  middle_name: 'José',
  email_address: EMAIL,
  address_line_1: '418 Grand Avenue',
  address_line_2: '3B',
  city: 'Big Timber',
  state: 'Montana',
  zip: '59011',
  country: 'USA',
  mailing_addr_same_as_perm_addr: 'true',
  phone_mobile: '(406) 555-0142',
  optin_sms_ind: 'true',
  birth_date: '2004-02-29',
  us_citizen: 'N',
  perm_resident: 'Y',
  citizenship: 'NOR',
  degree_nondegree: 'DS',
  applied_major: 'GEOL',
  prev_attend_undergraduate: 'N',
}
const academicHistory = {
  ged_transfer: 'D',
  hs_name: 'Sweet Grass County High School',
  hs_city: 'Big Timber',
  grad_month: '6',
  grad_year: '2022',
  hs_class_rank: '12',
  college_name: 'Gallatin College',
  college_city: 'Bozeman',
  college_state: 'Montana',
  college_zip: '59715',
  college_country: 'USA',
  college_attend_from_month: '9',
  college_attend_from_year: '2022',
  suspended_academic: 'Y',
  suspended_academic_explain: 'A hard winter.\n\nI was ill for most of it.',
}
const secondCollege = { college_2_name: 'Универзитет у Београду', college_2_city: 'Београд', college_2_country: 'SRB' }
const conduct = { crime_no: 'true', pending_no: 'true', charges_dui: 'true' }
const signatures = { certify_checkbox: 'true', obligation_checkbox: 'true', legal_agree: 'true' }
const forgottenAboutHer = { entry_term: '202770' }
const forgotten = { register: 'N' }

test('a visitor fills in the form, signs up, submits, and downloads the application PDF', async ({
  page,
  mailbox,
  look,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loaded.push(request.url())
  })
  const add = page.getByRole('button', { name: /^Add another/ })
  const submit = page.getByRole('button', { name: 'Submit', exact: true })
  const summary = page.getByRole('heading', { name: 'We are missing some information!', exact: true })

  await test.step('she opens the application without an account', async () => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/about$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Personal Info' }), proves('2.routes.1')).toBeVisible()
    await expect(page.getByRole('link', { name: /^1 ?Personal Info/ }), proves('2.routes.1')).toHaveAttribute(
      'aria-current',
      'page',
    )
    for (const key of Object.keys(beforeSigningUp)) await expect(page.locator(`[id="${key}"]`)).toHaveValue('')
    await look('1-about-signed-out')
    await answerAll(page, beforeSigningUp)
    await expect(page.getByText('Create an account to save')).toBeVisible()
    for (const [key, value] of Object.entries(beforeSigningUp)) {
      await expect(page.locator(`[id="${key}"]`), proves('1.product.5', '1.visitor.1')).toHaveValue(value)
    }
  })

  await test.step('Save and Continue leads to signing up', async () => {
    await page.getByRole('button', { name: 'Save and Continue' }).click()
    await expect(page, proves('2.buttons.2', '6.anonymous.4')).toHaveURL(/\/signup$/)
    await look('2-signup')
  })

  await test.step('she signs up, confirms with the code that was mailed, and logs in', async () => {
    proves('1.student.1', '1.student.2')
    await signUp(page, mailbox, person)
    await look('3-login')
    await logIn(page, person)
  })

  await test.step('she finds her answers on the form', async () => {
    // The Social Security number is never in a draft, so it can only have come along through the cards.
    for (const [key, value] of Object.entries(beforeSigningUp)) {
      await expect(page.locator(`[id="${key}"]`), proves('1.visitor.3', '2.buttons.2')).toHaveValue(value)
    }
    await look('5-about-first-login')
  })

  await test.step('she fills in the three pages, saving as she goes', async () => {
    await answerAll(page, aboutHer)
    await look('6-about-filled')
    await page.getByRole('button', { name: 'Save and Continue' }).click()
    await expect(page).toHaveURL(/\/education$/)
    await answerAll(page, academicHistory)
    await expect(add, proves('2.buttons.5')).toBeVisible()
    await add.click()
    await answerAll(page, secondCollege)
    await look('7-education')
    await page.getByRole('button', { name: 'Save and Continue' }).click()
    await expect(page).toHaveURL(/\/final-steps$/)
    const { answer } = await (await page.request.get('/api/profile')).json()
    expect(answer, proves('1.student.3')).toMatchObject({ city: aboutHer.city, college_name: 'Gallatin College' })
    await answerAll(page, { ...conduct, ...signatures })
    await look('8-final-steps')
  })

  await test.step('she submits with something missing and is led to it', async () => {
    await expect(submit, proves('2.buttons.6')).toBeVisible()
    await submit.click()
    await expect(summary, proves('2.summary.1', '1.student.3')).toBeVisible()
    await expect(
      page.getByText(
        'The links below show what needs to be completed. Missing items will be highlighted on each page; simply fix them and then resubmit your application.',
        { exact: true },
      ),
      proves('2.summary.2'),
    ).toBeVisible()
    await look('9-missing')
  })

  await test.step('a link leads to a question on another page, and one to a question on this page', async () => {
    await page.getByRole('link', { name: 'When do you want to start?', exact: true }).click()
    await expect(page, proves('2.summary.3', '2.summary.4')).toHaveURL(/\/about#entry_term$/)
    await expect(page.locator('#entry_term'), proves('2.summary.5')).toBeInViewport()
    await expect(page.locator('#entry_term')).toBeFocused()
    await answerAll(page, forgottenAboutHer)
    const reported = page.waitForRequest('**/api/validations')
    await page.getByRole('link', { name: /^2 ?Academic History/ }).click()
    expect((await reported).postDataJSON(), proves('6.student.2')).toEqual({ register: [expect.any(String)] })
    await page.getByRole('link', { name: 'Please answer the question about registration as an offender.' }).click()
    await expect(page, proves('2.summary.3', '2.summary.4')).toHaveURL(/\/final-steps#register$/)
    await expect(page.locator('#register input').first()).toBeFocused()
    await expect(page.locator('#register'), proves('2.summary.5')).toBeInViewport()
    await answerAll(page, forgotten)
    await expect(summary).toBeHidden()
  })

  await test.step('she looks at a draft of her PDF first', async () => {
    const made = page.context().waitForEvent('response', (reply) => reply.url().includes('/documents/draft-pdf/'))
    await page.getByRole('button', { name: 'See a draft of your PDF' }).click()
    const shown = await made
    expect(shown.headers()).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' })
    const text = await pdfText(await (await page.request.get(shown.url())).body())
    expect(tight(text)).toContain(tight('Not signed, not submitted'))
  })

  await test.step('she submits and sees her receipt', async () => {
    await submit.click()
    await expect(page, proves('1.product.3', '1.student.3', '4.status.11')).toHaveURL(/\/completion$/)
    await expect(
      page.getByText('Your application was successfully submitted.').first(),
      proves('1.copy.1', '4.status.12'),
    ).toBeVisible()
    expect(loaded, proves('1.product.1')).toHaveLength(1) // from the blank form to here
    await expect(page.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/)).toBeVisible()
    await look('10-completion')
    const reference = (await page.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/).textContent()) ?? ''
    expect((await mailbox.mailTo(EMAIL, /^We have received/)).text).toContain(reference)
  })

  await test.step('the application PDF holds every answer she gave, and masks the secret one', async () => {
    const link = page.getByRole('link', { name: /PDF/ })
    await expect(link).toBeVisible()
    const reply = await page.request.get((await link.getAttribute('href')) ?? '')
    expect(reply.headers()['content-type'], proves('1.copy.2')).toContain('application/pdf')
    const text = tight(await pdfText(await reply.body()))
    const application: Application = {
      ...emptyApplication,
      answer: {
        ...beforeSigningUp,
        ...aboutHer,
        ...forgottenAboutHer,
        ...academicHistory,
        ...secondCollege,
        ...conduct,
        ...signatures,
        ...forgotten,
      },
      add_another: { colleges: 2 },
    }
    const rows = outlineOf(form, application).pages.flatMap((each) => rowsOf(each.items))
    const given = rows.filter((row) => row.answered && row.as !== 'tick').flatMap((row) => row.text.split('\n'))
    expect(given.length).toBeGreaterThan(30)
    expect(
      given.filter((each) => !text.includes(tight(each))),
      proves('1.product.4', '1.copy.2'),
    ).toEqual([])
    expect(text).toContain(tight('***-**-0187'))
    expect(text).not.toContain('501-55')
  })
})
