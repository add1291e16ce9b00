import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ACTIVE_EDITION, fileLimitsOf, PAGE_EDITION } from '../../api/index.ts'
import packageFile from '../../package.json' with { type: 'json' }
import {
  accountCommand,
  accountHelpRoutes,
  accountRoutes,
  checkBreachedPasswords,
  endSessions,
  expiredCookies,
  identityCookieName,
  sessionTokenFrom,
} from '../applying/accounts/index.ts'
import { applicationRoutes, indexApplications } from '../applying/applications/index.ts'
import { createLookups, lookupRoutes, schoolsCommand } from '../applying/lookups/index.ts'
import { signedAnswers, submissionRoutes } from '../applying/submissions/index.ts'
import { temporaryAnswerRoutes } from '../applying/temporary-answers/index.ts'
import {
  applicationPdfRoutes,
  checkPdfRoute,
  draftPdfRoutes,
  verifyCommand,
} from '../documents/application-pdf/index.ts'
import { documentRoutes, resumeAtStart, sweepCommand } from '../documents/documents/index.ts'
import { packetCommand } from '../documents/packets/index.ts'
import { acknowledgeCommand } from '../handing-over/acknowledgements/index.ts'
import { checkTargets, createRecipientNames, deliverCommand, startTending } from '../handing-over/deliveries/index.ts'
import { exportCallRoutes } from '../handing-over/export-calls/index.ts'
import { tokenCommand } from '../handing-over/export-tokens/index.ts'
import { webhooksCommand } from '../handing-over/webhooks/index.ts'
import { afterSubmissionRoutes } from '../office/after-submission/index.ts'
import { dependentsOf, editionCommand } from '../office/editions/index.ts'
import { eraseListedAtStart, erasureRoutes, retentionCommand } from '../office/erasure/index.ts'
import { previewRoutes } from '../office/preview/index.ts'
import { revokeListedAtStart } from '../office/revocations/index.ts'
import {
  revokeServiceLinksCommand,
  type ServiceLinkDeps,
  serviceLinkCommand,
  serviceLinkRoutes,
} from '../office/service-links/index.ts'
import { checkStaffProvider, staffLinkCommand, staffRoutes, staffSessionIdIn } from '../office/staff/index.ts'
import { stopReminderRoutes, termNoticesCommand } from '../office/term-notices/index.ts'
import { controlSocketPath, createControlSocket } from '../platform/control/index.ts'
import { type App, createApp, hiddenCookieIn } from '../platform/http/index.ts'
import { createMemoryLimit, createStrangerLimit } from '../platform/limits/index.ts'
import type { Settings } from '../platform/settings/index.ts'
import { clientErrorRoutes } from '../running/client-errors/index.ts'
import { clockCommand, healthOf, healthRoutes } from '../running/health/index.ts'
import { type Editions, editionTag, todayAt } from '../running/institution/index.ts'
import { mailRoutes, mailsCommand } from '../running/mail/index.ts'
import { createDeps } from './create-deps.ts'
import { requireTls } from './in-the-clear.ts'
import { keysCommand } from './keys-command.ts'
import { listen, prepareClose, requireFreePort } from './listen.ts'
import { type Running, running } from './run-until-stopped.ts'
import { sampleApplicationsCommand } from './sample-applications.ts'
import { readPages, serveSite } from './serve-site.ts'
import { createSteadyClock } from './steady-clock.ts'

/** A running server. */
export type Server = Running & { readonly app: App; readonly editions: Editions }

/**
 * Opens every part, starts the jobs unless workers run them, and listens. A startup error says what to correct. `close`
 * first lets requests finish, then jobs, then closes the database.
 */
export const startServer = (settings: Settings, log: Logger, now = createSteadyClock()): Promise<Server> =>
  running((opened) => open(settings, log, now, opened))

