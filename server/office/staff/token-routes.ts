import { endToken, isSandbox, listTokens, makeToken } from '../../handing-over/export-tokens/index.ts'
import { type App, isRefusal, refusal } from '../../platform/http/index.ts'
import { declining } from './declining.ts'
import { doerOf, recordStaff } from './record-staff.ts'
import { serveStaffCall } from './serve-staff-call.ts'
import type { StaffDeps } from './staff.ts'

/** The calls with which staff make and end the tokens of other systems. Making one needs a fresh sign-in. */
export function tokenRoutes(app: App, deps: StaffDeps): void {
  serveStaffCall(app, deps, 'listTokens', async ({ session }) => {
    await recordStaff(deps.database.db, 'tokens read', session.person, String(session.person.id))
    const tokens = await listTokens(deps)
    return {
      tokens: tokens.toReversed().map(({ made_by, until, last_used_at, ...token }) => ({
        ...{ ...token, by: made_by, until: until.toISOString(), last_used_at: last_used_at?.toISOString() ?? null },
        is_sandbox: isSandbox(token),
      })),
    }
  })
  serveStaffCall(app, deps, 'makeToken', async ({ body, session }) => {
    if (!session.isFresh) return refusal('old_sign_in')
    return declining(() => makeToken(deps, body, doerOf(session)))
  })
  serveStaffCall(app, deps, 'endToken', async ({ body, session }) => {
    const ended = await declining(() => endToken(deps, body.name, doerOf(session)))
    return isRefusal(ended) ? ended : { message: ended }
  })
}
