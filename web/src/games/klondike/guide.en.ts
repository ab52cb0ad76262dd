/** What the guide to Klondike says in English. */
export const en = {
  build: 'Columns grow downwards, alternating red and black. Drag the marked card to its new place, or just tap it.',
  ace: 'Aces go up to the foundations. Each suit is built there from ace to king: that is the goal.',
  noAce: 'No card fits on a foundation yet. Turn over a card from the stock and look again.',
  empty: 'Move this card and its column is empty. Only a king can go there.',
  draw: 'If nothing on the table helps, turn over a card from the stock.',
  waste: 'The top card of the waste can go to a column or a foundation.',
  drawOn: 'This card fits nowhere. Turn over the next one.',
  end: 'That\'s it! Bring all four suits home and you win. Undo takes back any move, and Hint helps if you are stuck.',
}
