import type { Database } from '../../platform/database/index.ts'

/** What one network may store at a time: thousands of applications, enough for a partner with many visitors. */
const MAX_OF_ONE_NETWORK = 20 * 1024 ** 2 // bytes
/** What all networks may store together: the disk space that a flood from many networks can fill. */
const MAX_OF_ALL = 1024 ** 3 // bytes

/** Seconds until stored answers expire and may make room for these bytes; undefined if there is room now. */
export async function waitForRoom(
  { db }: Pick<Database, 'db'>,
  network: string,
  bytes: number,
  now: Date,
): Promise<number | undefined> {
  const kept = db
    .selectFrom('temporary_answers')
    .where('expires_at', '>', now)
    .select((select) => [
      select.fn.coalesce(select.fn.sum<number>('bytes'), select.lit(0)).as('bytes'),
      select.fn.min('expires_at').as('first'),
    ])
  const [ofNetwork, ofAll] = await Promise.all([
    kept.where('network', '=', network).executeTakeFirstOrThrow(),
    kept.executeTakeFirstOrThrow(),
  ])
  const waitUntil = [
    ...(Number(ofNetwork.bytes) + bytes > MAX_OF_ONE_NETWORK ? [ofNetwork.first] : []),
    ...(Number(ofAll.bytes) + bytes > MAX_OF_ALL ? [ofAll.first] : []),
  ]
  if (waitUntil.length === 0) return undefined
  return Math.max(60, ...waitUntil.map((first) => Math.ceil(((first?.getTime() ?? 0) - now.getTime()) / 1000)))
}
