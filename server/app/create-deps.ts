import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import packageFile from '../../package.json' with { type: 'json' }
import { createAccounts } from '../applying/accounts/index.ts'
import {
  type ApplicationDeps,
  createRecentAnswers,
  defineCanonicalJob,
  defineIndexJob,
  defineSealingJob,
  sealingWarnings,
} from '../applying/applications/index.ts'
import {
  defineCompressJob,
  defineReconcileJob,
  type SubmissionDeps,
  sendReceipt,
  signedAnswers,
} from '../applying/submissions/index.ts'
import { defineSweepJob, type TemporaryAnswerDeps } from '../applying/temporary-answers/index.ts'
import {
  type ApplicationPdfDeps,
  createPdfRenderer,
  definePdfJob,
  openPdfSigner,
  pdfMarkOf,
  requestPdf,
} from '../documents/application-pdf/index.ts'
import {
  conversionWarnings,
  countedConverter,
  createConverter,
  createOffice,
  readIssuers,
} from '../documents/conversion/index.ts'
import {
  checkScanner,
  createScan,
  type DocumentsDeps,
  defineConversionJobs,
  defineDocumentMaintenance,
  documentWarnings,
  scanWarnings,
} from '../documents/documents/index.ts'
import { acknowledgementReadings, acknowledgementWarnings } from '../handing-over/acknowledgements/index.ts'
import { deliveryReadings, deliveryWarnings } from '../handing-over/deliveries/index.ts'
import { tellForm } from '../handing-over/export-calls/index.ts'
import {
  defineWebhookJob,
  requestWebhooks,
  type WebhooksDeps,
  webhookWarnings,
} from '../handing-over/webhooks/index.ts'
import { type AfterSubmissionDeps, defineClosingJob } from '../office/after-submission/index.ts'
import { defineCountJob } from '../office/editions/index.ts'
import {
  defineErasedFilesJob,
  defineRetentionJob,
  defineSearchJob,
  type ErasureDeps,
  erasedBytesWarnings,
  retentionWarnings,
} from '../office/erasure/index.ts'
import { defineReceiptsJob, lostReceiptWarnings, rememberReceipt } from '../office/receipts/index.ts'
import { defineRevocationsJob } from '../office/revocations/index.ts'
import { defineTermNoticesJob, type TermNoticeDeps } from '../office/term-notices/index.ts'
import { connectDatabase, type Database, installationId, vacuumWarnings } from '../platform/database/index.ts'
import { createJobs, type Jobs } from '../platform/jobs/index.ts'
import type { Languages } from '../platform/languages/index.ts'
import { createLimits, readLimits } from '../platform/limits/index.ts'
import { createMetrics, type Metrics, reading, serveMetrics } from '../platform/metrics/index.ts'
import { createKeyRing } from '../platform/secrets/index.ts'
import { createDataFolder, dataFolderWarnings, type Settings } from '../platform/settings/index.ts'
import {
  createStorage,
  type Storage,
  troubleSentence,
  type WatchedStorage,
  watchStorage,
} from '../platform/storage/index.ts'
import { openCertificate } from '../platform/tls/index.ts'
import { createFaces, openFace, storedFace } from '../running/face/index.ts'
import {
  type Contact,
  clockReadings,
  clockWarnings,
  contactWarnings,
  createContact,
  queueReadings,
  reachReadings,
  startHeartbeat,
} from '../running/health/index.ts'
import {
  type Editions,
  exampleWarnings,
  follow,
  followLanguages,
  formOf,
  languagesOf,
  openEditions,
  readInstitution,
  translationWarnings,
} from '../running/institution/index.ts'
import { checkMailServer, createMail, mailWarnings } from '../running/mail/index.ts'
import { servicesInTheClear } from './in-the-clear.ts'
import { claimSecretKeys, createPdfSealer } from './secret-keys.ts'

/**
 * Creates what a server and a worker share, in order of dependency: the database and everything built on it, with all
 * job handlers defined but no job started. A startup error says what to correct. `opened` closes everything again.
 */
