import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { po } from 'gettext-parser'
import type { AnswerMap } from '../engine/index.ts'
import { domestic } from '../form/testing/index.ts'
import { PASSWORD } from './support/accounts.ts'
import { choose, pdf } from './support/documents.ts'
import { inSpanish } from './support/other-words.ts'
import { expect, test } from './support/story.ts'

const EMAIL = 'ernesto@mail.example'

/** What the server refuses: the code of the catalog, the status and the English sentence of the reply. */
type Refusal = readonly [code: string, status: number, sentence: string]

/** By where they are met, each at a call that is refused so. Those without a status come from the server itself. */
const refusals = {
  logIn: [
    ['unexpected', 500, "We've encountered an unexpected error at this time. Please try again later."],
    ['busy', 503, 'We’re very busy right now. Please try again in a moment.'],
    ['not_confirmed', 403, 'This account isn’t confirmed yet. Enter the code we emailed you, or request a new one.'],
    ['wrong_credentials', 400, 'That email or password isn’t right. Try again or reset your password.'],
    ['malformed', 400, 'We couldn’t read that request.'],
    ['too_large', 413, 'That’s too large to save at once.'],
    ['too_slow', 408, 'That took too long to reach us. Please try again.'],
    ['not_json', 415, 'Only JSON is accepted.'],
    ['cross_site', 403, 'This request did not come from the application itself.'],
    ['too_many', 429, 'Too many attempts. Please try again later.'],
    ['not_found', 404, 'We couldn’t find that.'],
    ['database_away', 503, 'We can’t reach our records right now. Please try again in a moment.'],
    [
      'login_code_needed',
      403,
      'Someone entered many wrong passwords for this account. To keep it safe, we emailed you a code. Enter it below and submit again.',
    ],
  ],
  signUp: [['invalid_fields', 400, 'Please fix the marked fields and try again.']],
  confirm: [
    ['wrong_code', 400, 'That code isn’t right, or it has expired. Check it or request a new one.'],
    ['expired_code', 400, 'This code has expired. Request a new one.'],
    ['proof_needed', 400, 'To confirm on this device, please also enter the password you chose when you signed up.'],
  ],
  reset: [
    ['used_link', 400, 'This password reset link was already used or isn’t valid. Request a new one.'],
    ['expired_link', 400, 'This password reset link has expired. Request a new one.'],
  ],
  changePassword: [['wrong_password', 400, 'Your current password isn’t right.']],
  changeEmail: [
    [
      'taken_email',
      409,
      'This email address has an account of its own by now. Use another address, or log in to that account.',
    ],
  ],
  addEntry: [
    ['unknown_block', 400, 'That section isn’t part of this application.'],
    ['too_many_entries', 400, 'You can’t add any more here.'],
    ['removal_not_named', 400, 'To remove an entry, name the one to remove.'],
    [
      'changed_elsewhere',
      409,
      'This section was just changed on another device or in another tab. Please check it and try again.',
    ],
  ],
  chooseTab: [['conversion_running', 409, 'Please wait until the file upload has completed.']],
  upload: [
    ['no_upload_question', 400, 'This question doesn’t take a document. Please reload the page.'],
    ['not_asked', 409, 'This document isn’t needed with the answers you have now. Check them, and try again.'],
    ['foreign_file', 403, 'This file wasn’t uploaded for this question. Please choose it again.'],
    ['no_file', 400, 'We didn’t get the file. Please choose it again.'],
    ['request_ended', 409, 'This document can no longer be added here. Please contact us if we still need it.'],
    [
      'storage_away',
      503,
      'We can’t reach your files right now. Your answers are still being saved. Please try again in a few minutes.',
    ],
  ],
  store: [['refused_upload', 403, 'This upload is not allowed or has expired. Please choose the file again.']],
  deleteAccount: [
    ['submitted_stays', 409, 'A submitted application can’t be deleted here. Please contact us.'],
    ['on_hold', 409, 'This can’t be deleted right now. Please contact us.'],
  ],
  postStatus: [
    ['not_forward', 409, 'An application can’t go back to an earlier status.'],
    ['only_submit_submits', 409, 'You can submit an application only with the Submit button.'],
  ],
  submit: [
    ['incomplete', 422, 'We are missing some information!'],
    ['closed_term', 409, '{term} closed on {date}. Please choose another term.'],
    ['last_term_closed', 409, '{term} closed on {date}. No other term is open for applications.'],
    ['early_term', 409, '{term} opens on {date}. You can fill in this form and save it now, and submit it then.'],
  ],
  applyAgain: [
    ['not_submitted', 409, 'This application is not submitted yet.'],
    ['too_many_applications', 409, 'You can’t start more applications. Please contact us.'],
  ],
  withdraw: [['withdrawn', 409, 'This application was withdrawn.']],
} as const satisfies Readonly<Record<string, readonly Refusal[]>>

