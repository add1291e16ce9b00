import { Readable } from 'node:stream'
import type { z } from 'zod'
import { recordExportPath, recordFilter } from '../../../api/index.ts'
import { csvOf } from '../../platform/csv/index.ts'
import { type App, isStorable, refusal, refuse } from '../../platform/http/index.ts'
import { readRecord } from './read-record.ts'
import { recordStaff } from './record-staff.ts'
import { requireStaff, sessionIn } from './serve-staff-call.ts'
import type { StaffDeps } from './staff.ts'

const AT_ONCE = 1000 // rows
const columns = ['at', 'actor', 'action', 'subject', 'reference', 'detail'] as const

/** POST a filter: all of the record that it finds, newest first, as CSV for a spreadsheet, to who has just signed in. */
export function serveRecordExport(app: App, deps: StaffDeps): void {
  app.route({
    ...{ method: 'POST', url: recordExportPath, exposeHeadRoute: false },
    config: { staffCall: 'record export', isRefusedWhenBusy: true },
    onRequest: requireStaff(app, deps, 'export_record'),
    schema: { body: recordFilter },
    preValidation: async ({ body }, reply) => (isStorable(body) ? undefined : refuse(reply, refusal('malformed'))),
    handler: async (request, reply) => {
      const filter = recordFilter.parse(request.body)
      const { person, isFresh } = sessionIn(request)
      if (!isFresh) return refuse(reply, refusal('old_sign_in'))
      await recordStaff(deps.database.db, 'record exported', person, String(person.id), filter)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="record.csv"')
        .send(Readable.from(linesOf(deps, filter)))
    },
  })
}

/** The lines, some at a time, so that a record of any length is never in memory as a whole. */
async function* linesOf(deps: StaffDeps, filter: z.output<typeof recordFilter>): AsyncGenerator<string> {
  yield `\uFEFF${lines([columns])}`
  let before: number | undefined
  do {
    const { rows, next } = await readRecord(deps, { ...filter, before, limit: AT_ONCE })
    yield lines(
      rows.map((row) => [row.at, row.actor, row.action, row.subject, row.reference, JSON.stringify(row.detail)]),
    )
    before = next ?? undefined
  } while (before !== undefined)
}

/** What people typed is in some rows, so nothing in them may be a formula. */
const lines = (rows: readonly (readonly string[])[]): string => csvOf(rows, { spreadsheet: true })