export async function createDeps(
  kind: 'server' | 'worker',
  settings: Settings,
  log: Logger,
  now: () => Date,
  opened: AsyncDisposableStack,
) {
  createDataFolder(settings)
  const metrics = createMetrics()
  const { certificate, pdfSigner, certificateWarnings } = openCertificates(settings, { metrics, log, now }, opened)
  const inFile = readInstitutionWhole(settings)
  await openFace(settings, inFile)
  const { table: limitTable, isExempt } = readLimits(settings)
  const keyRing = createKeyRing(settings)
  const office = createOffice(settings.soffice, settings.wordSpool)
  const converter = countedConverter(createConverter(office, readIssuers(settings)), metrics)
  const database = await connectDatabase(settings, log)
  opened.defer(database.close)
  await claimSecretKeys(database, keyRing)
  const faces = createFaces(database.db, log)
  const file = await storedFace(database.db, settings, inFile)
  const editions = await openEditions({ database, file, faces, tellForm, ownLanguages: ownLanguagesOf(settings), log })
  opened.defer(editions.close)
  const face = () => faces.of(editions.active().institution)
  const languages = followLanguages(editions)
  const markUnder = pdfMarkOf(settings, file)
  const renderer = createPdfRenderer(() => markUnder(face()))
  opened.defer(renderer.close)
  const contact = createContact()
  opened.defer(converter.close)
  const jobs = createJobs(database, log, metrics)
  // Closed before the parts above: running jobs finish before what they use is closed.
  opened.defer(() => jobs.stop())
  const limits = createLimits(database, limitTable, { isExempt, metrics })
  const live = <Deps extends object>(deps: Deps) => follow(editions, deps)
  const mail = createMail(live({ database, settings, languages, jobs, keyRing, log, now }))
  const accounts = createAccounts(live({ database, keyRing, settings, mail, log, now }))
  const applications: ApplicationDeps = live({
    ...{ database, keyRing, editions, now },
    ...(settings.recentAnswersMegabytes > 0 && {
      recent: createRecentAnswers(settings.recentAnswersMegabytes, (from) =>
        metrics.count('causeway_answers_read_total', { from }),
      ),
    }),
  })
  const storage = await openStorage({ settings, keyRing, database, log, now }, opened)
  const seals = { pdfSealer: () => createPdfSealer(database, keyRing), pdfSigner }
  const letterheadOf: ApplicationPdfDeps['letterheadOf'] = async ({ number, hash }) => {
    const edition = await editions.numbered(number)
    // A number may come again after a backup was restored.
    if (edition?.hash !== hash) return undefined
    return { institution: edition.institution, mark: markUnder(await faces.draw(edition.institution)) }
  }
  const pdfParts = { ...seals, storage, jobs, renderer, letterheadOf, settings }
  const applicationPdfs: ApplicationPdfDeps = live({ ...applications, ...pdfParts })
  if (settings.metrics !== undefined) {
    readAtScrape(metrics, { kind, settings, database, storage, contact, now })
    opened.defer((await serveMetrics(settings.metrics, metrics, certificate)).close)
  }
  const scan = createScan(settings.clamd)
  const webhooks: WebhooksDeps = { database, settings, jobs, metrics, log, now }
  const documents: DocumentsDeps = live({
    ...applications,
    storage,
    converter,
    jobs,
    limits,
    scan,
    settings,
    log,
    onAnswered: (transaction) => requestWebhooks(webhooks, transaction),
  })
  const submissions: SubmissionDeps = live({
    ...applications,
    editions,
    onAccepted: async (transaction, submission) => {
      await requestPdf(applicationPdfs, transaction, submission)
      await requestWebhooks(webhooks, transaction)
      await sendReceipt({ mail, keyRing, form: editions.active().form }, transaction, submission)
      await rememberReceipt(transaction, submission)
    },
  })
  const afterSubmission: AfterSubmissionDeps = live({ ...applications, mail, jobs, webhooks, log })
  const erasures: ErasureDeps = live({ ...applications, storage, jobs, mail, webhooks, log, marks: new Map() })
  const termNotices: TermNoticeDeps = live({ database, mail, jobs, keyRing, baseUrl: settings.baseUrl, now })
  const temporary: TemporaryAnswerDeps = live({ ...applications, baseUrl: settings.baseUrl })
  const doesJobs = kind === 'worker' || settings.doesJobs
  const seen = { settings, database, storage, contact, now, certificateWarnings, office, doesJobs, documents, webhooks }
  const told = warningsOf({ ...seen, erasures, editions, mail, languages })
  const warnings = [...(await told.atStart()), ...scanWarnings(scan), ...servicesInTheClear(settings)]
  for (const warning of warnings) log.warn(warning)
  const shared = {
    certificate,
    contact,
    editions,
    live,
    shownFace: { face, faceFile: faces.file },
    faces,
    languages,
    mail,
    keyRing,
    database,
    jobs,
    limitTable,
    isExempt,
    limits,
    accounts,
    storage,
    metrics,
    applications,
    applicationPdfs,
    documents,
    submissions,
    temporary,
    webhooks,
    erasures,
    termNotices,
    afterSubmission,
  }
  await defineJobs(shared)
  /** Says in the database that this process is alive, from now on until it is closed. */
  const startBeating = async () => {
    const [{ id: keyId }] = keyRing.fingerprints
    const beating = { database, kind, doesJobs, release: packageFile.version, keyId, contact }
    opened.defer((await startHeartbeat(beating)).close)
    // Again, because `npm run keys` may have let go of the key while nobody knew of this process.
    await claimSecretKeys(database, keyRing)
  }
  return { ...shared, startBeating, warnings: told.now, storedWarnings: told.stored }
}

