import type { Form } from '../../engine/index.ts'
import { lazyPart } from '../parts/index.ts'

const LOCAL_HOST = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether the page runs on a developer's own machine, judging by its host name. */
export const isLocalHost = (hostname: string): boolean => LOCAL_HOST.test(hostname)

const DefinitionFindings = lazyPart(async () => (await import('./definition-findings.tsx')).DefinitionFindings)

/** The checks for developers (requirements 5.development): on local hosts only, and loaded after the page itself. */
export const DevelopmentChecks = ({ form }: { form: Form }) =>
  isLocalHost(window.location.hostname) && <DefinitionFindings form={form} />
