import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import type SftpClient from 'ssh2-sftp-client'
import { auditRow, type Doer, declined } from '../../platform/control/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { claimSending, keepAlive, NEVER } from './claim-delivery.ts'
import { folderOf, nameOf } from './configuration.ts'
import type { DeliveriesDeps, Target } from './targets.ts'

// Later ones wait for it, because a target may take an earlier version of an application for the newer one.
const elsewhere = (id: number) =>
  `its copy is on another server, which sends it. If that server is gone, run: npm run deliver -- --again ${id} --by <person>`
const NO_FOLDER = 'there is no such folder.'

type To = NonNullable<Target['to']>

/**
 * Puts the deliveries to a target that have not been sent into its folder, oldest first; returns their names. Each
 * appears there under its name only when it is whole, and is sent by one process at a time. Throws one sentence when one
 * cannot be sent; it is tried again every quarter of an hour and with the next delivery.
 */
export async function sendDeliveries(
  deps: DeliveriesDeps,
  name: string,
  { to }: Target,
  doer: Doer,
): Promise<readonly string[]> {
  if (!to) return []
  const { db } = deps.database
  const waiting = await db
    .selectFrom('delivery')
    .select(['id', 'target'])
    .where('target', '=', name)
    .where('manifest', 'is not', null)
    .where('sent_at', 'is', null)
    .where('expired_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const each of waiting) {
    if (!(await claimSending(db, each.id)))
      throw declined(`Delivery ${each.id} is being sent already. Wait until it is finished.`)
    const alive = keepAlive(db, each.id)
    const copy = folderOf(deps, each)
    try {
      if (!existsSync(copy)) throw new Error(elsewhere(each.id))
      await putDelivery(copy, nameOf(each), to, () => recordSent(deps, { ...each, doer }))
    } catch (error) {
      await db.updateTable('delivery').set({ touched_at: NEVER }).where('id', '=', each.id).execute()
      const why = error instanceof Error ? error.message : String(error)
      throw declined(`Delivery ${each.id} is made but could not be sent to ${to.folder}: ${why}`, error)
    } finally {
      alive.stop()
    }
  }
  return waiting.map(nameOf)
}

const recordSent = (
  { database, now }: DeliveriesDeps,
  { id, target, doer }: { readonly id: number; readonly target: string; readonly doer: Doer },
): Promise<unknown> =>
  inTransaction(database.db, async (transaction) => {
    const sent = transaction.updateTable('delivery').set({ sent_at: now(), touched_at: NEVER })
    const { numUpdatedRows } = await sent.where('id', '=', id).where('sent_at', 'is', null).executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return // by another process, which took this one for dead
    const row = auditRow(doer, 'delivery sent', target, { delivery: id })
    await transaction.insertInto('audit').values(row).execute()
  })

/**
 * Puts a folder into a target's, where it appears under its name only when it is whole, and records that it is there. Only
 * the recording is done when it was there before.
 */
export const putDelivery = (from: string, name: string, to: To, record: Recording = async () => {}): Promise<void> =>
  'host' in to ? putBySftp(from, name, to, record) : putWhole(localPlace, from, join(to.folder, name), record)

type Recording = () => Promise<unknown>

/** What can be done where deliveries are put. */
type Place = {
  readonly exists: (path: string) => Promise<boolean>
  /** The names of what is in a folder. */
  readonly list: (path: string) => Promise<readonly string[]>
  readonly createFolder: (path: string) => Promise<unknown>
  /** Copies a folder of this machine to a path that is not there yet. */
  readonly copy: (from: string, path: string) => Promise<void>
  readonly rename: (path: string, to: string) => Promise<unknown>
  readonly remove: (path: string) => Promise<unknown>
}

/** Stands in the folder that ends with `.part` once the one beside it is whole; alone, when that one was given its name. */
const WHOLE = 'whole'

/**
 * Each try has a folder of its own in the one that ends with `.part`, which stays until it is recorded that the delivery is
 * there: whoever it is for may take it away before that. What another try left there, which may go on in a
 * process that was not heard of for long, gets another name first: so it fails, and can neither write into this try nor
 * give its name to half of it.
 */
async function putWhole(place: Place, from: string, path: string, record: Recording): Promise<void> {
  const [part, left] = [`${path}.part`, `${path}.left.part`]
  if (await place.exists(left)) await place.remove(left)
  const found = (await place.exists(part)) ? await place.list(part) : undefined
  const isNamed = found?.length === 1 && found[0] === WHOLE
  if (found && !isNamed) {
    await place.rename(part, left)
    await place.remove(left)
  }
  // Else it is whole, and only the record was lost.
  if (!isNamed && !(await place.exists(path))) {
    const own = `${part}/${randomUUID()}`
    await place.createFolder(part)
    await place.copy(from, own)
    await place.createFolder(`${part}/${WHOLE}`)
    await place.rename(own, path)
  }
  await record()
  // It is sent, also if this fails.
  await place.remove(part).catch(() => {})
}

const localPlace: Place = {
  exists: async (path) => {
    // Made by nobody but its owner: where a network drive is not mounted, its folder must not appear on this machine.
    if (!existsSync(dirname(path))) throw new Error(NO_FOLDER)
    return existsSync(path)
  },
  list: (path) => readdir(path),
  createFolder: (path) => mkdir(path),
  copy: (from, path) => cp(from, path, { recursive: true, errorOnExist: true, force: false }),
  rename,
  remove: (path) => rm(path, { recursive: true, force: true }),
}

async function putBySftp(
  from: string,
  name: string,
  to: Extract<To, { readonly host: string }>,
  record: Recording,
): Promise<void> {
  // What goes wrong is thrown by the call that it stops; the log on stdout is JSON alone.
  const nothing = () => {}
  const { default: Client } = await import('ssh2-sftp-client')
  const client = new Client('delivery', { error: nothing, end: nothing, close: nothing })
  // Only the server whose key is pinned gets the file, whatever the name resolves to.
  const hostVerifier = (key: Buffer) =>
    `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}` === to.host_key
  const privateKey = await readFile(to.key_file)
  await client.connect({
    host: to.host,
    port: to.port,
    username: to.user,
    privateKey,
    hostVerifier,
    // Else each part of a file waits 40 ms for the one before it.
    sock: connect({ host: to.host, port: to.port, noDelay: true }),
    readyTimeout: 30_000,
    // A server that falls silent would else hold this delivery, and with it all later ones, until the next start.
    keepaliveInterval: 15_000,
    keepaliveCountMax: 3,
  })
  try {
    if ((await client.exists(to.folder)) !== 'd') throw new Error(NO_FOLDER)
    const place: Place = {
      exists: async (path) => (await client.exists(path)) !== false,
      list: async (path) => (await client.list(path)).map((entry) => entry.name),
      createFolder: (path) => client.mkdir(path),
      copy: (local, path) => upload(client, local, path),
      rename: (path, other) => client.rename(path, other),
      remove: (path) => client.rmdir(path, true),
    }
    await putWhole(place, from, `${to.folder}/${name}`, record)
  } finally {
    await client.end()
  }
}

/**
 * Uploads a folder file by file. The library's own way to do so throws where nobody can catch it, and never ends, when the
 * connection is lost in the middle.
 */
async function upload(client: SftpClient, from: string, to: string): Promise<void> {
  await client.mkdir(to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [here, there] = [join(from, entry.name), `${to}/${entry.name}`]
    if (entry.isDirectory()) await upload(client, here, there)
    else await client.put(here, there)
  }
}
