import { lazyCode } from '../../parts/index.ts'

export const lazyLookupFields = lazyCode(() => import('./lookup-fields.ts'))
