"use strict";
// The module in a worker of its own: runs one line of UCI at a time, a search to its end. The first message
// has the compiled module; all others are lines.
let memory, exports;
const text = new TextDecoder(), bytes = new TextEncoder();

onmessage = ({ data }) => {
  if (typeof data !== "string") {
    exports = new WebAssembly.Instance(data.module, { env: {
      nullfenster_now: () => performance.now(),
      nullfenster_print: (place, length) =>
        postMessage(text.decode(new Uint8Array(memory.buffer, place, length))),
    } }).exports;
    memory = exports.memory;
    return;
  }
  const line = bytes.encode(data), place = exports.nullfenster_room(line.length);
  new Uint8Array(memory.buffer, place, line.length).set(line);
  exports.nullfenster_line();
};
