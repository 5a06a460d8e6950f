// What people pick, as discord.js reads it: options and menus of each kind, commands on users
// and messages, an embed, and a private thread.
'use strict';

const assert = require('node:assert/strict');
const {
  ActionRowBuilder, ApplicationCommandType, AttachmentBuilder, ChannelSelectMenuBuilder, ChannelType, ContextMenuCommandBuilder,
  EmbedBuilder, GuildMember, MentionableSelectMenuBuilder, MessageFlags, Role, RoleSelectMenuBuilder, SlashCommandBuilder, UserSelectMenuBuilder,
} = require('discord.js');

const commands = [
  new SlashCommandBuilder().setName('pick').setDescription('Picks things')
    .addRoleOption((o) => o.setName('role').setDescription('A role'))
    .addChannelOption((o) => o.setName('channel').setDescription('A channel'))
    .addMentionableOption((o) => o.setName('whom').setDescription('Anybody'))
    .addAttachmentOption((o) => o.setName('file').setDescription('A file')),
  new ContextMenuCommandBuilder().setName('High Five').setType(ApplicationCommandType.User),
  new ContextMenuCommandBuilder().setName('Keep It').setType(ApplicationCommandType.Message),
];

const row = (menu) => new ActionRowBuilder().addComponents(menu);

async function onPick(i) {
  const [role, channel, whom, file] = [i.options.getRole('role'), i.options.getChannel('channel'), i.options.getMentionable('whom'), i.options.getAttachment('file')];
  assert.ok(role instanceof Role && whom instanceof Role, 'a role is no role');
  assert.equal(channel.type, ChannelType.PrivateThread);
  const note = await (await fetch(file.url)).text();
  const embed = new EmbedBuilder().setTitle('Picked').setColor(0xff0000).setImage('attachment://note.txt').addFields({ name: 'Note', value: note });
  const { resource } = await i.reply({
    content: [role.name, channel.name, whom.name, file.name].join(' '), withResponse: true,
    embeds: [embed], files: [new AttachmentBuilder(Buffer.from(note), { name: 'note.txt' })],
    components: [
      row(new UserSelectMenuBuilder().setCustomId('people').addDefaultUsers(i.user.id)), row(new RoleSelectMenuBuilder().setCustomId('roles')),
      row(new MentionableSelectMenuBuilder().setCustomId('both').setMaxValues(2)),
      row(new ChannelSelectMenuBuilder().setCustomId('channels').addChannelTypes(ChannelType.GuildText)),
    ],
  });
  const [got] = resource.message.embeds;
  assert.equal(got.data.type, 'rich');
  assert.equal(await (await fetch(got.image.proxyURL)).text(), note);
  assert.equal(resource.message.attachments.size, 0);
}

// onMenu names what was picked.
async function onMenu(i) {
  const names = [];
  for (const m of (i.members ?? new Map()).values()) { assert.ok(m instanceof GuildMember); names.push(m.displayName); }
  for (const r of (i.roles ?? new Map()).values()) { assert.ok(r instanceof Role); names.push(r.name); }
  for (const c of (i.channels ?? new Map()).values()) names.push(c.name);
  assert.equal(names.length, i.values.length);
  await i.reply({ content: names.join(' '), flags: MessageFlags.Ephemeral });
}

// onHighFive meets the person in a private thread.
async function onHighFive(i) {
  await i.deferReply();
  const thread = await i.channel.threads.create({ name: 'five', type: ChannelType.PrivateThread, invitable: false });
  assert.equal(thread.invitable, false);
  await thread.members.add(i.targetUser);
  assert.equal((await thread.members.fetch({ member: i.targetUser.id, withGuildMember: true })).guildMember.id, i.targetMember.id);
  await thread.send(`${i.targetUser}, five!`);
  const m = await i.editReply(`${thread}`);
  assert.equal(m.interactionMetadata.user.id, i.user.id);
}

async function onKeepIt(i) {
  await i.reply({ content: 'Kept: ' + i.targetMessage.content, flags: MessageFlags.Ephemeral });
}

// answer answers an interaction of these, and returns whether it was one.
async function answer(i) {
  if (i.isChatInputCommand() && i.commandName === 'pick') await onPick(i);
  else if (i.isAnySelectMenu()) await onMenu(i);
  else if (i.isUserContextMenuCommand()) await onHighFive(i);
  else if (i.isMessageContextMenuCommand()) await onKeepIt(i);
  else return false;
  return true;
}

module.exports = { commands, answer };
