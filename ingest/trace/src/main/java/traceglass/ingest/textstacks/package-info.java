/// Import of callstacks that system tools print as text: `sample` and spindump of macOS, DTrace, bpftrace, profilers
/// of bcc, debuggers, and tables copied from Instruments.
package traceglass.ingest.textstacks;
