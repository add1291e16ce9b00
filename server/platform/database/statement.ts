import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
  Transaction,
} from 'kysely'
import { requireOutsideTransaction } from './in-transaction.ts'
import type { Tables } from './tables.ts'

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
