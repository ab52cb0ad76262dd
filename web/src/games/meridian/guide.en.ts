/** What the guide to Meridian Master says in English. */
export const en = {
  goal: 'Every suit has two foundations: one climbs from seven to king, the other descends from six to ace.',
  seven: 'A seven starts the climbing foundation of its suit. Drag it there, or tap it.',
  six: 'A six starts the descending foundation of its suit.',
  typed: 'A column on a king goes down, a column on an ace goes up, always alternating red and black.',
  typedElse: 'Or use another column: put a card on one that is a rank higher or lower and of the other colour.',
  open: 'Other columns start open: they take the next higher or the next lower card, of the other colour.',
  noOpen: 'No open column takes a card right now. Draw one from the stock.',
  way: 'Your first card has decided which way this column goes. The sign above it tells you; tap it for an explanation.',
  pocket: 'The pocket holds one card that is in your way. Put this one there.',
  unpocket: 'Take the card out again as soon as it fits somewhere: an empty pocket is worth a lot.',
  draw: 'No move left? Draw a card from the stock. You can go through it as often as you like.',
  more: 'Now bring one more card home.',
  noMore: 'Nothing can go home right now. Keep drawing, or make another move.',
  end: 'That\'s it! Bring all 52 cards home and you win. Empty columns take only aces and kings.',
}
