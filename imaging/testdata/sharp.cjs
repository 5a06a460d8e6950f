// Draws pictures with sharp: reads a JSON array of SVGs from its input, and prints how many
// milliseconds a picture takes, and how many bytes it has. The first ones only warm it up.
const sharp = require('sharp');
const warm = 5;

async function main() {
  const svgs = JSON.parse(require('fs').readFileSync(0, 'utf8'));
  let bytes = 0, began = 0;
  for (const [i, svg] of svgs.entries()) {
    if (i === warm) began = performance.now();
    const png = await sharp(Buffer.from(svg)).png().toBuffer();
    if (i >= warm) bytes += png.length;
  }
  const n = svgs.length - warm;
  console.log(JSON.stringify({ ms: (performance.now() - began) / n, bytes: bytes / n }));
}
main();
