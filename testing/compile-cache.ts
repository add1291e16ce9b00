import { join } from 'node:path'

/**
 * For programs that tests start: Node keeps compiled modules here, and a start takes a fifth less time. In service the
 * setting is left unset, because what can write there can change the program.
 */
export const compileCache = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../.artefacts/compile-cache') }
