import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { databasesForTests, silentLog } from '../../testing/index.ts'
import { isStartupError } from '../settings/index.ts'
import { DurableFiles } from './connect-database.ts'
import { connectDatabase, type Database } from './index.ts'

afterEach(() => vi.restoreAllMocks())

const add = ({ db }: Database, key: string) =>
  db.insertInto('rate_limit').values({ key, count: 1, window_ends: new Date() }).execute()

databasesForTests(
  'the folder',
  (on) => {
    test('refuses a second server with one sentence', async () => {
      const fault = await connectDatabase(on.settings, silentLog).catch((error) => error)
      expect(isStartupError(fault)).toBe(true)
      expect(fault.message).toBe(
        `Another server is using the embedded database in ${on.settings.dataDir}: stop it, or choose another DATA_DIR.`,
      )
      await add(on.database, 'still ours')
    })

    test('can be opened after kill -9, with everything that was acknowledged', async () => {
      await on.database.close()
      const writer = spawn(process.execPath, [join(import.meta.dirname, 'fixtures', 'write-until-killed.ts')], {
        env: { PATH: process.env.PATH, DATA_DIR: on.settings.dataDir },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let acknowledged = ''
      writer.stdout.on('data', (chunk) => {
        acknowledged += chunk
        if (acknowledged.split('\n').length > 30) writer.kill('SIGKILL')
      })
      await once(writer, 'close')
      const { db } = await on.reopen()
      const kept = new Set((await db.selectFrom('rate_limit').select('key').execute()).map(({ key }) => key))
      const keys = acknowledged.split('\n').slice(0, -1)
      expect(keys.length).toBeGreaterThanOrEqual(30)
      expect(keys.filter((key) => !kept.has(key))).toEqual([])
    })

    test('acknowledges nothing that the disk did not take, and ends the process', async () => {
      await on.database.close()
      const writer = spawn(process.execPath, [join(import.meta.dirname, 'fixtures', 'write-until-the-disk-fails.ts')], {
        env: { PATH: process.env.PATH, DATA_DIR: on.settings.dataDir },
        timeout: 60_000,
        killSignal: 'SIGKILL',
      })
      const [output] = await Promise.all([text(writer.stdout), once(writer, 'close')])
      expect(output).toMatch(/^before\nThe disk refused what the embedded database has to keep, .*\n$/)
      expect(writer.exitCode).toBe(1)
      const { db } = await on.reopen()
      expect(await db.selectFrom('rate_limit').select('key').where('key', '=', 'before').execute()).toHaveLength(1)
    })

    test('lets the process do other things while a loop makes queries', async () => {
      const end = performance.now() + 300
      let others = 0
      const other = setInterval(() => {
        others += 1
      }, 1)
      while (performance.now() < end) await on.database.db.selectFrom('rate_limit').select('key').execute()
      clearInterval(other)
      expect(others).toBeGreaterThan(3)
    })

    test('is flushed to disk by every commit, without a warning', async () => {
      await on.database.close()
      const init = vi.spyOn(DurableFiles.prototype, 'init')
      const warn = vi.fn()
      const database = await connectDatabase(on.settings, { info: () => {}, warn })
      const [files] = init.mock.contexts
      if (!(files instanceof DurableFiles)) throw new Error('Not opened through the durable files.')
      const before = files.syncs
      for (const key of ['a', 'b', 'c', 'd', 'e']) await add(database, key)
      await database.close()
      expect(files.syncs - before).toBeGreaterThanOrEqual(5)
      expect(warn).not.toHaveBeenCalled()
    })

    test('is opened with a warning if commits are not flushed to disk', async () => {
      await on.database.close()
      vi.spyOn(DurableFiles.prototype, 'init').mockImplementation(NodeFS.prototype.init)
      const warn = vi.fn()
      const database = await connectDatabase(on.settings, { info: () => {}, warn })
      await database.close()
      expect(warn).toHaveBeenCalledWith(expect.stringContaining('does not wait for the disk'))
    })
  },
  'embedded',
)

test('the folder is created for its owner only, and replaces leftovers of a killed first start', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-embedded-'))
  mkdirSync(join(dataDir, 'database.new', 'base'), { recursive: true })
  const database = await connectDatabase({ dataDir, databaseUrl: undefined }, silentLog)
  await database.close()
  expect(readdirSync(dataDir).sort()).toEqual(['database', 'database.lock'])
  expect(statSync(join(dataDir, 'database')).mode & 0o777).toBe(0o700)
  rmSync(dataDir, { recursive: true })
})

test('a database that cannot be opened or created is refused with one sentence, and its folder is free again', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-embedded-'))
  const refused = () => connectDatabase({ dataDir, databaseUrl: undefined }, silentLog).catch((error) => error)
  cpSync(inject('embeddedTemplate'), join(dataDir, 'database'), { recursive: true })
  truncateSync(join(dataDir, 'database', 'global', 'pg_control'), 0)
  const why = 'its disk is full or takes no writing, or its files are damaged.'
  for (const fault of [await refused(), await refused()]) {
    expect(isStartupError(fault)).toBe(true)
    expect(fault.message).toBe(`The embedded database in ${dataDir} cannot be opened: ${why}`)
  }
  rmSync(join(dataDir, 'database'), { recursive: true })
  // What PGlite throws on a full disk.
  vi.spyOn(DurableFiles.prototype, 'init').mockRejectedValue(
    Object.assign(Object.create(Error.prototype), { errno: 51 }),
  )
  expect((await refused()).message).toBe(`The embedded database in ${dataDir} cannot be created: ${why}`)
  rmSync(dataDir, { recursive: true })
})
