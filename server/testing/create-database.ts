import pg from 'pg'

/** Creates a database at this administrator's URL, empty or as a copy of a template; returns its URL. */
export async function createDatabase(administrator: string, name: string, template = 'template1'): Promise<string> {
  const client = new pg.Client({ connectionString: administrator })
  await client.connect()
  await client.query(`create database ${name} template ${template}`)
  await client.end()
  return Object.assign(new URL(administrator), { pathname: `/${name}` }).href
}
