import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { LibreOfficeConverter } from '@matbee/libreoffice-converter'

// The process of the WebAssembly LibreOffice: a docx comes in, its PDF goes out, one at a time. It sends `ready` after
// converting a first text, because the first conversion may take a minute longer than the start.
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
    process.send?.({ failed: true }) // LibreOffice rejects the document; the process itself is fine
  }
})
process.send?.('ready')
