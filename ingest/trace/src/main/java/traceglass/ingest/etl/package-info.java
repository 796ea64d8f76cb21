/// Windows event traces (`.etl`): buffers of kernel events, which go through the handlers of the package `etw`, and of
/// events of providers, self-describing or not.
package traceglass.ingest.etl;
