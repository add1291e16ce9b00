import { Loading, later } from '../../parts/index.ts'

export const fetchUploadControl = async () => (await import('./upload-control.tsx')).UploadControl

/** What only someone with an account can use, and no first page waits for. */
export const UploadControl = later(fetchUploadControl, <Loading label="Loading" />)
