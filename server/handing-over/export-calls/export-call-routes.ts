import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import swagger from '@fastify/swagger'
import { answersLeaving, type ExportRight } from '../../../api/index.ts'
import { everyItem, type Form, type Options, oncePer } from '../../../engine/index.ts'
import packageFile from '../../../package.json' with { type: 'json' }
import { renderApplicationPdf } from '../../documents/application-pdf/index.ts'
import { assemblePacket, listDocuments } from '../../documents/packets/index.ts'
import { type App, described, isRefusal, type Refusal, refusal, refusalUntil } from '../../platform/http/index.ts'
import { optionsTakenOut } from '../../running/institution/index.ts'
import { targetOfToken } from '../acknowledgements/index.ts'
import { builtInCodes, codeListsOf } from '../deliveries/index.ts'
import { type FoundToken, isSandbox } from '../export-tokens/index.ts'
import { exportedFrom } from '../exports/index.ts'
import type { ExportReply } from './call-table.ts'
import { addedToRow, rowSchemaAt } from './row-schema.ts'
import { createSandbox } from './sandbox.ts'
import { serveExportCall } from './serve-export-call.ts'
import { type Asked, type ExportCallsDeps, type Source, submissionAsked, submittedApplications } from './source.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The description of the export calls. */
    describeExportCalls: () => object
  }
}

/** The calls with which other systems read submitted applications, and their description (OpenAPI 3.1) for anybody. */
export async function exportCallRoutes(app: App, deps: ExportCallsDeps): Promise<void> {
  const sandboxOf = oncePer((_: Form) => createSandbox(deps))
  const { database, limits, now } = deps
  const called = {
    database,
    limits,
    now,
    submitted: () => submittedApplications(deps),
    sandbox: () => sandboxOf(deps.form),
  }
  await app.register(swagger, {
    decorator: 'describeExportCalls',
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Causeway export calls',
        version: packageFile.version,
        description:
          'A token made for the sandbox reads made-up applications and nothing else; every reply to it has the header `causeway-sandbox: true`. Acknowledgements are checked there and not stored.',
      },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      security: [{ token: [] }],
    },
    transform: described(({ exportCall }) => exportCall !== undefined),
  })
  app.get('/export/v1/openapi.json', { config: { limit: 'none' } }, async () => app.describeExportCalls())

  serveExportCall(app, called, 'changes', async ({ source, query, record }) => {
    const changes = await source.changes({ ...query, form: query.form === 'true' })
    if (changes.length === 0 && query.after > (await source.endOfChanges())) return refusal('cursor_ahead')
    const next = changes.at(-1)?.seq ?? query.after
    record({ after: query.after, next })
    return { changes: changes.map((each) => ({ ...each, at: each.at.toISOString() })), next }
  })
  serveExportCall(app, called, 'application', async ({ source, params, query, token, record }) => {
    const application = await readApplication(source, { ...params, ...query }, token.rights)
    if (isRefusal(application)) return application
    const refused = await countNumber(deps, token, params.id, application.row.ssn)
    if (refused) return refused
    record({ version: application.version }, params.id)
    return application
  })
  serveExportCall(app, called, 'document', async ({ source, params, query, record }) => {
    record({ document: params.key, ...query }, params.id)
    return readDocument(source, { ...params, ...query })
  })
  serveExportCall(app, called, 'packet', async ({ source, params, query, token, record }) => {
    record(query, params.id)
    return readPacket(source, { ...params, ...query }, token.rights)
  })
  serveExportCall(app, called, 'referenceLists', async () => ({ lists: referenceLists }))
  serveExportCall(app, called, 'referenceData', async ({ params, record }) => {
    record({ list: params.list })
    if (!referenceLists.some((name) => name === params.list)) return refusal('no_reference_list')
    return readReferenceData(deps, params.list, await optionsTakenOut(database.db, deps.form))
  })
  serveExportCall(app, called, 'form', async ({ query, token, record }) => {
    // A + that was not encoded is a blank in an address.
    const version = query.version?.replaceAll(' ', '+')
    if (version !== undefined) record({ version })
    return (await rowSchemaAt(deps, token.rights, version)) ?? refusal('no_form_version')
  })
  serveExportCall(app, called, 'acknowledgements', async ({ source, body, token, record }) => {
    const by = { target: targetOfToken(token.name), made_by: `token ${token.id}` }
    const outcome = await source.acknowledge(by, body.acknowledgements)
    if ('problem' in outcome) return { ...refusal('refused_acknowledgement'), message: outcome.problem }
    record(outcome)
    return outcome
  })
}

