/// Callstacks, samples, heap profiles and heap graphs.
package traceglass.protos.profiling;
