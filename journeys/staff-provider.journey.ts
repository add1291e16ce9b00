import type { Page } from '@playwright/test'
import { command } from './support/operator.ts'
import { institutionWithRoles, signInThere, startStaffProvider } from './support/staff-provider.ts'
import { expect, test } from './support/story.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.use({ expectedFaults: [/status of 40[13]/] }) // before anybody has signed in, and whoever is refused

test('staff sign in with the provider of their institution, prove again who they are, and sign out there too', async ({
  page,
  browser,
  product,
}) => {
  await using opened = new AsyncDisposableStack()
  const inNewBrowser = async (path: string) => {
    const context = await browser.newContext({ baseURL: product.address })
    opened.defer(() => context.close())
    const other = await context.newPage()
    await other.goto(path)
    await other.getByRole('link', { name: 'Sign in' }).click()
    return other
  }

  await test.step('there are applications, and a provider whose groups have roles', async () => {
    const institutionFile = await institutionWithRoles(test.info().outputPath())
    await command(product, 'sample-applications', '5')
    await product.stop()
    const provider = await startStaffProvider(product.address)
    opened.defer(provider.stop)
    await product.start({ ...provider.settings, INSTITUTION_FILE: institutionFile })
  })

  await test.step('a processor who was signed in there for an hour comes back to the page that was asked for', async () => {
    await page.goto('/staff?status=submitted')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signInThere(page, 'June Hale', 'With a security key', 'An hour ago')
    await expect(heading(page)).toHaveText('Applications')
    await expect(page).toHaveURL(/\/staff\?status=submitted$/)
    await expect(page.getByRole('banner')).toContainText('June Hale')
  })

  await test.step('a number is shown only once she has proved again who she is', async () => {
    await page.getByRole('row').getByRole('link').first().click()
    const number = page.getByText(/^501-55-\d{4}$/)
    const reveal = async () => {
      await page.getByLabel('Why do you need it?').fill('To match a record.')
      await page.getByRole('button', { name: 'Show the number' }).click()
    }
    await reveal()
    const again = page.getByRole('alert').getByRole('link', { name: 'Sign in again' })
    await expect(again).toBeVisible()
    await expect(number).toHaveCount(0)
    const address = page.url()
    await again.click()
    await signInThere(page, 'June Hale', 'With a security key')
    await expect(page).toHaveURL(address)
    await reveal()
    await expect(number).toBeVisible()
  })

  await test.step('a viewer with a second factor reads, and cannot reveal, whatever she sends', async () => {
    const viewer = await inNewBrowser(page.url())
    await signInThere(viewer, 'Ben Ruiz', 'With a security key')
    await expect(heading(viewer)).toHaveText((await heading(page).textContent()) ?? '')
    await expect(viewer.getByRole('banner')).toContainText('Ben Ruiz')
    await expect(viewer.getByRole('button', { name: 'Show the number' })).toHaveCount(0)
    const id = new URL(page.url()).searchParams.get('id')
    const status = await viewer.evaluate(async (path) => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(path, { method: 'POST', headers, body: '{"reason":"x"}' })).status
    }, `/staff/api/applications/${id}/ssn`)
    expect(status).toBe(403)
  })

  await test.step('without a second factor nobody gets in, and is told why', async () => {
    const careless = await inNewBrowser('/staff')
    await signInThere(careless, 'June Hale')
    await expect(heading(careless)).toHaveText('You’re not signed in')
    await expect(careless.getByText(/The staff desk needs a second factor/)).toBeVisible()
    await careless.goto('/staff')
    await expect(careless.getByRole('link', { name: 'Sign in' })).toBeVisible()
  })

  await test.step('she signs out at the provider too, which asks her again next time', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: /Yes/ }).click()
    await expect(page).toHaveURL(/\/staff$/)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await expect(heading(page)).toHaveText('Campus sign-in')
  })
})
