import type { Transaction } from 'kysely'
import { z } from 'zod'
import { isWithheld, leaves, type WayOut } from '../../../api/index.ts'
import {
  type Application,
  english,
  everyPrintedPage,
  type Outline,
  type OutlineItem,
  outlineWithout,
  rowsOf,
  sayAll,
  sayIn,
  toSay,
  type Words,
  withoutHidden,
} from '../../../engine/index.ts'
import { type AdmissionsKey, legalName } from '../../../form/index.ts'
import { type AcceptedSubmission, readSubmission, type Snapshot, snapshotOf } from '../../applying/submissions/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import type { Handler, Queue } from '../../platform/jobs/index.ts'
import { languagesOf } from '../../running/institution/index.ts'
import type { ApplicationPdfDeps } from './deps.ts'
import { addSignatureField } from './finish-pdf.ts'
import { pdfContent, pdfInstitution } from './pdf-content.ts'
import { sealPdf } from './pdf-seal.ts'
import { setPdfStatus, storePdf } from './stored-pdfs.ts'

/** Jobs that make a PDF. The PDF follows acceptance and never blocks it, so a failure is retried for hours. */
const pdfQueue: Queue<{ applicationId: string }> = {
  name: 'make-application-pdf',
  data: z.object({ applicationId: z.string() }),
  retryLimit: 8,
  retryDelay: 15,
  retryBackoff: true,
  expireInSeconds: 120,
}

/** The name under which the release before requests PDFs, while its servers run or after they have. */
const earlierPdfQueue = { ...pdfQueue, name: 'make-copy' }

/** Registers the handler that makes PDFs; call it before the jobs start. */
export function definePdfJob(deps: ApplicationPdfDeps): void {
  for (const queue of [pdfQueue, earlierPdfQueue]) deps.jobs.define(queue, makePdf(deps))
}

/** Requests the PDF of an accepted application, in the transaction that accepts it. */
export async function requestPdf(
  { jobs }: ApplicationPdfDeps,
  transaction: Transaction<Tables>,
  { applicationId, version }: { readonly applicationId: string; readonly version: number },
): Promise<void> {
  await setPdfStatus(transaction, applicationId, 'UNPROCESSED', { version })
  await jobs.enqueue(transaction, pdfQueue, { applicationId }, { key: `${applicationId} ${version}` })
}

const makePdf =
  (deps: ApplicationPdfDeps): Handler<{ applicationId: string }> =>
  async ({ applicationId }, { isLast }) => {
    const { keyRing } = deps
    const { db } = deps.database
    const submission = await readSubmission(db, keyRing, applicationId)
    if (!submission) throw new Error('A PDF was requested for an application that is not submitted.')
    const { version } = submission
    await setPdfStatus(db, applicationId, 'IN_PROGRESS', { version })
    try {
      await storePdf(deps, { applicationId, version }, await renderApplicationPdf(deps, submission, { way: 'own_pdf' }))
    } catch (error) {
      // Until then nothing is decided, and whoever asks should go on asking.
      if (isLast) await setPdfStatus(db, applicationId, 'FAILED', { version, message: FAILED })
      throw error
    }
  }

const FAILED = toSay('We couldn’t make your PDF yet. Your application is safe with us, and we keep trying.')

/** By which way a PDF leaves, and what rights its reader has. */
type Leaving = { readonly way: WayOut; readonly rights?: readonly string[] | undefined }

/**
 * Renders, seals and signs the PDF of a submission without the grades that do not leave by this way: they are nowhere in the
 * file, not even as a masked number or an empty heading. That it was withdrawn since is said first, if it is to be said at all: what was signed knows nothing
 * of it.
 */
export async function renderApplicationPdf(
  deps: Pick<
    ApplicationPdfDeps,
    'pdfSealer' | 'pdfSigner' | 'form' | 'institution' | 'renderer' | 'letterheadOf' | 'now' | 'settings'
  >,
  submission: AcceptedSubmission,
  { withdrawnAt, ...leaving }: Leaving & { readonly withdrawnAt?: Date | undefined },
): Promise<Uint8Array> {
  const { reference } = submission
  const madeAt = deps.now()
  const pdf = await renderUnsealedPdf(deps, submission, {
    ...leaving,
    madeAt,
    withdrawnAt,
    checkedAt: deps.settings.baseUrl,
  })
  const about = { kind: 'application PDF', reference, made: madeAt.toISOString() } as const
  const signature = deps.pdfSigner?.signatureAt(madeAt)
  const file = signature ? addSignatureField(pdf, signature.dictionary) : pdf
  return sealPdf(await deps.pdfSealer(), file, about, signature)
}