/** Counts a number that leaves in full, and records it, as one that somebody reveals at the desk. */
async function countNumber(
  { database, limits }: ExportCallsDeps,
  token: FoundToken,
  applicationId: string,
  number: string | undefined,
): Promise<Refusal | undefined> {
  if (!number || isSandbox(token)) return undefined
  const allowance = await limits.takeForSession('export_number', token.id)
  if (!allowance.allowed) return refusalUntil(allowance.retryAfterSeconds)
  const detail = JSON.stringify({ token: token.id, purpose: token.purpose })
  const row = { actor: targetOfToken(token.name), action: 'number exported', subject: applicationId, detail }
  await database.db.insertInto('audit').values(row).execute()
  return undefined
}

/** An application as it was signed, without what the rights do not allow. */
async function readApplication(
  source: Source,
  asked: Asked,
  rights: readonly string[],
): Promise<ExportReply<'application'> | Refusal> {
  const { id } = asked
  const submission = await submissionAsked(source, asked)
  if (isRefusal(submission)) return submission
  const exported = exportedFrom(source, id, submission)
  const rowOf = (isOurs: boolean) =>
    Object.fromEntries(Object.entries(exported.row).filter(([key]) => Object.hasOwn(addedToRow, key) === isOurs))
  const row = { ...answersLeaving(source.register, 'export_row', rowOf(false), rights), ...rowOf(true) }
  if (!rights.includes('documents' satisfies ExportRight)) return { ...exported, row, documents: undefined }
  const stored = await source.documents({ applicationId: id, version: submission.version }, exported.documents)
  if ('missing' in stored) return refusal('missing_file')
  const documents = []
  for (const { key, title, storageKey, signatures } of stored) {
    const pdf = await source.storage.read(storageKey)
    if (!pdf) return refusal('missing_file')
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    documents.push({
      ...{ question: key, title, bytes: pdf.length, sha256 },
      signatures: signatures.map(({ isWhole, isListed, isValidToday, ...signature }) => ({
        ...signature,
        whole: isWhole,
        issuer_listed: isListed,
        certificate_valid: isValidToday,
      })),
    })
  }
  return { ...exported, row, documents }
}

/** The PDF of a question of an application. */
async function readDocument(
  source: Source,
  { key, ...asked }: Asked & { readonly key: string },
): Promise<Buffer | Refusal> {
  const { id } = asked
  const submission = await submissionAsked(source, asked)
  if (isRefusal(submission)) return submission
  const listed = listDocuments(submission).filter((each) => each.key === key)
  if (listed.length === 0) return refusal('no_document')
  const stored = await source.documents({ applicationId: id, version: submission.version }, listed)
  const pdf = 'missing' in stored || !stored[0] ? undefined : await source.storage.read(stored[0].storageKey)
  return pdf ? Buffer.from(pdf) : refusal('missing_file')
}

/** The packet of an application, without what the rights do not allow: no masked number, and no empty heading either. */
async function readPacket(source: Source, asked: Asked, rights: readonly string[]): Promise<Readable | Refusal> {
  const { id } = asked
  const submission = await submissionAsked(source, asked)
  if (isRefusal(submission)) return submission
  const stored = await source.documents({ applicationId: id, version: submission.version }, listDocuments(submission))
  if ('missing' in stored) return refusal('missing_file')
  const chunks = await assemblePacket(source, submission, stored, () =>
    renderApplicationPdf(source, submission, { way: 'export_packet', rights }),
  )
  return Readable.from(chunks, { objectMode: false })
}

/** The lists that several questions share or that an institution changes, by the names that code maps use. */
const referenceLists = ['countries', 'states', 'terms', 'majors', 'degrees'] as const

/**
 * The values of a list of the form in its order, with their labels and their built-in codes; then those that are no longer
 * offered, which are marked.
 */
function readReferenceData(
  { form, register }: Pick<ExportCallsDeps, 'form' | 'register'>,
  list: string,
  takenOut: ReadonlyMap<string, Options>,
): ExportReply<'referenceData'> {
  const { listOf } = codeListsOf(register, form)
  const questions = everyItem(form).flatMap((item) =>
    item.kind === 'choice' && listOf(item.key) === list ? [item] : [],
  )
  const offered = new Map<string, string>(questions.flatMap(({ options }) => (Array.isArray(options) ? options : [])))
  const gone = questions.flatMap(({ key, retired = [] }) => [...retired, ...(takenOut.get(key) ?? [])])
  const labels = new Map([...offered, ...gone.filter(([value]) => !offered.has(value))])
  const codes = Object.entries(builtInCodes).filter(([, each]) => each.list === list)
  const values = [...labels]
    .filter(([value]) => value !== '')
    .map(([value, label]) => ({
      value,
      label,
      ...(offered.has(value) ? {} : { retired: true }),
      codes: Object.fromEntries(
        codes.flatMap(([name, { codeOf }]) => {
          const code = codeOf(value)
          return code ? [[name, code]] : []
        }),
      ),
    }))
  return { list, values }
}
