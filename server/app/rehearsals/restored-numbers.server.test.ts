import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { domestic, veteran } from '../../../form/testing/index.ts'
import { deliverCommand } from '../../handing-over/deliveries/index.ts'
import { deliveriesForTests, table } from '../../handing-over/deliveries/testing/index.ts'
import { newestChange } from '../../handing-over/exports/index.ts'
import { submitted } from '../../handing-over/exports/testing/index.ts'
import { connectDatabase } from '../../platform/database/index.ts'
import { databasesForTests, silentLog } from '../../testing/index.ts'
import { runbook } from './runbook.ts'

const missing = ['psql', 'pg_dump', 'pg_restore'].find((program) => !existsSync(`/usr/bin/${program}`))
if (missing) console.log(`Numbers after a restore skipped: ${missing} is not installed`)

describe.skipIf(missing !== undefined)('after a restore', { timeout: 60_000 }, () => {
  databasesForTests(
    'what happens',
    (on) => {
      const at = deliveriesForTests(on)

      test('is told and delivered to who was told of something else since the backup', async () => {
        const { databaseUrl } = on.settings
        if (databaseUrl === undefined) throw new Error('There is no PostgreSQL.')
        const restoredUrl = Object.assign(new URL(databaseUrl), {
          pathname: `${new URL(databaseUrl).pathname}_restored`,
        }).href
        const name = new URL(restoredUrl).pathname.slice(1)
        const dump = join(at.folder, 'database.dump')
        const run = (text: string) =>
          promisify(execFile)('sh', ['-ec', text], {
            env: { PATH: process.env.PATH ?? '', OWNER_URL: databaseUrl, RESTORED_URL: restoredUrl },
          })
        const inBox = join(at.folder, 'in-box')
        mkdirSync(inBox)
        await at.wants({ to: { folder: inBox } })
        await at.submit(domestic)
        await at.deliver()
        await run(`pg_dump --format=custom --file=${dump} "$OWNER_URL"`)

        await at.submit(domestic)
        await at.deliver()
        const known = await newestChange(on.database.db)
        const had = readdirSync(inBox)
        expect(had).toHaveLength(2)

        await run(`psql "$OWNER_URL" -c 'create database ${name}'`)
        await run(`pg_restore --exit-on-error --dbname="$RESTORED_URL" ${dump}`)
        for (const line of runbook('give no number twice')) await run(line)
        // On another machine.
        rmSync(join(at.folder, 'deliveries'), { recursive: true })
        const database = await connectDatabase({ ...on.settings, databaseUrl: restoredUrl }, silentLog)
        try {
          const restored = { ...at.deliveries, database }
          const { id } = await submitted(restored, veteran)
          expect(await newestChange(database.db)).toBeGreaterThan(known)
          await deliverCommand(restored, [at.target, '--by', 'June Hale'])
          const [made = ''] = readdirSync(inBox).filter((each) => !had.includes(each))
          expect(table(join(inBox, made), 'applications.csv')).toMatchObject([{ application_id: id }])
        } finally {
          await database.close()
        }
      })
    },
    'postgres',
  )
})
