// Components V2 and a form with labels, as discord.js reads them.
'use strict';

const assert = require('node:assert/strict');
const {
  ActionRowBuilder, AttachmentBuilder, ButtonBuilder, ButtonStyle, CheckboxBuilder, CheckboxGroupBuilder, ComponentType, ContainerBuilder, FileBuilder,
  FileUploadBuilder, LabelBuilder, MediaGalleryBuilder, MessageFlags, ModalBuilder, RadioGroupBuilder, SectionBuilder, SeparatorBuilder,
  SlashCommandBuilder, StringSelectMenuBuilder, TextDisplayBuilder, TextInputBuilder, TextInputStyle, UserSelectMenuBuilder,
} = require('discord.js');

const commands = [new SlashCommandBuilder().setName('table').setDescription('Sets a table')];

const text = (words) => new TextDisplayBuilder().setContent(words);
const button = (id, label) => new ButtonBuilder().setCustomId(id).setLabel(label).setStyle(ButtonStyle.Primary);

async function onTable(i) {
  await i.deferReply();
  const box = new ContainerBuilder().setAccentColor(0x123456)
    .addSectionComponents(new SectionBuilder().addTextDisplayComponents(text('A table'), text('for two')).setButtonAccessory(button('order', 'Order')))
    .addSeparatorComponents(new SeparatorBuilder())
    .addMediaGalleryComponents(new MediaGalleryBuilder().addItems({ media: { url: 'attachment://menu.txt' }, description: 'The menu' }))
    .addFileComponents(new FileBuilder().setURL('attachment://menu.txt'))
    .addActionRowComponents(new ActionRowBuilder().addComponents(new UserSelectMenuBuilder().setCustomId('seats').setMaxValues(2)));
  const m = await i.editReply({ flags: MessageFlags.IsComponentsV2, components: [box], files: [new AttachmentBuilder(Buffer.from('soup'), { name: 'menu.txt' })] });
  assert.ok(m.flags.has(MessageFlags.IsComponentsV2));
  assert.equal(m.attachments.size, 0);
  const [section, , gallery, file] = m.components[0].components;
  assert.equal(section.accessory.customId, 'order');
  assert.equal(gallery.items[0].data.description, 'The menu');
  assert.equal(await (await fetch(file.file.url)).text(), 'soup');
}

const options = (...names) => names.map((name) => ({ label: name, value: name.toLowerCase() }));
const label = (words) => new LabelBuilder().setLabel(words);

async function onOrder(i) {
  assert.equal(i.message.components[0].type, ComponentType.Container);
  assert.equal(i.component.label, 'Order');
  await i.showModal(new ModalBuilder().setCustomId('ordered').setTitle('Order').addLabelComponents(
    label('Name').setTextInputComponent(new TextInputBuilder().setCustomId('name').setStyle(TextInputStyle.Short)),
    label('Meal').setStringSelectMenuComponent(new StringSelectMenuBuilder().setCustomId('meal').addOptions(...options('Soup', 'Stew'))),
    label('With').setUserSelectMenuComponent(new UserSelectMenuBuilder().setCustomId('with')),
    label('Note').setFileUploadComponent(new FileUploadBuilder().setCustomId('note').setRequired(false)),
    label('Pay').setRadioGroupComponent(new RadioGroupBuilder().setCustomId('pay').addOptions(...options('Card', 'Cash'))),
  ));
}

async function onOrdered(i) {
  const f = i.fields;
  const words = [f.getTextInputValue('name'), ...f.getStringSelectValues('meal'), ...f.getSelectedUsers('with').map((u) => u.username),
    ...(f.getUploadedFiles('note')?.map((a) => a.name) ?? []), f.getRadioGroup('pay')];
  await i.update({ components: [text(words.join(' ')), new ActionRowBuilder().addComponents(button('more', 'More'))] });
}

async function onMore(i) {
  await i.showModal(new ModalBuilder().setCustomId('said').setTitle('More').addTextDisplayComponents(text('Anything else?')).addLabelComponents(
    label('Extras').setCheckboxGroupComponent(new CheckboxGroupBuilder().setCustomId('extras').addOptions(...options('Salt', 'Bread', 'Water')).setMaxValues(2)),
    label('Hungry').setCheckboxComponent(new CheckboxBuilder().setCustomId('hungry')),
  ));
}

async function onSaid(i) {
  await i.reply({ flags: MessageFlags.Ephemeral | MessageFlags.IsComponentsV2, components: [text(`${i.fields.getCheckboxGroup('extras')} ${i.fields.getCheckbox('hungry')}`)] });
}

const answers = { order: onOrder, ordered: onOrdered, more: onMore, said: onSaid };

// answer answers an interaction of these, and returns whether it was one.
async function answer(i) {
  const on = i.isChatInputCommand() && i.commandName === 'table' ? onTable : answers[i.customId];
  if (on) await on(i);
  return !!on;
}

module.exports = { commands, answer };
