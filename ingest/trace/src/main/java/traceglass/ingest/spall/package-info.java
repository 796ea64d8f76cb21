/// Import of Spall traces: instrumented functions of native programs.
package traceglass.ingest.spall;
