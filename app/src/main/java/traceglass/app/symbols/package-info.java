/// Symbols for the frames of a trace: their sources, the run that finds them, and the panel that starts it.
/// Found symbols are saved as packets, which are read each time the trace is opened.
package traceglass.app.symbols;
