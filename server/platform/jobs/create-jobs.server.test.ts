import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { language } from '../../../engine/index.ts'
import { databasesForTests, PATIENCE, silentLog } from '../../testing/index.ts'
import { inTransaction } from '../database/index.ts'
import { speakIn } from '../languages/index.ts'
import { createJobs, type Jobs, type Queue } from './index.ts'

const queue: Queue<{ name: string }> = {
  name: 'greet',
  data: z.object({ name: z.string() }),
  retryLimit: 2,
  retryDelay: 0,
  retryBackoff: false,
  expireInSeconds: 60,
}

databasesForTests('jobs', (on) => {
  const open: Jobs[] = []
  let greet = queue
  let number = 0
  // A new queue for each test, so that leftover jobs of one test do not run in the next.
  beforeEach(() => {
    number += 1
    greet = { ...queue, name: `greet-${number}` }
  })
  const start = async (handler: (name: string) => Promise<void>, log: Parameters<typeof createJobs>[1] = silentLog) => {
    const jobs = createJobs(on.database, log)
    jobs.define(greet, ({ name }) => handler(name))
    await jobs.start()
    open.push(jobs)
    return jobs
  }
  afterEach(async () => {
    await Promise.all(open.splice(0).map((jobs) => jobs.stop()))
  })

  test('a job of a transaction runs right after the commit, and never after a rollback', async () => {
    const done: string[] = []
    const jobs = await start(async (name) => void done.push(name))
    const lost = inTransaction(on.database.db, async (transaction) => {
      await jobs.enqueue(transaction, greet, { name: 'lost' })
      throw new Error('Changed my mind.')
    })
    await expect(lost).rejects.toThrow('Changed my mind.')
    await inTransaction(on.database.db, async (transaction) => {
      await jobs.enqueue(transaction, greet, { name: 'kept' })
      await sleep(300)
      expect(done).toEqual([])
    })
    // Much shorter than the polling interval, so only the commit can have woken the worker.
    await vi.waitFor(() => expect(done).toEqual(['kept']), { timeout: 1_900 })
    await sleep(300)
    expect(done).toEqual(['kept'])
  })

  test('a job is done in English, whoever set it off', async () => {
    const done: string[] = []
    const spanish = { language: 'es', texts: {} }
    // The server began in the middle of a request, so that its job could get the language of that.
    await speakIn(spanish, async () => {
      const jobs = await start(async () => void done.push(language()))
      await jobs.enqueue(on.database.db, greet, { name: 'spoken' })
      expect(language()).toBe('es')
    })
    await vi.waitFor(() => expect(done).toEqual(['en']), PATIENCE)
  })

  test('waiting jobs run one after the other without a polling interval between them', async () => {
    const done: string[] = []
    const jobs = await start(async (name) => void done.push(name))
    const names = Array.from({ length: 10 }, (_, index) => `number ${index}`)
    await inTransaction(on.database.db, async (transaction) => {
      for (const name of names) await jobs.enqueue(transaction, greet, { name })
    })
    // With two seconds of polling between the jobs it would take twenty.
    await vi.waitFor(() => expect(done.toSorted()).toEqual(names), { timeout: 5000 })
  })

  test('inside a transaction the database itself is refused, and an undefined queue always', async () => {
    const jobs = await start(async () => {})
    const outside = inTransaction(on.database.db, () => jobs.enqueue(on.database.db, greet, { name: 'outside' }))
    await expect(outside).rejects.toThrow('Inside a transaction, use the transaction')
    const unknown = jobs.enqueue(on.database.db, { ...greet, name: 'unknown' }, { name: 'lost' })
    await expect(unknown).rejects.toThrow('The queue unknown is not started.')
  })

  test('a failing handler is retried up to the limit, and each failure is logged', async () => {
    const tries: string[] = []
    const log = { warn: vi.fn(), error: vi.fn() }
    const jobs = await start(async (name) => {
      tries.push(name)
      if (name === 'never' || tries.length < 2) throw new Error('Not today.')
    }, log)
    await jobs.enqueue(on.database.db, greet, { name: 'second time' })
    await vi.waitFor(() => expect(tries).toEqual(['second time', 'second time']), { timeout: 10_000 })
    expect(log.warn).toHaveBeenCalledWith(
      { err: new Error('Not today.'), queue: greet.name, job: expect.any(String), try: 1 },
      'A job failed and will be tried again.',
    )
    tries.length = 0
    await jobs.enqueue(on.database.db, greet, { name: 'never' })
    await vi.waitFor(() => expect(log.error).toHaveBeenCalledOnce(), { timeout: 20_000 })
    expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ try: 3 }), 'A job failed for the last time.')
    expect(tries).toEqual(['never', 'never', 'never'])
  })

  test('a job with the same key is not added while one waits or runs', async () => {
    let release = () => {}
    const blocked = new Promise<void>((resolve) => {
      release = resolve
    })
    const started: string[] = []
    const jobs = await start((name) => {
      started.push(name)
      return blocked
    })
    const enqueue = (key: string) => jobs.enqueue(on.database.db, greet, { name: key }, { key })
    expect(await enqueue('copy 1')).toBe(true)
    expect(await enqueue('copy 1')).toBe(false)
    await vi.waitFor(() => expect(started).toEqual(['copy 1']), PATIENCE)
    expect(await enqueue('copy 1')).toBe(false)
    expect(await enqueue('copy 2')).toBe(true)
    release()
    await vi.waitFor(async () => expect(await enqueue('copy 1')).toBe(true), { timeout: 5000 })
  })

  test('stopping waits for a running job', async () => {
    const steps: string[] = []
    const jobs = await start(async () => {
      steps.push('started')
      await sleep(700)
      steps.push('done')
    })
    await jobs.enqueue(on.database.db, greet, { name: 'slow' })
    await vi.waitFor(() => expect(steps).toContain('started'), { timeout: 5000 })
    await jobs.stop()
    expect(steps).toContain('done')
  })

  test('a start changes a queue to what its release says of it, and leaves alone what says so already', async () => {
    const startedWith = async (given: Partial<typeof queue>) => {
      const jobs = createJobs(on.database, silentLog)
      jobs.define({ ...greet, ...given }, async () => {})
      await jobs.start({ only: 'enqueue' })
      await jobs.stop()
      const { rows } = await sql<{ retry_limit: number; updated_on: Date; cron: string | null }>`
        select retry_limit, queue.updated_on, cron from pgboss.queue left join pgboss.schedule using (name)
        where name = ${greet.name}`.execute(on.database.db)
      return rows[0]
    }
    const made = await startedWith({ cron: '0 4 * * *' })
    expect(made).toMatchObject({ retry_limit: 2, cron: '0 4 * * *' })
    expect(await startedWith({ cron: '0 4 * * *' }), 'the same again').toEqual(made)
    const changed = await startedWith({ retryLimit: 7, retryBackoff: true, retryDelayMax: 60, cron: '0 5 * * *' })
    expect(changed).toMatchObject({ retry_limit: 7, cron: '0 5 * * *' })
    expect(await startedWith({ retryLimit: 7, retryBackoff: true, retryDelayMax: 60 })).toEqual({
      ...changed,
      cron: null,
    })
  })

  test('a waiting job runs after the next start', async () => {
    const sleeping = createJobs(on.database, silentLog)
    sleeping.define(greet, async () => {
      throw new Error('Not by this process.')
    })
    await sleeping.start()
    await inTransaction(on.database.db, async (transaction) => {
      await sleeping.enqueue(transaction, { ...greet, retryLimit: 9 }, { name: 'waiting' })
      // Stopped before the commit, so this process cannot have started the job.
      void sleeping.stop()
      await sleep(100)
    })
    await sleeping.stop()
    await on.reopen()
    const done: string[] = []
    const awake = createJobs(on.database, silentLog)
    awake.define(greet, async ({ name }) => void done.push(name))
    await awake.start()
    open.push(awake)
    await vi.waitFor(() => expect(done).toEqual(['waiting']), { timeout: 5000 })
  })
})
