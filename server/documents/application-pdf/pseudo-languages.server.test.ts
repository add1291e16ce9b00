import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { rowsOf } from '../../../engine/index.ts'
import { domestic, veteran } from '../../../form/testing/index.ts'
import { snapshotOf } from '../../applying/submissions/index.ts'
import { speakIn } from '../../platform/languages/index.ts'
import { formOf, languagesOf, readInstitution } from '../../running/institution/index.ts'
import { createPdfRenderer } from './index.ts'
import { renderDraft, renderUnsealedPdf } from './make-pdf.ts'
import type { PdfContent } from './pdf-content.ts'
import { expectedOf, firstLost } from './testing/expected-words.ts'
import { textByReader } from './testing/pdf-readers.ts'
import { linesOf, readPdf, tight } from './testing/read-pdf.ts'

// An institution that offers two languages that nobody speaks, made from every sentence.
const folder = mkdtempSync(join(tmpdir(), 'pseudo-languages-'))
execFileSync(process.execPath, [join(import.meta.dirname, '../../../script/pseudo-languages.ts'), folder])
const institution = readInstitution({ institutionFile: join(folder, 'institution.json') })
const languages = languagesOf(institution, join(folder, 'languages'))
const renderer = createPdfRenderer()
afterAll(async () => {
  await renderer.close()
  rmSync(folder, { recursive: true })
})

const now = new Date('2026-11-23T18:00:00Z')
const people = { 'a short application': domestic, 'a long one': veteran }
const kinds = ['signed', 'draft'] as const

/** An applicant's own PDF in a language, and what is to be in it. */
async function made(language: string, who: keyof typeof people, kind: (typeof kinds)[number]) {
  const contents: PdfContent[] = []
  const deps = {
    form: formOf(institution),
    institution,
    now: () => now,
    renderer: {
      ...renderer,
      renderPdf(content: PdfContent) {
        contents.push(content)
        return renderer.renderPdf(content)
      },
    },
  }
  return speakIn(languages.wordsOf(language), async () => {
    const snapshot = snapshotOf(deps, people[who])
    const replaces = { version: 1, submittedAt: now }
    const submission = { account: '', reference: 'KQ4M-7XDR', version: 2, submittedAt: now, replaces, requested: [] }
    const pdf =
      kind === 'draft'
        ? await renderDraft(deps, people[who])
        : await renderUnsealedPdf(
            deps,
            { ...submission, snapshot },
            { way: 'own_pdf', madeAt: now, withdrawnAt: now, checkedAt: 'https://apply.bridger.example' },
          )
    return { pdf, snapshot, content: contents.at(-1) }
  })
}

/** Whether a word is in the language. */
const PSEUDO = [
  { language: 'en-XA', isSaid: (word: string) => /[áéíóúýñçð]/i.test(word) },
  { language: 'ar-XB', isSaid: (word: string) => !/[a-z]/i.test(word) },
]

