import type { Page } from '@playwright/test'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { typedOn } from './support/applicant.ts'
import { convertedPages, heicPhoto, largePhoto, lockedPdf, pdf, png, uploadField } from './support/documents.ts'
import { proves } from './support/proves.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'photos@mail.example', password: PASSWORD }
const KEY = 'college_transcript'

test('an applicant photographs a transcript page by page, puts the pages in order, and attaches one PDF', async ({
  page,
  mailbox,
  look,
}) => {
  const field = uploadField(page, KEY)
  const pages = field.getByRole('listitem')
  await page.goto('/signup')
  await signUp(page, mailbox, person)
  await logIn(page, person)
  await page.getByRole('link', { name: /Academic History/ }).click()
  await expect(page).toHaveURL(/\/education$/)

  await test.step('the photos, a PDF and a letter are chosen together; the letter is left out with a reason', async () => {
    const letter = { name: 'letter.docx', mimeType: '', buffer: Buffer.from('x') }
    await chooseAll(page, [
      await largePhoto('back.jpg'),
      await largePhoto('front.jpg'),
      await pdf('grades.pdf'),
      letter,
    ])
    await expect(pages).toHaveCount(3)
    await expect(field).toContainText('letter.docx was not added. A Word document can’t be joined with other files.')
    await look('pages')
  })

  await test.step('with the keyboard alone they are moved and turned, and the focus stays with the page', async () => {
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await pages.nth(1).getByRole('button', { name: 'Turn page 2, front.jpg' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('Move down page 1, front.jpg')
    await expect(field.locator('[aria-live=polite]').first()).toHaveText('Page 2 is now page 1.')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Space')
    await expect.poll(focused).toBe('Turn page 1, front.jpg')
  })

  await test.step('a page is added and removed again', async () => {
    await chooseAll(page, [await png('wrong.png')])
    await field.getByRole('button', { name: 'Remove page 4, wrong.png' }).click()
    await expect(pages).toHaveCount(3)
    await expect(field.getByRole('button', { name: 'Remove page 3, grades.pdf' })).toBeFocused()
  })

  await test.step('the pages stay while another page of the form is open', async () => {
    await page.getByRole('link', { name: /Personal Info/ }).click()
    await expect(page).toHaveURL(/\/about$/)
    await page.getByRole('link', { name: /Academic History/ }).click()
    await expect(pages.first()).toContainText('front.jpg')
  })

  await test.step('they are attached as one PDF within the limit, in this order and turned', async () => {
    await field.getByRole('button', { name: 'Attach 3 pages' }).click()
    await expect(field).toContainText('front.pdfAttached', { timeout: 180_000 })
    await expect(field).toContainText(/We made one PDF of your 3 pages: \d+ KB\./)
    const stored = await (await page.request.get('/api/document-answer')).json()
    expect(stored[KEY].file_name, proves('4.upload.10')).toBe('front.pdf')
    expect(stored[KEY].file_size, proves('9.file.1')).toBeLessThanOrEqual(1_048_576)
    const sizes = await convertedPages(page, KEY)
    expect(sizes.map(({ width, height }) => (width > height ? 'wide' : 'tall'))).toEqual(['wide', 'tall', 'tall'])
    await look('attached')
  })

  await test.step('a page that was forgotten is added, and the document is replaced', async () => {
    await chooseAll(page, [heicPhoto('IMG_2041.HEIC')])
    await expect(pages).toHaveCount(4)
    await expect(pages.last()).toContainText('IMG_2041.HEIC')
    await field.getByRole('button', { name: 'Attach 4 pages' }).click()
    await expect(field).toContainText('We made one PDF of your 4 pages', { timeout: 180_000 })
    await expect(field).toContainText('front.pdfAttached', { timeout: 180_000 })
    const sizes = await convertedPages(page, KEY)
    expect(sizes.map(({ width, height }) => (width > height ? 'wide' : 'tall'))).toEqual([
      'wide',
      'tall',
      'tall',
      'tall',
    ])
  })

  await test.step('a HEIC photo alone becomes a JPEG, though this browser cannot read HEIC itself', async () => {
    await field.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    const isAble = (bytes: number[]) =>
      createImageBitmap(new Blob([new Uint8Array(bytes)])).then(
        () => true,
        () => false,
      )
    const photo = heicPhoto('IMG_2042.HEIC')
    expect(await page.evaluate(isAble, [...photo.buffer])).toBe(false)
    await chooseAll(page, [photo])
    await expect(field).toContainText('IMG_2042.jpgAttached', { timeout: 180_000 })
    await expect(field).toContainText(/We turned your photo into a JPEG: \d+ KB\./)
    await look('heic')
  })

  await test.step('a PDF that opens with a password asks for it, again after a wrong one, and is kept unlocked', async () => {
    const [right, wrong] = ['Bitterroot & snow 9', 'bitterroot & snow 9']
    for (const each of [right, wrong]) typedOn(page).add(each)
    const sent: Buffer[] = []
    page.on('request', (request) => sent.push(request.postDataBuffer() ?? Buffer.of()))
    await field.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await chooseAll(page, [await lockedPdf('locked.pdf', right)])
    await expect(field).toContainText('locked.pdf is locked.')
    const box = field.getByLabel('Password of this PDF', { exact: true })
    await expect(box).toBeFocused()
    await look('locked')
    await box.fill(wrong)
    await field.getByRole('button', { name: 'Open locked.pdf' }).click()
    await expect(field).toContainText('This password doesn’t open the PDF.')
    await expect(box).toHaveValue('')
    await look('wrong-password')
    await box.fill(right)
    await box.press('Enter')
    await expect(field).toContainText('locked.pdfAttached', { timeout: 180_000 })
    await expect(field).toContainText('We opened your PDF with your password; the copy we keep is not locked.')
    expect(await convertedPages(page, KEY), 'what is kept opens without a password').toHaveLength(1)
    const hasPassword = (body: Buffer) => [right, wrong].some((each) => body.includes(each))
    expect(sent.length).toBeGreaterThan(1)
    expect(sent.filter(hasPassword), 'calls with the password').toEqual([])
  })
})

async function chooseAll(page: Page, files: readonly { name: string; mimeType: string; buffer: Buffer }[]) {
  for (const { name } of files) typedOn(page).add(name)
  await uploadField(page, KEY)
    .locator('input[type=file]')
    .setInputFiles([...files])
}
