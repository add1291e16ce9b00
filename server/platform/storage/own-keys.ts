const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** What was stored before keys began with the id of an installation; the ids in it are as good as one. */
const older = new RegExp(`^(?:uploads/${ID}/${ID}|converted/${ID}/${ID}\\.pdf)$`)

/** Makes keys of an installation, and refuses to touch those of another (docs/decisions/0022). */
export const ownKeys = (installation: string) => ({
  keyOf: (...words: readonly string[]) => [installation, ...words].join('/'),
  requireOwn: (key: string) => {
    if (!key.startsWith(`${installation}/`) && !older.test(key))
      throw new Error('A key of another installation may not be removed.')
  },
})
