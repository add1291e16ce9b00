import { lazyPart } from '../../../parts/index.ts'

export const ClearDevice = lazyPart(async () => (await import('./clear-device.tsx')).ClearDevice, { preloaded: true })
