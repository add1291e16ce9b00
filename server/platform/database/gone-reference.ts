/** In PostgreSQL's list of error codes. */
const FOREIGN_KEY_VIOLATION = '23503'

/** The constraint that a new row violates because what it refers to is gone; undefined for any other error. */
export function goneReference(error: unknown): string | undefined {
  const { code, constraint }: { code?: unknown; constraint?: unknown } = Object(error)
  return code === FOREIGN_KEY_VIOLATION ? String(constraint) : undefined
}
