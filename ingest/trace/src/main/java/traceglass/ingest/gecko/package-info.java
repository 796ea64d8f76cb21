/// Profiles of the Firefox Profiler, as written by Firefox itself, by its web page, by samply and by simpleperf.
package traceglass.ingest.gecko;
