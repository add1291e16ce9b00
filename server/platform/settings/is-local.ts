/** Whether applicants' address of this server is the machine itself, as it is while developing. */
export const isLocal = ({ baseUrl }: { readonly baseUrl: string }): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(baseUrl).hostname)
