/** Deutsche Artikel vor Kartennamen. */

/** Eine Karte mit ihrem Artikel am Satzanfang: „Die Herz-Acht“, „Der Pik-König“, „Das Karo-Ass“. */
export function article(card: string): string {
  if (card.endsWith('Ass')) return `Das ${card}`
  return `${card.endsWith('König') || card.endsWith('Bube') ? 'Der' : 'Die'} ${card}`
}
