import type { Locator, Page } from '@playwright/test'
import readQR from 'jsqr'
import sharp from 'sharp'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answerAll, typedOn } from './support/applicant.ts'
import { convertedPages, largePhoto, type OwnFile, uploadField } from './support/documents.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'scan@mail.example', password: PASSWORD }
const KEY = 'college_transcript'

test('an applicant at a computer photographs a transcript with her phone, which is not logged in', async ({
  page,
  browser,
  mailbox,
  look,
}) => {
  const field = uploadField(page, KEY)
  const dialog = page.getByRole('dialog', { name: 'Use your phone' })
  const open = async () => {
    await field.getByRole('button', { name: 'Use your phone' }).click()
    return codeIn(dialog.getByRole('img', { name: 'QR code' }))
  }
  const device = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const phone = await device.newPage()
  const onPhone = uploadField(phone, 'from_phone')
  const asked: string[] = []
  phone.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const heard: string[] = []
  phone.on('response', async (response) => {
    const { pathname } = new URL(response.url())
    if (/^\/(api|public)\//.test(pathname)) heard.push(await response.text().catch(() => ''))
  })

  await page.goto('/signup')
  await signUp(page, mailbox, person)
  await logIn(page, person)
  await answerAll(page, { first_name: 'Wilhelmina' })
  await page.getByRole('link', { name: /Academic History/ }).click()

  await test.step('the code on the screen can be scanned, in the dark as well', async () => {
    const address = await open()
    expect(address).toMatch(/\/from-phone#[\w-]{43}$/)
    await look('code')
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await codeIn(dialog.getByRole('img', { name: 'QR code' }))).toBe(address)
    await page.emulateMedia({ colorScheme: null })
    typedOn(page).add(address.split('#')[1] ?? '')
    await phone.goto(address)
  })

  await test.step('the page on the phone has no name, no answer, and no token in its address', async () => {
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Send a document')
    expect(new URL(phone.url()).hash).toBe('')
    await expect(phone.getByText('Wilhelmina')).toHaveCount(0)
    await expect(onPhone.getByText('Choose a file')).toBeVisible()
    await expect(onPhone.getByRole('button', { name: 'Use your phone' })).toHaveCount(0)
    await look('phone', phone)
    await phone.reload()
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Send a document')
  })

  await test.step('two photos become one document, which appears on the computer by itself', async () => {
    await take(phone, [await largePhoto('one.jpg'), await largePhoto('two.jpg')])
    await expect(onPhone.getByRole('listitem')).toHaveCount(2)
    await look('phone-pages', phone)
    await onPhone.getByRole('button', { name: 'Attach 2 pages' }).click()
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Your document has arrived', { timeout: 180_000 })
    await expect(phone.getByRole('heading', { level: 1 })).toBeFocused()
    await look('phone-arrived', phone)
    await expect(field).toContainText('one.pdfAttached', { timeout: 60_000 })
    await expect(dialog).toHaveCount(0)
    expect(await convertedPages(page, KEY)).toHaveLength(2)
  })

  await test.step('nothing about the application has reached the phone, and the code works only once', async () => {
    expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])
    expect(heard.join('\n')).not.toMatch(/Wilhelmina|scan@|college|one\.pdf/)
    await phone.reload()
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Scan a new code')
    await look('phone-ended', phone)
  })

  await test.step('a code that is still open ends when she logs out', async () => {
    await field.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    const address = await open()
    typedOn(page).add(address.split('#')[1] ?? '')
    await page.keyboard.press('Escape')
    await expect(field.getByRole('button', { name: 'Use your phone' })).toBeFocused()
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Log Out' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await phone.goto('about:blank')
    await phone.goto(address)
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Scan a new code')
  })
  await device.close()
})

/** What another program reads in a picture of the code. */
async function codeIn(code: Locator): Promise<string> {
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return readQR.default(new Uint8ClampedArray(data), info.width, info.height)?.data ?? ''
}

const take = (phone: Page, files: readonly OwnFile[]) =>
  uploadField(phone, 'from_phone')
    .locator('input[type=file]')
    .setInputFiles([...files])
