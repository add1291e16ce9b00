import createLibheif from 'libheif-js/libheif-wasm/libheif.js'
import wasm from 'libheif-js/libheif-wasm/libheif.wasm?url'
import { heicPixels } from './heic-pixels.ts'

/** Decodes one HEIC file, away from the page: its policy alone allows WebAssembly (docs/decisions/0017). */
self.addEventListener('message', async ({ data }: MessageEvent<ArrayBuffer>) => {
  try {
    const wasmBinary = await (await fetch(wasm)).arrayBuffer()
    const pixels = await heicPixels(createLibheif({ wasmBinary }), new Uint8Array(data))
    self.postMessage(pixels, { transfer: pixels ? [pixels.data.buffer] : [] })
  } catch {
    self.postMessage(undefined) // no network, or no WebAssembly: the page says what to do instead
  }
})
