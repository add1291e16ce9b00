import { confinement } from './confinement.ts'

/** What an operator should know of how converters run here, one sentence each. */
export function conversionWarnings(): readonly string[] {
  switch (confinement()) {
    case 'files':
      return []
    case 'network':
      return [`Converters have no network, but are not confined in files and sockets: ${remedy}.`]
    case 'none':
      return [`Converters are confined neither in files and sockets nor in the network: ${remedy}.`]
  }
}

const remedy =
  'install bubblewrap, or convert Word documents in a container of their own (docs/operating.md, Documents)'
