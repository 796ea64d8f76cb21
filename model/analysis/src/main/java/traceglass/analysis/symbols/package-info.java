/// Names that a trace lacks: modules without symbols, and obfuscated Java code. Names that are found elsewhere become
/// packets that are read after the trace.
package traceglass.analysis.symbols;
