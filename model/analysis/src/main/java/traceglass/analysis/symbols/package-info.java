/// What a trace knows about the names of its frames: modules without symbols and obfuscated Java code. What is found
/// elsewhere becomes packets that are read after the trace.
package traceglass.analysis.symbols;
