import type { Logger } from 'pino'
import { openAccounts } from '../features/accounts/index.ts'
import { type Copies, defineCopyJob, openCopyRenderer, requestCopy } from '../features/application-pdf/index.ts'
import type { Applications } from '../features/applications/index.ts'
import { conversionWarnings, openConverter, openOffice } from '../features/conversion/index.ts'
import {
  type Documents,
  defineConversionJobs,
  defineDocumentCare,
  documentWarnings,
  openScan,
} from '../features/documents/index.ts'
import { claimSecretKeys } from '../features/installation/index.ts'
import { openForm, readInstitution } from '../features/institution/index.ts'
import { openMail } from '../features/mail/index.ts'
import { defineReconcileJob, type Submissions, sendReceipt } from '../features/submissions/index.ts'
import { defineSweepJob, type TemporaryAnswers } from '../features/temporary-answers/index.ts'
import { installationId, openDatabase } from '../platform/database/index.ts'
import { openJobs } from '../platform/jobs/index.ts'
import { openLimits, readFigures } from '../platform/limits/index.ts'
import { openKeyRing } from '../platform/secrets/index.ts'
import { createDataFolder, type Settings } from '../platform/settings/index.ts'
import { openStorage } from '../platform/storage/index.ts'

/**
 * What a server and a worker have in common, opened in the order in which it depends on each other: the database and
 * everything over it, with every job defined and none begun. A fault names what to mend. What was opened, `opened` closes.
 */
export async function openParts(settings: Settings, log: Logger, now: () => Date, opened: AsyncDisposableStack) {
  createDataFolder(settings)
  const institution = readInstitution(settings)
  const form = openForm(institution)
  const figures = readFigures(settings)
  const keyRing = openKeyRing(settings)
  const database = await openDatabase(settings, log)
  opened.defer(database.close)
  await claimSecretKeys(database, keyRing)
  const renderer = openCopyRenderer()
  opened.defer(renderer.close)
  const converter = openConverter(openOffice(settings.soffice, settings.wordSpool))
  opened.defer(converter.close)
  const jobs = openJobs(database, log)
  // First of all at the end: the jobs in hand are finished before what they use is closed.
  opened.defer(() => jobs.stop())
  const limits = openLimits(database, figures)
  const mail = openMail({ database, settings, institution, jobs, keyRing, log })
  const accounts = openAccounts({ database, keyRing, settings, institution, mail, log, now })
  const applications: Applications = { database, keyRing, form, institution, now }
  const copies: Copies = { database, keyRing, form, institution, jobs, renderer, now }
  const storage = await openStorage(settings, keyRing, now, await installationId(database.db))
  const scan = openScan(settings.clamd)
  const documents: Documents = { ...applications, storage, converter, jobs, limits, scan, log }
  const submissions: Submissions = {
    ...applications,
    onAccepted: async (transaction, submission) => {
      await requestCopy(copies, transaction, submission.applicationId)
      await sendReceipt({ mail, keyRing }, transaction, submission)
    },
  }
  const temporary: TemporaryAnswers = { ...applications, baseUrl: settings.baseUrl }
  for (const warning of await conversionWarnings(settings.wordSpool)) log.warn(warning)
  defineSweepJob(jobs, temporary)
  defineCopyJob(copies)
  defineReconcileJob(jobs, submissions)
  defineConversionJobs(documents)
  defineDocumentCare(documents)
  return {
    ...{ institution, keyRing, database, jobs, figures, limits, accounts, storage },
    ...{ applications, copies, documents, submissions, temporary },
    /** What an operator should mend or know, one sentence each. */
    warnings: async () => [...(await conversionWarnings(settings.wordSpool)), ...(await documentWarnings(documents))],
  }
}
