import type { Page } from '@playwright/test'
import { domestic } from '../form/testing/index.ts'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answer } from './support/applicant.ts'
import { answersOf, fillThroughApi } from './support/by-hand.ts'
import { command } from './support/operator.ts'
import { deskOf } from './support/staff-link.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'nell.spoken@mail.example', password: PASSWORD }

const PAGES_OF_STAFF = [
  ['data_steward', ['', '/statistics', '/deliveries', '/code-maps', '/tokens', '/acknowledgements']],
  ['administrator', ['/record', '/people', '/erasures']],
] as const

const CONFIRM = [
  'heading: Confirm Your Account',
  ...['textbox: Email address', 'textbox: Confirmation code'],
  ...['button: Submit', 'button: resend the code', 'link: Create an account', 'link: Log in'],
]
const MENU = [
  ...['heading: Account', 'button: Close', 'button: Your applications', 'button: Change password'],
  ...['button: Change email address', 'button: Your devices', 'button: What changed', 'button: Your data'],
  'button: Log Out',
]

/** What a screen reader would run together: "7left", "Name ,", "Service(optional)", "InfoDone". */
const GLUED = [/\d\p{L}/u, /\s,/u, /\p{L}\(/u, /\p{Ll}\p{Lu}\p{Ll}/u]
/** Names that people and companies write so, ordinal numbers, and reference numbers. */
const OWN_SPELLING =
  /\b(Mc|Mac|De|La|Le|Du|Fitz)(?=\p{Lu})|JavaScript|YouTube|eTranscript|\b\d+(st|nd|rd|th)\b|\b[\dA-Z]{4}-[\dA-Z]{4}\b/gu

/** What Chromium's own accessibility tree has on the page, or inside of one of its parts, as "role: name"; no texts. */
async function namesIn(page: Page, part?: string): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const words = ({ role, name }: (typeof nodes)[number]) => `${role?.value}: ${name?.value ?? ''}`
  const inside = new Set(nodes.filter((node) => part === undefined || words(node) === part).map(({ nodeId }) => nodeId))
  for (const { nodeId, parentId } of nodes) if (parentId !== undefined && inside.has(parentId)) inside.add(nodeId)
  return nodes.flatMap((node) =>
    node.ignored || /Text/.test(String(node.role?.value)) || !inside.has(node.nodeId) ? [] : [words(node)],
  )
}

/** The names that have no blank where there should be one. */
async function gluedNames(page: Page): Promise<{ readonly count: number; readonly glued: readonly string[] }> {
  const names = await namesIn(page)
  const isGlued = (name: string) =>
    GLUED.some((pattern) => pattern.test(name.replace(/^\w+: /, '').replace(OWN_SPELLING, '')))
  return { count: names.length, glued: [...new Set(names.filter(isGlued))] }
}

/** The headings and controls of a part of the page: these, and none twice. */
async function expectParts(page: Page, part: string, parts: readonly string[]): Promise<void> {
  const used = async () =>
    (await namesIn(page, part)).filter((each) => /^(heading|textbox|button|link|alert)\b/.test(each))
  await expect.poll(async () => (await used()).toSorted(), part).toEqual(parts.toSorted())
}

/** Both as a phone and a wide screen draw the page. */
async function expectBlanks(page: Page, place: string): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(async () => (await gluedNames(page)).count, place).toBeGreaterThan(20)
    expect.soft((await gluedNames(page)).glued, `${place} at ${width} px`).toEqual([])
  }
}

test.use({ expectedFaults: [/status of 401/], actionTimeout: 60_000 }) // before staff have signed in

test('names in the accessibility tree have blanks between their words, and no two buttons the same', async ({
  page,
  browser,
  product,
  mailbox,
}) => {
  const steps = page.getByRole('navigation', { name: 'Steps of the application' })

  await test.step('a visitor', async () => {
    await page.goto('/about')
    await expect(page.locator('#first_name')).toBeVisible()
    await expectBlanks(page, 'about')
    await page.setViewportSize({ width: 390, height: 900 })
    await expect(steps.getByRole('link').last()).toHaveAccessibleName(/^3 Submit,? \d+ left$/)
    await expect(page.getByRole('button', { name: /^Name, 1 of \d+$/ })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Military service (optional)' })).toBeAttached()
  })

  await test.step('the account cards', async () => {
    for (const path of [
      '/check-pdf',
      `/reset?username=${person.email}&id=x`,
      '/confirm',
      '/forgot',
      '/login',
      '/signup',
    ]) {
      await page.goto(path)
      await expect(page.locator('main h1')).toBeVisible()
      await expectBlanks(page, path)
    }
    await signUp(page, mailbox, person, async () => {
      await expectParts(page, 'main: ', CONFIRM)
      await expectBlanks(page, '/confirm after signing up')
    })
    await expectBlanks(page, 'after confirming')
    await logIn(page, person)
  })

  await test.step('the account menu', async () => {
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await expectParts(page, 'dialog: Account', MENU)
    await expectBlanks(page, 'the account menu')
    await page.keyboard.press('Escape')
  })

  await test.step('what is missing', async () => {
    await steps.getByRole('link', { name: /Submit/ }).click()
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(page.getByRole('region', { name: 'We are missing some information!' })).toBeVisible()
    await expectBlanks(page, 'what is missing')
  })

  await test.step('with answers, and with colleges added', async () => {
    await fillThroughApi(page, product.address, answersOf(domestic))
    await steps.getByRole('link', { name: /Academic History/ }).click()
    for (const number of [2, 3]) {
      await page.getByRole('button', { name: 'Add another' }).click()
      await answer(page, `college_${number}_name`, `Prairie College ${number}`)
    }
    await expect(page.locator('[data-save-line]')).toHaveText('Saved')
    await expectBlanks(page, 'education')
    const phones = await page.getByRole('button', { name: /^Use your phone/ }).all()
    const names = await Promise.all(phones.map((button) => button.evaluate((each) => each.textContent)))
    expect(names.length).toBeGreaterThan(2)
    expect(new Set(names).size, names.join()).toBe(names.length)
    await steps.getByRole('link', { name: /Personal Info/ }).click()
    await expect(page).toHaveURL(/\/about$/)
    await expectBlanks(page, 'about, filled in')
  })

  await test.step('the last page with its answers, and the receipt', async () => {
    await steps.getByRole('link', { name: /Submit/ }).click()
    await expect(page).toHaveURL(/\/final-steps$/)
    await expectBlanks(page, 'final steps')
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(page.getByRole('heading', { name: /application is in/ })).toBeVisible()
    await expectBlanks(page, 'receipt')
  })

  await test.step('the pages of the staff', async () => {
    await command(product, 'sample-applications', '20')
    for (const [role, paths] of PAGES_OF_STAFF) {
      const desk = await deskOf(browser, product, `Pat ${role}`, role)
      for (const path of paths) {
        await desk.goto(`/staff${path}`)
        await expect(desk.locator('h1')).toBeVisible()
        await desk.waitForLoadState('networkidle')
        await expectBlanks(desk, `/staff${path}`)
      }
    }
    const desk = await deskOf(browser, product, 'Sam Reed', 'data_steward')
    await desk.getByRole('row').nth(1).getByRole('link').click()
    await expect(desk).toHaveURL(/\/staff\/application/)
    await expect(desk.locator('h1')).toBeVisible()
    await expectBlanks(desk, 'an application')
    const opened = desk.waitForEvent('popup')
    await desk.getByRole('button', { name: 'Read the application' }).click()
    const view = await opened
    await expect(view.getByRole('heading', { level: 1 })).toBeVisible()
    await expectBlanks(view, 'the service view')
  })
})
