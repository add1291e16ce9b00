import { Loading, later } from '../../parts/index.ts'

export const fetchUploadControl = async () => (await import('./upload-control.tsx')).UploadControl

/** Only people with an account can use it, and no first page needs it. */
export const UploadControl = later(fetchUploadControl, <Loading label="Loading" />)
