import { confinement } from './confinement.ts'
import { isServed } from './spool.ts'

/** What an operator should know about the converters on this machine, one sentence each. */
export async function conversionWarnings(wordSpool: string | undefined): Promise<readonly string[]> {
  const away = wordSpool !== undefined && !(await isServed(wordSpool))
  const unserved = away ? [`Word documents wait: no Word converter serves ${wordSpool} (npm run word-converter).`] : []
  switch (confinement()) {
    case 'files':
      return unserved
    case 'network':
      return [...unserved, `Converters have no network, but are not confined in files and sockets: ${remedy}.`]
    case 'none':
      return [...unserved, `Converters are confined neither in files and sockets nor in the network: ${remedy}.`]
  }
}

const remedy =
  'install bubblewrap, or convert Word documents in a container of their own (docs/operating.md, Documents)'
