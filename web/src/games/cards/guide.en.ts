/** What the guide to Cards says in English. */
export const en = {
  goal: 'All 52 cards are on the table; there is no stock. Bring every suit home to its foundation, from ace to king.',
  home: 'This card can go home. Drag it to its foundation, or just tap it.',
  build: 'Columns grow downwards, alternating red and black. Put the marked card on the next higher card of the other colour.',
  group: 'Any face-up card can move, and everything on top of it comes along. That way you can dig for cards further down.',
  noGroup: 'Make another move first; then a group of cards may fit somewhere.',
  end: 'That\'s it! An empty column takes a king. Undo takes back your last move, and Finish sends home everything that fits.',
}
