import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { takenOver } from './support/applicant.ts'
import { expect, test } from './support/story.ts'

const FRENCH = [
  ['First Name', 'Prénom'],
  ['Save and Continue', 'Enregistrer et continuer'],
] as const

test('what nobody has translated yet stays English, and screen readers hear it as English', async ({
  page,
  product,
}) => {
  await test.step('an institution tries a language of which it has two sentences', async () => {
    await product.stop()
    const folder = join(product.dataDir, 'languages/fr')
    mkdirSync(folder, { recursive: true })
    const entries = FRENCH.map(([text, own]) => `msgid "${text}"\nmsgstr "${own}"\n`)
    const others = ['Last Name', 'Terms', 'Remove'].map((text) => `msgid "${text}"\nmsgstr ""\n`)
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
})
