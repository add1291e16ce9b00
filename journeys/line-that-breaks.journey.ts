import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answerAll } from './support/applicant.ts'
import { proves } from './support/proves.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'sol.offline@mail.example', password: PASSWORD }
test.use({ expectedFaults: [/ERR_INTERNET_DISCONNECTED|status of (401|503)/] })

test('what is typed survives a broken line, a failing server, a refresh and an ended session', async ({
  page,
  context,
  mailbox,
  look,
}) => {
  const line = page.locator('[data-save-line]')
  const value = (key: string) => page.locator(`[id="${key}"]`)
  await context.clock.install()

  await test.step('signed out the page says how to save', async () => {
    await page.goto('/about')
    await expect(line).toHaveText('Create an account to saveLog in')
    await expect(line).toBeVisible()
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    await logIn(page, person)
  })

  await test.step('a text area is saved when it is left', async () => {
    const put = page.waitForRequest((request) => request.url().endsWith('/api/answer') && request.method() === 'PUT')
    await value('decision_essay').fill('I would like to study water.')
    await value('decision_essay').blur()
    expect((await put).postDataJSON(), proves('5.application.66')).toEqual({
      decision_essay: 'I would like to study water.',
    })
    await expect(line).toHaveText('Saved')
  })

  await test.step('and while it is not left, every 20 seconds', async () => {
    await value('decision_essay').focus()
    await page.keyboard.type(' And ice.')
    const put = page.waitForRequest((request) => request.url().endsWith('/api/answer'))
    await context.clock.runFor(20_000)
    expect((await put).postDataJSON()).toHaveProperty('decision_essay')
  })

  await test.step('without a line the answer is kept on the device, also when the laptop is closed; with it, it is sent', async () => {
    await context.setOffline(true)
    await answerAll(page, { first_name: 'Sol' })
    await expect(line).toHaveText('Not saved yet. You’re offline. Try now')
    await look('offline')
    await context.clock.fastForward(600_000) // the laptop was closed and opened again
    await expect(line).toHaveText('Not saved yet. You’re offline. Try now')
    await context.setOffline(false)
    await expect(line).toHaveText('Saved')
  })

  await test.step('a server that fails is asked again by itself', async () => {
    await page.route('**/api/answer', (route) => route.fulfill({ status: 503, json: { message: 'No.', code: 'busy' } }))
    await answerAll(page, { last_name: 'Marsh' })
    await expect(line).toHaveText('Not saved yet. We’ll keep trying. Try now')
    await page.unroute('**/api/answer')
    await context.clock.runFor(2000)
    await expect(line).toHaveText('Saved')
  })

  await test.step('a refresh with an unsaved answer loses nothing, and leads to the page one was on', async () => {
    await page.getByRole('link', { name: /Academic History/ }).click()
    await expect(page).toHaveURL(/\/education$/)
    await page.route('**/api/answer', (route) => route.abort('internetdisconnected'))
    await answerAll(page, { college_name: 'Salish Kootenai' })
    await expect(line).toHaveText('Not saved yet. We can’t reach the server. Try now')
    await page.unroute('**/api/answer')
    await page.goto('/about')
    await expect(page, proves('2.routes.27')).toHaveURL(/\/education$/)
    await expect(value('college_name')).toHaveValue('Salish Kootenai')
    await context.clock.runFor(20_000)
    await expect(line).toHaveText('Saved')
  })

  await test.step('the session has ended: the answer given then is there after signing in, on the same page', async () => {
    const identity = (await context.cookies()).find(({ name }) => name.startsWith('CausewayIdentity'))
    await context.clearCookies({ name: /causeway-session/ })
    expect(identity).toBeTruthy()
    await answerAll(page, { college_city: 'Pablo' })
    await expect(page, proves('8.unauthorized.3')).toHaveURL(/\/login$/)
    await expect(
      page.getByText('Your session is invalid. Please clear your cookies and login again.', { exact: true }),
      proves('8.unauthorized.3'),
    ).toBeVisible()
    await look('session-over')
    await logIn(page, person)
    await expect(page).toHaveURL(/\/education$/)
    await expect(value('college_city')).toHaveValue('Pablo')
    await context.clock.runFor(20_000)
    await expect(line).toHaveText('Saved')
  })

  await test.step('a link to a question is never replaced by the saved page, also not by way of the log-in', async () => {
    await page.goto('/about#last_name')
    await expect(value('last_name')).toBeFocused()
    await context.clearCookies({ name: /causeway-session/ })
    await page.goto('/about#city')
    await page.reload()
    await expect(page).toHaveURL(/\/login$/)
    await logIn(page, person)
    await expect(page).toHaveURL(/\/about#city$/)
    await expect(value('city')).toBeFocused()
  })
})
