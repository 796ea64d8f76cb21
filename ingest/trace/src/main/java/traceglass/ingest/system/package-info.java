/// Packets about the system as a whole: processes and their statistics, `/proc` counters, CPUs, what the device is.
///
/// In: packets of Perfetto's format. Out: processes, counters and rows through the trackers. One class a packet; rules
/// and names are those of Perfetto's trace processor.
package traceglass.ingest.system;
