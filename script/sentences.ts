/** The sentences in a source file: literals and JSX text with three words and a period. Comments are ignored. */
export function sentencesIn(source: string): readonly string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '$1')
  const texts = [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`|>([^<>{}]+)</g)]
  return texts
    .map(([, single, double, template, text]) =>
      (single ?? double ?? template ?? text ?? '').replace(/\s+/g, ' ').trim(),
    )
    .filter((each) => /^\p{Lu}\S* \S+ .*[.!?]$/u.test(each))
}

interface SourceText {
  readonly path: string
  readonly text: string
}

/** Sentences that appear in more than one of these files, with the names of the files. */
export function repeatedSentences(files: readonly SourceText[]): readonly string[] {
  const all = files.flatMap(({ path, text }) => sentencesIn(text).map((sentence) => ({ sentence, path })))
  return [...Map.groupBy(all, ({ sentence }) => sentence)].flatMap(([sentence, places]) => {
    const paths = [...new Set(places.map(({ path }) => path))]
    return paths.length > 1 ? [`"${sentence}" stands in ${paths.join(' and ')}.`] : []
  })
}
