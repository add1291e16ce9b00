import { NoResultError } from 'kysely'

/** Reads again if a row that was there at the beginning was erased in the middle of it. */
export async function againIfErased<Read>(read: () => Promise<Read>): Promise<Read> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof NoResultError) return read()
    throw error
  }
}
