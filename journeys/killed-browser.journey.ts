import type { Page } from '@playwright/test'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { typedOn } from './support/applicant.ts'
import { ownBrowser } from './support/own-browser.ts'
import { proves } from './support/proves.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'nora.writes@mail.example', password: PASSWORD }
const A_SECOND = 1000
const words = Array.from({ length: 60 }, (_, index) => `word${index + 1}`)
const essay = '#decision_essay'

/** Types one word a second for a minute, without leaving the field. */
async function writeForAMinute(own: Page): Promise<void> {
  await own.locator(essay).focus()
  for (const word of words) {
    await own.keyboard.type(`${word} `)
    await own.clock.runFor(A_SECOND)
  }
}

/** Everything typed up to the last second is there. */
async function expectEveryWord(own: Page): Promise<void> {
  await expect(own.locator(essay)).toHaveValue(/word1 word2/)
  const kept = await own.locator(essay).inputValue()
  expect(kept.trim()).toBe(words.join(' ').slice(0, kept.trim().length))
  expect(kept).toContain(words.slice(0, -2).join(' '))
}

test('an applicant whose browser is killed finds every word except those of the last second', async ({
  page,
  mailbox,
  product,
  look,
}) => {
  const browser = await ownBrowser(product.address)
  typedOn(page).add(words.slice(0, 3).join(' '))
  try {
    await test.step('signed out she writes, and the browser is killed', async () => {
      const own = await browser.open()
      await own.clock.install()
      await own.goto('/about')
      await writeForAMinute(own)
      await browser.kill()
    })

    await test.step('another time nothing is shown before she goes on with it', async () => {
      const own = await browser.open()
      await own.goto('/about')
      await expect(own.getByRole('dialog', { name: 'Welcome back' })).toBeVisible()
      await expect(own.locator(essay)).toHaveValue('')
      await look('welcome-back', own)
      await own.getByRole('button', { name: 'Continue where you left off' }).click()
      proves('1.visitor.2')
      await expectEveryWord(own)
    })

    await test.step('loaded again in the same tab it is simply there; she starts over', async () => {
      const own = await browser.open()
      await own.goto('/about')
      await own.getByRole('button', { name: 'Start over' }).click()
      await expect(own.getByRole('button', { name: 'Keep the draft' })).toBeVisible()
      await look('start-over', own)
      await own.getByRole('button', { name: 'Keep the draft' }).click()
      await own.getByRole('button', { name: 'Continue where you left off' }).click()
      await own.reload()
      await expectEveryWord(own)
      const other = await own.context().newPage()
      await other.goto('/about')
      await other.getByRole('button', { name: 'Start over' }).click()
      await other.getByRole('button', { name: 'Erase and start over' }).click()
      await expect(other.locator(essay)).toHaveValue('')
      await other.reload()
      await expect(other.locator(essay)).toHaveValue('')
      await expect(other.getByRole('dialog')).toHaveCount(0)
      await expect(own.locator(essay)).toHaveValue('') // the tab that showed the draft
    })

    await test.step('signed in she writes while the server cannot be reached, and the browser is killed', async () => {
      await page.goto('/signup')
      await signUp(page, mailbox, person)
      const own = await browser.open()
      await own.clock.install()
      await own.goto('/login')
      await logIn(own, person)
      await own.context().setOffline(true)
      await writeForAMinute(own)
      await browser.kill()
    })

    await test.step('she logs in another time, every word is there, and saved', async () => {
      const own = await browser.open()
      await own.goto('/login')
      const card = own.getByRole('heading', { level: 1 })
      await expect(card).toHaveText(/^(Log In|You’re logged in)$/) // a killed browser may have lost the cookie
      if ((await card.textContent()) === 'Log In') await logIn(own, person)
      else await own.getByRole('button', { name: 'Go to your application' }).click()
      await expectEveryWord(own)
      await expect(own.locator('[data-save-line]').getByText('Saved', { exact: true })).toBeVisible()
      await own.reload()
      proves('6.student.4')
      await expectEveryWord(own)
    })
  } finally {
    await browser.remove()
  }
})
