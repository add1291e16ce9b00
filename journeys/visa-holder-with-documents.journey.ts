import type { Request } from '@playwright/test'
import type { Application } from '../engine/index.ts'
import { visitor } from '../form/testing/index.ts'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answerAll } from './support/applicant.ts'
import { answersOf, expectPdfToHold, fillThroughApi } from './support/by-hand.ts'
import {
  attach,
  choose,
  convertedSize,
  damagedPhoto,
  docx,
  jpeg,
  largePhoto,
  pdf,
  png,
  uploadField,
} from './support/documents.ts'
import { proves } from './support/proves.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'v.holder@mail.example', password: PASSWORD }
const answers = answersOf(visitor)
const { us_citizen, perm_resident, citizenship, visa_type, instate_state_id_month, instate_state_id_year, ...rest } =
  answers
const documents = {
  stopintl_copy: 'my-visa.png',
  instate_state_id_copy: 'state-id-card.jpg',
  college_transcript: 'transcript.docx',
  ged_record: 'ged-scores.pdf',
}
const applicant: Application = {
  ...visitor,
  answer: { ...answers, ...Object.fromEntries(Object.keys(documents).map((key) => [key, 'ANSWERED'])) },
}

test('a visa holder attaches a document of each kind, deletes one, leaves a tab with another, and submits', async ({
  page,
  product,
  mailbox,
  look,
}) => {
  await test.step('signed out, documents must wait', async () => {
    await page.goto('/about')
    await answerAll(page, { us_citizen: 'N', perm_resident: 'N' })
    await expect(uploadField(page, 'stopintl_copy')).toContainText(
      'This question can be finished once you have created an account.',
    )
    await look('signed-out')
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    await logIn(page, person)
    await fillThroughApi(page, product.address, rest)
  })

  await test.step('she reads the STOP note about her visa, goes on, and attaches a picture of it', async () => {
    await answerAll(page, { us_citizen: us_citizen ?? '', perm_resident: perm_resident ?? '' })
    await expect(page.getByText('STOP!')).toBeVisible()
    await page.getByRole('button', { name: 'I understand, continue' }).click()
    await answerAll(page, { citizenship: citizenship ?? '', visa_type: visa_type ?? '' })
    await choose(page, 'stopintl_copy', { ...(await png('my-visa.gif')), mimeType: 'image/gif' })
    await expect(uploadField(page, 'stopintl_copy')).toContainText('You can only enter the following file types:')
    await look('refused')
    const sent: Request[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request)
    })
    const permission = page.waitForResponse('**/api/presigned-url')
    proves('1.documents.1', '6.student.5')
    await attach(page, 'stopintl_copy', await png(documents.stopintl_copy))
    const { url } = await (await permission).json()
    const storage = new URL(url, product.address).href
    const upload = sent.filter((request) => request.url() === storage || /presigned|pdf/.test(request.url()))
    const paths = upload.map((request) => request.url().replace(product.address, ''))
    expect(paths, proves('4.upload.2', '4.upload.3')).toEqual([
      '/api/presigned-url',
      storage.replace(product.address, ''),
      '/api/pdf/document-answer/stopintl_copy',
    ])
    expect(upload[1]?.headers()['content-type'], proves('7.storage.1')).toMatch(/^multipart\/form-data; boundary=/)
    await expect(uploadField(page, 'stopintl_copy'), proves('4.upload.10')).toContainText(
      /my-visa\.pngAttached, \d+ (bytes|KB)/,
    )
    await look('attached')
  })

  await test.step('a note asks former students to stop, which she is not', async () => {
    await answerAll(page, { prev_attend_undergraduate: 'Y' })
    await expect(page.getByRole('alert').filter({ hasText: 'STOP!' })).toBeVisible()
    await answerAll(page, { prev_attend_undergraduate: 'N' })
  })

  await test.step('she attaches her driver license, and then shows her state ID instead', async () => {
    const license = uploadField(page, 'instate_driver_license_copy')
    await choose(page, 'instate_driver_license_copy', damagedPhoto('damaged.jpg'))
    await expect(license).toContainText('Your file is too large. The maximum file size is 1 MB.')
    await expect(license).toContainText('Take the photo again with only the page in it.')
    await look('too-large')
    const photo = await largePhoto('license-photo.jpg')
    expect(photo.buffer.length).toBeGreaterThan(2 * 1_048_576)
    await choose(page, 'instate_driver_license_copy', photo)
    await expect(license).toContainText(/We made your photo smaller: \d+ KB\./)
    await expect(license).not.toContainText('too large')
    await look('made-smaller')
    await expect(license).toContainText('license-photo.jpgAttached')
    await expect(license).toContainText(/We made your photo smaller: \d+ KB\./)
    await look('made-smaller-attached')
    const { width, height } = await convertedSize(page, 'instate_driver_license_copy')
    expect(height, 'the photo is still upright').toBeGreaterThan(width)
    await page.getByRole('tab', { name: 'State ID' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Switch' }).click()
    await expect(uploadField(page, 'instate_state_id_copy')).toBeVisible()
    await answerAll(page, {
      instate_state_id_month: instate_state_id_month ?? '',
      instate_state_id_year: instate_state_id_year ?? '',
    })
    await attach(page, 'instate_state_id_copy', await jpeg(documents.instate_state_id_copy))
    const stored = await (await page.request.get(`${product.address}/api/document-answer`)).json()
    expect(Object.keys(stored).toSorted(), proves('4.tabs.6')).toEqual(['instate_state_id_copy', 'stopintl_copy'])
  })

  await test.step('on the next page she attaches a wrong file, deletes it, and attaches a Word document', async () => {
    await page.getByRole('button', { name: 'Save and Continue' }).click()
    await expect(page).toHaveURL(/\/education$/)
    await attach(page, 'college_transcript', await pdf('wrong-file.pdf'))
    const field = uploadField(page, 'college_transcript')
    await field.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog, proves('4.upload.12')).toContainText('Are you sure you want to delete your file?')
    await look('delete-asks-first')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(field.locator('input[type=file]')).toBeFocused()
    const read = async (path: string) => (await page.request.get(`${product.address}${path}`)).json()
    expect((await read('/api/profile')).answer.college_transcript, proves('4.upload.13')).toBe('')
    expect(await read('/api/document-answer'), proves('4.upload.13')).not.toHaveProperty('college_transcript')
    const { status } = await read('/api/pdf/document-answer/college_transcript')
    expect(status, proves('4.upload.13')).toBe('NOT_ANSWERED')
    await choose(page, 'college_transcript', docx(documents.college_transcript))
    await expect(field, proves('1.documents.3')).toContainText('Converting to PDF…')
    // At once: an installed LibreOffice converts within two seconds.
    await field.getByRole('button', { name: 'Cancel' }).focus()
    await page.keyboard.press('Enter')
    await expect(field).toContainText('Choose a file')
    await expect(field.locator('input[type=file]')).toBeFocused()
    expect((await read('/api/pdf/document-answer/college_transcript')).status).toBe('NOT_ANSWERED')
    await choose(page, 'college_transcript', docx(documents.college_transcript))
    await expect(field, proves('1.documents.3')).toContainText(`${documents.college_transcript}Attached`, {
      timeout: 180_000,
    })
  })

  await test.step('she chooses the other kind of record', async () => {
    await page.getByRole('tab', { name: 'GED or HiSET documents' }).click()
    await attach(page, 'ged_record', await pdf(documents.ged_record))
  })

  await test.step('after a reload all of it is there, and she looks at what became of her file', async () => {
    await page.reload()
    const record = uploadField(page, 'ged_record')
    await expect(record).toContainText(`${documents.ged_record}Attached`)
    const download = page.waitForEvent('download')
    await record.getByRole('button', { name: 'Download PDF' }).click()
    expect((await download).suggestedFilename()).toBe(documents.ged_record)
    await look('attached')
    await expect(uploadField(page, 'college_transcript')).toContainText(`${documents.college_transcript}Attached`)
  })

  await test.step('she submits; her receipt lists the documents, and her PDF says that they are attached', async () => {
    await page.getByRole('button', { name: 'Save and Continue' }).click()
    await expect(page).toHaveURL(/\/final-steps$/)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(/\/completion$/)
    for (const name of Object.values(documents)) await expect(page.getByRole('main')).toContainText(name)
    await look('receipt')
    await expectPdfToHold(page, applicant)
  })
})
