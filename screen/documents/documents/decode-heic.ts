import type { Pixels } from './heic-pixels.ts'

const PATIENCE = 60_000 // ms; an old phone takes ten seconds, and a slow line as long for the decoder

/** The picture in a HEIC file, decoded by a library that is fetched now; undefined if that fails. */
export async function decodeHeic(file: File): Promise<ImageBitmap | undefined> {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), { type: 'module' })
  try {
    const pixels = await repliedBy(worker, await file.arrayBuffer())
    return pixels && (await createImageBitmap(new ImageData(pixels.data, pixels.width, pixels.height)))
  } finally {
    worker.terminate()
  }
}

const repliedBy = (worker: Worker, file: ArrayBuffer) =>
  new Promise<Pixels | undefined>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), PATIENCE)
    const settle = (pixels: Pixels | undefined) => {
      clearTimeout(timer)
      resolve(pixels)
    }
    worker.addEventListener('message', ({ data }: MessageEvent<Pixels | undefined>) => settle(data))
    worker.addEventListener('error', () => settle(undefined)) // the worker itself did not arrive
    worker.postMessage(file, [file])
  })
