import encodeQR from 'qr'
import type { Institution } from '../../../api/index.ts'
import { languageInWords, locale, type PrintedPage, say, sayCount, wordsInUse } from '../../../engine/index.ts'
import { printColor } from '../../running/face/index.ts'
import { formatDateTime } from '../../running/institution/index.ts'

/** What a PDF prints about the institution. `time_zone` is an IANA name. */
export type PdfInstitution = {
  readonly partner_name: string
  readonly office: string
  readonly address_lines: readonly string[]
  readonly phone: string
  readonly email: string
  readonly application_title: string
  readonly school_code: string
  readonly color: string
  readonly time_zone: string
}

export const pdfInstitution = (institution: Institution): PdfInstitution => {
  const { address, help_email, ...rest } = institution
  return {
    ...rest,
    address_lines: [address.line_1, `${address.city}, ${address.state} ${address.zip}`],
    email: help_email,
    color: printColor(institution),
  }
}

/** The content of one PDF: all text that the template prints except page numbers. */
export type PdfContent = {
  readonly institution: {
    readonly name: string
    readonly office: string
    readonly contact: readonly string[]
    readonly color: string
  }
  readonly title: string
  readonly applicant: string
  readonly reference: string
  /** Says so on every page of what is not signed. */
  readonly isDraft?: boolean
  /** When the PDF was made: year, month, day, hour, minute and second in UTC. */
  readonly made: readonly number[]
  readonly cover: readonly { readonly label: string; readonly text: string }[]
  /** Where anybody can check a sealed PDF: the address, and its QR code as SVG. */
  readonly check?: { readonly address: string; readonly code: string } | undefined
  readonly pages: readonly PrintedPage[]
  readonly texts: ReturnType<typeof templateTexts>
  /** Labels and titles that stay English in a language that is not finished, for screen readers. */
  readonly english?: readonly string[]
  /** What is attached as data, if it is not the answers. */
  readonly attached?: { readonly name: string; readonly description: string; readonly data: string }
}

/** The content of the application PDF of one application (requirements 4.pdf, docs/decisions/0004). */
export const pdfContent = (printed: {
  readonly pages: readonly PrintedPage[]
  readonly institution: PdfInstitution
  readonly applicant: string
  /** The entry term in words. */
  readonly term: string
  /** Neither of what is not signed: it is a draft, and says so on every page. */
  readonly reference?: string | undefined
  readonly submittedAt?: Date | undefined
  /** The version that it replaces. */
  readonly replaces?: { readonly version: number; readonly submittedAt: Date } | undefined
  readonly formVersion: string
  /** The language in which the applicant read and answered it, if that was not English. */
  readonly readIn?: string | undefined
  /** When the applicant withdrew it, for those who read it afterwards. */
  readonly withdrawnAt?: Date | undefined
  readonly madeAt: Date
  readonly english?: readonly string[]
  /** The address of this service, if the PDF gets a seal that can be checked there. */
  readonly checkedAt?: string | undefined
}): PdfContent => {
  const { pages, institution, applicant, term, submittedAt, replaces, formVersion, madeAt, withdrawnAt } = printed
  // What stands in place of the number.
  const { reference = say('Draft') } = printed
  const address = printed.checkedAt === undefined ? undefined : `${printed.checkedAt}/check-pdf`
  return {
    institution: letterhead(institution),
    title: institution.application_title,
    applicant,
    reference,
    ...(!submittedAt && { isDraft: true }),
    made: timeParts(madeAt),
    cover: [
      ...(withdrawnAt
        ? [
            {
              label: say('Withdrawn'),
              text: say('By the applicant, {dateAndTime}', {
                dateAndTime: timeWithZone(withdrawnAt, institution.time_zone),
              }),
            },
          ]
        : []),
      submittedAt
        ? { label: say('Reference'), text: reference }
        : {
            label: say('Status'),
            text: say('Draft of {dateAndTime}. Not signed, not submitted', {
              dateAndTime: timeWithZone(madeAt, institution.time_zone),
            }),
          },
      { label: say('Entry term'), text: term },
      { label: say('School code'), text: institution.school_code },
      ...(submittedAt ? [{ label: say('Submitted'), text: timeWithZone(submittedAt, institution.time_zone) }] : []),
      ...(replaces ? [{ label: say('Version'), text: replacing(replaces, institution.time_zone) }] : []),
      { label: say('Form version'), text: formVersion },
      ...(printed.readIn === undefined ? [] : [{ label: say('Answered in'), text: languageInWords(printed.readIn) }]),
    ],
    check: address === undefined ? undefined : { address, code: encodeQR(address, 'svg', { ecc: 'low' }) },
    pages,
    texts: templateTexts(),
    ...(printed.english && { english: printed.english }),
  }
}

