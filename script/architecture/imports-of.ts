import { parseSync, Visitor } from 'vite'

/** One import of a module: a statement, a re-export, an `import()`, or an `import('…')` inside a type. */
export interface Import {
  readonly specifier: string
  /** A `type` import leaves no trace at run time; a `lazy` import is loaded on demand. */
  readonly kind: 'value' | 'type' | 'lazy'
}

/**
 * Every import of a TypeScript module, or the parser's error. Reads the syntax tree (with the parser that Vite
 * includes), so that strings and comments are not mistaken for imports.
 */
export function importsOf(path: string, text: string): readonly Import[] | { readonly unreadable: string } {
  const { program, errors } = parseSync(path, text)
  const [error] = errors
  if (error !== undefined) return { unreadable: error.message }

  const imports: Import[] = []
  new Visitor({
    ImportDeclaration({ source, importKind }) {
      imports.push({ specifier: source.value, kind: importKind ?? 'value' })
    },
    ExportNamedDeclaration({ source, exportKind }) {
      if (source !== null) imports.push({ specifier: source.value, kind: exportKind ?? 'value' })
    },
    ExportAllDeclaration({ source, exportKind }) {
      imports.push({ specifier: source.value, kind: exportKind ?? 'value' })
    },
    ImportExpression({ source }) {
      if (source.type !== 'Literal' || typeof source.value !== 'string') return // a computed path names no module
      imports.push({ specifier: source.value, kind: 'lazy' })
    },
    TSImportType({ source }) {
      imports.push({ specifier: source.value, kind: 'type' })
    },
  }).visit(program)
  return imports
}
