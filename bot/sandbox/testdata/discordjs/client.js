// A bot on discord.js, as a second opinion of the sandbox. It asserts what that library
// makes of the sandbox's answers. Any complaint of the library ends it with an error.
//
//   SANDBOX=http://127.0.0.1:PORT TOKEN=… node client.js
//
// It runs until its standard input ends.
'use strict';

const assert = require('node:assert/strict');
const {
  ActionRowBuilder, ApplicationIntegrationType, AttachmentBuilder, ButtonBuilder, ButtonStyle, Client,
  Events, GatewayIntentBits, InteractionContextType, MessageFlags, PermissionFlagsBits, SlashCommandBuilder,
} = require('discord.js');
const parts = require('./parts.js');
const picks = require('./picks.js');

const client = new Client({
  intents: [GatewayIntentBits.Guilds],
  rest: { api: `${process.env.SANDBOX}/api`, timeout: 20_000, retries: 0 },
  allowedMentions: { parse: [] },
});

// A picture of one pixel.
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const alt = 'A board of one cell: it is Ann’s turn.';

const play = new SlashCommandBuilder()
  .setName('play')
  .setDescription('Starts a game')
  .setContexts(InteractionContextType.Guild, InteractionContextType.BotDM)
  .setIntegrationTypes(ApplicationIntegrationType.GuildInstall)
  .addStringOption((o) => o.setName('game').setDescription('Which game').setRequired(true))
  .addUserOption((o) => o.setName('opponent').setDescription('Whom you play'));

const button = (id, label) => new ButtonBuilder().setCustomId(id).setLabel(label).setStyle(ButtonStyle.Primary);
const buttons = () => new ActionRowBuilder().addComponents(button('later', 'Later'), button('now', 'Now'));

async function ready() {
  const guild = client.guilds.cache.first();
  assert.equal(guild.name, 'Parlour');
  assert.ok(guild.channels.cache.some((c) => c.name === 'games'), 'the server has no #games');
  assert.equal((await guild.members.fetchMe()).id, client.user.id);
  await client.application.fetch();

  const all = [play, ...picks.commands, ...parts.commands];
  const set = await client.application.commands.set(all);
  assert.deepEqual(set.map((c) => c.name), all.map((c) => c.name));
  const fetched = await client.application.commands.fetch({ withLocalizations: true });
  const sent = JSON.parse(JSON.stringify(play)); // undefined fields would count as different
  assert.ok(fetched.find((c) => c.name === 'play').equals(sent, true), 'the command came back as another one');
}

async function onPlay(i) {
  assert.ok(i.inCachedGuild(), 'the interaction is not in a known server');
  assert.equal(i.channel.name, 'games');
  assert.ok(i.appPermissions.has(PermissionFlagsBits.SendMessages), 'the bot may not send');
  assert.equal(i.options.getMember('opponent').id, i.options.getUser('opponent').id);

  const { resource } = await i.deferReply({ withResponse: true });
  assert.ok(resource.message.flags.has(MessageFlags.Loading), 'the deferred answer is not loading');
  const file = new AttachmentBuilder(picture, { name: 'board.png', description: alt });
  const edited = await i.editReply({ content: `A game of ${i.options.getString('game')}`, files: [file], components: [buttons()] });
  assert.equal(edited.id, resource.message.id);
  assert.ok(!edited.flags.has(MessageFlags.Loading), 'the edited answer is still loading');
  const { description, width, height, url } = edited.attachments.first();
  assert.deepEqual({ description, width, height }, { description: alt, width: 1, height: 1 });
  assert.deepEqual(Buffer.from(await (await fetch(url)).arrayBuffer()), picture);
  assert.equal(edited.interactionMetadata.user.id, i.user.id);

  const next = await i.followUp({ content: `${i.user}, it is your turn.`, allowedMentions: { users: [i.user.id] } });
  assert.notEqual(next.id, edited.id);
  assert.ok(next.mentions.users.has(i.user.id), 'the follow-up mentions nobody');
  await i.followUp({ content: 'For you alone', flags: MessageFlags.Ephemeral });
}

async function onLater(i) {
  await i.deferUpdate();
  const m = await i.editReply({ content: 'Edited after deferUpdate' });
  assert.equal(m.id, i.message.id);
  assert.equal(m.attachments.size, 1);
}

async function onNow(i) {
  const { resource } = await i.update({ content: 'Updated', components: [], files: [], attachments: [], withResponse: true });
  assert.equal(resource.message.id, i.message.id);
  assert.equal(resource.message.attachments.size, 0);
}

async function interaction(i) {
  if (i.isChatInputCommand() && i.commandName === 'play') return onPlay(i);
  if (i.isButton() && i.customId === 'later') return onLater(i);
  if (i.isButton() && i.customId === 'now') return onNow(i);
  if (await parts.answer(i) || await picks.answer(i)) return;
  throw new Error(`an interaction that nobody asked for: ${i}`);
}

function fail(err) {
  console.error(err);
  process.exit(1);
}

// watched keeps the promise of a handler, and lets an error in it end the process.
const work = [];
const watched = (handler) => (...args) => work.push(handler(...args).catch(fail));

async function quit() {
  await Promise.all(work);
  await client.destroy();
  process.exit(0);
}

client.once(Events.ClientReady, watched(ready));
client.on(Events.InteractionCreate, watched(interaction));
for (const event of [Events.Error, Events.Warn, Events.ShardError, Events.Invalidated]) {
  client.on(event, (...args) => fail([event, ...args]));
}
process.stdin.resume().once('end', () => quit().catch(fail));
client.login(process.env.TOKEN).catch(fail);
