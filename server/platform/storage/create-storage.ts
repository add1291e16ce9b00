import type { KeyRing } from '../secrets/index.ts'
import type { Settings } from '../settings/index.ts'
import { folderStorage } from './folder-storage.ts'
import type { Storage } from './storage.ts'

/** The bucket of S3_*, or the folder DATA_DIR/documents when none is set; of it, what lies below the installation's id. */
export async function createStorage(
  { s3, dataDir }: Pick<Settings, 's3' | 'dataDir'>,
  keyRing: Pick<KeyRing, 'derive'>,
  now: () => Date,
  installation: string,
): Promise<Storage> {
  if (s3 === undefined) return folderStorage({ dataDir, keyRing, now, installation })
  // The SDK is loaded only by whoever uses it.
  const { s3Storage } = await import('./s3-storage.ts')
  return s3Storage(s3, installation)
}