/** What the template says by itself, in the language of who reads. It fills in the values, which only it knows. */
function templateTexts() {
  const { language, region = null } = new Intl.Locale(locale())
  return {
    lang: language,
    region,
    direction: wordsInUse().direction ?? 'ltr',
    page: say('Page {number} of {pages}'),
    continuedSection: say('{section} (continued)'),
    continuedGroup: say('{section}, {group} (continued)'),
    check: say('Check this PDF'),
    checkAt: say('Whether this file is unaltered, anybody can see at'),
    code: say('QR code of this address'),
    contents: say('Contents'),
    attached: say('The answers of this PDF as data'),
    note: say('Please note'),
    undrawn: undrawnByCategory(),
    undrawnIsText: say('Text that is copied, searched or read aloud is as it was typed.'),
    undrawnIsStored: say('The stored application holds the original text.'),
  }
}

/** About characters that no font draws, for each plural category: how many there are is known only when they are drawn. */
function undrawnByCategory(): Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> {
  const rules = new Intl.PluralRules(locale())
  const counts = Array.from({ length: 120 }, (_, index) => index + 1) // no language needs more to name all its categories
  return Object.fromEntries(
    counts.map((count) => [
      rules.select(count),
      sayCount(
        count,
        'One character of the application cannot be drawn by the fonts of this copy. It is shown by its Unicode number in brackets, for example {example}.',
        '{count} characters of the application cannot be drawn by the fonts of this copy. Each is shown by its Unicode number in brackets, for example {example}.',
        { count: '{count}' },
      ),
    ]),
  )
}

/** The content of another PDF in the same look. */
export const plainContent = ({
  institution,
  heading,
  madeAt,
  ...content
}: Omit<PdfContent, 'institution' | 'applicant' | 'made' | 'texts'> & {
  readonly institution: PdfInstitution
  /** What stands where an application has its applicant. */
  readonly heading: string
  readonly madeAt: Date
}): PdfContent => ({
  ...content,
  institution: letterhead(institution),
  applicant: heading,
  made: timeParts(madeAt),
  texts: templateTexts(),
})

const letterhead = (institution: PdfInstitution): PdfContent['institution'] => ({
  name: institution.partner_name,
  office: institution.office,
  contact: [...institution.address_lines, institution.phone, institution.email],
  color: institution.color,
})

const timeParts = (time: Date) => time.toISOString().split(/\D/, 6).map(Number)

const replacing = (
  { version, submittedAt }: { readonly version: number; readonly submittedAt: Date },
  timeZone: string,
) =>
  say('Version {version}, replaces version {earlierVersion} of {dateAndTime}', {
    version: version + 1,
    earlierVersion: version,
    dateAndTime: timeWithZone(submittedAt, timeZone),
  })

/** As "November 14, 2026 at 3:42 PM MST (UTC−07:00)": a printed time must name its zone. */
export function timeWithZone(time: Date, timeZone: string): string {
  const local = formatDateTime(time, timeZone)
  // The same in every language.
  const offset = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(time)
    .find(({ type }) => type === 'timeZoneName')
    ?.value.replace('GMT', 'UTC')
    .replace('-', '−')
  return local.endsWith('UTC') ? local : `${local} (${offset})`
}

/** What is printed about the documents of a packet: the list of them, and lines on each of their pages. */
export type PacketSheets = {
  readonly institution: string
  readonly color: string
  readonly title: string
  readonly applicant: string
  readonly reference: string
  /** A sentence above the list. */
  readonly summary: string
  readonly documents: readonly {
    /** The question that asked for it, such as "College 2: Unofficial transcript". */
    readonly title: string
    readonly file: string
    /** The day on which it was attached. */
    readonly attached: string
    /** When and by what it was scanned for malware, or that it was not. */
    readonly checked: string
    /** The shape of each page. */
    readonly pages: readonly PageShape[]
    /** Why there are no pages, in a sentence. */
    readonly problem?: string
  }[]
}
export type PageShape = 'portrait' | 'landscape'

/**
 * The sheets as one PDF: `listPages` with the list, then one with the lines of each page of each document, or in
 * place of a document without pages, the sheet that says why. */
export type RenderedSheets = { readonly pdf: Uint8Array; readonly listPages: number }
