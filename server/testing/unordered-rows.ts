import pg from 'pg'

/*
 * PostgreSQL promises no order of rows that nobody asked for, and mostly keeps one all the same. Under test, rows of a
 * statement without any `order by` come the other way around, so that who counts on the usual order is found at once.
 */

type Asked = { readonly text?: unknown } | string | undefined

/** This module is read again for every file of tests, and the class is the same. */
const DONE = Symbol.for('rows come the other way around')

if (!Object.hasOwn(pg.Client.prototype, DONE)) {
  const { query } = pg.Client.prototype
  function otherWay(this: pg.Client, ...given: unknown[]): unknown {
    const pending: unknown = Reflect.apply(query, this, given)
    const [asked] = given as readonly Asked[]
    const text = String(typeof asked === 'string' ? asked : asked?.text).toLowerCase()
    return pending instanceof Promise && !text.includes('order by') ? pending.then(turned) : pending
  }
  Object.assign(pg.Client.prototype, { query: otherWay, [DONE]: true })
}

function turned(result: unknown): unknown {
  const { rows }: { rows?: unknown } = Object(result)
  if (Array.isArray(rows)) rows.reverse()
  return result
}
