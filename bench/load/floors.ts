import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'

// Two servers written by hand, as floors under the product: `/bare` does one statement for each request, and `/duties`
// has the product's duties in the fewest round trips: session, merging by key, encryption, history. Settings:
// DATABASE_URL, PORT, PEOPLE. Prints one line when it listens.

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
await pool.query(`
  create table if not exists floor (
    id uuid primary key, token text unique, answers jsonb not null default '{}', writes jsonb not null default '{}',
    revision int not null default 0, submitted boolean not null default false, touched timestamptz not null default now()
  );
  create table if not exists floor_history (id bigserial primary key, floor_id uuid not null, revision int, changed jsonb)
`)
for (let each = 0; each < Number(process.env.PEOPLE); each += 1)
  await pool.query('insert into floor (id, token) values ($1, $2) on conflict do nothing', [randomUUID(), `t${each}`])

const app = Fastify({ bodyLimit: 300_000 })
const tokenOf = (cookie = '') => cookie.replace('token=', '')

app.put('/bare', async ({ headers, body }) => {
  const { rowCount } = await pool.query(
    'update floor set answers = answers || $2::jsonb, revision = revision + 1 where token = $1',
    [tokenOf(headers.cookie), JSON.stringify(body)],
  )
  if (rowCount !== 1) throw new Error('This person has no row.')
  return { saved: rowCount }
})
app.get('/bare', async ({ headers }) => {
  const { rows } = await pool.query('select answers, revision from floor where token = $1', [tokenOf(headers.cookie)])
  return rows[0]
})

const key = randomBytes(32)
const isSecret = (name: string) => /ssn|race|ethnicity|gender|_no$|register/.test(name)
function seal(text: string) {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const data = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()])
  return { kid: 'k', nonce: nonce.toString('base64'), data: data.toString('base64') }
}
function open({ nonce, data }: ReturnType<typeof seal>) {
  const bytes = Buffer.from(data, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64'))
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString()
}
type Stored = Readonly<Record<string, string | ReturnType<typeof seal>>>

// Two round trips: what the session names, and one statement that writes if nobody has written meanwhile.
app.put('/duties', async ({ headers, body }) => {
  const posted = body as Readonly<Record<string, string>>
  const token = tokenOf(headers.cookie)
  for (;;) {
    const found = await pool.query({
      name: 'read',
      text: 'select id, answers, revision, submitted from floor where token = $1',
      values: [token],
    })
    const { id, answers, revision }: { id: string; answers: Stored; revision: number } = found.rows[0]
    const changed = Object.entries(posted).filter(([name, value]) => {
      const before = answers[name]
      return (typeof before === 'object' ? open(before) : before) !== value
    })
    const stored = JSON.stringify(
      Object.fromEntries(changed.map(([name, value]) => [name, isSecret(name) ? seal(value) : value])),
    )
    const writes = JSON.stringify(
      Object.fromEntries(changed.map(([name]) => [name, [revision + 1, 'd', 1, Date.now()]])),
    )
    const { rowCount } = await pool.query({
      name: 'write',
      text: `with updated as (
          update floor set answers = answers || $2::jsonb, writes = writes || $3::jsonb, revision = revision + 1
          where id = $1 and revision = $4 and not submitted returning id, revision
        ) insert into floor_history (floor_id, revision, changed) select id, revision, $2::jsonb from updated`,
      values: [id, stored, writes, revision],
    })
    if (rowCount === 1)
      return { message: 'Your answers are saved.', revision: revision + 1, saved_at: new Date().toISOString() }
  }
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
console.log('Listening.')
