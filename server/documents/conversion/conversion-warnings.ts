import { confinement } from './confinement.ts'
import { isServed } from './spool.ts'

/** What an operator should know about the converters on this machine, one sentence each. */
export async function conversionWarnings(wordSpool: string | undefined): Promise<readonly string[]> {
  const isUnserved = wordSpool !== undefined && !(await isServed(wordSpool))
  const spoolWarning = isUnserved
    ? [`Word documents are not converted: no Word converter serves ${wordSpool} (npm run word-converter).`]
    : []
  switch (confinement()) {
    case 'files':
      return spoolWarning
    case 'network':
      return [...spoolWarning, `Converters have no network, but are not confined in files and sockets: ${ADVICE}.`]
    case 'none':
      return [...spoolWarning, `Converters are confined neither in files and sockets nor in the network: ${ADVICE}.`]
  }
}

const ADVICE =
  'install bubblewrap, or convert Word documents in a container of their own (docs/operating.md, Documents)'
