import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The screen is built into `screen/dist`, for a server that allows no inline script and no foreign origin. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [react(), plainImports(), layersInOrder(), compressed()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022', // browsers from 2022 on
    modulePreload: { polyfill: false, resolveDependencies: () => [] }, // what is fetched on demand is fetched ahead as a whole
    // One style sheet, 3 KB larger than the first page needs: a part that is fetched later cannot arrive without its look.
    cssCodeSplit: false,
    assetsInlineLimit: 0, // a data: address would need its own word in the content security policy
    reportCompressedSize: false,
    minify: 'terser', // 1 KB smaller than the default where every KB counts: before the first field of an old phone
    terserOptions: { ecma: 2020, module: true, compress: { passes: 3, pure_getters: true, keep_fargs: false } },
    // What the first page needs is one script: in a dozen small ones the compressor finds less to share.
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
        chunkFileNames: 'assets/[name]-[hash:6].js', // it names all others, and no compressor shortens a hash
        assetFileNames: 'assets/[name]-[hash:6][extname]',
      },
    },
  },
})

/** Leaves `import()` as it is written: there is nothing to load before a part, and a part that does not come is the screen's own matter. */
function plainImports(): Plugin {
  // What the build makes of `await import('./x.ts')` whose one name is used, and of `import('./x.ts')` elsewhere.
  const wrapped =
    /__vitePreload\((?:async ?\(\) ?=> ?\{\s*const ?\{[^}]*\} ?= ?await ?\(?(import\("[^"]+"\))\)?;?\s*return ?\{[^}]*\};?\s*\}|\(\) ?=> ?(import\("[^"]+"\))), ?[^)]*\)/g
  return {
    name: 'plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined),
    renderChunk: (code) => ({ code: code.replace(wrapped, '$1$2'), map: null }),
  }
}

/** Begins the style sheet with the order of the cascade layers, which its first rules settle for good. */
function layersInOrder(): Plugin {
  return {
    name: 'layers-in-order',
    apply: 'build',
    enforce: 'post', // the style sheet is among the last things made
    async generateBundle(_, bundle) {
      const order = /^@layer [^{;]*;/m.exec(await readFile(join(import.meta.dirname, 'styles/base.css'), 'utf8'))?.[0]
      if (order === undefined) return this.error('styles/base.css does not say the order of the layers.')
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = `${order}${file.source}`
      }
    },
  }
}

/** Writes `.br` and `.gz` beside each text file under `assets`, so that the server compresses nothing twice. The page itself is filled in by the server. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir }) {
      if (dir === undefined) return this.error('The build has no output folder to compress.')
      const names = await readdir(join(dir, 'assets'))
      const texts = names.filter((name) => /\.(js|css|svg)$/.test(name))
      await Promise.all(texts.map((name) => compress(join(dir, 'assets', name))))
    },
  }
}

async function compress(path: string): Promise<void> {
  const text = await readFile(path)
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(text, best),
    promisify(gzip)(text, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, zipped)])
}
