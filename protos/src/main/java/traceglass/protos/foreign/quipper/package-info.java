/// Recordings of perf that quipper has converted.
package traceglass.protos.foreign.quipper;
