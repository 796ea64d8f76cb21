/// Packets about the system as a whole: processes and their statistics, `/proc` counters, CPUs, device properties.
///
/// Input: packets of Perfetto's format. Output: processes, counters and rows through the trackers. There is one class
/// per packet. Rules and names are those of Perfetto's trace processor.
package traceglass.ingest.system;
