import { answer } from './support/applicant.ts'
import { deskOf } from './support/staff-link.ts'
import { expect, test } from './support/story.ts'

test.use({ expectedFaults: [/status of (410|404)/] }) // a link that has ended, and the icon of its page

test('a registrar sees her draft as applicants would, and a colleague with the link does too', async ({
  page,
  browser,
  product,
  look,
}) => {
  const desk = await deskOf(browser, product, 'Prue View', 'form_editor')
  let link = ''

  await test.step('she rewords a question and makes a link', async () => {
    await desk.getByRole('link', { name: 'The form' }).click()
    await desk.getByRole('searchbox', { name: 'Find words' }).fill('Previous name')
    const field = desk.getByRole('textbox', { name: 'Previous name', exact: true })
    await field.fill('Former name')
    await field.blur()
    await expect(desk.getByText('One change is in the draft.')).toBeVisible()
    await desk.getByRole('button', { name: 'Make a link to a preview' }).click()
    link = await desk.getByRole('textbox', { name: 'Link for colleagues' }).inputValue()
    await look('link', desk)
  })

  const shown = page.frameLocator('iframe')
  const choose = async (as: string, show: string, language = 'English', width = 'All of this window') => {
    await page.getByLabel('As', { exact: true }).selectOption({ label: as })
    await page.getByLabel('Show', { exact: true }).selectOption({ label: show })
    await page.getByLabel('In', { exact: true }).selectOption({ label: language })
    await page.getByLabel('On', { exact: true }).selectOption({ label: width })
    await page.getByRole('button', { name: 'Show' }).click()
  }

  await test.step('a colleague sees the first page with the draft; visitors do not', async () => {
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await page.goto(link)
    await expect(page.getByText('One change is in the draft. Applicants don’t see it yet.')).toBeVisible()
    await expect(shown.getByText('Former name')).toBeVisible()
    await look('newcomer')
    await choose('June Hale, nothing out of the ordinary', 'Personal Info')
    await expect(shown.getByRole('textbox', { name: 'First name' })).toHaveValue('June')
    const city = shown.locator('#city')
    await city.fill('Butte')
    await shown.getByRole('button', { name: 'Account' }).focus()
    await expect(shown.getByText('Saved', { exact: true })).toBeVisible()
    await look('citizen')
    expect(calls.filter((path) => /^\/(api|public|lookup)\//.test(path))).toEqual([])
    const visitor = await (await browser.newContext({ baseURL: product.address })).newPage()
    await visitor.goto('/about')
    await expect(visitor.getByText('Previous name')).toBeVisible()
  })

  await test.step('what an applicant’s page beside it keeps stays as it is', async () => {
    const own = await page.context().newPage()
    await own.goto(`${product.address}/about`)
    await answer(own, 'first_name', 'Real')
    await own.reload()
    await expect(own.locator('#first_name')).toHaveValue('Real')
    await page.reload()
    await expect(shown.getByRole('textbox', { name: 'First name' })).toHaveValue('June')
    await expect(shown.locator('#city')).toHaveValue('Helena')
    await own.close()
  })

  await test.step('each sample, in Spanish, and to the receipt', async () => {
    await choose('Jonas Solberg, on a visa', 'Personal Info', 'Español', 'A phone, 390 wide')
    await expect(shown.locator('html')).toHaveAttribute('lang', 'es')
    await expect(shown.getByRole('heading', { level: 1 })).toHaveText('Información personal')
    await expect(shown.locator('#first_name')).toHaveValue('Jonas')
    await look('spanish')
    await choose('Grace Okafor, who has submitted', 'After submitting')
    await expect(shown.getByText('SAMP-2345')).toBeVisible()
    await look('submitted')
    await choose('June Hale, nothing out of the ordinary', 'Submit')
    await shown.getByRole('button', { name: 'Submit' }).last().click()
    await expect(shown.getByText('SAMP-2345')).toBeVisible()
  })

  await test.step('the PDF and the mails', async () => {
    await choose('Inés Whitehorse, a veteran with eight colleges', 'The PDF')
    const pdf = await page.request.get(await page.locator('iframe').evaluate((frame: HTMLIFrameElement) => frame.src))
    expect(pdf.headers()['content-type']).toBe('application/pdf')
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
    await choose('June Hale, nothing out of the ordinary', 'Receipt', 'Español')
    await expect(shown.getByText('SAMP-2345').first()).toBeVisible()
    await expect(shown.locator('html')).toHaveAttribute('lang', 'es')
    await look('mail')
  })

  await test.step('a made-up link shows nothing', async () => {
    await page.goto(`${link.slice(0, -4)}AAAA`)
    await expect(page.getByRole('heading', { name: 'This preview has ended' })).toBeVisible()
  })
})