const wordsIn = (text: string) => text.match(/\p{sc=Latn}[\p{sc=Latn}\p{M}’']*\p{sc=Latn}|\p{sc=Arab}{2,}/gu) ?? []

/** What the language does not change: what people wrote, names, and what `Intl` writes. */
const KEPT =
  'Bridger State University Meridian Hall Bozeman Montana admissions@bridger.example https://apply.bridger.example/check-pdf scan.pdf UTC MST AM at KB English Pseudo Accents United States Norway'

const [LEFT, RIGHT] = [68, 545] // points: the margins of a page

const cases = PSEUDO.flatMap(({ language, isSaid }) =>
  (['a short application', 'a long one'] as const).flatMap((who) =>
    kinds.map((kind) => [language, who, kind, isSaid] as const),
  ),
)

describe.each(cases)('in %s, %s, %s', (language, who, kind, isSaid) => {
  const ready = made(language, who, kind)

  test('has nothing in English but what was signed, and everything else as it is read', async () => {
    const { pdf, snapshot, content } = await ready
    const read = await readPdf(pdf)
    expect(read).toMatchObject({ claim: '1', untagged: 0, info: { Language: language } })
    const signed = rowsOf(snapshot.outline.pages.flatMap(({ items }) => items)).filter(({ key }) =>
      ['certify_checkbox', 'obligation_checkbox', 'legal_agree'].includes(key),
    )
    expect(signed).toHaveLength(3)
    const text = read.text.replace(/\s+/g, ' ')
    for (const { label } of signed) expect(text).toContain(label)
    const written = Object.values(people[who].answer).map(String)
    const kept = new Set([KEPT, ...written, ...signed.map(({ label }) => label)].flatMap(wordsIn))
    const months = new Intl.DateTimeFormat('en', { month: 'long' })
    for (let month = 0; month < 12; month++) kept.add(months.format(new Date(2026, month)))
    const printed = [text, ...read.running].flatMap((each) => wordsIn(each.replaceAll('KQ4M-7XDR', ' ')))
    expect(printed.length).toBeGreaterThan(100)
    expect([...new Set(printed.filter((word) => !isSaid(word) && !kept.has(word)))]).toEqual([])
    const expected = content ? expectedOf(content) : []
    expect(expected.length).toBeGreaterThan(100)
    if (language === 'en-XA') expect(firstLost(read.text, expected)).toBeNull()
    // Each puts numbers in a line from the right where it likes, but none loses a word or turns it around.
    for (const [reader, found] of Object.entries(await textByReader(pdf))) {
      const all = new Set(wordsIn(found.normalize('NFKC')))
      const lost = expected.flatMap(wordsIn).filter((word) => !all.has(word) && !tight(found).includes(tight(word)))
      expect(lost, reader).toEqual([])
    }
  })

  test('has nothing beyond the margins and nothing on something else', async () => {
    const { pdf } = await ready
    const lines = await linesOf(pdf)
    expect(lines.length).toBeGreaterThan(50)
    expect(lines.filter(({ left, width }) => left < LEFT || left + width > RIGHT)).toEqual([])
    const touching = lines.flatMap((one, at) =>
      lines
        .slice(at + 1)
        .filter(
          (other) =>
            other.page === one.page &&
            Math.abs(other.bottom - one.bottom) < Math.min(one.height, other.height) * 0.6 &&
            Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left) > 1,
        )
        .map((other) => `${one.page}: ${one.text} / ${other.text}`),
    )
    expect(touching).toEqual([])
  })

  // Drawn by poppler (Debian: poppler-utils), and skipped without it.
  test.skipIf(spawnSync('pdftoppm', ['-v']).status !== 0)('draws no line beyond the margins', async () => {
    const { pdf } = await ready
    for (const side of [0, RIGHT + 2]) {
      const part = `-x ${side} -W ${LEFT - 2} -y 0 -H 792`.split(' ')
      const { stdout } = spawnSync('pdftoppm', ['-r', '72', '-gray', ...part, '-'], { input: pdf, maxBuffer: 1e8 })
      const pages = stdout.toString('latin1').split(/P5\n\d+ \d+\n255\n/)
      expect(pages.length).toBeGreaterThan(4)
      expect(pages.filter((pixels) => /[\0-\xf5]/.test(pixels)).length, `${side}`).toBe(0)
    }
  })

  test('has its labels where a line begins, and numbers and addresses in their own order', async () => {
    const { pdf, content } = await ready
    const lines = await linesOf(pdf)
    const leftOf = (part: string) =>
      lines.find(({ page, text }) => page === 1 && text.includes(part))?.left ?? Number.NaN
    const [name, phone] = [leftOf('Bridger State'), leftOf('(406) 555-0142')]
    if (language === 'ar-XB') expect(name).toBeGreaterThan(phone + 100)
    else expect(phone).toBeGreaterThan(name + 100)
    const drawn = lines.map(({ text }) => text.trim())
    for (const each of ['(406) 555-0142', '201 Meridian Hall', 'Bozeman, Montana 59717', '12 Front Street', '009901'])
      expect(drawn).toContain(each)
    expect(content?.texts.direction).toBe(language === 'ar-XB' ? 'rtl' : 'ltr')
  })
})
