/** The pages around the table: shelf, battles, replay, report, charts, settings. */
export const pages = {
  'home.title': 'Battles of pike and shot',
  'home.lead': 'Choose a battle and take command. The computer knows the rules and tells you why.',
  'home.begin': 'Begin',
  'home.against': 'against the computer',
  'home.friend': 'with a friend on this screen',
  'home.go-on': 'Go on with a battle',
  'home.loading': 'Fetching the battles…',
} as const;
