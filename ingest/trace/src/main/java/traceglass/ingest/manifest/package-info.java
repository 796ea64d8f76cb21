/// `perfetto_manifest` files: user-written descriptions of the traces in an archive, which combine them into one
/// timeline. They name machines, map the machine ids in packets to these names, relate clocks of different files and
/// select the clock of displayed times.
///
/// Input: the JSON of a manifest. Output: rows of machines, edges of the clock graph, and
/// [traceglass.ingest.FileSettings] by path.
package traceglass.ingest.manifest;
