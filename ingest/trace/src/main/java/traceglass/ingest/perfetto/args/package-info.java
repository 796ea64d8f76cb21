/// Conversion to arguments of messages whose types are only known at run time: debug annotations, extensions, typed
/// fields.
package traceglass.ingest.perfetto.args;
