import type { Locator, Page } from '@playwright/test'
import { veteran } from '../form/testing/index.ts'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answersOf, fillThroughApi } from './support/by-hand.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'mapa.guia@mail.example', password: PASSWORD }
const phone = { width: 390, height: 844 }
const laptop = { width: 1280, height: 900 }

test('an applicant finds her way by the map, folds what is done, comes back to her place and submits', async ({
  page,
  product,
  mailbox,
  look,
}) => {
  const map = page.getByRole('navigation', { name: 'Sections of this page' })
  const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true })
  const field = (key: string) => page.locator(`[id="${key}"]`)

  await test.step('as a visitor she sees what there is to do, and the section she is in', async () => {
    await page.goto('/about')
    await expect(map.getByRole('link', { name: 'Contact (not started)' })).toBeVisible()
    await expect(map.getByRole('link', { name: /^Name/ })).toHaveAttribute('aria-current', 'location')
    await expect(page.getByRole('link', { name: /Personal Info \d+ questions left/ })).toBeVisible()
    await look('map-empty')
  })

  await test.step('by keyboard alone the map leads to a heading, and Tab goes on to its first question', async () => {
    await map.getByRole('link', { name: /^Military service/ }).focus()
    await page.keyboard.press('Enter')
    await expect(heading('Military service (optional)')).toBeFocused()
    await expect(heading('Military service (optional)')).toBeInViewport()
    await expect(map.getByRole('link', { name: /^Military service/ })).toHaveAttribute('aria-current', 'location')
    await page.keyboard.press('Tab')
    await expect(field('military_served').getByRole('radio').first()).toBeFocused()
    await expect(page).toHaveURL(/\/about$/)
  })

  await test.step('she signs up and answers everything', async () => {
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    await logIn(page, person)
    await fillThroughApi(page, product.address, answersOf(veteran))
    await expect(map.getByRole('link', { name: /\(done\)$/ })).toHaveCount(9)
  })

  await test.step('labels, boxes and right edges of an address are in line', async () => {
    await expectInLine(page, ['address_line_1', 'address_line_2'])
    await expectInLine(page, ['last_name', 'suffix'])
    await expectInLine(page, ['birth_city', 'birth_state'])
    expect(await rightOf(field('address_line_1').locator('xpath=ancestor::fieldset[1]'))).toBeCloseTo(
      await rightOf(field('address_line_2')),
      0,
    )
  })

  await test.step('on a phone, what is done is a line, and the strip opens the same map', async () => {
    await page.setViewportSize(phone)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Edit Contact' })).toBeVisible()
    await expect(field('city')).toBeHidden()
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(height, 'the fullest page in pixels').toBeLessThan(4000)
    await look('phone-folded')
    await page.setViewportSize(phone)
    await page.getByRole('button', { name: /, \d of 9$/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^Contact/ })
      .click()
    await expect(heading('Contact')).toBeFocused()
    await expect(field('city')).toBeVisible()
  })

  await test.step('by keyboard she opens a section, and it folds when she goes on, without moving the page', async () => {
    await page.getByRole('button', { name: 'Edit Your program' }).focus()
    await page.keyboard.down('Enter')
    await expect(field('entry_term')).toBeFocused()
    await expect(field('city'), 'nothing folds while the key is down').toBeVisible()
    const before = await field('entry_term').boundingBox()
    await page.keyboard.up('Enter')
    await expect(field('city')).toBeHidden()
    const after = await field('entry_term').boundingBox()
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0)), 'pixels that the field moved').toBeLessThan(2)
  })

  await test.step('printing shows what is folded', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(field('city')).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
    await expect(field('city')).toBeHidden()
    await page.setViewportSize(laptop)
  })

  await test.step('eight colleges are eight lines; one opens at a time, by keyboard', async () => {
    await page.getByRole('link', { name: /Academic History/ }).click()
    await expect(page.getByRole('button', { name: /^Edit College/ })).toHaveCount(8)
    await look('eight-colleges')
    await page.getByRole('button', { name: 'Edit College 2' }).focus()
    await page.keyboard.press('Enter')
    await expect(field('college_2_credits')).toBeVisible()
    await field('college_2_credits').focus()
    await page.getByRole('button', { name: 'Edit College 3' }).focus()
    await page.keyboard.press('Enter')
    await expect(field('college_3_credits')).toBeVisible()
    await expect(field('college_2_credits')).toBeHidden()
    await page.goto('/education#college_5_gpa')
    await page.reload()
    await expect(field('college_5_gpa')).toBeFocused()
    await expect(field('college_5_gpa')).toBeInViewport()
  })

  await test.step('Back and Forward return to where she was; a link leads to the top', async () => {
    await page.getByRole('link', { name: /Personal Info/ }).click()
    await expect(page).toHaveURL(/\/about$/)
    await field('birth_city').focus()
    await page.evaluate(() => window.scrollTo(0, 1500))
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(1500)
    await page.getByRole('button', { name: 'Save and Continue' }).dispatchEvent('click') // without scrolling to it
    await expect(page).toHaveURL(/\/education$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await page.evaluate(() => window.scrollTo(0, 700))
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700)
    await page.goBack()
    await expect(page).toHaveURL(/\/about$/)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(1500)
    await expect(field('birth_city')).toBeFocused()
    await page.goForward()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700)
  })

  await test.step('on a phone, Submit stays while she signs, reads her answers and loads the page again', async () => {
    const submit = page.getByRole('button', { name: 'Submit', exact: true })
    await page.setViewportSize(phone)
    await page.getByRole('link', { name: /^3/ }).click()
    for (const key of ['certify_checkbox', 'obligation_checkbox', 'legal_agree']) {
      await field(key).uncheck()
      await field(key).check()
    }
    await expect(page.getByRole('link', { name: 'Change Permanent address' })).toBeVisible()
    await expect(submit).toBeVisible()
    await expect(page.locator('[data-save-line]')).toContainText('Saved')
    await page.reload()
    await expect(submit).toBeVisible()
    await look('ready-to-submit')
    await page.setViewportSize(phone)
    await submit.click()
    await expect(page).toHaveURL(/\/completion$/)
  })
})

/** Fields beside each other, once they are drawn: their labels end on one line, and their boxes begin on one. */
async function expectInLine(page: Page, keys: readonly string[]): Promise<void> {
  await expect(async () => {
    const edges = await page.evaluate(
      (ids) =>
        ids.map((id) => [
          document.querySelector(`label[for="${id}"]`)?.getBoundingClientRect().bottom ?? 0,
          document.getElementById(id)?.getBoundingClientRect().top ?? 0,
        ]),
      keys,
    )
    for (const edge of edges.flat()) expect(edge, `drawn: ${keys}`).not.toBe(0)
    const lines = edges.map((pair) => pair.map(Math.round).join())
    expect(new Set(lines).size, `lines of ${keys}: ${lines.join(' and ')}`).toBe(1)
  }).toPass({ timeout: 10_000 })
}

const rightOf = async (place: Locator) => {
  const box = await place.boundingBox()
  return (box?.x ?? 0) + (box?.width ?? 0)
}
