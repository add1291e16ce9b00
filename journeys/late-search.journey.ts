import type { Page } from '@playwright/test'
import { expect, test } from './support/story.ts'

/** Holds the scripts with these names, as a slow network does, until the returned function is called. */
async function hold(page: Page, names: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(names, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('a school that is typed before the search has come is searched when it comes, with the caret where it was', async ({
  page,
}) => {
  const release = await hold(page, /\/assets\/searches-/)
  await page.goto('/education')
  const school = page.locator('#college_name')
  await school.focus()
  await page.keyboard.type('carrol college')
  for (const _ of ' college') await page.keyboard.press('ArrowLeft')
  await expect(school).not.toHaveAttribute('role', 'combobox')
  await page.waitForTimeout(3000) // a slow phone
  const before = await school.elementHandle()
  release()
  await expect(school).toHaveAttribute('role', 'combobox')
  await expect(school).toBeFocused()
  expect(await before?.evaluate((box) => box === document.activeElement), 'the same box').toBe(true)
  await expect(page.getByRole('option', { name: /^Carroll College Helena/ })).toBeVisible()
  await page.keyboard.type('l')
  await expect(school).toHaveValue('carroll college')
})

test('the box of the countries takes over a list that has the focus, with its choice, and starts with the blank one', async ({
  page,
}) => {
  const release = await hold(page, /\/assets\/searches-/)
  await page.goto('/about')
  const country = page.locator('#country')
  await country.focus()
  await expect(country).toHaveValue('USA')
  await page.waitForTimeout(3000) // a slow phone
  release()
  await expect(country).toHaveAttribute('role', 'combobox')
  await expect(country).toBeFocused()
  await expect(country).toHaveValue('United States')
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('#country-list').getByRole('option').first()).toHaveText('--')
  await page.keyboard.press('Escape')
  await expect(country).toHaveValue('United States')
})
