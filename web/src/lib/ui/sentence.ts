// Words that come as parts of a sentence, made fit to stand alone.

/** With a capital at its beginning. */
export function capital(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/** With a capital and a full stop; what is quoted as code is quoted as speech. */
export function sentence(words: string): string {
  const said = capital(words.trim().replace(/`([^`]*)`/g, '‘$1’'));
  return said === '' || /[.!?…]$/.test(said) ? said : `${said}.`;
}
