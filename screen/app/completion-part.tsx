import type { ComponentProps } from 'react'
import { CompletionPage } from '../applying/completion/index.ts'
import { OwnApplicationsPart } from './own-applications-part.tsx'

/** The receipt, with what can follow it. */
export const CompletionPart = (props: Omit<ComponentProps<typeof CompletionPage>, 'applications'>) => (
  <CompletionPage {...props} applications={<OwnApplicationsPart parts="all" />} />
)
