import { AsyncLocalStorage } from 'node:async_hooks'
import type { PGlite } from '@electric-sql/pglite'
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  type KyselyPlugin,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
  Transaction,
} from 'kysely'
import type { Tables } from './tables.ts'

/** The open database. Both kinds use the same SQL; `db` gives int8 as number, timestamptz as Date, jsonb as a value. */
export type Database = {
  readonly db: Kysely<Tables>
  /** Ends all connections and frees the embedded database's lock. Stop its users first; a second call does nothing. */
  readonly close: () => Promise<void>
} & (
  | {
      readonly kind: 'embedded'
      readonly pglite: PGlite
      /** The folder of its files. */
      readonly folder: string
      /** Removes dead rows now, as each minute. */
      readonly vacuum: () => Promise<void>
      /** Writes every table anew and ends its log so far, so that no file has a byte of what was removed. */
      readonly scrub: () => Promise<void>
    }
  | {
      readonly kind: 'postgres'
      readonly connectionString: string
      /** The connections of this process's pool now, and how many requests wait for one. */
      readonly connections: () => { readonly used: number; readonly idle: number; readonly waiting: number }
    }
)

/**
 * Runs `work` in one transaction and rolls it back if `work` throws. If `db` is already a transaction, `work` joins it.
 * Inside, every query must use the transaction passed to `work`; a query through the outer `db` throws.
 */
export async function inTransaction<Result>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  if (db instanceof Transaction) return work(db)
  const transaction = { open: true }
  try {
    return await current.run(transaction, () => db.withoutPlugins().transaction().execute(work))
  } finally {
    // Anything that `work` left running in the background is now outside the transaction.
    transaction.open = false
  }
}

/**
 * Makes a query through the outer `db` inside a transaction fail at once. Otherwise, on the embedded database it would
 * wait forever for the only connection, and on PostgreSQL it would run outside the transaction.
 */
export const refuseInsideTransaction: KyselyPlugin = {
  transformQuery: ({ node }) => {
    requireOutsideTransaction()
    return node
  },
  transformResult: async ({ result }) => result,
}

/** Throws inside `inTransaction`; for code that reaches the database other than through a Kysely query. */
export function requireOutsideTransaction(): void {
  if (current.getStore()?.open) throw new Error('Inside a transaction, use the transaction instead of the database.')
}

const current = new AsyncLocalStorage<{ open: boolean }>()

/** The place of a value in a statement that is built once. */
class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** The place of each value, for the statement that is built. */
export type PlaceOf<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>

/** Builds SQL for either database, and connects to none. */
const builder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/**
 * A statement of a frequent call: it is built at its first use and afterwards only gets its values, and each connection
 * to PostgreSQL keeps its plan (docs/decisions/0065). Returns its rows.
 */
export function statement<Values extends Readonly<Record<string, unknown>>, Row>(
  build: (
    db: Kysely<Tables>,
    value: PlaceOf<Values>,
  ) => { readonly compile: (db: Kysely<Tables>) => CompiledQuery<Row> },
): (db: Kysely<Tables>, values: Values) => Promise<readonly Row[]> {
  let built: CompiledQuery<Row> | undefined
  const compiled = () => {
    const query = build(builder, (name) => sql`${new Place(name)}`).compile(builder)
    // Two statements may have the same text, and no two texts may have one name.
    if (!names.has(query.sql)) names.set(query.sql, `statement ${names.size + 1}`)
    return query
  }
  return async (db, values) => {
    // A query that is not built anew does not pass the plugin that refuses it.
    if (!(db instanceof Transaction)) requireOutsideTransaction()
    built ??= compiled()
    const parameters = built.parameters.map((each) => (each instanceof Place ? values[each.name] : each))
    const { rows } = await db.executeQuery<Row>({ ...built, parameters })
    return rows
  }
}

/** The name under which a connection keeps the plan of this SQL; undefined if it is planned each time. */
export const statementName = (query: string): string | undefined => names.get(query)

const names = new Map<string, string>()

/** The id of the installation that owns this database. Every key in its storage begins with it. */
export async function installationId(db: Kysely<Tables>): Promise<string> {
  const { id } = await db.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  return id
}
