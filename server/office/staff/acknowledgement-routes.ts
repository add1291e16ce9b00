import {
  acknowledge,
  givenByReference,
  listAcknowledgements,
  rowsIn,
} from '../../handing-over/acknowledgements/index.ts'
import { type App, isRefusal, type Refusal, refusal } from '../../platform/http/index.ts'
import { declining } from './declining.ts'
import { namesOf } from './names-of.ts'
import { recordStaff } from './record-staff.ts'
import { serveStaffCall } from './serve-staff-call.ts'
import type { StaffDeps } from './staff.ts'
import type { StaffSession } from './staff-sessions.ts'

const LARGEST_FILE = 8_000_000 // bytes, as JSON: 5,000 rows with long reasons

/** The calls with which staff see what other systems answered, and record their answers. */
export function acknowledgementRoutes(app: App, deps: StaffDeps): void {
  const { db } = deps.database
  serveStaffCall(app, deps, 'listAcknowledgements', async ({ session }) => {
    await recordStaff(db, 'acknowledgements read', session.person, String(session.person.id))
    const { targets, waiting, waitingCount, refused, refusedCount } = await listAcknowledgements(db)
    const names = await namesOf(db, [...waiting, ...refused])
    const about = ({ target, version, at, ...row }: (typeof waiting)[number]) => ({
      ...{ ...names(row), target, version, at: at.toISOString() },
    })
    return {
      ...{ targets, waiting: waiting.map(about), waiting_count: waitingCount, refused_count: refusedCount },
      refused: refused.map((row) => ({ ...about(row), result: row.result, reason: row.reason, by: row.made_by })),
    }
  })
  serveStaffCall(app, deps, 'recordAcknowledgement', async ({ body: { target, reference, ...answer }, session }) => {
    const given = await givenByReference(db, { target, reference })
    return given ? record(target, [{ ...given, ...answer }], session) : refusal('not_handed_over')
  })
  serveStaffCall(
    app,
    deps,
    'recordAcknowledgements',
    async ({ body: { target, file }, session }) => {
      const rows = await declining(() => rowsIn(file))
      return isRefusal(rows) ? rows : record(target, rows, session)
    },
    { bodyLimit: LARGEST_FILE },
  )

  async function record(
    target: string,
    rows: Parameters<typeof acknowledge>[2],
    { person }: StaffSession,
  ): Promise<{ readonly message: string } | Refusal> {
    const outcome = await acknowledge(db, { target, made_by: person.name }, rows)
    if ('problem' in outcome) return { ...refusal('declined'), message: outcome.problem }
    const { recorded, repeated } = outcome
    await recordStaff(db, 'acknowledgements recorded', person, target, { recorded, repeated })
    return { message: `${recorded} recorded, ${repeated} known already.` }
  }
}
