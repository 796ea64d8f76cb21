/// Import of garbage collection logs: those of HotSpot, with safepoints, as unified logs (`-Xlog:gc*,safepoint`) or
/// in the format of JDK 8 (`-XX:+PrintGCDetails`), and those of Go programs (`GODEBUG=gctrace=1`).
package traceglass.ingest.gclog;
