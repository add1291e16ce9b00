import { lazyPart } from '../../parts/index.ts'

export const UploadField = lazyPart(async () => (await import('./upload-field.tsx')).UploadField, { preloaded: true })
