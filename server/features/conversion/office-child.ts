import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { LibreOfficeConverter } from '@matbee/libreoffice-converter'

// The process of the WebAssembly LibreOffice: a docx comes in, its PDF goes out, one after the other. It says `ready`
// once a first text went through, because the first conversion may take a minute longer than the start.
const require = createRequire(import.meta.url)
const loader = require.resolve('@matbee/libreoffice-converter/wasm/loader')
const office = new LibreOfficeConverter({ wasmPath: dirname(loader), wasmLoader: require(loader) })
await office.initialize()
await office.convert(Buffer.from('ready'), { inputFormat: 'txt', outputFormat: 'pdf' })

process.on('message', async (docx: Uint8Array) => {
  try {
    const { data } = await office.convert(docx, { inputFormat: 'docx', outputFormat: 'pdf' })
    process.send?.({ pdf: data })
  } catch {
    process.send?.({ failed: true }) // LibreOffice does not take it; the process itself is well
  }
})
process.send?.('ready')
