import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { LibreOfficeConverter } from '@matbee/libreoffice-converter'

type Options = NonNullable<ConstructorParameters<typeof LibreOfficeConverter>[0]>
type WasmLoader = NonNullable<Options['wasmLoader']>

// The process of the WebAssembly LibreOffice: a docx comes in, its PDF goes out, one at a time. It sends `ready` after
// converting a first text, because the first conversion may take a minute longer than the start.
const require = createRequire(import.meta.url)
const loader = require.resolve('@matbee/libreoffice-converter/wasm/loader')
const { createModule }: WasmLoader = require(loader)
const office = new LibreOfficeConverter({
  wasmPath: dirname(loader),
  wasmLoader: { createModule: async (config) => withoutSlowFonts(await createModule(config)) },
})
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

/**
 * Removes the four fonts of fixed width that take most of a slow start: the widths of all their glyphs are read from the
 * file one by one. Liberation Mono stands in for them (docs/decisions/0050).
 */
function withoutSlowFonts(module: Awaited<ReturnType<WasmLoader['createModule']>>) {
  const { FS: files } = module
  const fonts = '/instdir/share/fonts/truetype'
  for (const name of files.readdir(fonts)) if (name.startsWith('DejaVuSansMono')) files.unlink(`${fonts}/${name}`)
  files.writeFile(
    '/instdir/share/fontconfig/conf.d/30-dejavu-sans-mono.conf',
    `<fontconfig>
      <alias binding="same">
        <family>DejaVu Sans Mono</family>
        <prefer><family>Liberation Mono</family></prefer>
      </alias>
    </fontconfig>`,
  )
  return module
}
