import { readFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { SaxesParser } from 'saxes'
import type { Institution } from '../../../api/index.ts'
import { type Settings, startupError } from '../../platform/settings/index.ts'
import type { Face } from '../../running/face/index.ts'

/** The institution's mark in the letterhead of the application PDF. */
export type PdfMark = { readonly name: 'mark.svg' | 'mark.png'; readonly bytes: Uint8Array }

const MOST = 512 * 1024 // bytes: each PDF holds the mark

/** What tells the mark of the letterhead under a face: its logo, or the file that `pdf_mark` names. */
export function pdfMarkOf(
  settings: Pick<Settings, 'institutionFile'>,
  institution: Institution,
): (face: Pick<Face, 'mark'>) => PdfMark | undefined {
  const own = readPdfMark(settings, institution)
  return ({ mark }) => (mark ? { name: 'mark.png', bytes: mark } : own)
}

/**
 * Reads the file that `pdf_mark` names, beside institution.json; undefined if it names none. Throws a startup error that
 * names the file if it cannot be read, is no SVG or PNG, is larger than 512 KB, or is an SVG that needs other files.
 */
export function readPdfMark(
  { institutionFile }: Pick<Settings, 'institutionFile'>,
  institution: Institution,
): PdfMark | undefined {
  if (institution.pdf_mark === undefined) return undefined
  const file = join(dirname(institutionFile), institution.pdf_mark)
  const bytes = contentOf(file)
  const refuse = (reason: string) => startupError(`${file}, which pdf_mark of institution.json names, ${reason}.`)
  if (bytes.length > MOST) throw refuse('is larger than 512 KB')
  if (extname(file).toLowerCase() === '.png') {
    if (!bytes.subarray(0, 8).equals(PNG)) throw refuse('is not a PNG')
    return { name: 'mark.png', bytes }
  }
  const problem = problemOfSvg(bytes.toString('utf8'))
  if (problem !== null) throw refuse(problem)
  return { name: 'mark.svg', bytes }
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** What is wrong with an SVG, in words; null if it can be drawn by itself. */
function problemOfSvg(text: string): string | null {
  const parser = new SaxesParser()
  let problem: string | null = null
  let root: string | null = null
  parser.on('error', () => {
    problem ??= 'is not a well-formed SVG'
  })
  parser.on('opentag', ({ name, attributes }) => {
    root ??= name
    for (const [attribute, value] of Object.entries(attributes))
      if (/(^|:)href$/.test(attribute) && !/^(#|data:)/.test(value)) problem ??= 'refers to another file'
  })
  parser.write(text).close()
  return problem ?? (root === 'svg' ? null : 'is not an SVG')
}

function contentOf(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (cause) {
    throw startupError(`${basename(file)}, which pdf_mark of institution.json names, cannot be read at ${file}.`, cause)
  }
}
