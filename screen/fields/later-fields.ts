import { later } from './later.tsx'

/** Fetches the fields that no page begins with. */
export const fetchUpload = async () => ({ default: (await import('./upload-field.tsx')).UploadField })

export const UploadField = later(fetchUpload)
