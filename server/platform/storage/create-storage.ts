import type { KeyRing } from '../secrets/index.ts'
import type { Settings } from '../settings/index.ts'
import { folderStorage } from './folder-storage.ts'
import type { Storage } from './storage.ts'

/** The storage of this installation: the bucket of S3_*, or the folder DATA_DIR/documents when no bucket is set. */
export async function createStorage(
  { s3, dataDir }: Pick<Settings, 's3' | 'dataDir'>,
  keyRing: Pick<KeyRing, 'derive'>,
  now: () => Date,
  installation: string,
): Promise<Storage> {
  if (s3 === undefined) return folderStorage({ dataDir, keyRing, now, installation })
  // Loads the SDK only if it is used.
  const { s3Storage } = await import('./s3-storage.ts')
  return s3Storage(s3, installation)
}
