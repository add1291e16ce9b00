import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answerAll } from './support/applicant.ts'
import { choose, docx, uploadField } from './support/documents.ts'
import { proves } from './support/proves.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'ines.torn@mail.example', password: PASSWORD }
/** In the command of the converter process, and of no other: the WebAssembly build, or an installed LibreOffice. */
const LIBRE_OFFICE = ['office-child.ts', 'soffice']
// A conversion may be over within two seconds.
const slow = { timeout: 120_000, intervals: [100] }

test('a document is attached even if its conversion is killed, the tab is closed, and the server is killed', async ({
  page,
  context,
  product,
  mailbox,
  look,
}) => {
  const converting = () => [...new Set(LIBRE_OFFICE.flatMap(product.processesOf))]

  await test.step('she uploads a Word document', async () => {
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    await logIn(page, person)
    await answerAll(page, { us_citizen: 'N', perm_resident: 'N' })
    await choose(page, 'stopintl_copy', docx('visa-letter.docx'))
    await expect(uploadField(page, 'stopintl_copy'), proves('1.documents.3')).toContainText('Converting to PDF…')
  })

  await test.step('the conversion is killed in the middle, and started again', async () => {
    await expect.poll(() => converting().length, slow).toBe(1)
    const [killed = 0] = converting()
    process.kill(killed, 'SIGKILL')
    await expect.poll(async () => (await product.log()).includes('A conversion did not finish.'), slow).toBe(true)
    await expect.poll(() => converting().filter((pid) => pid !== killed).length, slow).toBe(1)
    await expect(uploadField(page, 'stopintl_copy')).toContainText('Converting to PDF…')
    await look('converting')
  })

  await test.step('she closes the tab, and the server is killed and started again', async () => {
    await page.close()
    await product.kill()
    await product.start()
  })

  await test.step('she comes back, sees it go on, and her document is attached', async () => {
    const tab = await context.newPage()
    await tab.goto('/about')
    const field = uploadField(tab, 'stopintl_copy')
    await expect(field).toContainText('visa-letter.docx')
    await expect(field, proves('1.documents.3')).toContainText('visa-letter.docxAttached', { timeout: 480_000 })
    const { answer } = await (await context.request.get(`${product.address}/api/profile`)).json()
    expect(answer.stopintl_copy, proves('4.upload.5')).toBe('ANSWERED')
    await look('attached', tab)
    await tab.reload()
    await expect(field).toContainText('visa-letter.docxAttached')
  })
})
