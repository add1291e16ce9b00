import { expect, type Page } from '@playwright/test'
import type { mailboxIn } from './mailbox.ts'

export const PASSWORD = 'Larch-and-snow 2027'

type Mailbox = ReturnType<typeof mailboxIn>
export type Person = { readonly email: string; readonly password: string }

/** Signs up on the open card and confirms with the emailed code, after a look at that card. Ends on the login card. */
export async function signUp(
  page: Page,
  mailbox: Mailbox,
  { email, password }: Person,
  lookAtConfirm = async () => {},
): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Sign Up' })).toBeVisible() // the form has these fields too
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/\/confirm$/)
  await expect(page.getByLabel('Email address')).toHaveValue(email)
  await lookAtConfirm()
  await page.getByLabel('Confirmation code').fill(await mailbox.codeFor(email))
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Log In' })).toBeVisible() // the address changes before
}

/** Logs in on the open card. Ends on the application. */
export async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Log In' })).toBeVisible()
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/\/(about|education|final-steps|completion)(#.*)?$/)
}
