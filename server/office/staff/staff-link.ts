import { isStaffRole, staffRoles } from '../../../api/index.ts'
import { canonicalText } from '../../../engine/index.ts'
import { operator, parseWords, personIn } from '../../platform/control/index.ts'
import { endedBefore, inTransaction } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import { newToken, tokenHash } from '../../platform/secrets/index.ts'
import { recordStaff } from './record-staff.ts'
import { type StaffDeps, staffOrigin } from './staff.ts'
import { OPERATOR, rememberPerson, subjectOf } from './staff-people.ts'
import { beginStaffSession } from './staff-sessions.ts'

const LIFETIME = 15 * 60_000 // ms
const USAGE = 'Usage: npm run staff-link -- <name of a person> --role <role> --by <person> [--emergency]'

/**
 * `npm run staff-link`: makes a link with which the named person signs in once, within 15 minutes. With a provider such
 * a link is for emergencies only, and must say so. Wrong words throw one sentence.
 */
export async function staffLinkCommand(deps: StaffDeps, words: readonly string[]) {
  const { name, role, by, emergency } = parsed(words)
  if (deps.settings.staffProvider && !emergency)
    throw new Error('Staff sign in through their provider. For a link beside it, add --emergency; it is recorded.')
  const token = newToken()
  const { db } = deps.database
  const expiresAt = new Date(deps.now().getTime() + LIFETIME)
  await inTransaction(db, async (transaction) => {
    const ended = await endedBefore({ database: { db: transaction }, now: deps.now })
    await transaction.deleteFrom('staff_link').where('expires_at', '<', ended).execute()
    await transaction
      .insertInto('staff_link')
      .values({
        hash: tokenHash(token),
        person_name: name,
        role,
        is_emergency: emergency,
        made_by: by,
        expires_at: expiresAt,
      })
      .execute()
    await recordStaff(transaction, 'staff link made', operator(), name, { role, by, emergency })
  })
  // After the number sign, because a browser sends what is there to no server and to no preview of links.
  return { url: `${staffOrigin(deps.settings)}/staff/link#${token}`, name, role, expires_at: expiresAt.toISOString() }
}

const OPTIONS = { role: { type: 'string' }, by: { type: 'string' }, emergency: { type: 'boolean' } } as const

function parsed(words: readonly string[]) {
  const { values, positionals } = parseWords(words, OPTIONS, USAGE)
  if (positionals.some(hasHiddenSigns)) throw new Error('The name has characters that do not show. Type it anew.')
  const [name = '', ...more] = positionals.map(canonicalText)
  const { role = '', emergency = false } = values
  if (name === '' || more.length > 0) throw new Error(USAGE)
  if ([...name].length > 100) throw new Error('The name of a person is at most 100 characters long.')
  if (!isStaffRole(role)) throw new Error(`--role must be one of ${Object.keys(staffRoles).join(', ')}.`)
  return { name, role, by: personIn(values.by), emergency }
}

const hasHiddenSigns = (typed: string) => canonicalText(typed) !== typed.replace(/\s+/g, ' ').trim().normalize('NFC')

/**
 * Signs in with a link, once: of two uses at the same time one is refused. `earlier` is the token of the session that the
 * browser had.
 */
export const signInWithLink = (
  deps: StaffDeps,
  token: string,
  earlier: string | undefined,
): Promise<{ token: string; seconds: number } | Refusal> =>
  inTransaction(deps.database.db, async (transaction) => {
    const now = deps.now()
    const link = await transaction
      .updateTable('staff_link')
      .set({ used_at: now })
      .where('hash', '=', tokenHash(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['person_name', 'role', 'is_emergency', 'made_by'])
      .executeTakeFirst()
    if (!link || !isStaffRole(link.role)) return refusal('ended_staff_link')
    const { person_name: name, role } = link
    const personId = await rememberPerson(transaction, { issuer: OPERATOR, subject: subjectOf(name), name, role }, now)
    if (personId === undefined) {
      await recordStaff(transaction, 'staff sign-in refused', OPERATOR, name, { reason: 'access ended' })
      return refusal('staff_access_ended')
    }
    const session = await beginStaffSession(transaction, { personId, role, signedInAt: now, earlier }, now)
    await recordStaff(transaction, 'staff signed in', { id: personId, name }, String(personId), {
      by: 'link',
      role,
      made_by: link.made_by,
      emergency: link.is_emergency,
      session: session.sessionId,
    })
    return session
  })
