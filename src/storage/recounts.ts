export function recounts(_d: unknown) {
  return {}
}
