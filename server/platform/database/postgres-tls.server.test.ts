import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { makeCertificate, silentLog, startPostgres } from '../../testing/index.ts'
import { createJobs } from '../jobs/index.ts'
import { connectDatabase, type Database } from './index.ts'

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
      connectedTo(`${url.replace('localhost', host)}?sslmode=verify-full&sslrootcert=${join(folder, authority)}`)

    /** Every connection of a process that also runs jobs, the one that listens included. */
    async function connectionsOf(database: Database) {
      const jobs = createJobs(database, silentLog)
      try {
        await jobs.start()
        const { rows } = await sql<{ ssl: boolean; client_dn: string | null; application_name: string }>`
        select ssl, client_dn, application_name from pg_stat_ssl join pg_stat_activity using (pid)
        where backend_type = 'client backend'`.execute(database.db)
        expect(new Set(rows.map((row) => row.application_name))).toContain('causeway jobs')
        return rows
      } finally {
        await jobs.stop()
        await database.close()
      }
    }

    test('queries and jobs run encrypted, the connection that listens included', async () => {
      expect((await connectionsOf(await connected('ca.pem'))).filter(({ ssl }) => !ssl)).toEqual([])
    })

    test('another authority, or a name that the certificate does not have, stops the start with one sentence', async () => {
      await expect(connected('other.pem')).rejects.toMatchObject({
        name: 'StartupError',
        message: expect.stringMatching(/^DATABASE_URL names a database that cannot be reached \(.*certificate.*\)\.$/),
      })
      await expect(connected('ca.pem', '127.0.0.2')).rejects.toMatchObject({ name: 'StartupError' })
    })

    test('a certificate can take the place of the password', async () => {
      const { authority, certificate, key } = await makeCertificate() // of the user "localhost"
      await writeFile(join(folder, 'user.pem'), certificate)
      await writeFile(join(folder, 'user.key'), key)
      const administrator = new pg.Client({ connectionString: url })
      await administrator.connect()
      const [{ data_directory: data }] = (await administrator.query('show data_directory')).rows
      const put = (name: string, text: string) =>
        administrator.query(
          `copy (select unnest(string_to_array(${pg.escapeLiteral(text)}, chr(10)))) to '${data}/${name}'`,
        )
      await put('clients.pem', authority)
      await put('pg_hba.conf', 'hostssl all localhost 127.0.0.1/32 cert\nhost all all 127.0.0.1/32 trust')
      await administrator.query('create role localhost superuser login')
      await administrator.query("alter system set ssl_ca_file = 'clients.pem'")
      await administrator.query('select pg_reload_conf()')
      await administrator.end()

      const asUser = `${url.replace('postgres@', 'localhost@')}?sslmode=verify-full&sslrootcert=${join(folder, 'ca.pem')}`
      await expect(connectedTo(asUser)).rejects.toMatchObject({
        message: expect.stringMatching(/^DATABASE_URL names a database that cannot be reached \(.*certificate.*\)\.$/),
      })
      const proven = `${asUser}&sslcert=${join(folder, 'user.pem')}&sslkey=${join(folder, 'user.key')}`
      const dns = (await connectionsOf(await connectedTo(proven))).map(({ client_dn }) => client_dn)
      expect(new Set(dns)).toEqual(new Set(['/CN=localhost']))
    })
  },
)

const connectedTo = (databaseUrl: string) => connectDatabase({ databaseUrl, dataDir: '/nowhere' }, silentLog)
