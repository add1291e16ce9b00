import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { makeCertificate, silentLog, startPostgres } from '../../testing/index.ts'
import { createJobs } from '../jobs/index.ts'
import { connectDatabase } from './index.ts'

describe.skipIf('skipped' in inject('postgres'))(
  'TLS to a PostgreSQL whose certificate has a private authority',
  () => {
    let folder = ''
    let url = ''
    let stop = async () => {}
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'causeway-tls-'))
      const { authority, ...tls } = await makeCertificate()
      await writeFile(join(folder, 'ca.pem'), authority)
      await writeFile(join(folder, 'other.pem'), (await makeCertificate()).authority)
      const started = await startPostgres(tls)
      if ('skipped' in started) throw new Error(started.skipped)
      stop = started.stop
      url = started.url.replace('127.0.0.1', 'localhost')
    })
    afterAll(async () => {
      await stop()
      await rm(folder, { recursive: true })
    })
    const connected = (authority: string, host = 'localhost') =>
      connectDatabase(
        {
          databaseUrl: `${url.replace('localhost', host)}?sslmode=verify-full&sslrootcert=${join(folder, authority)}`,
          dataDir: '/nowhere',
        },
        silentLog,
      )

    test('queries and jobs run encrypted, the connection that listens included', async () => {
      const database = await connected('ca.pem')
      const jobs = createJobs(database, silentLog)
      try {
        await jobs.start()
        const { rows } = await sql<{ ssl: boolean; application_name: string }>`
        select ssl, application_name from pg_stat_ssl join pg_stat_activity using (pid)
        where backend_type = 'client backend'`.execute(database.db)
        expect(rows.filter(({ ssl }) => !ssl)).toEqual([])
        expect(new Set(rows.map((row) => row.application_name))).toContain('causeway jobs')
      } finally {
        await jobs.stop()
        await database.close()
      }
    })

    test('another authority, or a name that the certificate does not have, stops the start with one sentence', async () => {
      await expect(connected('other.pem')).rejects.toMatchObject({
        name: 'StartupError',
        message: expect.stringMatching(/^DATABASE_URL names a database that cannot be reached \(.*certificate.*\)\.$/),
      })
      await expect(connected('ca.pem', '127.0.0.2')).rejects.toMatchObject({ name: 'StartupError' })
    })
  },
)
