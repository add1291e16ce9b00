import { later } from '../../parts/index.ts'
import { fetchUploadControl } from './later-control.tsx'

const fetchUploadField = async () => (await import('./upload-field.tsx')).UploadField

export const UploadField = later(fetchUploadField)

/** Preloads the fields that no page shows first. */
export const fetchUpload = () => Promise.all([fetchUploadField(), fetchUploadControl()])
