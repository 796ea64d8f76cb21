/// Symbols for the frames of a trace: where they come from, the run that finds them, and the panel that offers it.
/// The result is packets that every later opening of the trace reads.
package traceglass.app.symbols;
