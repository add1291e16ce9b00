import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportRights, type StaffRole, staffCalls, staffRoles } from '../../api/index.ts'
import { controlSocketPath, sendCommand } from '../../server/index.ts'

/** Who sends requests, and the header lines that prove it. */
export type Visitor = { readonly credentials: () => Promise<readonly string[]> }

/** A target for deliveries and acknowledgements that staff can name; its name is among the likely texts. */
export function writeTargets(folder: string): string {
  const file = join(folder, 'deliveries.json')
  writeFileSync(file, JSON.stringify({ registrar: { profile: 'plain', include: ['documents', 'demographics'] } }))
  return file
}

/** A member of staff for each role. Requests may sign them out or end their access; then somebody else comes. */
export const staffAt = (address: string, dataDir: string): readonly Visitor[] =>
  (Object.keys(staffRoles) as StaffRole[]).map((role) => {
    let cookie = ''
    let people = 0
    const isSignedIn = async () =>
      cookie !== '' && (await fetch(`${address}${staffCalls.staffSession.path}`, { headers: { cookie } })).ok
    return {
      credentials: async () => {
        if (!(await isSignedIn())) {
          people += 1
          const words = [`Fuzz ${role} ${people}`, '--role', role, '--by', 'fuzz']
          const made = await sendCommand(controlSocketPath(dataDir), 'staff-link', words)
          const token = /#([\w-]+)/.exec(JSON.stringify(made))?.[1]
          const reply = await fetch(`${address}${staffCalls.useStaffLink.path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ token }),
          })
          if (!reply.ok) throw new Error(`A ${role} could not sign in: ${reply.status}.`)
          cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''
        }
        return [`Cookie: ${cookie}`]
      },
    }
  })

/** Other systems: one whose token has every right, one that may read changes alone, and one in the sandbox. */
export async function systemsAt(dataDir: string): Promise<readonly Visitor[]> {
  const tokens = [
    ['registrar', '--rights', exportRights.join()],
    ['fuzz-changes', '--rights', 'changes'],
    ['fuzz-sandbox', '--rights', exportRights.join(), '--sandbox'],
  ]
  return Promise.all(
    tokens.map(async (words) => {
      const made = await sendCommand(controlSocketPath(dataDir), 'token', ['make', ...words, '--by', 'fuzz'])
      const token = /cwy_[\w-]+/.exec(JSON.stringify(made))?.[0]
      if (token === undefined) throw new Error(`There is no token ${words[0]}.`)
      return { credentials: async () => [`Authorization: Bearer ${token}`] }
    }),
  )
}
