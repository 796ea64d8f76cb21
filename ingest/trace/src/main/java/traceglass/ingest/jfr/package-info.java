/// Recordings of JDK Flight Recorder, also those that async-profiler writes in its format.
package traceglass.ingest.jfr;
