import { join } from 'node:path'
import type { KeyRing } from '../secrets/index.ts'
import { localFiles } from './local-files.ts'
import type { Storage } from './storage.ts'
import { policyFields } from './upload-policy.ts'
import { uploadRoute } from './upload-route.ts'

const PATH = '/uploads'

/** Files in DATA_DIR/documents; uploads come to this server, under the same kind of signed policy as those of S3. */
export function localStorage(dataDir: string, keyRing: Pick<KeyRing, 'derive'>, now: () => Date): Storage {
  const files = localFiles(join(dataDir, 'documents'))
  const secret = keyRing.derive('uploads')
  return {
    ...files,
    presign: async (key, mostBytes) => ({ url: PATH, fields: policyFields(secret, key, mostBytes, now()) }),
    write: (key, bytes) => files.write(key, [bytes]),
    routes: uploadRoute(PATH, { secret, files, now }),
  }
}
