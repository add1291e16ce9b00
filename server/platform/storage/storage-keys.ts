const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** Keys from before keys began with the installation's id. The ids in them are unique enough to identify the owner. */
const OLDER_KEY = new RegExp(`^(?:uploads/${ID}/${ID}|converted/${ID}/${ID}\\.pdf)$`)

/** Makes the keys of one installation, and refuses keys of another (docs/decisions/0022). */
export const storageKeys = (installation: string) => ({
  /** How keys of a kind of file and an id begin, those of older files too. */
  beginnings: (kind: string, id: string) => {
    if (!new RegExp(`^${ID}$`).test(id)) throw new Error('Only the files of one id can be erased.')
    return [`${installation}/${kind}/${id}/`, `${kind}/${id}/`]
  },
  keyOf: (...words: readonly string[]) => [installation, ...words].join('/'),
  requireOwn: (key: string) => {
    if (!key.startsWith(`${installation}/`) && !OLDER_KEY.test(key))
      throw new Error('A key of another installation may not be removed.')
  },
})
