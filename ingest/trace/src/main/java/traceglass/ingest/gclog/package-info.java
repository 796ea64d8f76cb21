/// Import of the logs of garbage collections and safepoints that HotSpot writes: unified logs (`-Xlog:gc*,safepoint`)
/// and logs of JDK 8 (`-XX:+PrintGCDetails`), and of those that Go programs print (`GODEBUG=gctrace=1`).
package traceglass.ingest.gclog;
