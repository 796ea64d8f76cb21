/// Recordings of JDK Flight Recorder, including those that async-profiler writes in this format.
package traceglass.ingest.jfr;
