/// The pprof profile format.
package traceglass.protos.foreign.pprof;
