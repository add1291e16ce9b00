import type { Logger } from 'pino'
import packageFile from '../package.json' with { type: 'json' }
import { accountRoutes, expiredCookies, markerCookieName, openAccounts, sessionTokenFrom } from './accounts/index.ts'
import { type Applications, applicationRoutes } from './applications/index.ts'
import { clientErrorRoutes } from './client-errors/index.ts'
import { controlSocketIn, openControlSocket } from './control/index.ts'
import { openConverter, openOffice } from './conversion/index.ts'
import { type Copies, copyRoutes, defineCopyJob, openCopyRenderer, requestCopy } from './copies/index.ts'
import { openDatabase } from './database/index.ts'
import {
  type Documents,
  defineConversionJobs,
  defineDocumentCare,
  documentRoutes,
  openScan,
  resumeAtStart,
} from './documents/index.ts'
import { healthOf, healthRoutes } from './health/index.ts'
import { type App, createApp } from './http/index.ts'
import { openForm, readInstitution, todayAt } from './institution/index.ts'
import { openJobs } from './jobs/index.ts'
import { lookupFigure, openLimits, openMemoryLimit } from './limits/index.ts'
import { lookupRoutes, openLookups, schoolsCommand } from './lookups/index.ts'
import { mailRoutes, openMail } from './mail/index.ts'
import { packetCommand } from './packets/index.ts'
import { sendReceipt } from './receipts/index.ts'
import { openKeyRing } from './secrets/index.ts'
import { makeServiceLink, revokeServiceLinks, type ServiceLinks, serviceLinkRoutes } from './service-links/index.ts'
import type { Settings } from './settings/index.ts'
import { serveSite } from './site/index.ts'
import { openStorage } from './storage/index.ts'
import { defineReconcileJob, type Submissions, submissionRoutes } from './submissions/index.ts'
import { defineSweepJob, type TemporaryAnswers, temporaryAnswerRoutes } from './temporary-answers/index.ts'

/** A running server. */
export type Server = {
  readonly app: App
  /** Finishes what is in hand and ends: requests first, then jobs, then the database. */
  readonly close: () => Promise<void>
}

/** Opens everything in the order in which it depends on each other, and listens. A fault names what to mend. */
export async function startServer(settings: Settings, log: Logger, now = () => new Date()): Promise<Server> {
  const started = now()
  const institution = readInstitution(settings)
  const form = openForm(institution)
  const keyRing = openKeyRing(settings)
  const database = await openDatabase(settings, log)
  const jobs = openJobs(database, log)
  const renderer = openCopyRenderer()
  const limits = openLimits(database)
  const mail = openMail({ settings, institution, jobs, keyRing, log })
  const accounts = openAccounts({ database, keyRing, settings, institution, mail, log, now })
  const applications: Applications = { database, keyRing, form, institution, now }
  const serviceLinks: ServiceLinks = { ...applications, settings }
  const copies: Copies = { database, keyRing, form, institution, jobs, renderer, now }
  const storage = await openStorage(settings, keyRing, now)
  const converter = openConverter(openOffice(settings.soffice))
  const documents: Documents = {
    ...applications,
    storage,
    converter,
    jobs,
    limits,
    scan: openScan(settings.clamd),
    log,
  }
  const submissions: Submissions = {
    ...applications,
    onAccepted: async (transaction, submission) => {
      await requestCopy(copies, transaction, submission.applicationId)
      await sendReceipt({ mail, keyRing }, transaction, submission)
    },
  }
  const temporary: TemporaryAnswers = { ...applications, baseUrl: settings.baseUrl }
  defineSweepJob(jobs, temporary)
  const lookups = openLookups({
    database,
    nearState: institution.address.state,
    photonUrl: settings.photonUrl,
    log,
  })
  defineCopyJob(copies)
  defineReconcileJob(jobs, submissions)
  defineConversionJobs(documents)
  defineDocumentCare(documents)
  await jobs.start()
  await resumeAtStart(documents, started)

  const sessions = {
    applicantOf: async (request: { headers: { cookie?: string | undefined } }, touch: boolean) => {
      const token = sessionTokenFrom(request.headers.cookie ?? '', settings)
      return token === undefined ? undefined : accounts.sessionOf(token, { touch })
    },
    expiredCookies: expiredCookies(settings),
  }
  const app = await createApp(settings, sessions, log)
  healthRoutes(app, database)
  clientErrorRoutes(app, limits)
  temporaryAnswerRoutes(app, temporary, limits)
  await app.register(accountRoutes(accounts, limits, settings))
  applicationRoutes(app, applications)
  submissionRoutes(app, submissions)
  copyRoutes(app, copies)
  serviceLinkRoutes(app, serviceLinks, limits)
  await documentRoutes(app, documents)
  lookupRoutes(app, lookups, openMemoryLimit(lookupFigure))
  await app.register(mailRoutes(settings))
  await serveSite(
    app,
    () => ({
      institution,
      identity_cookie_prefix: markerCookieName(settings),
      release: packageFile.version,
      today: todayAt(institution.time_zone, now()),
    }),
    now,
  )
  const control = await openControlSocket(controlSocketIn(settings.dataDir), {
    health: () => healthOf(database),
    'service-link': ([name = '']) => makeServiceLink(serviceLinks, name),
    'revoke-service-links': ([name = '']) => revokeServiceLinks(serviceLinks, name),
    packet: (words, folder) => packetCommand({ database, keyRing, storage }, words, folder),
    schools: (words, folder) => schoolsCommand(database, lookups, words, folder),
  })
  await app.listen({ port: settings.port, host: settings.host })
  return {
    app,
    close: async () => {
      await control.close()
      await app.close()
      await jobs.stop()
      converter.close()
      await renderer.close()
      await lookups.close()
      await database.close()
    },
  }
}