/** institution.json, and that the form, with it, is one. Throws a startup error that says what to correct. */
function readInstitutionWhole(settings: Settings) {
  const institution = readInstitution(settings)
  languagesOf(institution, ownLanguagesOf(settings))
  formOf(institution)
  return institution
}

const ownLanguagesOf = ({ institutionFile }: Settings) => join(dirname(institutionFile), 'languages')

/** What an operator should correct or know, one sentence each: at the start, now, and of what is in the database. */
function warningsOf(deps: {
  readonly settings: Settings
  readonly database: Database
  readonly storage: WatchedStorage
  readonly contact: Contact
  readonly now: () => Date
  readonly certificateWarnings: () => readonly string[]
  readonly office: Parameters<typeof conversionWarnings>[1]
  readonly doesJobs: boolean
  readonly documents: DocumentsDeps
  readonly webhooks: WebhooksDeps
  readonly erasures: ErasureDeps
  readonly editions: Editions
  readonly mail: { readonly warnings: readonly string[] }
  readonly languages: Languages
}) {
  const { settings, database, storage, contact, now, certificateWarnings, office, doesJobs } = deps
  const ofInstitution = () => {
    const { institution } = deps.editions.active()
    return [
      ...deps.editions.warnings(),
      ...translationWarnings(institution, deps.languages),
      ...deps.mail.warnings,
      ...exampleWarnings(institution, settings),
      ...certificateWarnings(),
    ]
  }
  const ofServices = async () => [
    ...(await conversionWarnings(settings.wordSpool, office)),
    ...(await serviceWarnings(settings, storage, doesJobs)),
  ]
  return {
    atStart: async () => [...ofInstitution(), ...(await ofServices()), ...(await clockWarnings({ database, now }))],
    now: async () => [
      ...ofInstitution(),
      ...dataFolderWarnings(settings),
      ...(await ofServices()),
      ...contactWarnings(contact),
    ],
    stored: async () => [
      ...(await clockWarnings({ database, now })),
      ...(await databaseWarnings(database)),
      ...(await documentWarnings(deps.documents)),
      ...(await deliveryWarnings({ database, settings })),
      ...(await webhookWarnings(deps.webhooks)),
      ...(await retentionWarnings(deps.erasures)),
    ],
  }
}

type CertificateDeps = { readonly metrics: Metrics; readonly log: Logger; readonly now: () => Date }

/** The certificate of this process and that of the institution for its PDFs, and when they end. */
function openCertificates(settings: Settings, { metrics, log, now }: CertificateDeps, opened: AsyncDisposableStack) {
  const certificate = settings.certificate && openCertificate(settings.certificate, log)
  opened.defer(() => certificate?.close())
  const pdfSigner = settings.pdfSigning && openPdfSigner(settings.pdfSigning, { metrics, log })
  return {
    certificate,
    pdfSigner,
    certificateWarnings: () => [certificate, pdfSigner].flatMap((each) => each?.warnings(now()) ?? []),
  }
}

/** What the database alone tells. */
async function databaseWarnings(database: Database): Promise<readonly string[]> {
  return [
    ...(await mailWarnings(database)),
    ...(await acknowledgementWarnings(database)),
    ...(await sealingWarnings(database)),
    ...(await vacuumWarnings(database)),
    ...(await erasedBytesWarnings({ database })),
    ...(await lostReceiptWarnings(database)),
  ]
}

type StorageDeps = Pick<ScrapeDeps, 'settings' | 'database' | 'now'> & {
  readonly keyRing: ReturnType<typeof createKeyRing>
  readonly log: Logger
}

async function openStorage({ settings, keyRing, database, log, now }: StorageDeps, opened: AsyncDisposableStack) {
  const unwatched = await createStorage(settings, keyRing, now, await installationId(database.db))
  const { storage, close } = await watchStorage(unwatched, storageName(settings), log)
  opened.defer(close)
  return storage
}

const storageName = ({ s3 }: Pick<Settings, 's3'>) =>
  s3 === undefined ? 'The folder documents in DATA_DIR' : 'The storage at S3_ENDPOINT'

/** One sentence for each service that does not answer, and one if the storage answers but takes no files. */
async function serviceWarnings(settings: Settings, storage: WatchedStorage, doesJobs: boolean) {
  const away = await servicesAway(settings, storage, doesJobs)
  const trouble = storage.trouble()
  const isSaid = trouble === undefined || away.some((each) => /S3_/.test(each))
  return isSaid ? away : [...away, troubleSentence(storageName(settings), trouble)]
}

