/** How hard a password is to guess, 0 (nothing yet) to 4. */
export function strengthOf(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password.length < 6) return password === '' ? 0 : 1
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length
  const different = new Set(password).size
  if (different < 5) return 1
  const points = password.length + kinds * 2
  if (points < 12) return 1
  if (points < 16) return 2
  return points < 20 ? 3 : 4
}
