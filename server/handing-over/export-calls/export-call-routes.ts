import swagger from '@fastify/swagger'
import packageFile from '../../../package.json' with { type: 'json' }
import { type App, described, isRefusal, refusal } from '../../platform/http/index.ts'
import { targetOfToken } from '../acknowledgements/index.ts'
import type { ExportCalls } from './export-calls.ts'
import { readApplication, readDocument, readPacket } from './read-application.ts'
import { readReferenceData, referenceLists } from './reference-data.ts'
import { rowSchema } from './row-schema.ts'
import { createSandbox } from './sandbox.ts'
import { serveExportCall } from './serve-export-call.ts'
import { submittedApplications } from './source.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The description of the export calls. */
    describeExportCalls: () => object
  }
}

/** The calls with which other systems read submitted applications, and their description (OpenAPI 3.1) for anybody. */
export async function exportCallRoutes(app: App, exportCalls: ExportCalls): Promise<void> {
  const submitted = submittedApplications(exportCalls)
  const deps = { ...exportCalls, submitted, sandbox: createSandbox(exportCalls) }
  await app.register(swagger, {
    decorator: 'describeExportCalls',
    openapi: {
      openapi: '3.1.0',
      info: {
        ...{ title: 'Causeway export calls', version: packageFile.version },
        description:
          'A token made for the sandbox reads made-up applications and nothing else; every reply to it has the header `causeway-sandbox: true`. Acknowledgements are checked there and not stored.',
      },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      security: [{ token: [] }],
    },
    transform: described(({ exportCall }) => exportCall !== undefined),
  })
  app.get('/export/v1/openapi.json', async () => app.describeExportCalls())

  serveExportCall(app, deps, 'changes', async ({ source, query, record }) => {
    const changes = await source.changes(query)
    const next = changes.at(-1)?.seq ?? query.after
    record({ after: query.after, next })
    return { changes: changes.map((each) => ({ ...each, at: each.at.toISOString() })), next }
  })
  serveExportCall(app, deps, 'application', async ({ source, params, query, token, record }) => {
    const application = await readApplication(source, { ...params, ...query }, token.rights)
    if (!isRefusal(application)) record({ version: application.version }, params.id)
    return application
  })
  serveExportCall(app, deps, 'document', async ({ source, params, query, record }) => {
    record({ document: params.key, ...query }, params.id)
    return readDocument(source, { ...params, ...query })
  })
  serveExportCall(app, deps, 'packet', async ({ source, params, query, token, record }) => {
    record(query, params.id)
    return readPacket(source, { ...params, ...query }, token.rights)
  })
  serveExportCall(app, deps, 'referenceLists', async () => ({ lists: referenceLists }))
  serveExportCall(app, deps, 'referenceData', async ({ params, record }) => {
    record({ list: params.list })
    return readReferenceData(deps.form, params.list) ?? refusal('no_reference_list')
  })
  serveExportCall(app, deps, 'form', async ({ token }) => rowSchema(deps.form, token.rights))
  serveExportCall(app, deps, 'acknowledgements', async ({ source, body, token, record }) => {
    const by = { target: targetOfToken(token.name), made_by: `token ${token.id}` }
    const outcome = await source.acknowledge(by, body.acknowledgements)
    if ('problem' in outcome) return { ...refusal('refused_acknowledgement'), message: outcome.problem }
    record(outcome)
    return outcome
  })
}
