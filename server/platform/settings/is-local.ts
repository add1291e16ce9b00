/** Whether applicants reach this server at the machine's own address, as in development. */
export const isLocal = ({ baseUrl }: { readonly baseUrl: string }): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(baseUrl).hostname)
