// What each of these bots does, whatever its library: a command is answered with a button and a menu, the button with a
// form, and the menu and the form with words. A bot runs until its standard input ends:
//
//   SANDBOX=http://127.0.0.1:PORT TOKEN=… node core.mjs

export const command = { type: 1, name: 'greet', description: 'Greets somebody', options: [{ type: 6, name: 'whom', description: 'Whom', required: true }] };

const message = (whom) => ({
  content: `Hello, <@${whom}>!`,
  components: [
    { type: 1, components: [{ type: 2, style: 1, label: 'More', custom_id: 'more' }] },
    { type: 1, components: [{ type: 3, custom_id: 'meal', placeholder: 'Meal', options: [{ label: 'Soup', value: 'soup' }, { label: 'Stew', value: 'stew' }] }] },
  ],
});

const input = { type: 4, style: 1, custom_id: 'words' };
const form = (labels) => ({
  custom_id: 'form', title: 'More', components: [labels ? { type: 18, label: 'Words', component: input } : { type: 1, components: [{ ...input, label: 'Words' }] }],
});

// answer is what the bot says to an interaction. A library without labels cannot read a form with them.
export function answer({ name, id, who, picked, option, words }, labels = true) {
  if (name === 'greet') return message(option);
  if (id === 'more') return form(labels);
  if (id === 'meal') return { content: `${who} eats ${picked}.`, flags: 64 };
  if (id === 'form') return { content: `${who} says: ${words}`, flags: 64 };
  throw new Error(`an interaction that nobody asked for: ${name} ${id}`);
}

// until ends the bot when its standard input ends.
export function until(end) {
  process.stdin.resume().once('end', async () => {
    await end();
    process.exit(0);
  });
}

process.on('unhandledRejection', (err) => { console.error(err); process.exit(1); });
