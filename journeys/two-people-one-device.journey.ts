import type { Page } from '@playwright/test'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answerAll } from './support/applicant.ts'
import { proves } from './support/proves.ts'
import { expect, test } from './support/story.ts'

const first = { email: 'maya.first@mail.example', password: PASSWORD }
const second = { email: 'otto.second@mail.example', password: PASSWORD }
const typed = { first_name: 'Maya-Rosalind', city: 'Whitefish', decision_essay: 'I kept bees before I kept books.' }
const traces = /Maya|Rosalind|Whitefish|bees|maya\.first/i

/** Everything that the browser stores for the page: all storage, and the current history entry. */
const keptBy = (page: Page) =>
  page.evaluate(async () => {
    const read = async (name: string) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
      const stores = [...database.objectStoreNames].map(
        (store) =>
          new Promise<unknown>((resolve, reject) => {
            const request = database.transaction(store).objectStore(store).getAll()
            request.onsuccess = () => resolve(request.result)
            request.onerror = () => reject(request.error)
          }),
      )
      return Promise.all(stores)
    }
    const databases = await Promise.all((await indexedDB.databases()).map(({ name = '' }) => read(name)))
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      window.history.state,
      databases,
      document.cookie,
    ])
  })

test('a second person on the same device sees nothing of the first, and Log Out leaves nothing behind', async ({
  page,
  mailbox,
}) => {
  await test.step('the first fills in a page, signs up with it, and goes on', async () => {
    await page.goto('/about')
    await answerAll(page, typed)
    await page.getByRole('button', { name: 'Save and Continue' }).click()
    await signUp(page, mailbox, first)
    await logIn(page, first)
    await expect(page.locator('#city')).toHaveValue('Whitefish')
    expect(await keptBy(page)).toMatch(/causeway/)
  })

  await test.step('with an answer just typed, the first logs out', async () => {
    await page.locator('#last_name').fill('Lindqvist')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Log Out' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await expect(
      page.getByRole('main').getByText('You have been logged out.', { exact: true }),
      proves('7.logout.2'),
    ).toBeVisible()
  })

  await test.step('nothing is left: not in any store, not in the history, not behind the back button', async () => {
    expect(await keptBy(page), proves('7.logout.2')).not.toMatch(traces)
    for (let steps = 0; steps < 6; steps += 1) {
      await page.goBack()
      if (page.url() === 'about:blank') break
      await expect(page.locator('h1')).toBeVisible()
      const inputs = page.locator('input, textarea')
      const shown = await inputs.evaluateAll((all) => all.map((each) => ('value' in each ? each.value : '')))
      expect(`${shown} ${await page.locator('main').textContent()} ${await keptBy(page)}`).not.toMatch(traces)
    }
  })

  await test.step('the second signs up and has an empty form', async () => {
    await page.goto('/signup')
    await signUp(page, mailbox, second)
    await logIn(page, second)
    await expect(page.locator('#first_name')).toHaveValue('')
    await expect(page.locator('#city')).toHaveValue('')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await keptBy(page)).not.toMatch(traces)
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Log Out' }).click()
    await expect(page.getByRole('main').getByText('You have been logged out.', { exact: true })).toBeVisible()
  })

  await test.step('the first comes back to everything, the last answer too', async () => {
    await logIn(page, first)
    await expect(page.locator('#first_name')).toHaveValue('Maya-Rosalind')
    await expect(page.locator('#last_name')).toHaveValue('Lindqvist')
    await expect(page.locator('#decision_essay')).toHaveValue(typed.decision_essay)
  })
})
