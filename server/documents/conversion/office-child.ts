import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { LibreOfficeConverter } from '@matbee/libreoffice-converter'
import { PDF_OPTIONS } from './outcome.ts'

type Options = NonNullable<ConstructorParameters<typeof LibreOfficeConverter>[0]>

// The process of the WebAssembly LibreOffice: a docx comes in, its PDF goes out, one at a time. It sends `ready` after
// converting a first text, because the first conversion takes longer than others.
const require = createRequire(import.meta.url)
const loader = require.resolve('@matbee/libreoffice-converter/wasm/loader')
const { createModule }: NonNullable<Options['wasmLoader']> = require(loader)
// Without its own main program, which would start LibreOffice a second time beside the converter, on another thread:
// the two wait for each other for a minute, or forever (docs/decisions/0010).
const withoutMain = { noInitialRun: true }
const office = new LibreOfficeConverter({
  wasmPath: dirname(loader),
  wasmLoader: { createModule: (config) => createModule({ ...config, ...withoutMain }) },
})
await office.initialize()
await office.convert(Buffer.from('ready'), { inputFormat: 'txt', outputFormat: 'pdf' })

process.on('message', async (docx: Uint8Array) => {
  try {
    const { data } = await office.convert(docx, {
      inputFormat: 'docx',
      outputFormat: 'pdf',
      filterOptions: PDF_OPTIONS,
    })
    process.send?.({ pdf: data })
  } catch {
    process.send?.({ failed: true }) // LibreOffice rejects the document; the process itself is fine
  }
})
process.send?.('ready')
