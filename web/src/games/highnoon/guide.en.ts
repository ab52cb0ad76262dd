/** What the guide to HighNoon says in English. */
export const en = {
  boards: 'This is your board; your opponent plays on the other one at the same time. There are no turns, so you never wait.',
  build: 'Build downwards in your columns, alternating red and black. Put the marked card on the next higher card of the other colour.',
  noBuild: 'No column takes a card right now. Draw one from your stock.',
  home: 'The eight foundations belong to you both. They grow from ace to king, and each card you bring there earns its rank in points.',
  noHome: 'You have nothing that fits on a foundation right now. Draw from your stock until you do.',
  race: 'Your opponent may build on your cards there, and you on theirs. If you both want the same place, the faster one gets it.',
  draw: 'Draw from your stock whenever you like. If it is empty, turn the waste over and go through it again.',
  waste: 'The top card of your waste can go to a column or a foundation. Get rid of one.',
  drawOn: 'This card fits nowhere. Draw the next one.',
  opponent: 'Keep an eye on the other board: it shows which cards your opponent will need soon.',
  more: 'Now be quick: get one more card to a foundation, before your opponent does.',
  end: 'That\'s it! The first to run out of cards wins. If nothing moves any more, the higher score wins.',
}
