import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Application,
  everyPrintedPage,
  type Outline,
  type OutlineItem,
  outlineOf,
  questionsShown,
} from '../../../engine/index.ts'
import { group, row } from '../../../engine/testing/index.ts'
import { applications, form } from '../../../form/testing/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { silentLog } from '../../testing/index.ts'
import { addSignatureField } from './finish-pdf.ts'
import { pdfContent } from './pdf-content.ts'
import { sealPdf } from './pdf-seal.ts'
import { openPdfSigner } from './pdf-signer.ts'
import { richOutline, sampleInstitution } from './testing/sample-outlines.ts'
import { naughtyStrings, worldScripts } from './testing/sample-texts.ts'
import { signingFiles } from './testing/signing.ts'
import { type BrokenRule, veraPdf } from './testing/verapdf.ts'
import { createTypesetter } from './typeset-pdf.ts'

const check = await veraPdf()
if ('skipped' in check) console.log(`PDF/UA-1 and PDF/A-3a by veraPDF skipped: ${check.skipped}.`)

describe.skipIf('skipped' in check)('PDF/UA-1 and PDF/A-3a by veraPDF', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h10v10z" fill="#0c3441"/></svg>'
  const pdfs = {
    'a plain application': () => pdfOf(onePage(row('a', 'First name', 'June'))),
    'tables, ticks and addresses': () => pdfOf(richOutline),
    'every script': () =>
      pdfOf(onePage(...worldScripts.map(([name, sample]) => row(name, sample, sample))), '王小明 ქეთევან'),
    'numbers drawn by a font': () => pdfOf(onePage(row('a', 'ꦄꦅ', '𒀀𒀁 ꦄ 𐌰')), '𐌰𐌱'),
    'naughty strings': () => pdfOf(onePage(...naughtyStrings.map((text, at) => row(`${at}`, text, text)))),
    'an essay of several pages': () =>
      pdfOf(onePage(row('a', 'Essay', 'What I did last summer. '.repeat(600), 'paragraph'))),
    'a mark': () =>
      pdfOf(onePage(row('a', 'First name', 'June')), 'June', { name: 'mark.svg', bytes: Buffer.from(svg) }),
    'eight colleges': () =>
      pdfOf(onePage(group('table', 'Colleges', ...Array.from({ length: 8 }, (_, at) => college(at))))),
  }
  const seed = Date.now()
  const generated = Object.fromEntries(
    fc
      .sample(applications, { seed, numRuns: 60 })
      .map((application, at) => [
        `generated application ${at} of seed ${seed}`,
        () => pdfOf(outlineOf(form, withOddTexts(application, at))),
      ]),
  )
  let broken: Readonly<Record<string, readonly BrokenRule[]>> = {}
  beforeAll(async () => {
    if ('skipped' in check) return
    const made = Object.fromEntries(Object.entries({ ...pdfs, ...generated }).map(([name, make]) => [name, make()]))
    const others = {
      [SIGNED]: await signedPdf(pdfs['a mark']()),
      'without a language': withoutLanguage(pdfs['a mark']()),
    }
    broken = await check({ ...made, ...others })
  })

  test.each([...Object.keys(pdfs), SIGNED])('%s', (name) => {
    expect(broken[name]).toEqual([])
  })

  test('60 generated applications, with scripts and naughty strings as answers', () => {
    const faults = Object.keys(generated).filter((name) => broken[name]?.length !== 0)
    expect(faults).toEqual([])
  })

  test('a PDF without a language is found', () => {
    expect(broken['without a language']?.map(({ rule }) => rule)).toContain('ua1 7.2-34')
  })
})

const SIGNED = 'one with a seal and a signature'

async function signedPdf(pdf: Uint8Array): Promise<Uint8Array> {
  const { signing, close } = await signingFiles()
  const signature = openPdfSigner(signing, { metrics: { count: () => {} }, log: silentLog }).signatureAt(new Date())
  close()
  const sealer = createKeyRing({ dataDir: '/nowhere', secretKeys: [{ id: 'k', bytes: Buffer.alloc(32) }] })
  const about = { kind: 'application PDF', reference: 'KQ4M-7XDR', made: '2026-11-23T18:00:00.000Z' } as const
  return sealPdf(sealer, addSignatureField(pdf, signature?.dictionary ?? ''), about, signature)
}

const oddTexts = [...worldScripts.map(([, sample]) => sample), ...naughtyStrings]

/** The application with a different odd text in every text question that it shows. */
function withOddTexts(application: Application, at: number): Application {
  const boxes = questionsShown(form, application).filter(
    ({ question: { kind, care } }) => kind === 'paragraph' || (kind === 'text' && care === 'none'),
  )
  const answers = boxes.map(({ question }, index) => [question.key, oddTexts[(at * 7 + index) % oddTexts.length] ?? ''])
  return { ...application, answer: { ...application.answer, ...Object.fromEntries(answers) } }
}

function onePage(...items: readonly OutlineItem[]): Outline {
  return { pages: [{ slug: 'about', title: 'Personal Info', items: [group('section', 'Name', ...items)] }] }
}

function college(at: number) {
  const answers = Array.from({ length: 7 }, (_, each) => row(`${at}-${each}`, `Question ${each}`, `Answer ${each}`))
  return group('entry', `College ${at + 1}`, ...answers)
}

function pdfOf(outline: Outline, applicant = 'June Hale', mark?: { name: 'mark.svg'; bytes: Uint8Array }): Uint8Array {
  const { pdf, claim } = createTypesetter().application(
    pdfContent({
      pages: everyPrintedPage(outline, []),
      institution: sampleInstitution,
      applicant,
      term: 'Fall 2027',
      reference: 'KQ4M-7XDR',
      submittedAt: new Date('2026-11-21T18:00:00Z'),
      formVersion: '1',
      madeAt: new Date('2026-11-23T18:00:00Z'),
    }),
    mark,
  )
  expect(claim).toBe('ua-1')
  return pdf
}

function withoutLanguage(pdf: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(pdf).toString('latin1').replaceAll('/Lang ', '/Lanx '), 'latin1')
}
