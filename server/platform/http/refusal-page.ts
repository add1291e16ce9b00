import { nonceOf } from './content-security-policy.ts'

/** The page shown when a link to a file, opened in its own tab, is refused; a JSON reply would mean nothing there. */
export const refusalPage = (reply: object, message: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>We can't open this file</title>
<style nonce="${nonceOf(reply)}">
:root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif }
main { max-width: 36rem; margin: 15vh auto; padding: 0 1rem }
</style>
<main>
<h1>We can't open this file</h1>
<p>${message.replace(/[&<>]/g, (each) => `&#${each.charCodeAt(0)};`)}</p>
<p><a href="/">Go to your application</a></p>
</main>
</html>
`
