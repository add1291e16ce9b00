import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** What is fetched together, because it is used together. What is not here, and large or rare, is a script of its own. */
const chunksByUse = [
  {
    name: 'beside-pages',
    test: /screen\/(app\/(beside-pages|tab-sync)|parts\/dialog\.tsx|applying\/(application\/(page\/warnings|notices\/(draft-questions|clear-device|save-failed)|navigation\/section-button)))/,
    priority: 4,
  },
  // Both cards and toasts say things again: neither should bring the other.
  { name: 'again', test: /screen\/parts\/said-again|engine\/other-languages/, priority: 5 },
  { name: 'footer', test: /screen\/applying\/site\/footer-dialogs/, priority: 4 },
  { name: 'searches', test: /screen\/fields\/lookup\/(combobox|option-box|lookup-box|zip-field)/, priority: 3 },
  { name: 'account', test: /screen\/(applying\/account\/(?!menu-content)|fields\/kinds\/password-field)/, priority: 2 },
  {
    name: 'later',
    test: /screen\/(parts|fields\/(?!upload\/(phone-dialog|document-of-text)|kinds\/suggested-email|lookup\/near-schools)|applying\/(account\/menu-content|application\/(?!page\/quiet)|site)|app\/root-error)/,
    priority: 1,
  },
  {
    name: 'documents',
    test: /screen\/documents\/documents\/(create-|document-work|file-name|send-document|picture)/,
    priority: 1,
  },
]

/** Builds the screen into `screen/dist`, for a server that allows no inline scripts and no foreign origins. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [react(), ...[importsAlone(), layersInOrder(), compressed()].map(forBrowsers)],
  // Its other build needs code of the bundler beside the first page's one script.
  resolve: {
    alias: { '@cantoo/pdf-lib': join(import.meta.dirname, '../node_modules/@cantoo/pdf-lib/dist/pdf-lib.esm.min.js') },
  },
  worker: { format: 'es' },
  css: { modules: { generateScopedName: plainName } },
  // Also builds the staff desk, which shares nothing with the first page, and the code with which the server renders the
  // first page for a visitor, into one file without imports.
  builder: {},
  environments: {
    staff: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        rolldownOptions: {
          input: 'staff.html',
          output: { codeSplitting: true, entryFileNames: 'assets/staff-[hash:7].js' },
        },
      },
    },
    // What stays English in a language that is not finished is marked by a script that no other page loads.
    english: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        rolldownOptions: { input: 'english.ts', output: { entryFileNames: 'assets/english-[hash:7].js' } },
      },
    },
    // Answers the page of applicants in place of a server, where a draft of the form is previewed.
    preview: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        cssCodeSplit: true,
        rolldownOptions: {
          input: { preview: 'office/preview/main.ts' },
          output: { entryFileNames: 'assets/preview-[hash:7].js', assetFileNames: 'assets/[name]-[hash:6][extname]' },
        },
      },
    },
    ssr: {
      resolve: { noExternal: true },
      // Else the server would render with React's development build: five times as large, and slow.
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        ssr: 'prerender.tsx',
        outDir: 'dist/prerender',
        target: 'node24',
        minify: false,
        rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'prerender.js' } },
      },
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022', // browsers from 2022 on
    modulePreload: { polyfill: false, resolveDependencies: () => [] }, // whole parts are preloaded instead
    // One style sheet, 2 KB larger than the first page needs, so that a part that loads later never appears without its
    // styles. Only the service view, which no applicant sees, brings its own (service-view.css).
    cssCodeSplit: false,
    // A small SVG of its own is mostly headers: it carries the policies of a document.
    assetsInlineLimit: (file: string) => file.endsWith('.svg'),
    reportCompressedSize: false,
    minify: 'terser', // 1 KB smaller than the default; each KB delays an old phone's first field
    terserOptions: {
      ecma: 2020,
      module: true,
      // Less inlining, and comparisons as they are written, are smaller in brotli.
      compress: { passes: 3, pure_getters: true, keep_fargs: false, inline: 1, comparisons: false },
    },
    // Few scripts: each costs a round trip and headers, and compresses less well than a large one.
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'], priority: 9 }, ...chunksByUse] },
        chunkFileNames: 'assets/[name]-[hash:7].js', // short: hashes do not compress, and this script lists them all
        assetFileNames: 'assets/[name]-[hash:6][extname]',
      },
    },
  },
})

function forBrowsers(plugin: Plugin): Plugin {
  return { ...plugin, applyToEnvironment: ({ name }) => name !== 'ssr' }
}

const styleSheets = new Map<string, string>()

/** The class `mark` of choice.module.css as `choice-mark`: a hash would be the part of a name that does not compress. */
function plainName(local: string, file: string): string {
  const path = file.replace(/\?.*$/, '')
  const name = basename(path, '.module.css')
  const other = styleSheets.get(name) ?? path
  if (other !== path) throw new Error(`${path} needs another name, because the classes of ${other} have it.`)
  styleSheets.set(name, path)
  return `${name}-${local}`
}

/** Nothing is preloaded beside an import, and style sheets are one, so the helper that does both only imports. */
function importsAlone(): Plugin {
  return {
    name: 'imports-alone',
    enforce: 'post',
    transform: (_, id) =>
      id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load()' : null,
  }
}

/** Puts the order of the cascade layers at the start of the style sheet, because the first rules fix that order. */
function layersInOrder(): Plugin {
  return {
    name: 'layers-in-order',
    apply: 'build',
    enforce: 'post', // the style sheet is among the last files generated
    async generateBundle(_, bundle) {
      const order = /^@layer [^{;]*;/m.exec(await readFile(join(import.meta.dirname, 'styles/base.css'), 'utf8'))?.[0]
      if (order === undefined) return this.error('styles/base.css does not say the order of the layers.')
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = `${order}${file.source}`
      }
    },
  }
}

/**
 * Writes `.br` and `.gz` files next to each file under `assets`, so that the server compresses nothing twice. The
 * server fills in the page itself on each request.
 */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) return this.error('The build has no output folder to compress.')
      const texts = Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css|svg|wasm)$/.test(name))
      await Promise.all(texts.map((name) => compress(join(dir, name))))
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
