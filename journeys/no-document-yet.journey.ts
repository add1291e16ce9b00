import { readFile } from 'node:fs/promises'
import { visitor } from '../form/testing/index.ts'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answerAll } from './support/applicant.ts'
import { answersOf, fillThroughApi } from './support/by-hand.ts'
import { uploadField } from './support/documents.ts'
import { pdfText } from './support/pdf-text.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'pending@mail.example', password: PASSWORD }
const { perm_resident = '', visa_type: _, ...others } = answersOf(visitor)
/** Without what in-state tuition asks. */
const rest = Object.fromEntries(Object.entries(others).filter(([key]) => !key.startsWith('instate_')))
const EXPLANATION = 'My asylum interview is on May 3 & I wait.\nI expect the letter in June, says Zoë Šimková.'
const withoutSpaces = (text: string) => text.replace(/\s/g, '')

test('somebody without an immigration document explains why, and can submit', async ({
  page,
  product,
  mailbox,
  look,
}) => {
  await page.goto('/signup')
  await signUp(page, mailbox, person)
  await logIn(page, person)
  await fillThroughApi(page, product.address, { ...rest, instate_tuition: 'N' })
  const field = uploadField(page, 'stopintl_copy')
  const attach = field.getByRole('button', { name: 'Attach what you wrote' })

  await test.step('the explanation is an answer like any other, and becomes the document', async () => {
    await answerAll(page, { perm_resident })
    await page.getByRole('button', { name: 'I understand, continue' }).click()
    await answerAll(page, { visa_type: 'APPLIED', stopintl_none: 'true' })
    await expect(attach).toHaveCount(0)
    await answerAll(page, { stopintl_explanation: EXPLANATION })
    await look('explained')
    await attach.click()
    await expect(field).toContainText('Explanation.docxAttached', { timeout: 400_000 })
  })

  await test.step('what staff get of it has every word', async () => {
    await look('attached')
    const download = page.waitForEvent('download')
    await field.getByRole('button', { name: 'Download PDF' }).click()
    const text = withoutSpaces(await pdfText(await readFile(await (await download).path())))
    for (const line of EXPLANATION.split('\n')) expect(text).toContain(withoutSpaces(line))
  })

  await test.step('she submits', async () => {
    await page.getByRole('link', { name: /Submit/ }).click()
    await expect(page).toHaveURL(/\/final-steps$/)
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(page).toHaveURL(/\/completion$/)
  })
})
