/** What every page needs: the frame, problems, rules. */
export const ui = {
  'app.name': 'Caracole',
  'app.skip': 'Skip to the page',
  'app.loading': 'One moment…',
  'app.home': 'All battles',
  'app.settings': 'Settings',
  'app.theme': 'Light or dark',
  'app.missing': 'There is no such page.',
  'app.broken': 'This page could not be shown.',
  'app.again': 'Try again',

  close: 'Close',
  cancel: 'Cancel',

  'problem.offline': 'The server does not answer.',
  'problem.offline.instead': 'Check that it is running, then try again.',
  'problem.instead': 'Instead: {instead}',
  'problem.unknown': 'Something went wrong.',
  'problem.unknown.instead': 'Load the page again; nothing that was decided is lost.',
  'problem.moved-on': 'The battle has gone on in the meantime.',
  'problem.moved-on.instead': 'You see it as it is now; decide again.',

  'rule.open': 'Rule {rule}',
  'rule.loading': 'Looking it up…',
  'rule.none': 'The catalogue has no entry under {rule}.',
} as const;