type ScrapeDeps = {
  readonly kind: 'server' | 'worker'
  readonly settings: Settings
  readonly database: Database
  readonly storage: WatchedStorage
  readonly contact: Contact
  readonly now: () => Date
}

/** What is looked up whenever the metrics are asked for. */
function readAtScrape(metrics: Metrics, { kind, settings, database, storage, contact, now }: ScrapeDeps): void {
  metrics.readAtScrape(() => reachReadings({ database, storage, contact }))
  metrics.readAtScrape(() => queueReadings(database))
  metrics.readAtScrape(() => clockReadings({ database, now }))
  metrics.readAtScrape(() => acknowledgementReadings(database))
  metrics.readAtScrape(() => deliveryReadings({ database, settings }))
  metrics.readAtScrape(async () => [reading('causeway_info', { release: packageFile.version, process: kind }, 1)])
}

/** Defines the handlers of all jobs, which `jobs.start` begins to take. */
async function defineJobs({
  jobs,
  editions,
  applications,
  applicationPdfs,
  documents,
  submissions,
  temporary,
  webhooks,
  afterSubmission,
  erasures,
  termNotices,
}: {
  readonly jobs: Jobs
  readonly editions: Editions
  readonly applications: ApplicationDeps
  readonly applicationPdfs: ApplicationPdfDeps
  readonly documents: DocumentsDeps
  readonly submissions: SubmissionDeps
  readonly temporary: TemporaryAnswerDeps
  readonly webhooks: WebhooksDeps
  readonly afterSubmission: AfterSubmissionDeps
  readonly erasures: ErasureDeps
  readonly termNotices: TermNoticeDeps
}): Promise<void> {
  defineSweepJob(jobs, temporary)
  definePdfJob(applicationPdfs)
  defineReconcileJob(jobs, submissions)
  defineCompressJob(jobs, submissions)
  await defineWebhookJob(webhooks)
  defineIndexJob(jobs, applications, signedAnswers)
  defineCanonicalJob(jobs, applications)
  defineSealingJob(jobs, applications)
  defineClosingJob(afterSubmission)
  defineErasedFilesJob(erasures)
  defineSearchJob(erasures)
  defineRetentionJob(erasures)
  defineRevocationsJob(erasures)
  defineReceiptsJob(erasures)
  defineTermNoticesJob(termNotices)
  const { database, keyRing, now } = applications
  defineCountJob(jobs, { database, keyRing, now, editions })
  defineConversionJobs(documents)
  defineDocumentMaintenance(documents)
}

const PATIENCE = 2_000 // ms

/**
 * One sentence for each service of the settings that does not answer. All of them may come later, so a start goes on.
 * A process without jobs uses neither the mail server nor the scanner.
 */
export async function servicesAway(
  settings: Pick<Settings, 's3' | 'smtpUrl' | 'clamd'>,
  storage: Pick<Storage, 'checkAccess'>,
  doesJobs: boolean,
): Promise<readonly string[]> {
  const { s3, smtpUrl, clamd } = settings
  const sentences = await Promise.all([
    s3 && sentenceUnlessUsable('S3_ENDPOINT', storage.checkAccess(), 'uploads and downloads are refused'),
    doesJobs && smtpUrl && sentenceUnlessUsable('SMTP_URL', checkMailServer(smtpUrl), 'mails wait'),
    doesJobs && clamd && sentenceUnlessUsable('CLAMD', checkScanner(clamd), 'documents wait for their scan'),
  ])
  return sentences.filter((each) => typeof each === 'string')
}

async function sentenceUnlessUsable(
  name: string,
  checked: Promise<void>,
  consequence: string,
): Promise<string | undefined> {
  const tooLate = sleep(PATIENCE, undefined, { ref: false }).then(() => {
    throw new Error('no reply')
  })
  try {
    await Promise.race([checked, tooLate])
    return undefined
  } catch (error) {
    const wrong = wrongSetting(error)
    if (wrong !== undefined) return `${wrong}: ${consequence}.`
    return `${name} names a service that cannot be used now (${reasonOf(error)}): ${consequence} until it can.`
  }
}

/** What S3 answers about a bucket has no words, only a status. */
function wrongSetting(error: unknown): string | undefined {
  const status = statusIn(error)
  if (status === 404) return 'S3_BUCKET names a bucket that does not exist'
  if (status === 401 || status === 403)
    return 'The storage refuses S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or their user may not use S3_BUCKET'
  return undefined
}

const statusIn = (error: unknown): unknown => Object(Object(error).$metadata).httpStatusCode

// Only the code: the messages of mail servers may repeat addresses. A proxy before the storage has only a status.
function reasonOf(error: unknown): unknown {
  const status = statusIn(error)
  if (typeof status === 'number') return `it answers ${status}`
  return Object(error).code ?? (error instanceof Error && error.name !== 'Error' ? error.name : 'no reply')
}