/** What the server itself says on these pages, without anything in between. */
const opened = [
  [
    '/education?token=nobody-knows-this',
    'This link has expired or isn’t valid, so we couldn’t fill in your answers. You can start with an empty form.',
  ],
  [
    '/documents/0198c0de-0000-7000-8000-000000000000/1/wrong',
    'This link has expired or isn’t valid. Go back to your application and open the file from there.',
  ],
  [
    '/from-phone#nobody-knows-this',
    'This code has expired or was already used. Show a new one on your other device, and scan it.',
  ],
] as const

/** Sentences of the catalog that no page of an applicant shows, and why. */
const notShown = {
  'This link has expired or isn’t valid. Ask for a new one.': 'only staff open service links, and staff read English',
  'Some answers don’t belong to this application.':
    'the reply names the answers, and the page says what becomes of them',
  'Some answers are too long or contain characters we can’t save.': 'the same',
  'We can’t accept this file. Please choose another one.': 'the reply says instead what is wrong with the file',
  'We changed the form after you opened it. Please read what’s new, then submit again.':
    'the page says it in a notice of its own, which is met below',
  'Someone else is logged in to this browser now. Nothing from this page was saved to their account.':
    'the page asks who is logged in, and becomes theirs',
  'Your application has already been submitted.': 'the page becomes the receipt',
}

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  expectedFaults: [/^Failed to load resource/],
})

