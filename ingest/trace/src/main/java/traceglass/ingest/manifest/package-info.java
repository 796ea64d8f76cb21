/// `perfetto_manifest` files: what people say of the traces in an archive, so that those make one timeline. Names of
/// machines, which embedded machine is which, how clocks of different files relate, and which clock times are shown in.
///
/// In: the JSON of a manifest. Out: rows of machines, edges of the clock graph, and [traceglass.ingest.FileSettings] by
/// path.
package traceglass.ingest.manifest;
