import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answerAll } from './support/applicant.ts'
import { proves } from './support/proves.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'lee.link@mail.example', password: PASSWORD }
test.use({ expectedFaults: [/ERR_INTERNET_DISCONNECTED|status of 404/] })

test('a link with a temporary token brings answers to another device', async ({
  page,
  browser,
  product: { address: baseURL },
  mailbox,
  look,
}) => {
  const device = await browser.newContext({ baseURL })
  const phone = await device.newPage()
  let link = ''

  await test.step('a visitor makes a link to go on elsewhere', async () => {
    await page.goto('/about')
    await answerAll(page, { first_name: 'Leander', city: 'Choteau', ssn: '123-45-6789' })
    await page.getByRole('button', { name: 'Continue on another device' }).click()
    const dialog = page.getByRole('dialog', { name: 'Continue on another device' })
    await dialog.getByRole('button', { name: 'Create the link' }).click()
    link = (await dialog.getByText(/token=/).textContent()) ?? ''
    expect(link).toContain(baseURL)
    await look('the-link')
  })

  await test.step('on the phone the token leaves the address before any other request, and fills only what is empty', async () => {
    await phone.goto('/about')
    await phone.waitForLoadState('networkidle') // before the session has come, the device keeps nothing
    await answerAll(phone, { city: 'Fairfield' })
    const asked: string[] = []
    phone.on('request', (request) => {
      if (/\/(api|public|lookup)\//.test(request.url())) asked.push(`${new URL(phone.url()).search} ${request.url()}`)
    })
    await phone.goto(link)
    await expect(phone.locator('#first_name'), proves('6.token.1')).toHaveValue('Leander')
    await expect(phone.locator('#city')).toHaveValue('Fairfield')
    await expect(phone.locator('#ssn')).toHaveValue('')
    expect(phone.url()).toBe(`${baseURL}/about`)
    expect(asked).toHaveLength(1)
    expect(asked[0], proves('2.routes.28')).toMatch(/^ http.*\/public\/tmp\?token=/)
    await phone.reload()
    await expect(phone.locator('#first_name')).toHaveValue('Leander')
  })

  await test.step('an unknown link says so and leaves the form as it is', async () => {
    await phone.goto('/education?token=nobody-knows-this')
    const dialog = phone.getByRole('dialog', { name: 'We couldn’t open your link' })
    await expect(dialog).toContainText('This link has expired or isn’t valid')
    await look('unknown-link', phone)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(phone).toHaveURL(`${baseURL}/education`)
    await expect(phone.locator('#college_name')).toHaveValue('')
  })

  await test.step('signed in, one is asked first; without a line, one can try again', async () => {
    await phone.goto('/signup')
    await signUp(phone, mailbox, person)
    await logIn(phone, person)
    await phone.locator('#first_name').fill('')
    await phone.locator('#first_name').blur()
    await expect(phone.getByText('Saved', { exact: true })).toBeVisible()
    await phone.route('**/public/tmp**', (route) => route.abort('internetdisconnected'))
    await phone.goto(link)
    const failed = phone.getByRole('dialog', { name: 'We couldn’t open your link' })
    await expect(failed).toContainText('We can’t reach the server.')
    await phone.reload()
    await expect(failed, 'the link is not lost with a refresh').toContainText('We can’t reach the server.')
    await phone.unroute('**/public/tmp**')
    await failed.getByRole('button', { name: 'Try again' }).click()
    const dialog = phone.getByRole('dialog', { name: 'Use the answers from your link?' })
    await expect(phone.locator('#first_name')).toHaveValue('')
    await look('link-asks-first', phone)
    await dialog.getByRole('button', { name: 'Fill them in' }).click()
    await expect(phone.locator('#first_name')).toHaveValue('Leander')
    await expect(phone.locator('#city')).toHaveValue('Fairfield')
  })

  await test.step('the link is ended on the first device, and nobody can open it any more', async () => {
    await page.getByRole('button', { name: 'Turn off the link' }).click()
    await expect(page.getByText(/^The link is turned off\./).first()).toBeVisible() // behind the dialog, which stays open
    await phone.goto(link)
    const dialog = phone.getByRole('dialog', { name: 'We couldn’t open your link' })
    await expect(dialog).toContainText('This link has expired or isn’t valid')
    await device.close()
  })
})
