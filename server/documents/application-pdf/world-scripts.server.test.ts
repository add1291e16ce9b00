import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { type OutlineItem, printedPages } from '../../../engine/index.ts'
import { group, row } from '../../../engine/testing/index.ts'
import { pdfContent } from './pdf-content.ts'
import { textByReader } from './testing/pdf-readers.ts'
import { linesOf, readPdf, tight } from './testing/read-pdf.ts'
import { sampleInstitution } from './testing/sample-outlines.ts'
import { worldScripts } from './testing/sample-texts.ts'
import { createTypesetter } from './typeset-pdf.ts'

const { application } = createTypesetter()
const pdfOf = (items: readonly OutlineItem[], applicant = 'Ada King') =>
  application(
    pdfContent({
      pages: printedPages(
        { pages: [{ slug: 'about', title: 'Personal Info', items: [group('section', 'Name', ...items)] }] },
        ['about'],
      ),
      institution: sampleInstitution,
      applicant,
      term: 'Fall 2027',
      reference: 'KQ4M-7XDR',
      submittedAt: new Date('2026-11-21T18:00:00Z'),
      formVersion: '1',
      madeAt: new Date('2026-11-23T18:00:00Z'),
    }),
  )

// Poppler does not know it to be written from the right; each letter of it is there.
const readOtherwise = new Set(['NKo'])

/** In which an answer in this script is read aloud, where that is not English. */
const languages: Readonly<Record<string, string>> = {
  ...{ Arabic: 'ar', Hebrew: 'he', Syriac: 'syr', Thaana: 'dv', NKo: 'nqo', Adlam: 'ff', 'Hanifi Rohingya': 'rhg' },
  ...{ Bengali: 'bn', Gurmukhi: 'pa', Gujarati: 'gu', Oriya: 'or', Tamil: 'ta', Telugu: 'te', Kannada: 'kn' },
  ...{ Malayalam: 'ml', Sinhala: 'si', Thai: 'th', Lao: 'lo', Khmer: 'km', Myanmar: 'my', Tibetan: 'bo', Yi: 'ii' },
  ...{ Armenian: 'hy', Georgian: 'ka', Cherokee: 'chr', Chinese: 'zh', Taiwanese: 'zh', Japanese: 'ja', Korean: 'ko' },
}

describe.each(worldScripts)('%s', (script, sample) => {
  test('is drawn in answers and labels, and its text can be copied', async () => {
    const { pdf, claim, replaced } = pdfOf([row('a', sample, sample)], sample)
    expect({ claim, replaced }).toEqual({ claim: 'ua-1', replaced: 0 })
    const { PDFium = '', Poppler = PDFium, ...others } = await textByReader(pdf)
    const everything = [PDFium, Poppler, ...Object.values(others)].join('\n')
    if (readOtherwise.has(script)) expect([...tight(sample)].filter((each) => !everything.includes(each))).toEqual([])
    else for (const text of [PDFium, Poppler]) expect(tight(text)).toContain(tight(sample))
  })

  test('is read aloud in its language, if only one is written in it', () => {
    const { pdf } = pdfOf([row('a', 'Answer', sample)])
    const found = Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/\/Type \/StructElem[^>]*?\/Lang \(([^)]*)\)/g)
    const own = languages[script]
    expect([...found].map(([, language]) => language)).toEqual(own === undefined ? [] : [own])
  })

  test('breaks its lines within the column', async () => {
    const long = sample.replaceAll(' ', '').repeat(30)
    const college = group(
      'entry',
      'College',
      ...Array.from({ length: 6 }, (_, at) => row(`${at}`, `Q${at}`, long.slice(0, 80).toWellFormed())),
    )
    const { pdf } = pdfOf([
      row('a', 'Answer', long),
      row('b', long, 'yes'),
      group('table', 'Colleges', college, college),
    ])
    const lines = await linesOf(pdf)
    expect(lines.filter(({ left, width }) => left < 67 || left + width > 546)).toEqual([])
  })

  // Drawn by poppler (Debian: poppler-utils), and skipped without it.
  test.skipIf(spawnSync('pdftoppm', ['-v']).status !== 0)('does not touch the line above or below', async () => {
    const { pdf } = pdfOf([row('a', 'Answer', Array.from({ length: 3 }, () => `${sample} q`).join('\n'))])
    const isInked = inkIn(pdf, 2)
    const baselines = (await linesOf(pdf))
      .filter(({ page, text, left }) => page === 2 && left > ANSWERS && /q/.test(text))
      .map(({ bottom }) => Math.round((792 - bottom) * SCALE))
    expect(baselines).toHaveLength(3)
    for (const [at, baseline] of baselines.slice(1).entries()) {
      const between = Array.from({ length: baseline - (baselines[at] ?? 0) }, (_, y) => baseline - y)
      expect(between.some((y) => !isInked(y))).toBe(true)
    }
  })
})

test('a city that is written from the right stays before its state and ZIP code', async () => {
  const parts = [row('city', 'City', 'القاهرة'), row('state', 'State', 'Montana'), row('zip', 'ZIP code', '59601')]
  const { pdf } = pdfOf([group('address', 'Address', ...parts)])
  const drawn = (await linesOf(pdf)).filter(({ page, left }) => page === 2 && left > ANSWERS)
  const [city, state] = [/\p{Script=Arabic}/u, /Montana/].map((each) => drawn.find(({ text }) => each.test(text)))
  expect(city?.left).toBeLessThan(state?.left ?? 0)
  expect(state?.text).toMatch(/Montana 59601$/)
  const { attached } = await readPdf(pdf)
  expect(attached['application.json']).toContain('"القاهرة, Montana 59601"')
})

const ANSWERS = 204 // points from the left of the page
const SCALE = 6 // pixels of a point

/** Whether a line of pixels of a page has ink in the column of answers. */
function inkIn(pdf: Uint8Array, page: number): (y: number) => boolean {
  const width = 340 * SCALE
  const part = `-f ${page} -l ${page} -x ${ANSWERS * SCALE} -W ${width} -y 0 -H ${792 * SCALE}`.split(' ')
  const { stdout } = spawnSync('pdftoppm', ['-r', `${72 * SCALE}`, '-gray', ...part, '-'], {
    input: pdf,
    maxBuffer: 1e8,
  })
  const pixels = stdout.subarray(stdout.indexOf('255\n') + 4)
  return (y) => pixels.subarray(y * width, (y + 1) * width).some((gray) => gray < 160)
}
