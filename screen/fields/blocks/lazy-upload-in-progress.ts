import { lazyPart } from '../../parts/index.ts'

export const UploadInProgress = lazyPart(async () => (await import('./upload-in-progress.tsx')).UploadInProgress, {
  preloaded: true,
})