test('each refusal of the catalog is met in Spanish on a page', async ({ page, context, product, mailbox }) => {
  const { es, expectSpanish } = await inSpanish(page, product.address)
  page.setDefaultTimeout(20_000)
  const button = (english: string) => page.getByRole('button', { name: es(english), exact: true })
  const dialog = page.getByRole('dialog')
  const met = new Set<string>()
  /** The sentence as the server sends it. */
  const filled = (sentence: string) =>
    es(sentence).replace('{term}', es('Fall 2027')).replace('{date}', '15 de noviembre de 2026')
  const meet = async (sentence: string) => {
    await expect(page.getByText(filled(sentence), { exact: true }).first()).toBeVisible({ timeout: 20_000 })
    await expectSpanish(sentence)
    met.add(sentence)
  }
  /** Does it once for each of these, with this call refused so, and reads what the page says. */
  const refusing = async (
    call: string,
    rows: readonly Refusal[],
    act: () => Promise<void>,
    more: Readonly<Record<string, unknown>> = {},
  ) => {
    for (const [code, status, sentence] of rows)
      await test.step(code, async () => {
        const message = filled(sentence)
        await page.route(`**${call}`, (route) => route.fulfill({ status, json: { code, message, ...more } }))
        await act()
        await meet(sentence)
        await page.unroute(`**${call}`)
      })
  }
  const openStep = async (slug: string) => {
    await page.locator(`nav a[href="/${slug}"]`).click()
    await expect(page).toHaveURL(new RegExp(`/${slug}$`))
  }
  const openFromMenu = async (english: string) => {
    await button('Account').click()
    await button(english).click()
  }
  const answerThroughApi = async (answers: AnswerMap) => {
    await expect(await page.request.put('/api/answer', { data: answers })).toBeOK()
    await page.reload()
  }
  const closeDialog = async () => {
    await dialog.getByRole('button', { name: es('Close'), exact: true }).click()
    await expect(dialog).toHaveCount(0)
  }
  const fill = async (answers: Readonly<Record<string, string>>, on = page.locator('body')) => {
    for (const [key, value] of Object.entries(answers)) await on.locator(`[id="${key}"]`).fill(value)
  }

  await test.step('as a visitor', async () => {
    await page.goto('/?lang=es')
    for (const [address, sentence] of opened) {
      await page.goto(address)
      await meet(sentence)
      if (await dialog.isVisible()) await button('Continue').click()
    }
  })

  await test.step('on the cards', async () => {
    await page.goto('/signup')
    await fill({ username: EMAIL, password: PASSWORD })
    await refusing('/public/signup', refusals.signUp, () => button('Submit').click())
    await button('Submit').click()
    await expect(page).toHaveURL(/\/confirm$/)
    const [wrongCode, ...otherCodes] = refusals.confirm
    await fill({ code: '000000' })
    await button('Submit').click()
    await meet(wrongCode[2])
    await refusing('/public/confirm', otherCodes, () => button('Submit').click())
    const { text } = await mailbox.mailTo(EMAIL, /./)
    await page.goto('/confirm')
    await fill({ username: EMAIL, code: /\b\d{6}\b/.exec(text)?.[0] ?? '' })
    await button('Submit').click()
    await expect(page).toHaveURL(/\/login$/)
    await refusing('/public/reset-password', refusals.reset, async () => {
      await page.goto(`/reset?${new URLSearchParams({ username: EMAIL, id: 'x'.repeat(43) })}`)
      await fill({ password: PASSWORD, confirm_password: PASSWORD })
      await button('Submit').click()
    })
    await page.goto('/login')
    await fill({ username: EMAIL, password: PASSWORD })
    await refusing('/public/login', refusals.logIn, () => button('Submit').click())
    await page.goto('/login')
    await fill({ username: EMAIL, password: PASSWORD })
    await button('Submit').click()
    await expect(page).toHaveURL(/\/about$/)
  })

  await test.step('in the dialogs of the account', async () => {
    await openFromMenu('Change password')
    await refusing('/api/change-password', refusals.changePassword, async () => {
      await fill(
        { current_password: 'No es esta 2027', password: `${PASSWORD}8`, confirm_password: `${PASSWORD}8` },
        dialog,
      )
      await button('Submit').click()
    })
    await closeDialog()
    const pending = { username: 'otra@mail.example', valid_until: new Date(Date.now() + 600_000).toISOString() }
    await page.route('**/api/email-change', (route) => route.fulfill({ json: { pending } }))
    await openFromMenu('Change email address')
    await refusing('/api/email-change/code', refusals.changeEmail, async () => {
      await fill({ code: '123456' }, dialog)
      await button('Submit').click()
    })
    await closeDialog()
    await openFromMenu('Your data')
    await refusing('/api/delete-account', refusals.deleteAccount, async () => {
      await fill({ current_password: PASSWORD }, dialog)
      await button('Delete everything').click()
    })
    await closeDialog()
  })

  await test.step('in the application', async () => {
    await answerThroughApi({ ged_transfer: 'D' }) // and no more, because a section that is finished is folded
    await openStep('education')
    await refusing('/api/add-another', refusals.addEntry, () => button('Add another college').click(), { revision: 1 })
    await refusing('/api/tabs', refusals.chooseTab, () =>
      page.getByRole('tab', { name: es('GED or HiSET documents') }).click(),
    )
    await page.keyboard.press('Escape')
    const transcript = await pdf('expediente.pdf')
    const add = () => choose(page, 'college_transcript', transcript)
    await refusing('/api/presigned-url', refusals.upload, add)
    await refusing('/uploads', refusals.store, add)
    const notConverted =
      'We couldn’t convert your file. Please save or print it as a new PDF and upload that file.' as const
    await page.route('**/api/pdf/document-answer/*', (route) =>
      route.fulfill({ json: { status: 'FAILED', message: es(notConverted) } }),
    )
    await add()
    await meet(notConverted)
    await page.unroute('**/api/pdf/document-answer/*')
  })

  await test.step('where it is submitted', async () => {
    await answerThroughApi(domestic.answer)
    await openStep('final-steps')
    await refusing('/api/web-status', refusals.postStatus, () => button('Submit').click())
    for (const row of refusals.submit)
      await refusing('/api/submit', [row], () => button('Submit').click(), {
        problems: [{ page: 'about', key: 'entry_term', message: filled(row[2]) }],
      })
    await page.route('**/api/submit', (route) =>
      route.fulfill({ status: 409, json: { code: 'form_changed', message: '', differences: [] } }),
    )
    await button('Submit').click()
    await expect(page.getByText(es('We changed the form after you opened it'))).toBeVisible()
    await expectSpanish('the form has changed')
    await page.unroute('**/api/submit')
    await page.reload()
    await button('Submit').click()
    await expect(page).toHaveURL(/\/completion$/)
    await meet('Your application was successfully submitted.')
  })

  await test.step('after it is submitted', async () => {
    await refusing('/api/apply-again', refusals.applyAgain, () => button('Apply for another term').click())
    await button('Withdraw').click()
    await refusing('/api/withdraw', refusals.withdraw, () =>
      dialog.getByRole('button', { name: es('Withdraw it') }).click(),
    )
  })

  await test.step('when the session is over', async () => {
    await page.unrouteAll()
    for (const { name } of (await context.cookies()).filter(({ httpOnly }) => httpOnly))
      await context.clearCookies({ name })
    await page.goto('/about')
    await meet('Your session is invalid. Please clear your cookies and login again.')
  })

  const { translations } = po.parse(readFileSync(join(import.meta.dirname, '../languages/es/applicants.po')))
  const catalog = Object.values(translations[''] ?? {}).flatMap(({ msgid, comments }) =>
    comments?.reference?.includes('api/errors.ts') ? [msgid] : [],
  )
  expect([...met, ...Object.keys(notShown)].toSorted()).toEqual(catalog.toSorted())
})
