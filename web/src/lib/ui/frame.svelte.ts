/** What the header says about the page: its title, and a line beside it. A page sets it and clears it when it goes. */
export const frame: { title: string; beside: string } = $state({ title: '', beside: '' });
