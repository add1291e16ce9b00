import { type Browser, expect, type Page } from '@playwright/test'
import { BY, command } from './operator.ts'
import type { Product } from './product.ts'

/** Signs a person in at the staff desk with a link of the operator's. */
export async function signInByLink(product: Product, page: Page, name: string, role: string): Promise<void> {
  const printed = await command(product, 'staff-link', name, '--role', role, ...BY)
  await page.goto(/^url: (\S+)$/m.exec(printed)?.[1] ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeFocused()
}

/** The desk of a person who has signed in so, in a browser of their own. */
export async function deskOf(browser: Browser, product: Product, name: string, role: string): Promise<Page> {
  const desk = await (await browser.newContext({ baseURL: product.address })).newPage()
  await signInByLink(product, desk, name, role)
  return desk
}
