/** A browser of one person: it keeps cookies by host, and is stopped at every redirect. */
export function createBrowser(address: string, baseUrl: string) {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (url: URL) => {
    const jar = jars.get(url.host) ?? new Map<string, string>()
    jars.set(url.host, jar)
    return jar
  }

  /** Opens an address, or sends a form to it; one of `baseUrl` is served at `address`, as behind a proxy. */
  async function open(at: string, form?: Readonly<Record<string, string>>) {
    const url = new URL(at, baseUrl)
    const jar = jarOf(url)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const served = url.origin === baseUrl ? new URL(`${url.pathname}${url.search}`, address) : url
    const sent = form && { method: 'POST', body: new URLSearchParams(form) }
    const reply = await fetch(served, { redirect: 'manual', headers: { cookie, accept: 'text/html' }, ...sent })
    for (const each of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? []
      if (/Max-Age=0|Expires=Thu, 01 Jan 1970/i.test(each)) jar.delete(name)
      else jar.set(name, value)
    }
    const location = reply.headers.get('location')
    return {
      status: reply.status,
      text: await reply.text(),
      cookies: reply.headers.getSetCookie(),
      type: reply.headers.get('content-type'),
      location: location === null ? undefined : new URL(location, url).href,
    }
  }

  /** Follows redirects until one leads back to the desk, whose address it returns. */
  async function throughProvider(from: string): Promise<string> {
    let at = from
    for (let steps = 0; steps < 10; steps += 1) {
      const { location, text, status } = await open(at)
      if (location === undefined) throw new Error(`The provider stopped with ${status}: ${text}`)
      if (location.startsWith(baseUrl)) return location
      at = location
    }
    throw new Error('The provider redirects without end.')
  }

  /** Goes to the provider and signs in there: what it was asked, and where it sends the browser back to. */
  async function toProvider(path = '/staff/sign-in') {
    const { location = '' } = await open(path)
    return { asked: new URL(location), callback: await throughProvider(location) }
  }

  return {
    open,
    toProvider,
    signIn: async (path?: string) => open((await toProvider(path)).callback),
    session: async () => {
      const { status, text } = await open('/staff/api/session')
      return { status, ...JSON.parse(text) }
    },
    /** Its cookies for the host of an address. */
    jarOf: (url: string) => jarOf(new URL(url)),
  }
}

export type BrowserForTests = ReturnType<typeof createBrowser>
export type Page = Awaited<ReturnType<BrowserForTests['open']>>
