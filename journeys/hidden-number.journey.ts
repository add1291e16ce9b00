import type { Page } from '@playwright/test'
import { answer } from './support/applicant.ts'
import { expect, test } from './support/story.ts'

const SSN = '501-55-0187'
const digits = (text: string) => text.replace(/\D/g, '')

/** Everything that Chromium tells screen readers about the page: names, values, descriptions and properties. */
async function exposed(page: Page): Promise<string> {
  const browser = await page.context().newCDPSession(page)
  const { nodes } = await browser.send('Accessibility.getFullAXTree')
  await browser.detach()
  return JSON.stringify(
    nodes.map(({ name, value, description, properties }) =>
      [name, value, description, ...(properties ?? []).map((property) => property.value)].map((each) => each?.value),
    ),
  )
}
const isExposed = async (page: Page) => {
  const texts = await exposed(page)
  expect(texts, 'the tree is there').toContain('Social Security Number')
  return texts.includes(SSN) || texts.includes(digits(SSN)) || /\b501\b|\b0187\b/.test(texts)
}

test('a hidden Social Security number is not read out, and a shown one is', async ({ page }) => {
  await page.goto('/about')
  await answer(page, 'ssn', SSN)
  await expect(page.locator('#ssn')).toHaveValue(SSN)
  expect(await isExposed(page)).toBe(false)

  await page.getByRole('button', { name: 'Show Social Security Number' }).click()
  expect(await isExposed(page)).toBe(true)

  await page.getByRole('button', { name: 'Hide Social Security Number' }).click()
  expect(await isExposed(page)).toBe(false)
})
