/// Profiles in the formats of the Firefox Profiler, as written by Firefox, the profiler's web page, samply and
/// simpleperf.
package traceglass.ingest.gecko;
