import { join } from 'node:path'
import type { KeyRing } from '../secrets/index.ts'
import { folderFiles } from './folder-files.ts'
import type { Storage } from './storage.ts'
import { storageKeys } from './storage-keys.ts'
import { policyFields } from './upload-policy.ts'
import { uploadRoute } from './upload-route.ts'

const PATH = '/uploads'

type Options = {
  readonly dataDir: string
  readonly keyRing: Pick<KeyRing, 'derive'>
  readonly now: () => Date
  readonly installation: string
}

/** Files in DATA_DIR/documents. Uploads go to this server, with the same kind of signed policy as S3 uses. */
export async function folderStorage({ dataDir, keyRing, now, installation }: Options): Promise<Storage> {
  const files = await folderFiles(join(dataDir, 'documents'), installation)
  const secret = keyRing.derive('uploads')
  const { keyOf, requireOwn, beginnings } = storageKeys(installation)
  return {
    ...files,
    keyOf,
    presign: async (key, mostBytes) => ({ url: PATH, fields: policyFields(secret, key, mostBytes, now()) }),
    write: (key, bytes) => files.write(key, [bytes]),
    remove: async (key) => {
      requireOwn(key)
      await files.remove(key)
    },
    erase: async (kind, id) => {
      for (const beginning of beginnings(kind, id)) await files.eraseFolder(beginning)
    },
    routes: (app, mayUpload) => uploadRoute(app, PATH, { secret, files, now, mayUpload }),
  }
}
