import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PASSWORD } from './support/accounts.ts'
import { takenOver } from './support/applicant.ts'
import { expect, test } from './support/story.ts'

const FRENCH = [
  ['First Name', 'Prénom'],
  ['Save and Continue', 'Enregistrer et continuer'],
] as const

test('what nobody has translated yet stays English, and screen readers hear it as English', async ({
  page,
  product,
  mailbox,
}) => {
  await test.step('an institution tries a language of which it has two sentences', async () => {
    await product.stop()
    const folder = join(product.dataDir, 'languages/fr')
    mkdirSync(folder, { recursive: true })
    const entries = FRENCH.map(([text, own]) => `msgid "${text}"\nmsgstr "${own}"\n`)
    const others = ['Last Name', 'Terms', 'Remove', 'Confirm your account'].map(
      (text) => `msgid "${text}"\nmsgstr ""\n`,
    )
    const header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n'
    writeFileSync(join(folder, 'form.po'), [header, ...entries, ...others].join('\n'))
    const file = JSON.parse(readFileSync(join(import.meta.dirname, '../institution.json'), 'utf8'))
    const own = { languages: ['en', 'fr'], translations: {}, pdf_mark: undefined }
    const institution = { ...file, private: { ...file.private, ...own } }
    writeFileSync(join(product.dataDir, 'institution.json'), JSON.stringify(institution))
    await product.start({ INSTITUTION_FILE: join(product.dataDir, 'institution.json') })
  })

  /** The language in which a screen reader hears a text that stands for itself. */
  const heardIn = (text: string) =>
    page
      .getByText(text, { exact: true })
      .first()
      .evaluate((found) => found.closest('[lang]')?.getAttribute('lang'))

  await test.step('the page says which of its words are English, as sent and as drawn', async () => {
    await page.goto('/about?lang=fr')
    await takenOver(page)
    await expect.poll(() => heardIn('Last Name')).toBe('en')
    expect(await heardIn('Prénom')).toBe('fr')
    expect(await heardIn('Enregistrer et continuer')).toBe('fr')
    expect(await page.locator('option', { hasText: 'Fall 2027' }).first().getAttribute('lang')).toBe('en')
  })

  await test.step('also after it has changed to English and back', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'English', exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.locator('main [lang]')).toHaveCount(0)
    await page.getByRole('banner').getByRole('link', { name: 'Français', exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    await expect.poll(() => heardIn('Last Name')).toBe('en')
    expect(await heardIn('Prénom')).toBe('fr')
  })

  await test.step('and so does a mail, but for its subject and its text without marks', async () => {
    await page.goto('/signup')
    await page.locator('#username').fill('lucie@mail.example')
    await page.locator('#password').fill(PASSWORD)
    await page.locator('button[type=submit]').click()
    await expect(page).toHaveURL(/\/confirm$/)
    const { html, subject, text } = await mailbox.mailTo('lucie@mail.example', /./)
    expect(html).toContain('<html lang="fr">')
    expect(html).toMatch(/<h1[^>]*><span lang="en">Confirm your account<\/span><\/h1>/)
    expect(html).toContain('<title>Confirm your account</title>')
    expect([subject, text].join()).not.toMatch(/[\ufdd0\ufdd1]/)
  })
})