async function open(settings: Settings, log: Logger, now: () => Date, opened: AsyncDisposableStack) {
  const started = now()
  checkTargets(settings)
  requireTls(settings)
  await checkBreachedPasswords(settings)
  // Before the tables are changed and a job runs.
  readPages()
  await requireFreePort(settings)
  const deps = await createDeps('server', settings, log, now, opened)
  const { editions, live, database, jobs, limits, accounts, storage, applications, documents } = deps
  checkStaffProvider(settings, editions.active().institution, log)
  const serviceLinks: ServiceLinkDeps = live({ ...applications, settings })
  const { afterSubmission, erasures } = deps
  const handingOver = live({ ...deps.applicationPdfs, settings })
  const staff = live({ ...handingOver, editions, accounts, afterSubmission, erasures, limits })
  const lookups = createLookups({
    database,
    nearState: () => editions.active().institution.address.state,
    photonUrl: settings.photonUrl,
    log,
  })
  opened.defer(lookups.close)
  await jobs.start(settings.doesJobs ? {} : { only: 'enqueue' })
  await deps.startBeating()
  await eraseListedAtStart(erasures)
  await revokeListedAtStart(erasures)
  opened.defer(startTending(handingOver, log).close)
  await resumeAtStart(documents, started)

  const onRefused = (limit: 'lookup' | 'stranger') => () => deps.metrics.count('causeway_limit_hits_total', { limit })
  const largestFile = fileLimitsOf(editions.active().institution.file_megabytes).bytes
  const app = await createApp(settings, sessionsOf(deps, settings), log, {
    largestFile,
    metrics: deps.metrics,
    strangers: createStrangerLimit(deps.limitTable.stranger, {
      isExempt: deps.isExempt,
      onRefused: onRefused('stranger'),
    }),
    certificate: deps.certificate,
    languages: deps.languages,
    pin: ({ headers }, work) => editions.pin(work, headers[PAGE_EDITION]),
  })
  opened.defer(prepareClose(app, settings.shutdownSeconds))
  const stopping = new AbortController()
  // While draining, so that the next request on this connection goes to another server.
  app.addHook('onRequest', async (_, reply) => {
    if (stopping.signal.aborted) reply.header('connection', 'close')
  })
  app.addHook('onRequest', async ({ url }, reply) => {
    if (/^\/(api|lookup|public)\//.test(url)) reply.header(ACTIVE_EDITION, editionTag(editions.active()))
  })
  const { dataDir, readySeconds } = settings
  const healthDeps = { database, storage, dataDir, readySeconds, contact: deps.contact }
  healthRoutes(app, healthDeps, stopping.signal)
  clientErrorRoutes(app, limits)
  temporaryAnswerRoutes(app, deps.temporary, limits)
  await app.register((inner) => accountRoutes(inner, accounts, limits, settings, deps.languages))
  await app.register((inner) => accountHelpRoutes(inner, accounts, limits, settings))
  applicationRoutes(app, applications)
  submissionRoutes(app, deps.submissions)
  afterSubmissionRoutes(app, live({ ...afterSubmission, settings }))
  erasureRoutes(app, erasures, { accounts, limits })
  await app.register((inner) => stopReminderRoutes(inner, deps.termNotices))
  applicationPdfRoutes(app, deps.applicationPdfs)
  draftPdfRoutes(app, deps.applicationPdfs, limits)
  checkPdfRoute(app, deps.applicationPdfs, limits)
  serviceLinkRoutes(app, serviceLinks, limits, ({ headers }) => staffSessionIdIn(staff, headers.cookie))
  staffRoutes(app, staff)
  await documentRoutes(app, documents)
  lookupRoutes(
    app,
    lookups,
    createMemoryLimit(deps.limitTable.lookup, { isExempt: deps.isExempt, onRefused: onRefused('lookup') }),
  )
  await app.register(mailRoutes(settings))
  await app.register((inner) =>
    exportCallRoutes(inner, live({ ...handingOver, limits, editionNumbered: editions.numbered })),
  )
  const recipients = await createRecipientNames(live({ database, settings, now, log }))
  const site = await serveSite(app, pageDataOf(deps, settings, recipients), {
    clock: now,
    baseUrl: settings.baseUrl,
    languages: deps.languages,
    ...deps.shownFace,
    hasStaffProvider: settings.staffProvider !== undefined,
    hasStaffCookie: (header) => hiddenCookieIn(header, settings, 'staff') !== undefined,
  })
  const { faces, languages, mail } = deps
  previewRoutes(app, live({ ...deps.applicationPdfs, editions, faces, languages, mail, site }))
  const control = await createControlSocket(controlSocketPath(settings.dataDir), {
    health: async () => {
      const health = await healthOf(healthDeps)
      const stored = health.missing.includes('database') ? [] : await deps.storedWarnings()
      const exit_code = health.missing.length > 0 ? 1 : 0
      return { ...health, warnings: [...(await deps.warnings()), ...stored], exit_code }
    },
    'service-link': (words) => serviceLinkCommand(serviceLinks, words),
    'revoke-service-links': (words) => revokeServiceLinksCommand(serviceLinks, words),
    account: (words) => accountCommand({ database, keyRing: deps.keyRing, limits, now }, words),
    'end-sessions': (words) => endSessions(database, words),
    acknowledge: (words, folder) => acknowledgeCommand(database, words, folder),
    deliver: (words) => deliverCommand(handingOver, words),
    webhooks: (words) => webhooksCommand(deps.webhooks, words),
    packet: (words, folder) => packetCommand(deps.applicationPdfs, words, folder),
    verify: async (words, folder) => verifyCommand(await deps.applicationPdfs.pdfSealer(), words, folder),
    keys: (words) => keysCommand({ database, storage, keyRing: deps.keyRing }, words),
    token: (words) => tokenCommand(live({ database, now, mail: erasures.mail }), words),
    'index-applications': async () => ({
      indexed: await indexApplications(applications, { only: 'all', signedAnswers }),
    }),
    'sample-applications': (words) => sampleApplicationsCommand(live({ ...deps.submissions, settings }), words),
    edition: (...given) => editionCommand({ database, editions, now, dependents: dependentsOf(handingOver) }, ...given),
    'staff-link': (words) => staffLinkCommand(staff, words),
    mails: (words) => mailsCommand({ database, keyRing: deps.keyRing, jobs, now }, words),
    clock: (words) => clockCommand({ database, now }, words),
    retention: (words) => retentionCommand(erasures, words),
    'term-notices': (words) => termNoticesCommand(deps.termNotices, words),
    sweep: (words) => sweepCommand(documents, words),
    schools: (words, folder) => schoolsCommand(database, lookups, words, folder),
  })
  opened.defer(control.close)
  await listen(app, settings)
  opened.defer(async () => {
    stopping.abort()
    await sleep(settings.drainSeconds * 1000)
  })
  return { app, editions }
}

/** What every page is given, as it is when the page is made. */
const pageDataOf =
  (
    { editions, applications: { now } }: Awaited<ReturnType<typeof createDeps>>,
    settings: Settings,
    recipients: { readonly names: () => readonly string[] },
  ) =>
  () => {
    const { institution } = editions.active()
    return {
      institution,
      edition: editionTag(editions.active()),
      identity_cookie_prefix: identityCookieName(settings),
      release: packageFile.version,
      today: todayAt(institution.time_zone, now()),
      recipients: recipients.names(),
    }
  }

/** Who sends a request, by its cookies. */
const sessionsOf = ({ languages, accounts }: Awaited<ReturnType<typeof createDeps>>, settings: Settings) => ({
  applicantOf: async (request: { headers: { cookie?: string | undefined } }, touch: boolean) => {
    const token = sessionTokenFrom(request.headers.cookie ?? '', settings)
    return token === undefined ? undefined : accounts.sessionOf(token, { touch, language: languages.chosen(request) })
  },
  expiredCookies: expiredCookies(settings),
})
