/// Symbols for the frames of a trace: where they come from, the run that finds them, and the panel that offers it.
/// Found symbols are saved as packets, which are read each time the trace is opened.
package traceglass.app.symbols;
