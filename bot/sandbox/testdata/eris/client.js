// A bot on eris, as another opinion of the sandbox: it asks people what they want for lunch.
// Any complaint of the library ends it with an error.
//
//   SANDBOX=http://127.0.0.1:PORT TOKEN=… node client.js
//
// It runs until its standard input ends.
'use strict';

const assert = require('node:assert/strict');
const http = require('node:http');
const https = require('node:https');

// The library knows no other host than Discord's, and no plain HTTP: its requests are led
// to the sandbox.
const { hostname, port } = new URL(process.env.SANDBOX);
https.request = (options, ...rest) => {
  assert.equal(options.host, 'discord.com');
  return http.request({ ...options, host: hostname, port, agent: undefined }, ...rest);
};

const Eris = require('eris');

const { ComponentTypes, ButtonStyles, ApplicationCommandOptionTypes: Types } = Eris.Constants;
const ephemeral = Eris.Constants.MessageFlags.EPHEMERAL;
const bot = new Eris.Client(`Bot ${process.env.TOKEN}`, { intents: ['guilds'] });

// A picture of one pixel.
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const file = () => ({ file: picture, name: 'plate.png' });

const commands = [
  {
    name: 'poll', description: 'Asks for opinions', options: [
      { type: Types.STRING, name: 'topic', description: 'About what', required: true, autocomplete: true },
      { type: Types.USER, name: 'with', description: 'Whom to ask' },
    ],
  },
  {
    name: 'dice', description: 'Dice', options: [{
      type: Types.SUB_COMMAND, name: 'sides', description: 'How many there are', options: [
        { type: Types.INTEGER, name: 'count', description: 'Of one', required: true, min_value: 2, max_value: 20 },
        { type: Types.BOOLEAN, name: 'loud', description: 'For all to read' },
      ],
    }],
  },
  {
    name: 'show', description: 'Tells what it is given', options: [
      { type: Types.ATTACHMENT, name: 'picture', description: 'A file', required: true },
      { type: Types.ROLE, name: 'role', description: 'A role', required: true },
      { type: Types.CHANNEL, name: 'where', description: 'A channel', required: true },
      { type: Types.MENTIONABLE, name: 'any', description: 'A person or a role', required: true },
    ],
  },
  { name: 'menus', description: 'Shows menus' },
  { name: 'secret', description: 'Opens a private thread' },
  { name: 'Quote', type: Eris.Constants.ApplicationCommandTypes.MESSAGE },
  { name: 'Greet', type: Eris.Constants.ApplicationCommandTypes.USER },
];

const button = (id, label) => ({ type: ComponentTypes.BUTTON, style: ButtonStyles.PRIMARY, custom_id: id, label });
const row = (...components) => ({ type: ComponentTypes.ACTION_ROW, components });
const pick = { user: 5, role: 6, any: 7, channel: 8 }; // of which this library has no names
const components = () => [
  row(button('yes', 'Yes'), button('write', 'Write'), button('talk', 'Talk'), button('send', 'Send me'), button('done', 'Done')),
  row({
    type: ComponentTypes.SELECT_MENU, custom_id: 'when', placeholder: 'When', min_values: 1, max_values: 2,
    options: [{ label: 'Noon', value: '12:00' }, { label: 'One', value: '13:00' }, { label: 'Two', value: '14:00' }],
  }),
  row({ type: pick.user, custom_id: 'whom', placeholder: 'Whom' }),
];

const asker = (i) => (i.member ?? i).user;
const option = (options, name) => options.find((o) => o.name === name)?.value;

function complete(i) {
  const typed = i.data.options.find((o) => o.focused).value;
  const topics = ['lunch', 'lupins', 'dinner'].filter((t) => t.startsWith(typed));
  return i.result(topics.map((t) => ({ name: `The ${t}`, value: t })));
}

function dice(i) {
  const { options } = i.data.options[0];
  const content = `A die of ${option(options, 'count')} sides`;
  return i.createMessage({ content, flags: option(options, 'loud') ? 0 : ephemeral });
}

async function poll(i) {
  const id = option(i.data.options, 'with');
  const whom = id ? `${i.data.resolved.users.get(id).globalName}, ` : '';
  if (id) assert.equal(i.data.resolved.members.get(id).guild.name, 'Office');
  await i.defer();
  const m = await i.editOriginalMessage({ content: `${whom}${option(i.data.options, 'topic')}?`, components: components() }, file());
  assert.equal(m.attachments[0].width, 1);
  assert.equal(m.components.length, 3);
  assert.deepEqual((await i.getOriginalMessage()).id, m.id);
  await i.createFollowup({ content: 'Only you read this.', flags: ephemeral });
}