/** The same without a seal: the same bytes whenever it is made again of the same submission by the same release. */
export async function renderUnsealedPdf(
  deps: Pick<ApplicationPdfDeps, 'form' | 'institution' | 'renderer' | 'letterheadOf'>,
  submission: AcceptedSubmission,
  {
    way,
    rights,
    madeAt,
    withdrawnAt,
    checkedAt,
  }: Leaving & Pick<Parameters<typeof pdfContent>[0], 'madeAt' | 'withdrawnAt' | 'checkedAt'>,
): Promise<Uint8Array> {
  const { snapshot, reference, submittedAt, replaces } = submission
  return renderPages(deps, snapshot, {
    way,
    rights,
    ...{ reference, submittedAt, replaces, madeAt, withdrawnAt, checkedAt },
  })
}

/**
 * Renders what is saved and not signed yet, as it would be signed now: the same pages, with “Draft” in place of number,
 * day and seal. Nothing of it is kept.
 */
export async function renderDraft(
  deps: Pick<ApplicationPdfDeps, 'form' | 'institution' | 'renderer' | 'now'>,
  saved: Application,
): Promise<Uint8Array> {
  const snapshot = snapshotOf(deps, withoutHidden(deps.form, saved).application)
  return renderPages(deps, snapshot, { way: 'draft_pdf', madeAt: deps.now() })
}

async function renderPages(
  { form, renderer, ...deps }: Pick<ApplicationPdfDeps, 'form' | 'institution' | 'renderer' | 'letterheadOf'>,
  snapshot: Snapshot,
  { way, rights, ...printed }: Leaving & Pick<Parameters<typeof pdfContent>[0], Printed>,
): Promise<Uint8Array> {
  // A letter keeps its letterhead, whatever the institution is called or looks like since.
  const signedUnder = snapshot.edition && (await deps.letterheadOf?.(snapshot.edition))
  const { institution } = signedUnder ?? deps
  const { outline: signed, words } = copyFor(way, snapshot, institution)
  const outline = outlineWithout(signed, isWithheld(form, way, rights))
  // A sheet of its own holds what is asked of no applicant any more, too.
  const hasSheets = leaves(way, 'demographics', rights) !== 'no'
  const content = sayIn(words, () =>
    pdfContent({
      ...printed,
      pages: everyPrintedPage(outline, institution.pdf_pages).filter(({ ownSheet }) => hasSheets || !ownSheet),
      institution: sayAll(pdfInstitution(institution)),
      applicant: legalName(snapshot.application.answer),
      term: termIn(signed),
      formVersion: snapshot.form_version,
      readIn: snapshot.read?.language,
      ...(languagesOf(institution).files[words.language]?.hasEnglish && {
        english: [...wordsOf(signed)].filter((each) => wordsOf(snapshot.outline).has(each)),
      }),
    }),
  )
  return (await renderer.renderPdf(content, signedUnder)).pdf
}

/** The titles and labels of an outline, and none of its answers. */
function wordsOf({ pages }: Outline): ReadonlySet<string> {
  const found = new Set(pages.map(({ title }) => title))
  const collect = (item: OutlineItem): void => {
    found.add(item.kind === 'group' ? item.title : item.label)
    if (item.kind === 'group') item.items.forEach(collect)
  }
  for (const { items } of pages) items.forEach(collect)
  return found
}

/**
 * An applicant's own copy is in the language in which they read it, as long as that is offered. Everybody else gets the
 * same application in English.
 */
function copyFor(
  way: WayOut,
  { read, outline }: Snapshot,
  institution: ApplicationPdfDeps['institution'],
): { readonly outline: Outline; readonly words: Words } {
  const words = languagesOf(institution).wordsOf(read?.language ?? english.language)
  const isOwn = way === 'own_pdf' || way === 'draft_pdf'
  if (!isOwn) return { outline, words: english }
  if (read) return read.language === words.language ? { outline: read.outline, words } : { outline, words: english }
  return { outline, words }
}

type Printed = 'reference' | 'submittedAt' | 'replaces' | 'madeAt' | 'withdrawnAt' | 'checkedAt'

/** The entry term with the wording it had when the application was signed. */
function termIn({ pages }: Outline): string {
  const key: AdmissionsKey = 'entry_term'
  const row = pages.flatMap(({ items }) => rowsOf(items)).find((each) => each.key === key)
  return row?.answered ? row.text : ''
}
