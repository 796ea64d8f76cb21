/// Records and reports of simpleperf.
package traceglass.protos.foreign.simpleperf;
