import { queryOptions } from '@tanstack/react-query'
import { call } from '../../client/index.ts'

/** One application, as shown to staff. */
export const serviceViewQuery = (token: string) =>
  queryOptions({ queryKey: ['service view'], queryFn: () => call('serviceView', { service_token: token }) })