function show(i) {
  const { resolved, options } = i.data;
  const [file, role, where, any] = ['picture', 'role', 'where', 'any'].map((name) => option(options, name));
  const f = resolved.attachments[file];
  assert.equal(resolved.channels.get(where).type, 0);
  return i.createMessage(`${f.filename} of ${f.width} by ${f.height}, ${resolved.roles.get(role).name}, ` +
    `#${i.channel.guild.channels.get(where).name}, ${resolved.users.get(any).globalName}`);
}

function menus(i) {
  return i.createMessage({
    content: 'Pick', components: [
      row({ type: pick.role, custom_id: 'role', placeholder: 'Role' }),
      row({ type: pick.any, custom_id: 'any', placeholder: 'Any' }),
      row({ type: pick.channel, custom_id: 'where', placeholder: 'Where', channel_types: [0] }),
    ],
  });
}

async function secret(i) {
  const thread = await bot.createThread(i.channel.id, { name: 'Secret', type: 12, autoArchiveDuration: 1440 });
  assert.ok(thread instanceof Eris.PrivateThreadChannel, 'the thread is not private');
  await bot.joinThread(thread.id, asker(i).id);
  await bot.createMessage(thread.id, 'Between us');
  await i.createMessage({ content: `Come to ${thread.mention}.`, flags: ephemeral });
}

function quote(i) {
  const m = i.data.resolved.messages.get(i.data.target_id);
  return i.createMessage(`${m.author.globalName} wrote: ${m.content}`);
}

const greet = (i) => i.createMessage(`Hello, ${i.data.resolved.users.get(i.data.target_id).globalName}!`);

// talk opens a thread at the poll, adds the person, writes there and says so.
async function talk(i) {
  const thread = await bot.createThreadWithMessage(i.channel.id, i.message.id, { name: 'Lunch', autoArchiveDuration: 1440 });
  await bot.joinThread(thread.id, asker(i).id);
  const m = await bot.createMessage(thread.id, `Here we talk, ${asker(i).mention}.`);
  await bot.editMessage(thread.id, m.id, `${m.content} And eat.`);
  await i.createMessage({ content: `Come to ${thread.mention}.`, flags: ephemeral });
}

async function send(i) {
  const dm = await bot.getDMChannel(asker(i).id);
  await dm.createMessage('Your plate', file());
  await i.createMessage({ content: 'Look into your messages.', flags: ephemeral });
}

async function done(i) {
  await i.deferUpdate();
  await bot.deleteMessage(i.channel.id, i.message.id);
}

function write(i) {
  const wish = { type: ComponentTypes.TEXT_INPUT, custom_id: 'wish', label: 'What', style: 1, min_length: 2, max_length: 20, required: true };
  return i.createModal({ custom_id: 'wishes', title: 'Your wish', components: [row(wish)] });
}

const picked = (i) => i.createMessage({ content: `You pick ${i.data.values[0]}.`, flags: ephemeral });

const presses = {
  yes: (i) => i.editParent({ content: `${i.message.content} ${asker(i).globalName} says yes.` }),
  write, talk, send, done,
  when: (i) => i.createMessage({ content: `You can at ${i.data.values.join(' and ')}.`, flags: ephemeral }),
  role: picked, any: picked, where: picked,
  whom: (i) => i.createMessage(`What do you say, <@${i.data.values[0]}>?`),
};

function answer(i) {
  if (i instanceof Eris.AutocompleteInteraction) return complete(i);
  if (i instanceof Eris.CommandInteraction) return { poll, dice, show, menus, secret, Quote: quote, Greet: greet }[i.data.name](i);
  if (i instanceof Eris.ComponentInteraction) return presses[i.data.custom_id](i);
  assert.ok(i instanceof Eris.ModalSubmitInteraction, `an interaction that nobody asked for: ${i}`);
  return i.createMessage(`${asker(i).globalName} wishes for ${i.data.components[0].components[0].value}.`);
}

async function ready() {
  const guild = bot.guilds.find(() => true);
  assert.equal(guild.name, 'Office');
  assert.ok(guild.channels.some((c) => c.name === 'general'), 'the server has no #general');
  assert.equal(bot.application.id, bot.user.id);
  const made = await bot.bulkEditCommands(commands);
  assert.deepEqual(made.map((c) => c.name), commands.map((c) => c.name));
}

function fail(...why) {
  console.error(...why);
  process.exit(1);
}

bot.once('ready', () => ready().catch(fail));
bot.on('interactionCreate', (i) => Promise.resolve(answer(i)).catch(fail));
for (const event of ['error', 'warn', 'unknown']) bot.on(event, (...args) => fail(event, ...args));
process.stdin.resume().once('end', () => {
  bot.disconnect({ reconnect: false });
  process.exit(0);
});
bot.connect().catch(fail);
