import { domestic } from '../form/testing/index.ts'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answer } from './support/applicant.ts'
import { answersOf, fillThroughApi } from './support/by-hand.ts'
import { proves } from './support/proves.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'mo.vesaround@mail.example', password: PASSWORD }

// The browser reports the calls that this test makes fail.
test.use({ expectedFaults: [/^Failed to load resource/] })

test('moving through the application loses neither the place nor an answer', async ({
  page,
  product,
  mailbox,
  look,
}) => {
  const step = (name: string) => page.getByRole('navigation').getByRole('link', { name: new RegExp(name) })
  const isOn = async (title: string) => {
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
  const focusedKey = () => page.evaluate(() => document.activeElement?.id ?? '')
  const profile = async () => (await page.request.get(`${product.address}/api/profile`)).json()
  const banner = page.getByRole('region', { name: 'Welcome' })

  await test.step('an unknown path leads to the first page and keeps its query; the receipt leads there too', async () => {
    await page.goto('/completion')
    await expect(page, proves('2.navigation.2')).toHaveURL(/\/about$/)
    await page.goto('/aboot/more?from=fair')
    await isOn('Personal Info')
    await expect(page, proves('2.routes.21')).toHaveURL(/\/about\?from=fair$/)
    await page.goto('/service/unknown?from=call')
    await isOn('Personal Info')
    await expect(page, proves('2.routes.21')).toHaveURL(/\/about\?from=call$/)
  })

  await test.step('a visitor looks around freely; each page replaces the entry in the history', async () => {
    const before = await page.evaluate(() => window.history.length)
    await step('Academic History').click()
    await isOn('Academic History')
    await step('Submit').click()
    await isOn('Submit')
    expect(await page.evaluate(() => window.history.length), proves('2.navigation.14')).toBe(before)
  })

  await test.step('with an answer the same link leads to an account', async () => {
    await step('Personal Info').click()
    await answer(page, 'first_name', 'Mo')
    await step('Academic History').click()
    await expect(page, proves('2.navigation.15')).toHaveURL(/\/signup$/)
    await signUp(page, mailbox, person)
    await logIn(page, person)
    await expect(page.locator('#first_name')).toHaveValue('Mo')
    await expect(banner).toContainText('Hi Mo')
    await look('banner-first-login')
  })

  await test.step('what is half typed is saved on the way; the banner is gone from then on', async () => {
    await page.locator('#last_name').pressSequentially('Vesaround')
    await step('Academic History').click()
    await isOn('Academic History')
    await expect(banner, proves('4.banner.11', '2.navigation.18')).toHaveCount(0)
    await expect.poll(profile, proves('2.navigation.16', '6.student.2', '6.student.4')).toMatchObject({
      answer: { first_name: 'Mo', last_name: 'Vesaround' },
    })
    await expect.poll(profile, proves('2.navigation.3')).toMatchObject({ last_page: '/education' })
    await step('Personal Info').click()
    await isOn('Personal Info')
    await expect(banner, proves('2.navigation.18')).toHaveCount(0)
    await expect.poll(profile, proves('2.navigation.3')).toMatchObject({ last_page: '/about' })
  })

  await test.step('a page whose code is late shows a spinner over everything, in the top layer', async () => {
    await step('Academic History').click()
    await isOn('Academic History')
    await expect.poll(profile, proves('2.navigation.3')).toMatchObject({ last_page: '/education' })
    let letGo = () => {}
    const late = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/api/profile', async (route) => {
      await late
      await route.continue()
    })
    await page.goto('/final-steps')
    const spinner = page.getByText('Loading…').locator('..')
    await expect(spinner, proves('2.routes.32')).toBeVisible()
    const isOnTop = await spinner.evaluate((element) => element.matches(':popover-open'))
    expect(isOnTop, proves('2.routes.32')).toBe(true)
    expect(await spinner.boundingBox(), proves('2.routes.32')).toEqual({ x: 0, y: 0, width: 1280, height: 900 })
    letGo()
    await expect(spinner).toHaveCount(0)
    await page.unrouteAll()
  })

  await test.step('the saved page is restored, not the one that was asked for', async () => {
    await isOn('Academic History')
    await expect(page, proves('2.routes.27')).toHaveURL(/\/education$/)
  })

  await test.step('a link to a question leads into it, past the saved page', async () => {
    await page.goto('/about#city')
    await isOn('Personal Info')
    await expect.poll(focusedKey).toBe('city')
    await expect(page.locator('#city'), proves('2.summary.5')).toBeInViewport()
    expect(await page.evaluate(() => window.scrollY), proves('2.summary.5')).toBeGreaterThan(0)
    await page.goto('/education#college_2_name')
    await expect(page.getByRole('button', { name: 'Add another' })).toBeFocused()
    await page.getByRole('button', { name: 'Add another' }).click()
    await answer(page, 'college_2_name', 'Second College')
    await page.reload()
    await expect.poll(focusedKey).toBe('college_2_name')
    await expect(page.locator('#college_2_name')).toBeInViewport()
  })

  const dialog = page.getByRole('dialog', { name: 'Your answers aren’t saved yet' })
  await test.step('what cannot be saved is asked about: stay, try again, or go on', async () => {
    await page.goto('/about')
    await step('Personal Info').click()
    await isOn('Personal Info')
    await page.route('**/api/answer', (route) => route.abort('connectionrefused'))
    await answer(page, 'city', 'Ovando')
    await step('Submit').click()
    await expect(dialog, proves('2.navigation.16', '2.navigation.20')).toBeVisible()
    await look('step-dialog')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await isOn('Personal Info')
    await step('Submit').click()
    await dialog.getByRole('button', { name: 'Continue anyway' }).click()
    await isOn('Submit')
    await step('Personal Info').click()
    await expect(dialog).toBeVisible() // before the line is back, or a late save would succeed
    await page.unrouteAll()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await isOn('Personal Info')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expect.poll(profile).toMatchObject({ last_page: '/about' })
    await page.reload()
    await expect(page.locator('#city')).toHaveValue('Ovando')
  })

  await test.step('before it is submitted there is no receipt', async () => {
    await page.goto('/completion')
    await expect(page, proves('2.navigation.2')).toHaveURL(/\/about$/)
  })

  await test.step('she submits', async () => {
    await fillThroughApi(page, product.address, answersOf(domestic))
    await step('Submit').click()
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(page).toHaveURL(/\/completion$/)
    const { web_status } = await profile()
    expect(web_status.at(-1), proves('4.status.10')).toMatchObject({ web_status: 'submitted' })
  })

  await test.step('from then on every way leads to the receipt', async () => {
    await page.getByRole('link', { name: /^Transfer Application/ }).click()
    await expect(page).toHaveURL(/\/completion$/)
    const paths = ['/about', '/education#college_name', '/final-steps', '/nowhere']
    const cards = ['/login', '/signup', '/confirm', '/forgot', '/reset']
    for (const path of [...paths, ...cards]) {
      await page.goto(path)
      await expect(page, `${path} ${proves('2.navigation.1')}`).toHaveURL(/\/completion(#.*)?$/)
    }
    await page.goBack()
    await expect(page).toHaveURL(/\/completion(#.*)?$/)
  })
})
